"""Generates what clients take from OpenAPI documents: `make generated ONLY=sdks`.

Of Python, datamodel-code-generator makes the types (TypedDict), and this program the methods; of
TypeScript, openapi-typescript makes the types, and this program the names of the operations. A
test compares `digests.json` with the documents, so that clients do not lag behind.
"""

import argparse
import hashlib
import json
import keyword
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from openmall import declarations
from openmall.pages.reference.openapi import document as openapi

RENEW: Final = "make generated ONLY=sdks"
HERE: Final = Path(__file__).parents[2] / "clients"
DIGESTS: Final = HERE / "digests.json"
PYTHON: Final = HERE / "python" / "src" / "openmall_client" / "generated"
TYPESCRIPT: Final = HERE / "typescript" / "src" / "generated"
APIS: Final = ("admin", "storefront", "partner", "analytics")
_MODELS: Final = "datamodel-code-generator==0.89.0"
_TYPES: Final = ("openapi-typescript@7.13.0", "typescript@5.8.3")
_UNSTABLE: Final = frozenset({"example", "examples", "servers", "flows"})
_WRITES: Final = frozenset({"post", "put", "delete"})

Json = dict[str, Any]


def documents() -> dict[str, Json]:
    """Return the OpenAPI document of each API, of the newest version."""
    declarations.load()
    return {api: openapi.document(api) for api in APIS}


def digest(document: Json) -> str:
    """Return a digest of what clients are made from: not of examples and addresses."""
    content = json.dumps(_stable(document), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def _stable(value: Any) -> Any:
    if isinstance(value, dict):
        # a property may have the name of one of them: its schema is an object as well
        return {
            name: _stable(each)
            for name, each in value.items()
            if name not in _UNSTABLE or _is_schema(each)
        }
    return [_stable(each) for each in value] if isinstance(value, list) else value


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict) and bool({"type", "$ref", "anyOf", "oneOf"} & {*value})


class Parameter(NamedTuple):
    """An argument of a method."""

    name: str
    type: str
    required: bool
    where: str


class Operation(NamedTuple):
    """An operation, as a method has it."""

    name: str
    method: str
    path: str
    text: str
    parameters: list[Parameter]
    result: str
    rows: tuple[str, str] | None
    """Name and type of the rows of a list that has pages."""
    size: int
    most_offset: int
    since: str


def operations(document: Json) -> Iterator[Operation]:
    """Yield the operations of a document, in order of their names."""
    found = [
        _operation(document, path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in _WRITES | {"get"}
    ]
    yield from sorted(found, key=lambda each: each.name)


def _operation(document: Json, path: str, method: str, given: Json) -> Operation:
    parameters = [
        Parameter(each["name"], _type(each["schema"]), bool(each.get("required")), each["in"])
        for each in (_resolved(document, each) for each in given.get("parameters", ()))
        if each["in"] != "header"
    ]
    # in the order of the path
    placeholders = re.findall(r"\{(\w+)\}", path)
    parameters.sort(key=lambda each: placeholders.index(each.name) if each.where == "path" else 99)
    if body := given.get("requestBody"):
        schema = _resolved(document, body["content"]["application/json"]["schema"])
        needed = set(schema.get("required", ()))
        parameters += [
            Parameter(name, _type(each), name in needed, "body")
            for name, each in schema["properties"].items()
        ]
    results = [
        response["content"]["application/json"]["schema"]
        for status, response in given["responses"].items()
        if status in ("200", "201", "207")
    ]
    types = list(dict.fromkeys(map(_type, results)))
    limits = {
        each["name"]: each["schema"] for each in given.get("parameters", ()) if "name" in each
    }
    result = _resolved(document, results[0])
    rows = [
        (name, _type(_resolved(document, each)["items"]))
        for name, each in result.get("properties", {}).items()
        if _resolved(document, each).get("type") == "array" and name != "links"
    ]
    paged = method == "get" and {"offset", "limit"} <= {*limits} and len(rows) == 1
    since = [
        name
        for name, schema in limits.items()
        if name.startswith("since_") and schema.get("type") == "integer"
    ]
    return Operation(
        name=given["operationId"],
        method=method.upper(),
        path=path,
        text=given.get("description") or given["summary"],
        parameters=parameters,
        result=" | ".join(types),
        rows=rows[0] if paged else None,
        size=limits["limit"]["maximum"] if paged else 0,
        most_offset=limits["offset"]["maximum"] if paged else 0,
        since=since[0] if paged and since else "",
    )


def _resolved(document: Json, value: Json) -> Json:
    while "$ref" in value:
        _, kind, name = value["$ref"].removeprefix("#/").split("/")
        value = document["components"][kind][name]
    return value


def _type(schema: Json) -> str:
    if "$ref" in schema:
        return f"m.{schema['$ref'].rpartition('/')[2]}"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(_type, choices)))
    kinds = schema.get("type", "object")
    if isinstance(kinds, list):
        each = (_type({**schema, "type": kind}) for kind in kinds)
        return " | ".join(dict.fromkeys(each))
    if kinds == "array":
        return f"Sequence[{_type(schema['items'])}]"
    named = {
        "string": "str",
        "integer": "int",
        "boolean": "bool",
        "number": "float",
        "null": "None",
    }
    return named.get(kinds, "dict[str, Any]")


def python_module(api: str, document: Json) -> str:
    """Return the module of the operations of an API."""
    head = (
        f'"""The operations of the {api} API. Generated: `{RENEW}`."""\n'
        "\n"
        "from __future__ import annotations\n\n"
        "from collections.abc import AsyncIterator, Iterator, Mapping, Sequence\n"
        "from typing import TYPE_CHECKING, Any, Literal\n"
        "from urllib.parse import quote\n\n"
        "from openmall_client.transport import AsyncTransport, Call, Transport\n\n"
        "if TYPE_CHECKING:\n"
        f"    from openmall_client.generated import {api}_models as m\n\n"
        f'VERSION = "{document["info"]["version"]}"\n'
    )
    found = list(operations(document))
    title = api.capitalize()
    return "".join(
        (
            head,
            _class(f"{title}Api", "Transport", title, found, is_async=False),
            _class(f"Async{title}Api", "AsyncTransport", title, found, is_async=True),
        )
    )


_EVENT: Final = re.compile(
    r"class (\w+)Event\(TypedDict\):\n    event_no: Literal\[(\d+)\]\n    resource: (\w+)\n"
)


def events_module(models: str, document: Json) -> str:
    """Return the module of the events of webhooks: a class for each, with the type of its resource.

    `models`: the generated types of the admin API.
    """
    texts = {
        _type(hook["post"]["requestBody"]["content"]["application/json"]["schema"]): (
            hook["post"]["summary"]
        )
        for hook in document["webhooks"].values()
    }
    found = _EVENT.findall(models)
    classes = [
        "\n\n@dataclass(frozen=True)\n"
        f"class {name}(Event):\n"
        f'    """{texts[f"m.{name}Event"]}"""\n\n'
        f"    number: Literal[{number}]\n"
        f"    resource: m.{resource}\n"
        for name, number, resource in found
    ]
    names = "".join(f'    "{name}",\n' for name, _, _ in found)
    numbers = "".join(f"    {number}: {name},\n" for name, number, _ in found)
    return "".join(
        (
            f'"""The events of webhooks. Generated: `{RENEW}`."""\n\n'
            "from __future__ import annotations\n\n"
            "from dataclasses import dataclass\n"
            "from typing import TYPE_CHECKING, Literal\n\n"
            "from openmall_client.event import Event\n\n"
            "if TYPE_CHECKING:\n"
            "    from openmall_client.generated import admin_models as m\n\n"
            f"__all__ = [\n{names}]\n",
            *classes,
            f"\n\nBY_NUMBER: dict[int, type[Event]] = {{\n{numbers}}}\n",
            '"""The class of each event."""\n',
        )
    )


def _class(name: str, transport: str, title: str, found: list[Operation], *, is_async: bool) -> str:
    text = "awaits" if is_async else "blocks until"
    lines = [
        f"\n\nclass {name}:\n"
        f'    """The {title.lower()} API: each operation is a method that {text} its response."""\n'
        f"\n    transport: {transport}\n"
    ]
    for each in found:
        lines.append(_method(each, is_async=is_async))
        if each.rows is not None:
            lines.append(_iterator(each, is_async=is_async))
    return "".join(lines)


def _method(operation: Operation, *, is_async: bool) -> str:
    wait, begin = ("await ", "async def") if is_async else ("", "def")
    result = operation.result
    return (
        f"\n    {begin} {operation.name}(\n{_arguments(operation, ())}    ) -> {result}:\n"
        f"{_docstring(operation.text)}"
        f"        {_call(operation, ())}"
        f"        body: {result} = {wait}self.transport.call(call)\n"
        "        return body\n"
    )


def _iterator(operation: Operation, *, is_async: bool) -> str:
    assert operation.rows is not None
    name, row = operation.rows
    kind = f"{'AsyncIterator' if is_async else 'Iterator'}[{row}]"
    method = "iterate_" + operation.name.removeprefix("list_")
    since = f', since="{operation.since}"' if operation.since else ""
    left_out = ("offset", "limit", *([operation.since] if operation.since else ()))
    return (
        f"\n    def {method}(\n{_arguments(operation, left_out)}    ) -> {kind}:\n"
        f"{_docstring(f'Iterate over all rows of `{operation.name}`, page by page.')}"
        f"        {_call(operation, left_out)}"
        f"        rows: {kind} = self.transport.rows(\n"
        f'            call, "{name}", size={operation.size},'
        f" most_offset={operation.most_offset}{since}\n        )\n"
        "        return rows\n"
    )


def _arguments(operation: Operation, left_out: tuple[str, ...]) -> str:
    given = [each for each in operation.parameters if each.name not in left_out]
    placed = [each for each in given if each.where == "path"]
    named = [each for each in given if each.where != "path"]
    lines = ["self,", *(f"{_safe(each.name)}: {each.type}," for each in placed), "*,"]
    for each in sorted(named, key=lambda each: not each.required):
        kind = each.type if each.required or "None" in each.type else f"{each.type} | None"
        lines.append(f"{_safe(each.name)}: {kind}{'' if each.required else ' = None'},")
    lines.append("headers: Mapping[str, str] | None = None,")
    return "".join(f"        {line}\n" for line in lines)


def _call(operation: Operation, left_out: tuple[str, ...]) -> str:
    path = re.sub(r"\{(\w+)\}", lambda found: _placed(found[1]), operation.path)
    f = "f" if "{" in path else ""
    lines = [f'"{operation.method} {operation.path}",', f'"{operation.method}",', f'{f}"{path}",']
    for where, argument in (("query", "query"), ("body", "body")):
        values = ", ".join(
            f'"{each.name}": {_safe(each.name)}'
            for each in operation.parameters
            if each.where == where and each.name not in left_out
        )
        if values:
            lines.append(f"{argument}={{{values}}},")
    lines.append("headers=headers,")
    return "call = Call(\n" + "".join(f"            {line}\n" for line in lines) + "        )\n"


def _placed(name: str) -> str:
    return "{quote(str(" + _safe(name) + "), safe='')}"


def _safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) or name in ("self", "headers", "call") else name


def _docstring(text: str) -> str:
    return f'        """{text.strip().replace(chr(92), chr(92) * 2)}"""\n'


def _write_python(made: Mapping[str, Json]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "env", with_pip=True)
        tools = folder / "env" / "bin"
        pip = [str(tools / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, _MODELS], check=True)
        shutil.rmtree(PYTHON, ignore_errors=True)
        PYTHON.mkdir(parents=True)
        (PYTHON / "__init__.py").write_text(
            f'"""Modules generated from OpenAPI documents: `{RENEW}`."""\n', encoding="utf-8"
        )
        for api, document in made.items():
            source = folder / f"{api}.json"
            source.write_text(json.dumps(_stable(document)), encoding="utf-8")
            target = PYTHON / f"{api}_models.py"
            command = (
                tools / "datamodel-codegen", "--input", source, "--output", target,
                "--input-file-type", "openapi", "--output-model-type", "typing.TypedDict",
                "--target-python-version", "3.11", "--use-annotated", "--formatters", "builtin",
                "--disable-timestamp",
            )  # fmt: skip
            subprocess.run(command, check=True)
            text = target.read_text(encoding="utf-8").replace(", closed=True", "")
            imported = "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict"
            text = re.sub(r"from typing import .*", imported, text, count=1)
            text = text.replace("from typing_extensions import TypedDict\n", "")
            target.write_text(
                f'"""The types of the {api} API. Generated: `{RENEW}`."""\n\n' + text,
                encoding="utf-8",
            )
            if api == "admin":
                events = events_module(target.read_text(encoding="utf-8"), document)
                (PYTHON / "events.py").write_text(events, encoding="utf-8")
            module = PYTHON / f"{api}.py"
            module.write_text(python_module(api, document), encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    paths = [str(each) for each in PYTHON.glob("*.py")]
    subprocess.run([*ruff, "check", "--quiet", "--select", "I,F401", "--fix", *paths], check=True)
    subprocess.run([*ruff, "format", "--quiet", *paths], check=True)


def _as_json(document: Json) -> Json:
    """Take out what the client does not ask for, so that results need no narrowing.

    That is the status 202 of jobs, and responses in other types than JSON.
    """
    for methods in document["paths"].values():
        for operation in methods.values():
            operation["responses"].pop("202", None)
            for response in operation["responses"].values():
                _keep_json(response)
    for response in document["components"]["responses"].values():
        _keep_json(response)
    return document


def _keep_json(response: Json) -> None:
    content = response.get("content", {})
    if "application/json" in content:
        response["content"] = {"application/json": content["application/json"]}


def _write_typescript(made: Mapping[str, Json]) -> None:
    shutil.rmtree(TYPESCRIPT, ignore_errors=True)
    TYPESCRIPT.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        npm = ["npm", "install", "--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run([*npm, *_TYPES], cwd=folder, check=True)
        for api, document in made.items():
            content = json.dumps(_as_json(_stable(document)))
            (folder / f"{api}.json").write_text(content, encoding="utf-8")
            command = ["npx", "openapi-typescript", f"{api}.json", "--default-non-nullable=false"]
            subprocess.run([*command, "-o", str(TYPESCRIPT / f"{api}.ts")], cwd=folder, check=True)
            pages = {
                each.path: {
                    "rows": each.rows[0],
                    "size": each.size,
                    "mostOffset": each.most_offset,
                    **({"since": each.since} if each.since else {}),
                }
                for each in operations(document)
                if each.rows is not None
            }
            (TYPESCRIPT / f"{api}_pages.ts").write_text(
                f"// Lists of the {api} API that have pages. Generated: `{RENEW}`.\n"
                f"export const pages = {json.dumps(pages, indent=2)} as const;\n"
                f'export const version = "{document["info"]["version"]}";\n',
                encoding="utf-8",
            )


def main() -> int:
    """Generate the clients; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", choices=("python", "typescript"), help="One of the two; both by default."
    )
    only = parser.parse_args().only
    made = documents()
    if only != "typescript":
        _write_python(made)
    if only != "python":
        _write_typescript(made)
    digests = json.dumps({api: digest(document) for api, document in made.items()}, indent=2)
    DIGESTS.write_text(digests + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
