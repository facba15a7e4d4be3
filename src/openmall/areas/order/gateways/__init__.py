"""Payment gateways: what openmall asks of each, and those it knows."""
