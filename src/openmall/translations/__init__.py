"""The texts of openmall in every language: English in the source, others in catalogues."""
