"""The events of a mall as an AsyncAPI 3 document: what apps receive as webhooks."""

from typing import Final

from openmall.contract import api_versions
from openmall.events.webhooks.catalogue import KINDS
from openmall.pages.reference.openapi import document as openapi
from openmall.pages.reference.openapi import webhooks
from openmall.pages.reference.openapi.examples import Examples
from openmall.pages.reference.openapi.schemas import Json

_CHANNEL: Final = "webhook"


def asyncapi_document() -> Json:
    """Return the AsyncAPI 3.0 document of all events."""
    examples = Examples("admin", "")
    kinds = list(KINDS.values())
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "openmall events",
            "version": api_versions.NEWEST,
            "description": "What happens in a mall, sent to the address of an app as HTTPS "
            "requests: signed, at least once, in order for each thing they are about.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "app": {
                "host": "app.example.com",
                "protocol": "https",
                "description": "The server of the app, which receives the events.",
            }
        },
        "channels": {
            _CHANNEL: {
                "address": "/hooks",
                "description": "The address that the app has registered.",
                "servers": [{"$ref": "#/servers/app"}],
                "messages": {
                    kind.name: {"$ref": f"#/components/messages/{kind.name}"} for kind in kinds
                },
            }
        },
        "operations": {
            f"send_{kind.name}": {
                "action": "send",
                "channel": {"$ref": f"#/channels/{_CHANNEL}"},
                "title": kind.name,
                "description": webhooks.description(kind),
                "messages": [{"$ref": f"#/channels/{_CHANNEL}/messages/{kind.name}"}],
                "bindings": {"http": {"method": "POST", "bindingVersion": "0.3.0"}},
            }
            for kind in kinds
        },
        "components": {
            "messages": {
                kind.name: {
                    "name": kind.name,
                    "title": kind.name.replace("_", " ").capitalize(),
                    "summary": webhooks.description(kind),
                    "contentType": "application/json",
                    "headers": {"$ref": "#/components/schemas/DeliveryHeaders"},
                    "payload": {"$ref": f"#/components/schemas/{webhooks.schema_name(kind)}"},
                    "examples": [
                        {
                            "name": kind.name,
                            "headers": webhooks.HEADER_EXAMPLES,
                            "payload": webhooks.example(kind, examples),
                        }
                    ],
                }
                for kind in kinds
            },
            "schemas": {"DeliveryHeaders": webhooks.header_schema(), **webhooks.schemas()},
        },
    }


def document_text() -> str:
    """Return the document as text, as the command prints it."""
    return openapi.text_of(asyncapi_document())
