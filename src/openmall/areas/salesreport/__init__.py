"""Reports of what a mall sold; read only."""
