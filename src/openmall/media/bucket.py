"""Stores pictures in a bucket of an S3-compatible object store. Decision 12."""

import os
import re
from collections.abc import AsyncIterator, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any, Final

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store
from starlette.datastructures import Headers
from starlette.responses import Response, StreamingResponse
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from openmall.contract.pictures import PicturesAway
from openmall.media.store import Kept, caching, kind, require_name

if TYPE_CHECKING:
    from obstore import ObjectMeta
    from obstore.store import S3Credential

PART: Final = 1024 * 1024
"""Bytes of a picture buffered for a client at once."""
MOST_READ: Final = 100 * 1024 * 1024
"""Largest picture read into memory, in bytes; ours are smaller."""
_CODE: Final = re.compile(r"<Code>(\w{1,60})</Code>")
_STATUS: Final = re.compile(r"status code: (\d{3} [A-Za-z ]{1,40})")
_MEANING: Final = {
    "NoSuchBucket": "there is no such bucket",
    "InvalidAccessKeyId": "the access key is unknown there",
    "SignatureDoesNotMatch": "the secret key is not that of the access key",
    "AccessDenied": "the access key may not do this",
}
"""Error code of the service -> explanation for the operator."""
_CONDITIONAL: Final = StaticFiles(check_dir=False)
"""Evaluates conditional headers; serves no files."""


class Bucket:
    """A store in a bucket: `<prefix>/<mall_id>/<path>`, addressed by its path below `endpoint`."""

    def __init__(
        self,
        name: str,
        *,
        prefix: str,
        endpoint: str,
        region: str,
        access_key: str,
        secret_key: str,
        ca: bytes,
        seconds: float,
    ) -> None:
        """Configure the bucket; no request is sent yet.

        `ca`: PEM certificates of authorities to trust beside the machine's. `seconds`: timeout of a
        request. Raises ValueError for an invalid certificate.
        """
        self._place = f"bucket {name!r} at {endpoint}"
        longest = timedelta(seconds=seconds)
        known: S3Credential = {
            "access_key_id": access_key,
            "secret_access_key": secret_key,
            "token": None,
            "expires_at": None,
        }
        # AWS variables of the environment would override some of these settings
        others = {each: os.environ.pop(each) for each in list(os.environ) if each[:4] == "AWS_"}
        try:
            self._store = S3Store(
                name,
                prefix=prefix or None,
                endpoint=endpoint,
                region=region,
                virtual_hosted_style_request=False,
                credential_provider=lambda: known,
                client_options={
                    "allow_http": endpoint.startswith("http://"),
                    "timeout": longest,
                    "connect_timeout": min(longest, timedelta(seconds=3)),
                    **({"root_certificate": ca} if ca else {}),
                },
                retry_config={
                    "max_retries": 2,
                    "retry_timeout": longest,
                    "backoff": {"max_backoff": timedelta(seconds=1)},
                },
            )
        except BaseError:
            raise ValueError(f"{self._place} cannot be addressed; look at files_ca") from None
        finally:
            os.environ.update(others)

    def check(self) -> None:
        with self._reached():
            next(iter(obstore.list(self._store, chunk_size=1)), None)

    def write(self, mall_id: str, path: str, content: bytes) -> None:
        media_type = require_name(path)
        with self._reached():
            obstore.put(
                self._store,
                f"{mall_id}/{path}",
                content,
                attributes={"Content-Type": media_type, "Cache-Control": caching(path)},
                # whole or not at all
                use_multipart=False,
            )

    def written_at(self, mall_id: str, path: str) -> float | None:
        if kind(path) is None:
            return None
        try:
            with self._reached():
                return obstore.head(self._store, f"{mall_id}/{path}")["last_modified"].timestamp()
        except FileNotFoundError:
            return None

    def read(self, mall_id: str, path: str) -> bytes | None:
        if kind(path) is None:
            return None
        try:
            with self._reached():
                found = obstore.get(self._store, f"{mall_id}/{path}")
                return bytes(found.bytes()) if found.meta["size"] <= MOST_READ else None
        except FileNotFoundError:
            return None

    def delete(self, mall_id: str, path: str) -> None:
        if kind(path) is not None:
            with suppress(FileNotFoundError), self._reached():
                obstore.delete(self._store, f"{mall_id}/{path}")

    def every(self, mall_id: str) -> Iterator[Kept]:
        with self._reached():
            for some in obstore.list(self._store, f"{mall_id}/", chunk_size=1000):
                for found in some:
                    path = found["path"].removeprefix(f"{mall_id}/")
                    if kind(path) is not None:
                        yield Kept(path, found["last_modified"].timestamp(), found["size"])

    async def show(
        self, mall_id: str, path: str, scope: MutableMapping[str, Any]
    ) -> Response | None:
        try:
            with self._reached():
                return await self._answer(
                    f"{mall_id}/{path}", scope["method"], Headers(scope=scope)
                )
        except FileNotFoundError:
            return None

    async def _answer(self, key: str, method: str, request: Headers) -> Response:
        if method == "HEAD" or "if-none-match" in request or "if-modified-since" in request:
            headers = _headers(await obstore.head_async(self._store, key))
            if _CONDITIONAL.is_not_modified(headers, request):
                return NotModifiedResponse(headers)
            if method == "HEAD":
                return Response(headers=dict(headers))
        found = await obstore.get_async(self._store, key)
        headers = _headers(found.meta)
        if found.meta["size"] <= PART:
            return Response(bytes(await found.bytes_async()), headers=dict(headers))
        return StreamingResponse(self._parts(key, found.meta), headers=dict(headers))

    async def _parts(self, key: str, meta: "ObjectMeta") -> AsyncIterator[bytes]:
        """Fetch a picture in parts, at the client's speed.

        A slow client neither fills the memory nor keeps a request to the store open.
        """
        for start in range(0, meta["size"], PART):
            with self._reached():
                end = min(start + PART, meta["size"])
                part = await obstore.get_async(
                    self._store, key, options={"range": (start, end), "if_match": meta["e_tag"]}
                )
                body = bytes(await part.bytes_async())
            yield body

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Translate errors to PicturesAway, or FileNotFoundError for a missing picture."""
        try:
            yield
        except (BaseError, FileNotFoundError) as error:
            message = str(error)
            code = _CODE.search(message)
            gone = code is not None and code[1] == "NoSuchBucket"
            if isinstance(error, FileNotFoundError) and not gone:
                raise FileNotFoundError from None
            # nothing else of the message is logged: it may contain anything
            status = _STATUS.search(message)
            if code is not None:
                why = f"{_MEANING.get(code[1], 'it refuses')} ({code[1]})"
            elif status is not None:
                why = f"it answers {status[1].strip()}"
            else:
                why = "it cannot be reached, or its certificate is of an unknown authority"
            raise PicturesAway(f"{self._place}: {why}") from None


def _headers(meta: "ObjectMeta") -> Headers:
    return Headers(
        {
            "content-length": str(meta["size"]),
            "last-modified": format_datetime(meta["last_modified"], usegmt=True),
            **({"etag": meta["e_tag"]} if meta["e_tag"] else {}),
        }
    )
