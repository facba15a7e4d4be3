"""The QR code that an authenticator app scans."""

from typing import Final

ISSUER_LENGTH: Final = 60
"""Most characters of an issuer's name in an authenticator app."""


def qr_code(secret: str, user_id: str, issuer: str) -> str:
    """Return the code of a second factor's secret (base32) as SVG."""
    import pyotp  # imported where they are used: most processes never need them
    import segno

    name = issuer.replace(":", " ")[:ISSUER_LENGTH]
    address = pyotp.TOTP(secret).provisioning_uri(name=user_id, issuer_name=name)
    picture: str = segno.make(address, error="m").svg_inline(
        scale=4, border=4, light="#fff", dark="#000"
    )
    return picture
