"""The fields of products that the pages of a shop show, and their appearance."""
