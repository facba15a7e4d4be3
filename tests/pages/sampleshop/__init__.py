"""The sample shop, as its visitors use it."""
