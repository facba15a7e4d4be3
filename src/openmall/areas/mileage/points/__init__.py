"""Points: earned by buying, spent on orders, expired when they are old."""
