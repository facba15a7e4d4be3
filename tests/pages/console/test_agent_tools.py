"""The page of an app about MCP: address, tools, recent calls with method and tool."""

from openmall.pages.console.agent_tools import TOOLS
from tests.pages.console.test_calls import own
from tests.pages.mcp.agent import Agent, admin, call_message
from tests.world import World


def test_the_page_says_where_the_tools_are_and_what_was_called(world: World) -> None:
    its = own(world)
    assert "No tool was called yet" in its.page("mcp").text
    agent = admin(world, its.app)

    agent.call("search_operations", query="products")
    agent.call("read_operation", operation="GET products/count")
    agent.post({"jsonrpc": "2.0", "id": 1, "method": "<script>"})
    page = its.page("mcp").text
    listed = its.page("calls").text

    assert "/api/mcp/admin" in page
    assert "POST /api/mcp/admin/tools/call/search_operations" in page
    assert "POST /api/mcp/admin/tools/call/read_operation" in page
    assert "GET /api/v2/admin/products/count" in listed
    assert "<script>" not in page


def test_a_refused_message_is_logged_for_the_app_whose_token_expired(world: World) -> None:
    its = own(world)
    world.stage.clock.pass_(10_000)

    answer = Agent(world, "/api/mcp/admin", its.app.token.access_token).post(
        call_message("search_operations", query="products")
    )

    assert answer.status_code == 401
    assert "401" in its.page("mcp").text


def test_the_page_names_the_tools_there_are(world: World) -> None:
    assert list(TOOLS) == [each["name"] for each in admin(world).ask("tools/list")["tools"]]
