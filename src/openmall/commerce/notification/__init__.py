"""Messages of a shop to its customers: automatic mails, text messages, push messages, groups."""
