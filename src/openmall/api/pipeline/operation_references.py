"""Operations by their handlers or paths, for calls within the process.

A handler names its operation and the types of its parameters and answer, so that the type checker
knows both: `client.call(caller, apis, list_shops)` answers a sequence of `Shop`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.api.pipeline.operation_call import InternalCaller, OperationCall
from openmall.api.pipeline.refusals import NO_SUCH_OPERATION
from openmall.contract.errors import NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler, Operation

SHOP_NO: Final = "shop_no"


class OperationReferences:
    """Finds the operation that a handler executes."""

    def __init__(self, definitions: Iterable[ApiDefinition]) -> None:
        found: dict[Handler, list[tuple[str, Operation]]] = {}
        for definition in definitions:
            for operation in definition.operations:
                found.setdefault(operation.handler, []).append((definition.name, operation))
        self._by_handler = found

    def call(
        self,
        caller: InternalCaller,
        apis: Sequence[str],
        handler: Handler,
        parameters: Mapping[str, Encodable] | None,
        embed: Sequence[str],
    ) -> OperationCall:
        """Return the call of the operation of a handler in one of `apis`.

        Of a handler that also takes several objects in one call, it is the operation for one.
        `parameters`: by wire name, those of the path among them; without a shop, it is the caller's
        where the operation is of one. Raises LookupError for a handler
        of no operation or of several, KeyError without a value of the path, and NotFound (404) for
        one with a slash.
        """
        operations = [each for each in self._by_handler.get(handler, ()) if each[0] in apis]
        if len(operations) > 1:
            operations = [each for each in operations if each[1].objects == 1]
        if len(operations) != 1:
            raise LookupError(f"{handler.__qualname__} has {len(operations)} operations in {apis}")
        [(api, operation)] = operations
        values = _by_wire_name(parameters)
        in_path = {name: str(values.pop(name)) for name in operation.placeholders}
        if operation.chooses_shop and caller.shop_no is not None:
            values.setdefault(SHOP_NO, caller.shop_no)
        if any("/" in value for value in in_path.values()):
            raise NotFound(NO_SUCH_OPERATION)
        return OperationCall(
            caller=caller,
            api=api,
            method=operation.method,
            path=operation.path.format(**in_path),
            parameters=values,
            embed=embed,
            operation=operation,
            in_path=in_path,
        )


def _by_wire_name(parameters: Mapping[str, Encodable] | None) -> dict[str, Encodable]:
    """Return parameters by wire name, with what an operation answered as a client would send it."""
    sent: dict[str, Encodable] = msgspec.to_builtins(dict(parameters or {}))
    return sent


def stored_answer(operation: Operation, body: bytes) -> Any:
    """Return the answer of an earlier call from its stored response, as the handler returned it.

    Raises LookupError for an operation that answers no resource.
    """
    if operation.gives is None or operation.answers not in ("one", "many"):
        raise LookupError(f"{operation.name} answers {operation.answers}: call it without a key")
    content = msgspec.json.decode(body)[operation.key]
    if operation.answers == "one":
        return msgspec.convert(content, operation.gives, strict=False)
    answers = [msgspec.convert(each, operation.gives, strict=False) for each in content]
    return answers[0] if operation.lists_one else answers


def at_path(
    definition: ApiDefinition, method: str, path: str
) -> tuple[Operation, Mapping[str, str]]:
    """Return the operation at a path below the API's prefix, and its parameters in the path.

    Raises LookupError for an unknown one.
    """
    match = definition.router.find(path.split("/"))
    if match is None or method not in match[0]:
        raise LookupError(f"{definition.name} has no {method} {path}")
    operation = match[0][method]
    return operation, dict(zip(operation.placeholders, match[1], strict=True))
