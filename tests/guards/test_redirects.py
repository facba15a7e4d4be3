"""No request chooses the site that a browser is led to: redirects to other origins are listed."""

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from openmall.http.web.pages import redirect
from tests.guards.sources import PACKAGE, Source, sources

LEAVING = {
    "access/oauth/browser_endpoints.py": (
        4,
        "staff pages of the mall that was asked; an app at its registered address, by consent or "
        "denial of a manager, or with an error where the app is installed or on the same machine",
    ),
    "access/oauth/pages.py": (1, "makes the redirect to an app"),
    "access/staff_site.py": (1, "staff pages of the mall that was asked"),
    "api/pipeline/job_deferral.py": (1, "path of the job"),
    "http/web/language_form.py": (1, "path of the same origin, or the home page"),
    "http/web/pages.py": (2, "makes redirects: to a path, and to what this table lists"),
    "media/pictures.py": (1, "the server of pictures that the operator configured"),
    "pages/backoffice/accounts/staff_openid.py": (1, "the identity provider of the mall's staff"),
    "pages/backoffice/apps/app_actions.py": (1, "a page of an app that the mall has installed"),
    "pages/backoffice/kept_shop.py": (1, "adds the shop to an address of the back office"),
    "pages/console/install_links.py": (1, "the page of consent of a mall of the developer's"),
    "pages/operator/openid.py": (1, "the identity provider of operators"),
    "pages/backoffice/transfers/transfers.py": (1, "the same page, again"),
    "pages/payments.py": (
        5,
        "the gateway of the shop, and back to the shop or a site of the app that ordered "
        "(`return_addresses`)",
    ),
    "pages/reference/openapi/responses.py": (1, "describes the header in the documents"),
    "pages/reference/pages.py": (1, "path of the reference"),
    "pages/sampleshop/accounts/agents.py": (
        4,
        "an agent at its registered address, by consent or denial of a member, or with an error "
        "where it is on the same machine",
    ),
    "pages/sampleshop/accounts/social_sign_in.py": (1, "the sign-in service of the shop"),
    "pages/sent_forms.py": (1, "what the first execution of a form was answered"),
}
"""Module -> number of places that lead to an address, and where to. Redirects by `redirect` lead to
paths of the same origin alone."""
MAKERS = {"redirect_beyond", "back_to_app", "RedirectResponse"}


def _places(source: Source) -> Iterator[ast.AST]:
    for node in source.nodes:
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in MAKERS or (name == "_redirect" and source.path.name == "payments.py"):
                yield node
        elif isinstance(node, ast.Tuple) and node.elts:
            first = node.elts[0]
            if isinstance(first, ast.Constant) and first.value in (b"location", b"refresh"):
                yield node
        elif isinstance(node, ast.Dict):
            yield from (
                key
                for key in node.keys
                if isinstance(key, ast.Constant) and key.value in ("Location", "Refresh")
            )
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.slice, ast.Constant)
            and node.slice.value in ("Location", "Refresh")
        ):
            yield node


def test_each_redirect_to_another_origin_is_listed_with_where_it_leads() -> None:
    found: Counter[str] = Counter()
    for source in sources():
        found[str(source.path.relative_to(PACKAGE))] += len(list(_places(source)))

    assert {name: number for name, number in found.items() if number} == {
        name: number for name, (number, _) in LEAVING.items()
    }


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "javascript:alert(1)",
        "evil",
        "",
        "/a\r\nSet-Cookie: x=y",
    ],
)
def test_a_redirect_stays_at_its_origin(address: str) -> None:
    with pytest.raises(ValueError, match="no path"):
        redirect(address)
