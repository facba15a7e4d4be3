"""Long work of the operator console: backups, their verification, removal of malls."""
