"""The demo mall: fully filled, with credentials to try it."""
