"""The sample shop: pages on the storefront API, from the first page to a paid order."""
