"""The shops of a mall: languages, company, origins of shipments, additional shops."""
