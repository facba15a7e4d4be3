"""Memory of the process that the C library holds."""

import ctypes


def return_free_memory() -> None:
    """Return what the imports have freed to the operating system, where its C library can.

    A worker that had to compile the source holds 5 MB of it.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
