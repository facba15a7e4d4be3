"""The events that apps receive, as the `webhooks` of the admin API's document."""

from typing import Final

import msgspec

from openmall.contract import events
from openmall.contract.events import Event
from openmall.contract.fields import fields_of
from openmall.events.webhooks import field_choices
from openmall.events.webhooks.catalogue import KINDS, Kind
from openmall.pages.reference.openapi import names
from openmall.pages.reference.openapi.examples import Examples
from openmall.pages.reference.openapi.schemas import Json, described, public_schema, reference

_HEADERS: Final = {
    "Webhook-Id": ("Id of the delivery, the same for each attempt.", True),
    "Webhook-Timestamp": ("UTC seconds at which it was sent.", True),
    "Webhook-Signature": (
        "`v1,` and the signature over id, time and body as Standard Webhooks has it; during a "
        "rotation of keys several, separated by spaces.",
        True,
    ),
    "X-API-Key": ("The app's key, in plain text.", True),
    "X-Platform-Hmac-Sha256": ("Base64 of HMAC-SHA256 over the body.", True),
    "X-Trace-Id": ("The same for each delivery of this event to this app.", True),
    "X-Webhook-Attempt": ("1 for the first attempt.", True),
    "X-Webhook-Redelivery": ("`T`: it may have been received before.", True),
    "X-Event-Sequence": ("Number of the event in its mall, which grows.", False),
    "X-Event-Previous": ("Number of the event before it that was for this app.", False),
}
"""Header of a delivery -> what it says, and whether each delivery has it."""
HEADER_EXAMPLES: Final = {
    "Webhook-Id": "b4e9a1d2-6c1f-5a57-9d0e-0f2b6f9f3c11",
    "Webhook-Timestamp": "1795570200",
    "Webhook-Signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    "X-API-Key": "3f1c0d5b7a2e4c19",
    "X-Platform-Hmac-Sha256": "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=",
    "X-Trace-Id": "b4e9a1d2-6c1f-5a57-9d0e-0f2b6f9f3c11",
    "X-Webhook-Attempt": "1",
    "X-Webhook-Redelivery": "F",
    "X-Event-Sequence": "1203",
    "X-Event-Previous": "1201",
}


def section() -> Json:
    """Return the `webhooks` of the document: event -> the request that an app receives."""
    examples = Examples("admin", "")
    return {kind.name: _webhook(kind, examples) for kind in KINDS.values()}


def schemas() -> Json:
    """Return the schemas of all events, by name."""
    examples = Examples("admin", "")
    return {schema_name(kind): payload(kind, examples) for kind in KINDS.values()}


def schema_name(kind: Kind) -> str:
    """Return the name of the schema of an event: `ProductCreatedEvent`."""
    return f"{names.pascal(kind.name)}Event"


def header_schema() -> Json:
    """Return the headers of a delivery as the schema of an object."""
    return {
        "type": "object",
        "required": [name for name, (_, always) in _HEADERS.items() if always],
        "properties": {
            name: {"type": "string", "description": text, "examples": [HEADER_EXAMPLES[name]]}
            for name, (text, _) in _HEADERS.items()
        },
    }


def payload(kind: Kind, examples: Examples) -> Json:
    """Return the schema of the body of an event."""
    event = events.kinds()[kind.event_no]
    return {
        "type": "object",
        "description": description(kind),
        "required": ["event_no", "resource"],
        "properties": {
            "event_no": {
                "type": "integer",
                "const": kind.event_no,
                "description": "Number of the kind of event.",
                "examples": [kind.event_no],
            },
            "resource": {**_resource(event, examples), "title": f"{schema_name(kind)}Resource"},
            **_changed_fields(event),
        },
    }


def _changed_fields(event: type[Event]) -> Json:
    """Return the schema of the names of changed fields, of an event that can list them."""
    if not event.audited_by and not event.changed_fields:
        return {}
    fixed = not event.audited_by
    item: Json = {"type": "string"}
    if fixed:
        item["enum"] = list(event.changed_fields)
    return {
        "changed_fields": {
            "type": "array",
            "description": "Names of fields of the object, as the change feed has them, whose "
            "change is announced. Missing where they are not known: any field may have changed.",
            "items": item,
            "examples": [list(field_choices.examples(event.event_no))],
        }
    }


def example(kind: Kind, examples: Examples) -> Json:
    """Return the body of an event as an example."""
    body = payload(kind, examples)["properties"]
    resource = {
        name: schema["examples"][0]
        for name, schema in body.pop("resource")["properties"].items()
        if "examples" in schema
    }
    rest = {name: schema["examples"][0] for name, schema in body.items()}
    return {"event_no": rest.pop("event_no"), "resource": resource, **rest}


def description(kind: Kind) -> str:
    """Return what an event says, and the scopes of which an app needs one."""
    text = " ".join((events.kinds()[kind.event_no].__doc__ or "").split()).rstrip(".")
    scopes = " or ".join(f"`{scope}`" for scope in sorted(kind.scopes))
    return f"{text}. An app needs the scope {scopes}."


def _resource(event: type[Event], examples: Examples) -> Json:
    _, components = msgspec.json.schema_components([event], ref_template="{name}")
    raw = components[event.__name__]
    properties: Json = {
        "mall_id": {"type": "string", "description": "Name of the mall.", "examples": ["myshop"]}
    }
    for name, field in fields_of(event).items():
        schema = public_schema(raw["properties"][name])
        schema["description"] = described(event, field)
        value = "1" if name == "event_shop_no" else examples.of_property(name, schema)
        if value is not None:
            schema["examples"] = [value]
        properties[name] = schema
    return {
        "type": "object",
        "description": "What the event is about, as it is after the change.",
        "required": ["mall_id", *raw.get("required", ())],
        "properties": properties,
    }


def _webhook(kind: Kind, examples: Examples) -> Json:
    content = {"schema": reference(schema_name(kind)), "example": example(kind, examples)}
    return {
        "post": {
            "operationId": f"on_{kind.name}",
            "summary": " ".join((events.kinds()[kind.event_no].__doc__ or "").split()),
            "description": description(kind),
            "tags": ["application"],
            "security": [],
            "parameters": [
                {
                    "name": name,
                    "in": "header",
                    "required": always,
                    "description": text,
                    "schema": {"type": "string"},
                    "example": HEADER_EXAMPLES[name],
                }
                for name, (text, always) in _HEADERS.items()
            ],
            "requestBody": {"required": True, "content": {"application/json": content}},
            "responses": {
                "2XX": {"description": "Received. Anything else is repeated later."},
            },
        }
    }
