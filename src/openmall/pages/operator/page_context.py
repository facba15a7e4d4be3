"""The context of a page of the operator console: who is signed in, and the page's rendering."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import staff_identities
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth import secrets
from openmall.access.oauth.backoff import Backoff
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.form_fields import Fields
from openmall.contract.counters import Counters
from openmall.contract.outgoing import Outgoing
from openmall.database.seal import Seal
from openmall.http.addressing import Address
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.http.web.menus import Entry, Section
from openmall.http.web.pages import Templates, answer
from openmall.pages.console.page_context import ConsolePage, FormServices, PageError
from openmall.pages.operator import menu
from openmall.pages.operator import store as operator_store
from openmall.pages.operator.store import Operator
from openmall.translations import catalogues

SESSION_COOKIE: Final = "__Host-openmall-operator"
VISIT_COOKIE: Final = "__Host-openmall-operator-visit"
"""Binds the forms of visitors without a session to their browser (CSRF protection)."""

_TEMPLATES: Final = Templates("operator", Path(__file__).parent / "templates")
_WAIT: Final = marked("Too many attempts. Try again in %(seconds)s seconds.")


def not_found() -> PageError:
    """Return the error of an address without a page, also of every address while it is off."""
    return PageError(
        marked("Page not found"), marked("There is no page at this address."), status=404
    )


class OperatorServices(FormServices, frozen=True, kw_only=True):
    """The services that the pages of operators use."""

    counters: Counters
    directory: Directory
    seal: Seal
    outgoing: Outgoing


class PageContext(ConsolePage, frozen=True, kw_only=True):
    """The request, and the operator who is signed in."""

    address: Address
    query: Fields
    path_value: str
    """The placeholder of the page's path; empty without one."""
    pattern: str
    """The page's path with its placeholder."""
    current_operator: Operator | None
    """None without sign-in, on public pages."""
    awaiting_second_step: Operator | None
    """Who has signed in with the password alone."""
    services: OperatorServices

    @property
    def operator(self) -> Operator:
        """The signed-in operator; pages that are not public always have one."""
        assert self.current_operator is not None, "public pages read `current_operator`"
        return self.current_operator

    @property
    def language(self) -> str:
        """The operator's language."""
        return languages.wanted(self.request, "operator")

    @property
    def provider_name(self) -> str:
        """What the button of the identity provider says; empty without a provider."""
        provider = staff_identities.of_operator(self.services.configuration)
        return "" if provider is None else staff_identities.name_of(provider)

    def translate(self, message: str) -> str:
        """Translate an English text of the source into the operator's language."""
        return catalogues.translate(self.language, "operator", message)

    def second_step_backoff(self, operator_id: str) -> Backoff:
        """Return the backoff of wrong codes of an operator's second factor."""
        return Backoff(
            self.services.counters,
            self.clock,
            mall_id=operator_store.TENANT,
            user=operator_id,
            ip=self.request.ip,
            action="second step",
        )

    def sign_in_backoff(self, operator_id: str) -> Backoff:
        """Return the backoff of wrong passwords for a name and the browser's address."""
        return Backoff(
            self.services.counters,
            self.clock,
            mall_id=operator_store.TENANT,
            user=operator_id,
            ip=self.request.ip,
        )

    async def password_problem(self, password: str) -> tuple[str, int]:
        """Return what is wrong with the operator's password for an act, and the status.

        An empty text: nothing is. Wrong ones count as wrong sign-ins.
        """
        operator = self.operator
        backoff = self.sign_in_backoff(operator.operator_id)
        wait = await backoff.attempt()
        if wait:
            return self.wait_message(wait), 429
        if not await passwords.matches_in_thread(password, operator.password_hash):
            return self.translate(marked("This is not your password.")), 422
        await backoff.succeeded()
        return "", 200

    def wait_message(self, seconds: int) -> str:
        """Return the message after too many attempts."""
        return self.translate(_WAIT) % {"seconds": seconds}

    @asynccontextmanager
    async def audited(self, action: str, subject: str, detail: str = "") -> AsyncIterator[None]:
        """Write an audit entry before the body runs, and what came of it afterwards.

        An entry that stays at `begun` is of a process that ended meanwhile.
        """
        async with self.database.writing("") as db:
            action_no = await operator_store.begin_action(
                db,
                self.clock,
                self.operator.operator_id,
                action=action,
                subject=subject,
                detail=detail,
            )
        outcome = "failed"
        try:
            yield
            outcome = "done"
        finally:
            async with self.database.writing("") as db:
                await operator_store.end_action(db, action_no, outcome)

    def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Render a page of the console with its menu."""
        html = _TEMPLATES.render(
            template,
            self.language,
            place=self.translate(marked("openmall operator")),
            place_home=menu.HOME,
            host=self.address.origin.removeprefix("https://"),
            menu=self._menu(),
            address_here=self.request.address_to_read,
            current_operator=self.current_operator,
            form_token=oauth_pages.form_token(self.form_key),
            **({"once_key": secrets.generate()} if self.current_operator else {}),
            links=menu,
            **values,
        )
        response = answer(html, status=status, scripts=True)
        if self.current_operator is None and self.awaiting_second_step is None:
            oauth_pages.set_cookie(response, VISIT_COOKIE, self.form_key)
        return response

    def _menu(self) -> list[Section]:
        if self.current_operator is None:
            return []
        entries = tuple(
            Entry(
                address=path,
                name=self.translate(name),
                icon=icon,
                is_here=self.pattern == path or self.pattern.startswith(f"{path}/{{"),
            )
            for path, name, icon in menu.ENTRIES
        )
        return [Section(entries=entries)]
