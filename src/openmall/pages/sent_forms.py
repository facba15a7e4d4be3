"""Forms of staff, operators and developers that are sent twice, as a double click sends them.

Each rendering of a form has a random key in a hidden field (macro `token` of `parts.html`). The
first request with it executes the form, and where that leads to is stored for a day, of the last
hundred forms of a user. The same form with the same content again waits for the first one and gets
its answer. With other content it is another form; a refused form is not stored, so that it can be
sent again. One that waits for approval is stored, so that it is proposed once.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Mapping
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.pipeline.idempotency import store
from openmall.api.pipeline.request_context import Key
from openmall.contract.approval import WaitsForApproval
from openmall.contract.errors import NotModified
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.http.request import Request
from openmall.http.web.pages import answer, redirect_beyond
from openmall.pages.refusals import FORM_ANSWER_NOT_KEPT, FORM_IN_PROGRESS

FIELD: Final = "once"
"""Hidden field of a form with the key of its rendering."""
_PURPOSE: Final = "form sent twice 1"
_PROPOSED: Final = WaitsForApproval.status
_IN_PROGRESS_SECONDS: Final = 120
"""How long a form may take; after a crash it can be sent again after that."""
_MOST: Final = 100
"""Forms of a user whose answers are kept, the newest; pages among them may be large."""
_WAIT_SECONDS: Final = 30.0
_POLL_SECONDS: Final = 0.1


class Repeated(Exception):
    """The form was executed before; `response` is its answer."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


class SentForm(Struct, kw_only=True):
    """The form of one request, once it was read."""

    database: Database
    seal: Seal
    clock: Clock
    tenant: str
    """The mall; empty for the consoles of the installation."""
    owner: str
    """Site and user; empty for visitors, whose forms are not remembered."""
    kept_status: int | None = None
    """Status of pages that are stored too, sealed: they show what is shown once, or was done."""
    key: Key | None = None
    proposal: int | None = None
    """The plan that the form proposed, because a rule of the shop lets it wait."""

    async def claim(
        self, request: Request, form: Fields, files: Mapping[str, bytes] | None = None
    ) -> None:
        """Claim the execution of a form. Raises Repeated when it was executed before.

        Raises WaitsForApproval (409) when it was proposed before, and NotModified (409) when its
        first execution takes too long, or its answer was overwritten by an erasure.
        """
        sent = form.text(FIELD)
        if not (self.owner and sent.isalnum() and sent.isascii() and len(sent) < 100):
            return
        digest = hmac.new(self.seal.keys_for(_PURPOSE)[0], form.encoded, "sha256")
        # the query may name another shop; its searches may name customers, which a digest does not
        digest.update(b"\n" + request.query_string)
        for name, file in (files or {}).items():
            digest.update(f"\n{name} {len(file)}\n".encode())
            digest.update(file)
        # the content is part of the key: what was typed anew is another form
        key = Key(
            owner=self.owner,
            operation=f"form {request.raw_path.decode('latin-1')}",
            key=f"{sent} {digest.hexdigest()}",
        )
        waited = 0.0
        while True:
            now = int(self.clock.now())
            async with self.database.writing(self.tenant) as db:
                await store.delete_expired(db, key, now)
                if await store.claim(db, key, digest="", until=now + _IN_PROGRESS_SECONDS):
                    self.key = key
                    return
                stored = await store.find(db, key)
            if stored is not None and stored.status:
                self._repeat(key, stored)
            if waited >= _WAIT_SECONDS:
                raise NotModified(FORM_IN_PROGRESS)
            await asyncio.sleep(_POLL_SECONDS)
            waited += _POLL_SECONDS

    async def answer(self, handling: Awaitable[Response]) -> Response:
        """Return the answer of a form's handler, or that of its first execution."""
        try:
            response = await handling
        except Repeated as repeated:
            return repeated.response
        except WaitsForApproval:
            await self._store(_PROPOSED, "" if self.proposal is None else str(self.proposal))
            raise
        except BaseException:
            await self._release()
            raise
        await self._settle(response)
        return response

    async def _settle(self, response: Response) -> None:
        status, text = response.status_code, response.headers.get("location", "")
        if status == self.kept_status:
            text = bytes(response.body).decode()
        elif self.proposal is not None and status >= 400:
            status, text = _PROPOSED, str(self.proposal)
        if "set-cookie" in response.headers:
            text = ""
        await self._store(status, text)

    async def _store(self, status: int, text: str) -> None:
        """Store an answer; release the claim where there is none, or one that is not kept."""
        key = self.key
        if key is None:
            return
        long = len(text) > idempotency_rules.MAX_STORED_BODY
        if status not in (self.kept_status, 303, _PROPOSED) or not text or long:
            await self._release()
            return
        about = idempotency_rules.about_response(key)
        async with self.database.writing(self.tenant) as db:
            await store.store_response(
                db,
                key,
                status=status,
                body=self.seal.close(text, about=about),
                session="",
                until=int(self.clock.now()) + idempotency_rules.SECONDS,
            )
            await store.delete_older(db, key.owner, most=_MOST)

    async def _release(self) -> None:
        if self.key is not None:
            async with self.database.writing(self.tenant) as db:
                await store.release(db, self.key)

    def _repeat(self, key: Key, stored: store.StoredResponse) -> None:
        """Raise what the form was answered, as of `claim`."""
        if not stored.body:
            # overwritten, when a customer it named was erased
            raise NotModified(FORM_ANSWER_NOT_KEPT)
        text = self.seal.open(stored.body, about=idempotency_rules.about_response(key))
        if stored.status == _PROPOSED:
            raise WaitsForApproval(int(text))
        if stored.status == 303:
            raise Repeated(redirect_beyond(text))
        raise Repeated(answer(text, status=stored.status, scripts=True))
