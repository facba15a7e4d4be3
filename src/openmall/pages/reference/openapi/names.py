"""Public names of a document: operation ids and the names of schemas.

They follow from paths and class names, never from where a class lies, so that moving a file changes
no generated client. `tests/pages/openapi/public_names.json` holds them.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.operation import Operation

RESERVED: Final = frozenset(
    {"ApiVersion", "ErrorDetail", "ErrorResponse", "ObjectOutcome", "PageLink", "YesNo"}
)
"""Names of shared schemas, which are no resources."""

_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_UNCHANGED: Final = ("ss", "us", "is", "sms", "news")
_VERBS: Final = {"POST": "create", "PUT": "update", "DELETE": "delete"}
_EXCEPTIONS: Final = {
    # its words have no plural, so that it would be the id of `.../{payment_method_id}`
    "DELETE customers/{member_id}/paymentinformation": "delete_customer_all_paymentinformation",
}
"""Operation -> its id, where the rule would give two operations the same one."""
_PARTICIPLES: Final = {
    "get": "Read",
    "list": "Listed",
    "create": "Created",
    "update": "Updated",
    "delete": "Deleted",
}
_REQUESTS: Final = {"create": "Create", "update": "Update"}


def operation_id(operation: Operation) -> str:
    """Return the id of an operation: `list_products`, `update_product_memo`."""
    if operation.name in _EXCEPTIONS:
        return _EXCEPTIONS[operation.name]
    parts = operation.path.split("/")
    if operation.answers == "count" and parts[-1] == "count" and len(parts) > 1:
        verb, parts = "count", parts[:-1]
    elif operation.method == "GET":
        verb = "list" if operation.answers == "many" else "get"
    else:
        verb = _VERBS[operation.method]
    words = []
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        if part.startswith("{"):
            continue
        creates = verb == "create" and not following
        single = following.startswith("{") or creates
        words += _WORD.findall(singular(part) if single else part)
    return "_".join([verb, *words]).lower()


def operation_ids(operations: Iterable[Operation]) -> dict[str, str]:
    """Return operation name -> id. Raises DeclarationError when two have the same id."""
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    for operation in operations:
        ids[operation.name] = each = operation_id(operation)
        if names.setdefault(each, operation.name) != operation.name:
            raise DeclarationError(f"{each} is the id of {names[each]} and {operation.name}")
    return ids


def singular(word: str) -> str:
    """Return the singular of a word of a path: `categories` is `category`."""
    if word.endswith(_UNCHANGED):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word.removesuffix("s")


def pascal(text: str) -> str:
    """Return words as one name: `create_product_memo` is `CreateProductMemo`."""
    return "".join(word[:1].upper() + word[1:] for word in _WORD.findall(text.replace("_", " ")))


def answer_name(id_: str) -> str:
    """Return the name of what only one operation answers: `CreatedProduct`."""
    verb, _, rest = id_.partition("_")
    return _PARTICIPLES[verb] + pascal(rest)


def request_name(id_: str) -> str:
    """Return the name of the object that a write takes: `ProductCreate`."""
    verb, _, rest = id_.partition("_")
    return pascal(rest) + _REQUESTS[verb]


def body_name(id_: str) -> str:
    """Return the name of the body of a write: `CreateProductBody`."""
    return f"{pascal(id_)}Body"


def result_name(id_: str) -> str:
    """Return the name of the body of a success: `CreateProductResult`."""
    return f"{pascal(id_)}Result"


def struct_names(paths: Mapping[type[Struct], Iterable[str]]) -> dict[type[Struct], str]:
    """Return the name of each struct of a document.

    It is the name of the class; of classes with the same name, the first words of the path of their
    operations are put before it. `paths`: struct -> paths of the operations that use it.
    Raises DeclarationError when two structs remain with one name.
    """
    shortest = {struct: min(used, key=lambda p: (len(p), p)) for struct, used in paths.items()}
    names = {struct: pascal(struct.__name__) for struct in paths}
    for words in (1, 2, 9):
        for struct in _ambiguous(names):
            names[struct] = _qualified(struct, shortest[struct], words)
    if left := _ambiguous(names):
        raise DeclarationError(f"These have one public name: {sorted(map(repr, left))}")
    return names


def _ambiguous(names: Mapping[type[Struct], str]) -> list[type[Struct]]:
    by_name: dict[str, list[type[Struct]]] = defaultdict(list)
    for struct, name in names.items():
        by_name[name.lower()].append(struct)
    reserved = {name.lower() for name in RESERVED}
    return [
        struct
        for name, structs in by_name.items()
        for struct in structs
        if len(structs) > 1 or name in reserved or _has_namesake(struct, name)
    ]


def _has_namesake(struct: type[Struct], name: str) -> bool:
    """Return whether a field is named like its object, which generated Python cannot tell apart."""
    return any(field.replace("_", "").lower() == name for field in struct.__struct_encode_fields__)


def _qualified(struct: type[Struct], path: str, words: int) -> str:
    literals = [part for part in path.split("/") if not part.startswith("{")]
    owner = "".join(pascal(singular(part)) for part in literals[:words])
    name = pascal(struct.__name__)
    return name if owner == name else owner + name
