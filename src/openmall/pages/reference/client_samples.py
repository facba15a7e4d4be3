"""Sample requests as programs of the clients in `clients/`: Python and TypeScript.

They are made from the same sample as the curl command. The methods and paths are those that the
clients generate from the OpenAPI documents: `checks/clients/generate.py`.
"""

import json
import keyword
import re
from typing import Final

from openmall.contract import api_versions
from openmall.contract.json_values import Encodable
from openmall.pages.reference import requests
from openmall.pages.reference.catalog import Entry
from openmall.pages.reference.openapi import names
from openmall.pages.reference.samples import Sample

RESERVED: Final = frozenset({"self", "headers", "call"})
"""Arguments of the methods that no parameter may be called."""
_VARIABLES: Final = {
    "admin": "mall",
    "storefront": "shop",
    "partner": "collection",
    "analytics": "reports",
}
"""API -> what its client is called in a program."""
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")
_LINE: Final = 100


def python(entry: Entry, sample: Sample, origin: str) -> str:
    """Return the call as a Python program; `origin`: as of `requests.host`."""
    variable = _VARIABLES[entry.api.name]
    named = {**_query(entry, sample), **(sample.body or {})}
    arguments = [_python(sample.path[name], 2) for name in entry.operation.placeholders]
    arguments += [f"{argument(name)}={_python(value, 2)}" for name, value in named.items()]
    call = _call(f"response = {variable}.{names.operation_id(entry.operation)}", arguments, 1)
    given = [json.dumps(each) for each in _credentials(entry, origin)]
    if sample.session:
        given.append('session="SESSION"')
    if entry.version != api_versions.NEWEST:
        given.append(f'version="{entry.version}"')
    opened = _call(f"openmall_client.{entry.api.name.capitalize()}", given, 0)
    return f"import openmall_client\n\nwith {opened} as {variable}:\n    {call}\nprint(response)"


def typescript(entry: Entry, sample: Sample, origin: str) -> str:
    """Return the call as a TypeScript program; `origin`: as of `requests.host`."""
    variable, api = _VARIABLES[entry.api.name], entry.api.name
    given = [json.dumps(each) for each in _credentials(entry, origin)]
    options: dict[str, Encodable] = {}
    if entry.version != api_versions.NEWEST:
        options["version"] = entry.version
    if sample.session:
        options["headers"] = {requests.SESSION: "SESSION"}
    if options:
        given.append(_typescript(options, 0))
    params = {
        where: values
        for where, values in (("path", sample.path), ("query", _query(entry, sample)))
        if values
    }
    call: dict[str, Encodable] = {"params": params} if params else {}
    if sample.body is not None:
        call["body"] = sample.body
    arguments = [json.dumps(f"/{entry.operation.path}")]
    if call:
        arguments.append(_typescript(call, 0))
    return (
        f'import {{ {api} }} from "openmall-client";\n\n'
        f"const {variable} = {api}({', '.join(given)});\n"
        f"const {{ data }} = await {variable}.{entry.operation.method}({', '.join(arguments)});\n"
        "console.log(data);"
    )


def argument(name: str) -> str:
    """Return the argument of a method for a parameter: `from` is `from_`."""
    return f"{name}_" if keyword.iskeyword(name) or name in RESERVED else name


def _query(entry: Entry, sample: Sample) -> dict[str, Encodable]:
    """Return the query with lists where several values may be sent."""
    fields = entry.operation.fields
    return {
        name: value.split(",")
        if isinstance(value, str) and name in fields and fields[name].many
        else value
        for name, value in sample.query.items()
    }


def _credentials(entry: Entry, origin: str) -> list[str]:
    host = requests.host(entry, origin)
    if entry.api.credential == "bearer":
        return [host, "ACCESS_TOKEN"]
    of_shop = entry.api.credential == "storefront"
    return [host, "CLIENT_ID", "FRONT_API_KEY" if of_shop else "CLIENT_SECRET"]


def _call(function: str, arguments: list[str], depth: int) -> str:
    """Return a call on one line, or with a line for each argument."""
    line = f"{function}({', '.join(arguments)})"
    if "\n" not in line and len(line) + 4 * depth <= _LINE:
        return line
    indent = "    " * (depth + 1)
    return "\n".join(
        [f"{function}(", *(f"{indent}{each}," for each in arguments), "    " * depth + ")"]
    )


def _python(value: Encodable, depth: int) -> str:
    """Return a value as a Python literal, one entry per line where it is long."""
    if isinstance(value, dict):
        rows = [f"{json.dumps(name)}: {_python(each, depth + 1)}" for name, each in value.items()]
        brackets = "{}"
    elif isinstance(value, list):
        rows, brackets = [_python(each, depth + 1) for each in value], "[]"
    else:
        # every text in JSON is one in Python
        return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
    return _rows(rows, brackets, gap="", indent="    ", depth=depth)


def _typescript(value: Encodable, depth: int) -> str:
    """Return a value as a TypeScript literal, one entry per line where it is long."""
    if isinstance(value, dict):
        rows = [f"{_key(name)}: {_typescript(each, depth + 1)}" for name, each in value.items()]
        return _rows(rows, "{}", gap=" ", indent="  ", depth=depth)
    if isinstance(value, list):
        rows = [_typescript(each, depth + 1) for each in value]
        return _rows(rows, "[]", gap="", indent="  ", depth=depth)
    return json.dumps(value, ensure_ascii=False)


def _rows(rows: list[str], brackets: str, *, gap: str, indent: str, depth: int) -> str:
    """Return rows within brackets, on one line where they are short."""
    opening, closing = brackets[0], brackets[1]
    line = f"{opening}{gap}{', '.join(rows)}{gap}{closing}" if rows else brackets
    if "\n" not in line and len(line) + len(indent) * depth <= _LINE // 2:
        return line
    inner = "".join(f"{indent * (depth + 1)}{row},\n" for row in rows)
    return f"{opening}\n{inner}{indent * depth}{closing}"


def _key(name: str) -> str:
    return name if _IDENTIFIER.match(name) else json.dumps(name)
