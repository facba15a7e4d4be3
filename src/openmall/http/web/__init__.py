"""What all pages share: their look, what they load, their languages, how they are answered."""
