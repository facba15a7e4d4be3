"""What happened in malls is brought to the programs of apps that are in them."""
