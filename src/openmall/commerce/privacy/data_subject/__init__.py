"""All that a mall keeps of one person: handed over, or erased."""
