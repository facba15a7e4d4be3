"""The demo shop: a hand-written catalogue, drawn pictures, generated products and history."""
