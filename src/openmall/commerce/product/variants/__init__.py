"""The sellable combinations of a product's options, each with its stock."""
