"""The refusals of agents: their access, and the arguments of their tools."""

from typing import Final

from openmall.contract.refusal import Phrase, Refusal

SHOP_PAGES_OFF: Final = Refusal(
    "shop_pages_off",
    "Shoppers cannot sign in here: the shop's pages are off.",
    remedy="Use the tools without a shopper.",
)
ORIGIN_NOT_ALLOWED: Final = Refusal(
    "origin_not_allowed",
    "Pages of this origin may not use MCP here.",
    remedy="Ask the merchant to allow the origin for the app.",
)
GRANT_UNKNOWN: Final = Refusal(
    "grant_unknown",
    "The access token is unknown or has expired. (invalid_token)",
    remedy="Refresh the token, or let the shopper consent again.",
)
GRANT_ENDED: Final = Refusal(
    "grant_ended",
    "The shopper has ended this access. (invalid_token)",
    remedy="Let the shopper consent again.",
)
TOOL_NEEDS_SHOPPER: Final = Refusal(
    "tool_needs_shopper",
    "The tool needs a shopper who has signed in.",
    remedy="Let the shopper sign in and consent.",
)
MESSAGE_NO_JSON: Final = Refusal(
    "message_no_json", "Parse error: the message is no JSON.", remedy="Send a message in JSON."
)
MESSAGE_NO_OBJECT: Final = Refusal(
    "message_no_object",
    "Invalid Request: a message is one object.",
    remedy="Send one message in each request.",
)
MESSAGE_OF_OTHER_VERSION: Final = Refusal(
    "message_of_other_version",
    'Invalid Request: jsonrpc is "2.0".',
    remedy="Send messages of JSON-RPC 2.0.",
)
MESSAGE_WITHOUT_METHOD: Final = Refusal(
    "message_without_method",
    "Invalid Request: a message has a method, which is a string.",
    remedy="Send the name of a method of MCP.",
)
MESSAGE_ID_WRONG: Final = Refusal(
    "message_id_wrong",
    "Invalid Request: an id is a string or an integer.",
    remedy="Send a string or an integer, or no id with a notification.",
)
MESSAGE_NOT_READABLE: Final = Refusal(
    "message_not_readable",
    "Invalid Request: the message is none of MCP.",
    remedy="Compare the message with the specification of MCP.",
)
NO_SUCH_TOOL: Final = Refusal(
    "no_such_tool",
    "Unknown tool: {name}",
    remedy="Call one of the tools that tools/list names.",
)
MISSPELT_TOOL: Final = Refusal(
    "misspelt_tool",
    "Unknown tool: {name}; there is {meant}.",
    remedy="Call one of the tools that tools/list names.",
)
NO_SUCH_PAGE_OF_TOOLS: Final = Refusal(
    "cursor_not_valid",
    "params.cursor: There are no further tools.",
    remedy="Ask for the list without a cursor: it is one page.",
)
ARGUMENT_MISSING: Final = Refusal(
    "argument_missing",
    "{name}: A required argument is missing.",
    remedy="Send the argument.",
)
MISSPELT_ARGUMENT: Final = Refusal(
    "misspelt_argument",
    "{name}: The tool has no such argument; it has {meant}.",
    remedy="Send the argument by the name that the schema of the tool has.",
)
UNKNOWN_ARGUMENT: Final = Refusal(
    "unknown_argument",
    "{name}: The tool has no such argument.",
    remedy="Send the arguments of the schema of the tool.",
)
ARGUMENT_OF_OTHER_TYPE: Final = Refusal(
    "argument_of_other_type",
    "{name}: Expected {expected}.",
    remedy="Send a value of the type of the schema.",
)
ARGUMENT_TOO_LONG: Final = Refusal(
    "argument_too_long",
    "{name}: A text of at most {most} characters.",
    remedy="Send a text within the length of the schema.",
)
ARGUMENT_TOO_SMALL: Final = Refusal(
    "argument_too_small",
    "{name}: At least {least}.",
    remedy="Send a number within the bounds of the schema.",
)
ARGUMENT_TOO_LARGE: Final = Refusal(
    "argument_too_large",
    "{name}: At most {most}.",
    remedy="Send a number within the bounds of the schema.",
)
ARGUMENT_TOO_MANY: Final = Refusal(
    "argument_of_too_many_values",
    "{name}: A list of at most {most} values.",
    remedy="Send a list within the length of the schema.",
)
ARGUMENT_OF_OTHER_CODE: Final = Refusal(
    "argument_of_other_code",
    "{name}: One of {codes}.",
    remedy="Send one of the values of the schema.",
)
OPERATION_WRITES: Final = Refusal(
    "operation_writes",
    "operation: It changes something: use call_operation.",
    remedy="Call the tool call_operation.",
)
OPERATION_READS: Final = Refusal(
    "operation_reads",
    "operation: It only reads: use read_operation.",
    remedy="Call the tool read_operation.",
)
PATH_VALUE_MISSING: Final = Refusal(
    "path_value_missing",
    "path.{name}: A required value is missing.",
    remedy="Send a value for each placeholder of the path.",
)
SEVERAL_VARIANTS: Final = Refusal(
    "several_variants",
    "variant_code: The product has several variants.",
    remedy="Show the product, and send the variant_code of one variant.",
)
GUEST_SESSION_BROKEN: Final = Refusal(
    "guest_session_broken",
    "session: It is broken or has expired.",
    remedy="Send the session that an earlier cart tool returned, or none.",
)
SESSION_OF_MEMBER: Final = Refusal(
    "session_of_member",
    "session: Members sign in instead (OAuth).",
    remedy="Let the member sign in and consent.",
)
CHANGE_NOT_CONFIRMED: Final = Refusal(
    "change_not_confirmed",
    "The change was not confirmed; nothing was changed.",
    remedy="Ask the person again before another attempt.",
)
CONFIRMATION_NOT_VALID: Final = Refusal(
    "confirmation_not_valid",
    "The confirmation is not valid for these arguments, has expired or was used.",
    remedy="Call call_operation again with the same arguments, and ask the person.",
)
CHANGES_ARE_PROPOSED: Final = Refusal(
    "changes_are_proposed",
    "Changes of this app are proposed: use call_operation.",
    remedy="Call the tool call_operation without a confirmation.",
)
NEITHER_PROPOSED_NOR_DIRECT: Final = Refusal(
    "neither_proposed_nor_direct",
    "This cannot be proposed, and the shop has not allowed the app to change it directly.",
    remedy="Ask the merchant to allow direct changes, or to make this one.",
)
NO_SUCH_TOOL_OPERATION: Final = Refusal(
    "operation_not_available",
    "There is no such operation, or the app's scopes do not allow it.",
    remedy="Search for operations that the app may call.",
)
TOTAL_DIFFERS: Final = Refusal(
    "total_differs",
    "The total is {total}, not the expected one. Ask the shopper again.",
    remedy="Tell the shopper the new total, and send it when they agree.",
)
RESULT_TOO_LONG: Final = Refusal(
    "result_too_long",
    "The result is too long. Ask for fewer rows with limit, or choose fields.",
    remedy="Send a smaller limit, or the names of some fields.",
)
TYPES: Final = {
    "string": Phrase("string"),
    "integer": Phrase("integer"),
    "object": Phrase("object"),
    "array": Phrase("array"),
    "boolean": Phrase("boolean"),
}
"""Type of a JSON schema -> what it is called in ARGUMENT_OF_OTHER_TYPE."""
