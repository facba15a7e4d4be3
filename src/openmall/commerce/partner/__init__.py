"""The partner programme: shops and products of all malls that take part in it."""
