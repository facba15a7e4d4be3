"""Files that other shop platforms export, rewritten as rows that an import of ours reads."""
