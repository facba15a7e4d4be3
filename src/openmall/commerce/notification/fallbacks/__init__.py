"""Messages that failed are sent another way, where the shop has one."""
