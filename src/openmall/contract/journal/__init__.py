"""What happened in a shop: the activity log people read, the events programs receive."""
