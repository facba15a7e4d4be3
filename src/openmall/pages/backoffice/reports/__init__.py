"""Reports of visitors and sales: one page for all, driven by report definitions."""
