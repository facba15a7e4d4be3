"""What happens to orders by themselves, when their time has come."""
