"""Points: earned by purchases, spent on orders, expiring by age."""
