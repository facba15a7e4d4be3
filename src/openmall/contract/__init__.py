"""The words everyone speaks: operation, parameters, call, errors, scopes."""
