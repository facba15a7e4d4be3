"""Every tool, with arguments that are wrong: refused by a declared refusal, in its words alone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from openmall.contract.refusal import declared
from openmall.pages.mcp.admin_tools import AdminTools
from openmall.pages.mcp.shopper_tools import ShopperTools
from openmall.pages.mcp.tool import CHECKED
from tests.pages.mcp.agent import Agent, admin, allowed, call_message
from tests.pages.mcp.test_requests import FOREIGN
from tests.pages.sampleshop.shop_browser import Guest
from tests.world import World

_OF_TYPE: dict[str, Any] = {
    "string": "x", "integer": 1, "object": {}, "array": [], "boolean": True,
}  # fmt: skip
_WRONG: tuple[Any, ...] = (None, True, 1.5, "x", 7, [], {}, [5], [None], [["x"]], {"a": {"b": []}})


def _calls(tool: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield arguments of a tool, and whether they have to be refused whatever the shop has."""
    properties = tool["inputSchema"]["properties"]
    required = tool["inputSchema"]["required"]
    given = {name: _OF_TYPE[properties[name]["type"]] for name in required}
    for name in required:
        yield {each: value for each, value in given.items() if each != name}, True
    yield {**given, "no_such_argument": 1}, True
    yield {**given, "no\nsuch `argument`": 1}, True
    for name, schema in properties.items():
        right = type(_OF_TYPE[schema["type"]])
        for value in _WRONG:
            yield {**given, name: value}, type(value) is not right


def _outside(schema: dict[str, Any]) -> Iterator[tuple[Any, Any, str, str]]:
    """Yield values next to each bound of a schema: the last allowed one, the first that is not, the
    place of the wrong value below the argument, and the reason of its refusal.
    """
    if "maxLength" in schema:
        yield "a" * schema["maxLength"], "a" * (schema["maxLength"] + 1), "", "argument_too_long"
    if "minimum" in schema:
        yield schema["minimum"], schema["minimum"] - 1, "", "argument_too_small"
    if "maximum" in schema:
        yield schema["maximum"], schema["maximum"] + 1, "", "argument_too_large"
    if "enum" in schema:
        yield schema["enum"][-1], "no such code", "", "argument_of_other_code"
    if "maxItems" in schema:
        value = _OF_TYPE[schema["items"]["type"]]
        most = schema["maxItems"]
        yield [value] * most, [value] * (most + 1), "", "argument_of_too_many_values"
    if "items" in schema:
        right = _OF_TYPE[schema["items"]["type"]]
        yield [right], [right, None], "[1]", "argument_of_other_type"
        for allowed_value, wrong, _, reason in _outside(schema["items"]):
            yield [allowed_value], [allowed_value, wrong], "[1]", reason


@pytest.fixture
def agents(world: World, guest: Guest) -> dict[str, Agent]:
    guest.join()
    _, tokens = allowed(world, guest)
    return {
        ShopperTools.name: Agent(world, token=tokens["access_token"]),
        AdminTools.name: admin(world),
    }


def _listed(agents: dict[str, Agent]) -> list[dict[str, Any]]:
    return [tool for agent in agents.values() for tool in agent.ask("tools/list")["tools"]]


def test_every_argument_is_described_and_a_variant_is_called_as_in_answers(
    agents: dict[str, Agent],
) -> None:
    names = set()
    for tool in _listed(agents):
        for name, schema in tool["inputSchema"]["properties"].items():
            words = schema.get("description", "").split()
            assert len(words) > 2, (tool["name"], name)
            names.add(name)
    assert names & {"variant_code", "variants_code"} == {"variant_code"}


@pytest.mark.parametrize(
    ("tool", "sent", "meant"),
    [
        ("add_to_cart", "variant_cod", "variant_code"),
        ("add_to_cart", "productNo", "product_no"),
        ("search_products", "Query", "query"),
        ("place_order", "expected_totals", "expected_total"),
        ("call_operation", "operations", "operation"),
    ],
)
def test_a_misspelt_argument_is_answered_with_the_one_that_is_meant(
    agents: dict[str, Agent], tool: str, sent: str, meant: str
) -> None:
    agent = agents[AdminTools.name if "operation" in tool else ShopperTools.name]
    [described] = [each for each in _listed(agents) if each["name"] == tool]
    required = described["inputSchema"]["required"]
    properties = described["inputSchema"]["properties"]
    given = {name: _OF_TYPE[properties[name]["type"]] for name in required}

    error = agent.refused(tool, **given, **{sent: "x"})["error"]

    assert error["message"].startswith(f"{sent}: ")
    assert error["more_info"] == {
        "reason": "misspelt_argument",
        "values": {"name": sent, "meant": meant},
    }


@pytest.mark.parametrize("name", [ShopperTools.name, AdminTools.name])
def test_wrong_arguments_are_refused_in_declared_words(agents: dict[str, Agent], name: str) -> None:
    agent, tried = agents[name], 0
    for tool in agent.ask("tools/list")["tools"]:
        for arguments, is_wrong in _calls(tool):
            agent.world.stage.forget_counts()
            answer = agent.post(call_message(tool["name"], **arguments))
            assert answer.status_code == 200, (tool["name"], arguments, answer.text)
            result, tried = answer.json()["result"], tried + 1
            if not result.get("isError"):
                assert not is_wrong, (tool["name"], arguments)
                continue
            error = result["structuredContent"]["error"]
            assert error["more_info"]["reason"] in declared(), (tool["name"], arguments, error)
            assert error["more_info"]["reason"] not in ("internal_failure", "undeclared"), arguments
            said = error["message"].replace("no\nsuch `argument`", "")
            assert not any(word in said for word in FOREIGN), (tool["name"], arguments, said)
            assert not any(kind in json.dumps(error) for kind in ("'str'", "'int'", "dict["))

    assert tried > 60


@pytest.mark.parametrize("name", [ShopperTools.name, AdminTools.name])
def test_bounds_of_schemas_are_those_of_the_tools(agents: dict[str, Agent], name: str) -> None:
    agent, tried = agents[name], 0
    bounded = {"argument_too_long", "argument_too_small", "argument_too_large",
               "argument_of_other_code", "argument_of_other_type",
               "argument_of_too_many_values"}  # fmt: skip
    for tool in agent.ask("tools/list")["tools"]:
        properties = tool["inputSchema"]["properties"]
        given = {
            each: _OF_TYPE[properties[each]["type"]] for each in tool["inputSchema"]["required"]
        }
        for argument, schema in properties.items():
            for right, wrong, at, reason in _outside(schema):
                agent.world.stage.forget_counts()
                error = agent.refused(tool["name"], **{**given, argument: wrong})["error"]

                assert error["more_info"]["reason"] == reason, (tool["name"], argument, error)
                assert error["message"].startswith(f"{argument}{at}: ")
                message = call_message(tool["name"], **{**given, argument: right})
                result = agent.post(message).json()["result"]
                info = result["structuredContent"].get("error", {}).get("more_info", {})
                assert info.get("reason") not in bounded, (tool["name"], argument, info)
                tried += 1

    assert tried > 2


def test_schemas_restrict_arguments_by_checked_keywords_alone(agents: dict[str, Agent]) -> None:
    schemas = [
        each for tool in _listed(agents) for each in tool["inputSchema"]["properties"].values()
    ]
    schemas += [each["items"] for each in schemas if "items" in each]

    # a keyword that nothing checks would be a promise to models that is not kept
    assert {word for each in schemas for word in each} <= CHECKED | {"description", "default"}
