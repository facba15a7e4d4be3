"""Addresses of a document: its servers, where apps are authorized, and how calls are."""

import ipaddress
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from openmall.api import registry
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract import scopes as scope_names
from openmall.contract.operation import Operation
from openmall.pages.reference import requests
from openmall.pages.reference.openapi.schemas import Json

DEFAULT_ORIGIN: Final = "https://openmall.localhost:8443"
"""Address of the demo."""
DEFAULT_MALL: Final = "demo"


def apis() -> dict[str, ApiDefinition]:
    """Return the APIs by name."""
    return {api_definition.name: api_definition for api_definition in registry.apis().all}


def servers(api: str, origin: str, mall: str) -> list[Json]:
    """Return the servers of an API: the one that is meant, and where others are.

    `origin`: `https://<domain>[:port]`; below `localhost` and addresses by number there are no
    names. `mall`: the one that is meant; empty: none in particular.
    """
    api_definition = apis()[api]
    prefix = "".join(f"/{part}" for part in api_definition.prefix)
    if not _has_names(origin):
        return [{"url": origin + prefix, "description": "This installation."}]
    domain = urlsplit(origin).netloc
    if api_definition.mall_from != "host":
        label = api_definition.sites[0]
        return [{"url": f"https://{label}.{domain}{prefix}", "description": "This installation."}]
    variables: Json = {
        "domain": {"default": domain, "description": "Domain of the installation."},
        "mall_id": {"default": mall or DEFAULT_MALL, "description": "Name of the mall."},
    }
    named = {
        "url": f"https://{{mall_id}}.{{domain}}{prefix}",
        "description": "Any mall.",
        "variables": variables,
    }
    if not mall:
        return [named]
    return [{"url": f"https://{mall}.{domain}{prefix}", "description": "This mall."}, named]


def oauth_address(origin: str, mall: str) -> str:
    """Return where apps are authorized in a mall. Arguments: as of `servers`."""
    host = f"{mall}.{urlsplit(origin).netloc}" if mall and _has_names(origin) else ""
    return f"https://{host or urlsplit(origin).netloc}/api/v2/oauth"


def _has_names(origin: str) -> bool:
    """Return whether there are malls below a host: it is neither `localhost` nor a number."""
    host = urlsplit(origin).hostname or ""
    return "." in host and not _is_ip(host)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


DEFAULT_OAUTH: Final = oauth_address(DEFAULT_ORIGIN, DEFAULT_MALL)
"""Where the demo's apps are authorized."""


def security(api_definition: ApiDefinition, operation: Operation) -> list[dict[str, list[str]]]:
    """Return the alternative credentials of an operation."""
    if api_definition.credential == "bearer":
        return [{"oauth": [operation.scope]}]
    if api_definition.credential == "storefront":
        return [
            {"key": []},
            {"client": []},
            {"key": [], "session": []},
            {"client": [], "session": []},
        ]
    return [{"key": []}]


def security_schemes(
    api_definition: ApiDefinition, operations: Iterable[Operation], oauth: str
) -> Json:
    if api_definition.credential == "bearer":
        scopes = sorted({operation.scope for operation in operations})
        flow = {
            "authorizationUrl": f"{oauth}/authorize",
            "tokenUrl": f"{oauth}/token",
            "refreshUrl": f"{oauth}/token",
            "scopes": {scope: scope_names.SENTENCES[scope] for scope in scopes},
        }
        return {
            "oauth": {
                "type": "oauth2",
                "description": "An access token of an app in one mall.",
                "flows": {"authorizationCode": flow},
            }
        }
    if api_definition.credential == "partner":
        return {"key": _basic("Client id and client secret.")}
    return {
        "key": _basic("Client id and front API key."),
        "client": {
            "type": "apiKey",
            "in": "header",
            "name": "X-Platform-Client-Id",
            "description": "The client id alone, with a smaller bucket.",
        },
        "session": {
            "type": "apiKey",
            "in": "header",
            "name": requests.SESSION,
            "description": "The session of a shopper.",
        },
    }


def _basic(description: str) -> Json:
    return {"type": "http", "scheme": "basic", "description": description}
