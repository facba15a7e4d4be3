"""What takes longer than a call, and what is due whether anybody calls or not."""
