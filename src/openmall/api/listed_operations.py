"""The operations of an API, from the list of modules (`declarations.MODULES`)."""

from importlib import import_module

from openmall import declarations
from openmall.contract.operation import Operation


def operation_lists(api: str) -> list[list[Operation]]:
    """Return the lists of operations of an API in their order; imports their modules."""
    return [
        getattr(import_module(module), name) for module, name in declarations.with_operations(api)
    ]
