"""openmall: a self-hosted, multi-shop commerce platform that speaks four HTTP APIs."""

__version__ = "1.0.0"
"""The only place that says it: the package, `openmall --version` and the metrics read it here."""
