"""Faults put into the program one at a time, each of which some test has to catch."""
