"""What was sold in orders, for reports of visits."""
