"""What an order would come to, asked before it is placed."""
