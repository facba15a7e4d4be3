"""Figures of what orders brought in, an hour at a time, so that no report has to read orders."""
