"""Data in and out in bulk: imports, exports, backups."""
