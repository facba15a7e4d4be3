"""Sales figures by hour, so that no report has to read orders."""
