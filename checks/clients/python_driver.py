"""Runs the calls with a generated Python client: in the environment that generated it.

`python python_driver.py PLAN` where the plan is the file that `checks.clients` writes. Prints one
line for each call that did not do what it should, and the number of those that did.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx


def main(plan_file: str) -> int:
    """Run every call; return the exit status."""
    plan = json.loads(Path(plan_file).read_text(encoding="utf-8"))
    sys.path.insert(0, plan["folder"])
    driver = _OwnClient(plan) if plan["client"] == "openapi-python-client" else _Models(plan)
    values: dict[str, Any] = dict(plan["values"])
    good = 0
    for call in plan["calls"]:
        call = _filled(call, values)
        try:
            status, body = driver.call(call)
        except Exception as error:  # whatever a generated client raises is the result
            print(f"{call['api']} {call['operation']}: {type(error).__name__}: {error}")
            continue
        if status != call["status"]:
            print(f"{call['api']} {call['operation']}: {status}, not {call['status']}: {body}")
            continue
        for name, path in call.get("keep", {}).items():
            values[name] = _found(body, path)
        good += 1
    print(f"{good} of {len(plan['calls'])} calls")
    return int(good != len(plan["calls"]))


def _filled(part: Any, values: dict[str, Any]) -> Any:
    if isinstance(part, dict):
        return {name: _filled(each, values) for name, each in part.items()}
    if isinstance(part, list):
        return [_filled(each, values) for each in part]
    if isinstance(part, str) and part.startswith("$"):
        name, dash, rest = part[1:].partition("-")
        return f"{values[name]}-{rest}" if dash else values[name]
    return part


def _found(body: Any, path: str) -> Any:
    for step in path.split("."):
        body = body[int(step)] if step.isdigit() else body[step]
    return body


class _OwnClient:
    """The functions and classes of openapi-python-client."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._clients = {}
        self._functions: dict[str, dict[str, Any]] = {}
        for api, where in plan["apis"].items():
            package = f"openmall_{api}_api_client"
            module = import_module(package)
            self._clients[api] = module.Client(
                base_url=where["url"],
                headers=where["headers"],
                verify_ssl=plan["ca_file"],
                raise_on_unexpected_status=True,
            )
            folder = Path(str(module.__file__)).parent / "api"
            self._functions[api] = {
                file.stem: f"{package}.api.{file.parent.name}.{file.stem}"
                for file in folder.rglob("*.py")
            }

    def call(self, call: dict[str, Any]) -> tuple[int, Any]:
        """Call the function of the operation; return status and body."""
        module = import_module(self._functions[call["api"]][call["operation"]])
        values: dict[str, Any] = {**call.get("path", {}), **call.get("query", {})}
        kinds = module.sync_detailed.__annotations__
        for name, value in values.items():
            values[name] = _typed(module, kinds[name], value)
        for name, value in call.get("header", {}).items():
            parameter = name.lower().replace("-", "_")
            values[parameter] = _typed(module, kinds[parameter], value)
        if "body" in call:
            values["body"] = kinds["body"].from_dict(call["body"])
        answer = module.sync_detailed(client=self._clients[call["api"]], **values)
        if answer.parsed is None:
            raise ValueError(f"{answer.status_code} was not parsed")
        body = answer.parsed.to_dict()
        sent = json.loads(answer.content)
        if body != sent:
            raise ValueError(f"parsed as {body}, answered as {sent}")
        return answer.status_code.value, body


def _typed(module: Any, kind: Any, value: Any) -> Any:
    """Return a value as the enumeration or date that a parameter wants."""
    names = str(kind) if isinstance(kind, str) else " ".join(map(str, _arguments(kind)))
    for name, each in vars(module).items():
        if isinstance(each, type) and name in names and hasattr(each, "__members__"):
            return [each(one) for one in value] if isinstance(value, list) else each(value)
    if "datetime.date" in names and isinstance(value, str):
        return import_module("datetime").date.fromisoformat(value)
    return value


def _arguments(kind: Any) -> list[Any]:
    found = [kind]
    for each in getattr(kind, "__args__", ()):
        found += _arguments(each)
    return found


class _Models:
    """The classes of datamodel-code-generator, with an HTTP client beside them."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._plan = plan
        self._models = {api: import_module(f"{api}_models") for api in plan["apis"]}
        self._clients = {
            api: httpx.Client(verify=plan["ca_file"], headers=where["headers"])
            for api, where in plan["apis"].items()
        }

    def call(self, call: dict[str, Any]) -> tuple[int, Any]:
        """Send what the classes made, and return what they read."""
        api = call["api"]
        operation = self._plan["apis"][api]["operations"][call["operation"]]
        content = None
        if "body" in call:
            sent = self._model(api, operation["body"]).model_validate(call["body"])
            content = sent.model_dump_json(exclude_unset=True)
        query = {
            name: ",".join(map(str, value)) if isinstance(value, list) else value
            for name, value in call.get("query", {}).items()
        }
        answer = self._clients[api].request(
            operation["method"],
            self._plan["apis"][api]["url"] + operation["path"].format(**call.get("path", {})),
            params=query,
            content=content,
            headers={"Content-Type": "application/json", **call.get("header", {})},
        )
        model = operation["results"].get(str(answer.status_code), "ErrorResponse")
        read = self._model(api, model).model_validate_json(answer.content)
        return answer.status_code, read.model_dump(mode="json", by_alias=True)

    def _model(self, api: str, name: str) -> Any:
        return getattr(self._models[api], name)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
