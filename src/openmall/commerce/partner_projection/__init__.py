"""The partner projection: the read model of shops and products in the partner programme."""
