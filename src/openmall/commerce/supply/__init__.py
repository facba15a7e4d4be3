"""The Supply area: suppliers of a mall, their terms, users and shipping."""
