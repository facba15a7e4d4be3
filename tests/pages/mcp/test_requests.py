"""What is refused before a tool is called: malformed, oversized, of another origin, too many."""

from typing import Any

import msgspec
import pytest

from tests.pages.mcp.agent import ADMIN, HEADERS, MODERN, SHOP, Agent, call_message
from tests.world import World

FOREIGN = (
    "pydantic",
    "JSONRPC",
    "validation error",
    "input_value",
    "NoneType",
    "EOF",
    "`",
    "<class",
)
"""What only the texts of libraries have."""


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"jsonrpc":"2.0","id":1,"method":' + b'{"a":' * 50_000,
        b"[]",
        b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
        b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":{},"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":5}',
        b'"text"',
        b"null",
        b'{"jsonrpc":"2.0"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
        b'{"jsonrpc":"2.0","id":1,"result":5}',
        b'{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
    ],
)
def test_malformed_messages_are_refused(world: World, content: bytes, version: str) -> None:
    headers = {
        **HEADERS,
        "Content-Type": "application/json",
        "MCP-Protocol-Version": version,
    }

    answer = world.request("POST", SHOP, content=content, headers=headers)

    # earlier versions acknowledge a response that nobody asked for
    acknowledged = b'"result"' in content
    expected = (400, 202) if acknowledged and version < "2026" else (400,)
    assert answer.status_code in expected, answer.text
    assert not any(word in answer.text for word in FOREIGN)


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("number", [b"null", b"{}", b"[]", b"true", b"1.5"])
def test_an_id_that_is_none_is_an_invalid_request(
    world: World, number: bytes, version: str
) -> None:
    headers = {**HEADERS, "Content-Type": "application/json", "MCP-Protocol-Version": version}
    content = b'{"jsonrpc":"2.0","id":%s,"method":"ping"}' % number

    answer = world.request("POST", SHOP, content=content, headers=headers)

    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {
            "code": -32600,
            "message": "Invalid Request: an id is a string or an integer.",
            "data": {"reason": "message_id_wrong"},
        },
    }


@pytest.mark.parametrize("number", ["7", '"seven"', "-1", '""'])
def test_an_id_is_a_string_or_an_integer(world: World, number: str) -> None:
    headers = {**HEADERS, "Content-Type": "application/json"}
    content = f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}'

    answer = world.request("POST", SHOP, content=content.encode(), headers=headers)

    assert answer.status_code == 200
    assert answer.json()["id"] == msgspec.json.decode(number)


@pytest.mark.parametrize(
    ("params", "text", "reason"),
    [
        ({"name": "no_such_tool"}, "Unknown tool: no_such_tool", "no_such_tool"),
        (
            {"name": "get_products"},
            "Unknown tool: get_products; there is get_product.",
            "misspelt_tool",
        ),
        ({"name": 5}, "params.name: Expected string.", "argument_of_other_type"),
        (
            {"name": "get_product", "arguments": []},
            "params.arguments: Expected object.",
            "argument_of_other_type",
        ),
        ({}, "params.name: A required argument is missing.", "argument_missing"),
        ([], "params: Expected object.", "argument_of_other_type"),
    ],
)
def test_unknown_tools_and_wrong_params(world: World, params: Any, text: str, reason: str) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}

    error = Agent(world).post(message).json()["error"]

    assert (error["code"], error["message"], error["data"]["reason"]) == (-32602, text, reason)


@pytest.mark.parametrize("version", ["2025-03-26", "2025-11-25"])
@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"{", -32700),
        (b"\xff", -32700),
        (b"[]", -32600),
        (b'"text"', -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}', -32602),
    ],
)
def test_errors_have_the_codes_of_the_protocol(
    world: World, content: bytes, code: int, version: str
) -> None:
    headers = {**HEADERS, "Content-Type": "application/json", "MCP-Protocol-Version": version}

    answer = world.request("POST", SHOP, content=content, headers=headers)

    assert answer.json()["error"]["code"] == code
    assert not any(word in answer.text for word in FOREIGN)


def test_each_era_of_the_protocol_names_its_own_versions(world: World) -> None:
    """Decision 96: what `server/discover` names is picked for requests without a handshake."""
    agent = Agent(world)
    envelope = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "agent", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    asked = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": envelope}}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "server/discover"}
    found = agent.post(asked, **headers).json()["result"]
    assert found["supportedVersions"] == [MODERN]

    for version in ("2025-03-26", "2025-06-18", "2025-11-25"):
        client = {"name": "agent", "version": "1"}
        begun = agent.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=client)
        assert begun["protocolVersion"] == version


def test_a_body_that_is_too_large(world: World) -> None:
    assert (
        Agent(world).post(call_message("search_products", query="x" * 300_000)).status_code == 413
    )


def test_another_content_type(world: World) -> None:
    headers = {**HEADERS, "Content-Type": "text/plain"}

    assert world.request("POST", SHOP, content=b"{}", headers=headers).status_code == 400


@pytest.mark.parametrize("path", [SHOP, ADMIN])
@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_no_stream_is_offered(world: World, path: str, method: str) -> None:
    answer = world.request(method, path, headers=HEADERS)

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("origin", ["https://evil.example.com", "null", "http://127.0.0.1:3000"])
def test_pages_of_other_origins_are_refused(world: World, origin: str) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

    assert Agent(world).post(message, Origin=origin).status_code == 403
    assert Agent(world).post(message, Origin=world.base_url).status_code == 200


def test_pages_of_an_allowed_origin_read_the_answer(world: World) -> None:
    origin = "https://shop.example.com"
    world.install(browser_origins=[origin])
    ask = {"Origin": origin, "Access-Control-Request-Method": "POST"}

    permitted = world.request("OPTIONS", SHOP, headers=ask)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answer = Agent(world).post(message, Origin=origin)

    assert permitted.status_code == 204
    assert permitted.headers["access-control-allow-origin"] == origin
    assert "mcp-protocol-version" in permitted.headers["access-control-allow-headers"]
    assert answer.headers["access-control-allow-origin"] == origin
    assert "access-control-allow-credentials" not in answer.headers
