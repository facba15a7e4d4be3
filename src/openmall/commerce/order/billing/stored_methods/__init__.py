"""Payment methods that gateways have stored for customers who agreed to recurring charges."""
