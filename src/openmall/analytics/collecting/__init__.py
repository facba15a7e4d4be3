"""Collection: receives batches of page views from browsers, validates and stores them."""
