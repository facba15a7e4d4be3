"""The Customer area: who shops in a mall, in which group, and what the shop keeps about them."""
