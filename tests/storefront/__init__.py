"""What a shopper does, over HTTP."""
