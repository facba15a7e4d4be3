"""The demo mall: everything filled in, with credentials to try it."""
