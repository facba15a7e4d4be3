"""The Customer area: customers of a mall, their groups, and the data a shop stores about them."""
