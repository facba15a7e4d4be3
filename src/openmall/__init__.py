"""openmall: a self-hosted, multi-shop commerce platform that speaks four HTTP APIs."""
