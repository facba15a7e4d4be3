"""Points that expire by themselves once they are old enough."""
