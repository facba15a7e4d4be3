"""How buyers can pay: bank accounts, gateways and payment apps."""
