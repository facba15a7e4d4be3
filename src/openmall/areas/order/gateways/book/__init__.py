"""The account book of the test gateway."""
