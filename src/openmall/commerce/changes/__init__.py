"""The change feed of a mall: every change of its main resources, numbered without gaps."""
