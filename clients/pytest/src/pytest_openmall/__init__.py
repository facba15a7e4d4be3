"""Test apps of openmall with pytest: a fresh mall a test, its clock, faults and webhooks."""

__version__ = "0.1.0"
