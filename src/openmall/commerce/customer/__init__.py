"""The Customer area: customers of a mall, their groups, and the data a shop keeps about them."""
