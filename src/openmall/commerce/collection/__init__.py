"""The Collection area: brands, manufacturers, classifications, trends and origins of products."""
