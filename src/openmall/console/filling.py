"""How a new mall gets a small catalogue: whoever builds the application says."""

from collections.abc import Awaitable, Callable

from openmall.contract.call import Mall

Fill = Callable[[Mall], Awaitable[None]]
"""Puts a small catalogue into a mall that has just been made."""
