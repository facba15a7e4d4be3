"""An authenticator of WebAuthn in software, which can be told to misbehave."""

import hashlib
import html
import json
import re
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from openmall.access.malls.passkey_ceremonies import base64url, octets

_PRESENT, _VERIFIED, _WITH_KEY = 0x01, 0x04, 0x40


def asked(page: str) -> tuple[dict[str, Any], str]:
    """Return the options and the challenge token of the passkey form of a page."""
    form = page.partition("data-passkey=")[2]
    options = re.search(r'data-options="([^"]*)"', form)
    token = re.search(r'name="challenge" value="([^"]*)"', form)
    assert options, page
    assert token
    return json.loads(html.unescape(options[1])), html.unescape(token[1])


class Authenticator:
    """One passkey, and the browser it is used in."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.rp_id = ""
        """Empty: what the options say."""
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential_id = secrets.token_bytes(16)
        self.sign_count = 0
        self.handle = b""
        self.verifies = True
        """The person gives a fingerprint or a PIN."""

    @property
    def id(self) -> str:
        return base64url(self.credential_id)

    def create(self, options: dict[str, Any]) -> str:
        """Answer `navigator.credentials.create`, as the script sends it."""
        self.handle = octets(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        cose = {
            1: 2,
            3: -7,
            -1: 1,
            -2: numbers.x.to_bytes(32, "big"),
            -3: numbers.y.to_bytes(32, "big"),
        }
        length = struct.pack(">H", len(self.credential_id))
        credential = bytes(16) + length + self.credential_id + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], _WITH_KEY) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            {
                "clientDataJSON": base64url(self._client("webauthn.create", options)),
                "attestationObject": base64url(attestation),
            }
        )

    def get(self, options: dict[str, Any]) -> str:
        """Answer `navigator.credentials.get`, as the script sends it."""
        self.sign_count += 1
        data = self._data(options["rpId"], 0)
        client = self._client("webauthn.get", options)
        signed = data + hashlib.sha256(client).digest()
        return self._answer(
            {
                "clientDataJSON": base64url(client),
                "authenticatorData": base64url(data),
                "signature": base64url(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
                "userHandle": base64url(self.handle),
            }
        )

    def _data(self, rp_id: str, flags: int) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.verifies else 0)
        hashed = hashlib.sha256((self.rp_id or rp_id).encode()).digest()
        return hashed + bytes([flags]) + struct.pack(">I", self.sign_count)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        content = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps({**content, "crossOrigin": False}).encode()

    def _answer(self, response: dict[str, str]) -> str:
        answer = {"id": self.id, "rawId": self.id, "type": "public-key", "response": response}
        return json.dumps(answer)
