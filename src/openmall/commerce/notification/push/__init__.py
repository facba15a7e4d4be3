"""Push messages to the devices on which customers have installed the shop's app."""
