"""The text the demo prints: addresses, credentials, and what to try."""

import shlex
from typing import Final

from openmall.cli.demo.file import DemoFile
from openmall.cli.output import facts, strong

SHOWN_APP: Final = "full"


def curl(demo: DemoFile) -> str:
    """Return a command that reads a product and works as it stands."""
    trust = [] if demo.ca_file is None else ["--cacert", demo.ca_file]
    arguments = [
        "curl",
        *trust,
        "-H",
        f"Authorization: Bearer {demo.app(SHOWN_APP).access_token}",
        f"{demo.base_url}/api/v2/admin/products?limit=1",
    ]
    return " ".join(shlex.quote(word) for word in arguments)


def render_instructions(demo: DemoFile, *, file: str, limited: bool) -> str:
    """Return the page that is printed before the server starts."""
    app = demo.app(SHOWN_APP)
    lines = [
        strong("The demo mall"),
        facts(
            {
                "  mall": demo.base_url,
                "  back office": demo.staff_url,
                "  by address": demo.local_url,
                "  partners": demo.collection_url,
                "  analytics": demo.analytics_url,
                "  developers": demo.developers_url,
                "  plain HTTP": f"{demo.http_url} (refuses every call)",
            }
        ),
        "",
        strong("Who may enter"),
        facts(
            {
                "  app": f"{app.name}, client id {app.client_id}",
                "  client secret": app.client_secret,
                "  front API key": app.front_api_key,
                "  access token": f"{app.access_token} (2 hours)",
                "  partner": f"{demo.partner.client_id} / {demo.partner.client_secret}",
                "  administrator": f"{demo.admin.user_id} / {demo.admin.password}",
                "  customer": f"{demo.customer.member_id} / {demo.customer.password}",
            }
        ),
        "",
        strong("Try it"),
        f"  Buy something in the sample shop: {demo.base_url}/ (nothing is paid for real)",
        f"  {curl(demo)}",
        f"  Let an agent shop (MCP): {demo.base_url}/api/mcp",
        f"  Let an agent manage the shop: {demo.base_url}/api/mcp/admin, with the access token",
        "  Take card payments by Stripe or a payment app: docs/payment-gateways.md",
        "",
    ]
    if demo.ca_file is not None:
        lines += [
            f"The certificate is of this installation's own authority: {demo.ca_file}",
            "Import that file into a browser to open the mall there without a warning.",
        ]
    other_apps = ", ".join(each.name for each in demo.apps if each.name != SHOWN_APP)
    lines.append(f"Programs read {file}, which has more apps: {other_apps}.")
    if not limited:
        lines.append("Limits are counted but not enforced (--no-limits): no call gets 429.")
    return "\n".join(lines)
