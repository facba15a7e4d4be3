"""Who customers are: for apps that may know, for themselves, and until it is erased."""
