"""HTTP below the APIs: requests, addresses, bodies, errors, and what all pages share."""
