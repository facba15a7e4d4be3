"""The refusals of requests below the APIs: host, URL, body and what the server lacks."""

from typing import Final

from openmall.contract.refusal import Refusal

SERVICE_UNAVAILABLE: Final = Refusal(
    "service_unavailable",
    "The service is unavailable for a moment, try again.",
    remedy="Repeat the call after the seconds of Retry-After.",
)
TIME_BUDGET_SPENT: Final = Refusal(
    "time_budget_spent",
    "The call took longer than its time budget.",
    remedy="Ask for less in one call, or prefer an asynchronous response.",
)
NO_SHOP_AT_HOST: Final = Refusal(
    "no_shop_at_host",
    "There is no shop at this host name.",
    remedy="Compare the host name with that of the shop.",
)
HOST_PORT_OUT_OF_RANGE: Final = Refusal(
    "host_port_out_of_range",
    "The Host header names no port from 1 to {most}.",
    remedy="Send a port from 1 to 65535, or none.",
)
HOST_MISSING: Final = Refusal(
    "host_missing",
    "The Host header is missing.",
    remedy="Send the header Host.",
)
HOST_TOO_LONG: Final = Refusal(
    "host_too_long",
    "The Host header is longer than {most} bytes.",
    remedy="Send the host name of the shop.",
)
MISDIRECTED_HOST: Final = Refusal(
    "misdirected_host",
    "This address serves no shop. Use the shop's host name.",
    remedy="Send the request to the host name of the shop.",
)
CONTENT_TYPE_NOT_JSON: Final = Refusal(
    "content_type_not_json",
    "Content-Type must be application/json.",
    remedy="Send the body as JSON, and say so in Content-Type.",
)
CHARSET_NOT_UTF_8: Final = Refusal(
    "charset_not_utf_8",
    "The body must be UTF-8: no other charset is read.",
    remedy="Encode the body in UTF-8.",
)
CONTENT_ENCODING_UNSUPPORTED: Final = Refusal(
    "content_encoding_unsupported",
    "Content-Encoding is not supported: send the body uncompressed.",
    remedy="Leave Content-Encoding out.",
)
BODY_TOO_LARGE: Final = Refusal(
    "body_too_large",
    "The body is larger than {most} bytes.",
    remedy="Split the content over several calls.",
)
JSON_NAME_REPEATED: Final = Refusal(
    "json_name_repeated",
    "The body is not valid JSON. A name is given twice.",
    remedy="Send each name of an object once.",
)
BODY_NOT_AN_OBJECT: Final = Refusal(
    "body_not_an_object",
    "The body must be a JSON object.",
    remedy="Send a JSON object.",
)
MALFORMED_ENVELOPE: Final = Refusal(
    "malformed_envelope",
    "`{name}` must be {expected}.",
    remedy="Put the values of an object into braces.",
)
SHOP_NO_CONTRADICTORY: Final = Refusal(
    "shop_no_contradictory",
    "`shop_no` is sent with different values.",
    remedy="Send `shop_no` once.",
)
TWO_ENVELOPES: Final = Refusal(
    "two_envelopes",
    "The body has both `request` and `requests`.",
    remedy="Send all objects in one of them.",
)
BODY_TOO_SLOW: Final = Refusal(
    "body_too_slow",
    "The body did not arrive within {seconds} seconds.",
    remedy="Send the body at once; check the connection.",
)
REQUESTS_MISSING: Final = Refusal(
    "requests_missing",
    "The body needs a list `requests`.",
    remedy="Put the objects into a list `requests`.",
)
TOO_MANY_OBJECTS: Final = Refusal(
    "too_many_objects",
    "At most {most} objects in one call.",
    remedy="Split the objects over several calls.",
)
REQUEST_MISSING: Final = Refusal(
    "request_missing",
    "Enter the `request` parameter.",
    remedy="Put the values into an object `request`.",
)
BODY_INCOMPLETE: Final = Refusal(
    "body_incomplete",
    "The body ends early.",
    remedy="Send as many bytes as Content-Length says.",
)
TOO_MUCH_SENT_AT_ONCE: Final = Refusal(
    "too_much_sent_at_once",
    "Too much is being sent at once, try again.",
    remedy="Repeat the call after the seconds of Retry-After.",
)
INTERNAL_FAILURE: Final = Refusal(
    "internal_failure",
    "Internal error. Quote {request_id} when you report it.",
    remedy="Report the id to the operator of the installation.",
)
PICTURES_UNAVAILABLE: Final = Refusal(
    "pictures_unavailable",
    "Pictures are unavailable for a moment, try again.",
    remedy="Repeat the call after the seconds of Retry-After.",
)
DUPLICATE: Final = Refusal(
    "duplicate",
    "There is one like this already.",
    remedy="Read what exists, and change it instead.",
)
BEYOND_CALCULATION: Final = Refusal(
    "beyond_calculation",
    "A date, a number or a text is beyond what can be calculated with.",
    remedy="Send smaller numbers, usual dates and valid Unicode.",
)
HTTPS_REQUIRED: Final = Refusal(
    "https_required",
    "Only HTTPS is supported. Send the same request to an https:// address.",
    remedy="Send the request to the https:// address.",
)
HOST_REPEATED: Final = Refusal(
    "host_repeated",
    "The Host header is given twice.",
    remedy="Send the header Host once.",
)
URL_TOO_LONG: Final = Refusal(
    "url_too_long",
    "The URL is longer than {most} bytes.",
    remedy="Ask for fewer ids or fields in one call.",
)
URL_NOT_ENCODED: Final = Refusal(
    "url_not_encoded",
    "The URL holds a non-ASCII character or a symbol that is not percent-encoded.",
    remedy="Percent-encode the URL.",
)
TOO_MANY_URL_PARAMETERS: Final = Refusal(
    "too_many_url_parameters",
    "The URL holds more than {most} parameters.",
    remedy="Send fewer parameters.",
)
URL_NOT_UTF_8: Final = Refusal(
    "url_not_utf_8",
    "The URL is not percent-encoded UTF-8.",
    remedy="Percent-encode the UTF-8 of the text.",
)
MALFORMED_JSON: Final = Refusal(
    "malformed_json",
    "The body is not valid JSON from byte {byte} on.",
    remedy="Encode the body with a JSON library.",
)
UNREADABLE_JSON: Final = Refusal(
    "unreadable_json",
    "The body is not valid JSON.",
    remedy="Encode the body in UTF-8, without lone surrogates and with fewer levels.",
)
NO_ROOM_LEFT: Final = Refusal(
    "no_room_left",
    "The service has no room left to write to, nothing was changed. Try again later.",
    remedy="Repeat the call later: the operator has to free space.",
)
