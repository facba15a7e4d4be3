"""Payment gateways: the contract of openmall with each, and the built-in ones."""
