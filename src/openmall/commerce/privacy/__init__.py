"""Personal data of customers: the API for apps that may read it, dormancy, export and erasure."""
