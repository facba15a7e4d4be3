"""Speaks MCP with the official SDK: one HTTP request, one JSON-RPC message, no session.

The stateless mode of streamable HTTP: a request may reach any worker, and no stream stays open.
Only this module imports the SDK, and it is imported when an endpoint is first used.
"""

from typing import Any, Final

import msgspec
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError

import openmall
from openmall.contract.refusal import Reason
from openmall.http.request import Answer
from openmall.pages.mcp import json_rpc
from openmall.pages.mcp.refusals import MISSPELT_TOOL, NO_SUCH_PAGE_OF_TOOLS, NO_SUCH_TOOL
from openmall.pages.mcp.tool import (
    MAX_BODY,
    Exchange,
    InvalidArgument,
    Question,
    Tool,
    Toolbox,
    ToolResult,
    check_arguments,
    closest,
    error_result,
    named_alike,
)

_EXCHANGE: Final = "openmall.exchange"
"""Name under which an exchange is in the scope of its request."""
_QUESTION: Final = "confirmation"
_LONGEST_NAME: Final = 100
"""Characters of the name of an unknown tool that are repeated."""
Context = ServerRequestContext[Any, Any]


class McpProtocol:
    """The MCP server of one endpoint."""

    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox
        self._tools = types.ListToolsResult(
            tools=[_described(tool) for tool in toolbox.tools.values()]
        )
        self._server: Server[Any] = Server(
            toolbox.name,
            version=openmall.__version__,
            title=toolbox.title,
            instructions=toolbox.instructions,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
        )

    async def respond(self, exchange: Exchange, body: bytes) -> Answer:
        """Respond to one POST, whose body was received."""
        request = exchange.request
        incoming = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Any] = []

        async def receive() -> Any:
            return incoming.pop() if incoming else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        path = request.raw_path.decode("latin-1")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "https",
            "path": path,
            "raw_path": request.raw_path,
            "root_path": "",
            "query_string": request.query_string,
            "headers": list(request.headers.items()),
            "client": (request.ip, 0),
            "server": None,
            _EXCHANGE: exchange,
        }
        manager = StreamableHTTPSessionManager(
            self._server, json_response=True, stateless=True, max_request_body_size=MAX_BODY
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)
        start = next(each for each in sent if each["type"] == "http.response.start")
        content = b"".join(
            each.get("body", b"") for each in sent if each["type"] == "http.response.body"
        )
        # the SDK says that nothing is JSON: a client that parses it fails (202, no body)
        dropped = () if content else (b"content-type",)
        headers = [header for header in start["headers"] if header[0].lower() not in dropped]
        return Answer(start["status"], content, headers)

    async def _list_tools(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        # the list is one page, so that no cursor was ever given
        if params is not None and params.cursor is not None:
            text, data = json_rpc.error(NO_SUCH_PAGE_OF_TOOLS)
            raise MCPError(types.INVALID_PARAMS, text, data)
        return self._tools

    async def _call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        assert context.request is not None, "every message came by HTTP"
        exchange: Exchange = context.request.scope[_EXCHANGE]
        tool = self._toolbox.tools.get(params.name)
        if tool is None:
            name = params.name[:_LONGEST_NAME]
            meant = closest(name, self._toolbox.tools)
            unknown = Reason(NO_SUCH_TOOL, {"name": name})
            if meant:
                unknown = Reason(MISSPELT_TOOL, {"name": name, "meant": meant})
            text, data = json_rpc.error(unknown)
            raise MCPError(types.INVALID_PARAMS, text, data)
        self._take_answer(exchange, context, params)
        arguments = named_alike(tool, params.arguments or {})
        try:
            check_arguments(tool, arguments)
            result = await tool.handler(exchange, arguments)
        except InvalidArgument as error:
            result = error_result(exchange, error.reason)
        if isinstance(result, Question):
            return _asking(result)
        return _answered(result)

    def _take_answer(
        self, exchange: Exchange, context: Context, params: types.CallToolRequestParams
    ) -> None:
        """Note whether the client can ask its human, and what they answered."""
        capabilities = context.session.client_capabilities
        modern = context.protocol_version >= "2026"
        exchange.can_ask = bool(modern and capabilities and capabilities.elicitation is not None)
        answered = (params.input_responses or {}).get(_QUESTION)
        if isinstance(answered, types.ElicitResult):
            content = answered.content or {}
            agreed = answered.action == "accept" and content.get("confirm") is True
            exchange.answer = "accept" if agreed else "decline"
            exchange.state = params.request_state or ""


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent or tool.read_only,
            open_world_hint=False,
        ),
    )


def _answered(result: ToolResult) -> types.CallToolResult:
    text = msgspec.json.encode(result.content).decode()
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)],
        structured_content=result.content,
        is_error=result.is_error,
    )


def _asking(question: Question) -> types.InputRequiredResult:
    request = types.ElicitRequest(
        params=types.ElicitRequestFormParams(
            message=question.message,
            requested_schema={
                "type": "object",
                "properties": {
                    "confirm": {"type": "boolean", "title": "Make this change", "default": False}
                },
                "required": ["confirm"],
            },
        )
    )
    return types.InputRequiredResult(
        input_requests={_QUESTION: request}, request_state=question.state
    )
