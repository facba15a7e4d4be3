"""Export and erasure of the personal data that a mall stores of one person."""
