"""The collection area: by what products are grouped beside categories."""
