"""Messages to customers: the mailbox of the mall, and the texts of each occasion."""
