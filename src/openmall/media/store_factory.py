"""Opens the configured picture store."""

import re
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

from openmall.configuration import Configuration
from openmall.media.store import Folder, Store

_BUCKET: Final = re.compile(
    r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/((?:[A-Za-z0-9_-][A-Za-z0-9._-]*/?)*))?"
)


def open_store(configuration: Configuration) -> Store:
    """Return the configured store; nothing is read or sent yet.

    Raises ValueError for invalid settings.
    """
    public = urlsplit(configuration.files_public_url)
    if configuration.files_public_url and not (
        public.scheme in ("http", "https") and public.netloc
    ):
        raise ValueError("files_public_url is an address: https://pictures.example.com/shop")
    if not configuration.files:
        return Folder(configuration.data_dir / "files", durable=configuration.durability == "full")
    named = _BUCKET.fullmatch(configuration.files)
    if named is None:
        raise ValueError("files is s3://bucket or s3://bucket/prefix")
    endpoint = configuration.files_endpoint or (
        f"https://s3.{configuration.files_region}.amazonaws.com"
    )
    address, authority = urlsplit(endpoint), configuration.files_ca
    if address.scheme not in ("http", "https") or not address.hostname or "@" in address.netloc:
        raise ValueError("files_endpoint is an address: https://s3.example.com:9000")
    if not configuration.files_access_key or not configuration.files_secret_key:
        raise ValueError("files on s3 need files_access_key and OPENMALL_FILES_SECRET_KEY")
    if find_spec("obstore") is None:
        raise ValueError("files on s3 need a library more: pip install 'openmall[s3]'")
    # an optional dependency, which installations with a directory do not need
    from openmall.media.bucket import Bucket

    return Bucket(
        named[1],
        prefix=(named[2] or "").rstrip("/"),
        endpoint=endpoint.rstrip("/"),
        region=configuration.files_region,
        access_key=configuration.files_access_key,
        secret_key=configuration.files_secret_key,
        ca=b"" if authority is None else authority.read_bytes(),
        seconds=configuration.files_seconds,
    )
