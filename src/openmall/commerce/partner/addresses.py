"""Addresses of shops and pictures in answers to partners."""


def of_mall(origin: str, store_id: str) -> str:
    """Return the address of a mall, seen from `origin`, where the call arrived.

    Malls live beside `collection.<domain>`. Where the call arrived at a bare address (a number, or
    the domain itself) the mall's name stands before that; a number has no names before it, and
    answers for the mall at it itself.
    """
    scheme, _, host = origin.partition("://")
    domain = host.removeprefix("collection.")
    name = domain.rpartition(":")[0] or domain
    if name.strip("[]").replace(".", "").isdigit() or name.startswith("["):
        return origin
    return f"{scheme}://{store_id}.{domain}"


def picture(mall: str, stored: str) -> str:
    """Return the address of a picture; the mall's own are stored as paths."""
    return mall + stored if stored.startswith("/files/") else stored
