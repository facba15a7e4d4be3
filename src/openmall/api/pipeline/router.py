"""Routes a URL's path to its operation, by a trie over the registry."""

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.operation import Operation

Found = tuple[dict[str, Operation], list[str]]
"""The operations at a path, by method, and the values of its placeholders in order."""


class _Node:
    __slots__ = ("any", "literal", "methods")

    def __init__(self) -> None:
        self.literal: dict[str, _Node] = {}
        self.any: _Node | None = None
        self.methods: dict[str, Operation] = {}


class Router:
    """Operations of one API by path; a literal segment wins over a placeholder."""

    def __init__(self, operations: list[Operation]) -> None:
        """Raises DeclarationError when two operations have the same method and path."""
        self._root = _Node()
        for operation in operations:
            node = self._root
            for segment in operation.path.split("/"):
                if segment.startswith("{"):
                    node.any = node.any or _Node()
                    node = node.any
                else:
                    node = node.literal.setdefault(segment, _Node())
            if operation.method in node.methods:
                raise DeclarationError(f"{operation.name}: two rows answer it")
            node.methods[operation.method] = operation

    def find(self, segments: list[str]) -> Found | None:
        """Return the operations at a path, by method, and its placeholder values in order."""
        values: list[str] = []
        node = _descend(self._root, segments, 0, values)
        return (node.methods, values) if node is not None else None


def _descend(node: _Node, segments: list[str], at: int, values: list[str]) -> _Node | None:
    if at == len(segments):
        return node if node.methods else None
    segment = segments[at]
    below = node.literal.get(segment)
    if below is not None:
        found = _descend(below, segments, at + 1, values)
        if found is not None:
            return found
    if node.any is not None and segment:
        values.append(segment)
        found = _descend(node.any, segments, at + 1, values)
        if found is not None:
            return found
        values.pop()
    return None
