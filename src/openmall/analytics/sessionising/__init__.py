"""What was told becomes visits: which, begun by what, of whom; and facts for the reports."""
