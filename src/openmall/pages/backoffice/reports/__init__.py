"""Reports of visitors and sales as pages: one page for all of them, driven by what a report is."""
