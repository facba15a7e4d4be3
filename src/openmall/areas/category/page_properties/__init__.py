"""Which fields of products the pages of a shop show, and how they look there."""
