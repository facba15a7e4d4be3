"""Messages that time brings, not an event: coupons, expiring points, birthdays, unpaid orders."""
