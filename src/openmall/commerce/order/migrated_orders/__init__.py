"""Orders that customers placed in another store before they came to this one."""
