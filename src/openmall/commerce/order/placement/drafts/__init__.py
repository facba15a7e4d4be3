"""Draft orders: created by an app for a buyer, who pays them elsewhere."""
