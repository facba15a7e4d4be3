"""Packing and shipping: packing slips and labels as PDF, tracking numbers of many orders."""
