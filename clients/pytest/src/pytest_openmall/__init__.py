"""Test apps of openmall with pytest: a fresh mall a test, its clock, faults, events and webhooks."""

__version__ = "0.1.0"
