"""`openmall mirror`: keeps a copy of a shop in another database, through the change feed."""
