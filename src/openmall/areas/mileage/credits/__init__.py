"""Credits: money of a customer that the shop keeps."""
