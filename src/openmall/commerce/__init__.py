"""The shop's areas, in the specification's own words; a resource is a file or a folder."""
