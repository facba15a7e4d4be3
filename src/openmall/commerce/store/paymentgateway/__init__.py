"""Payment gateways: the apps that take payments for a shop, and the methods they offer there."""
