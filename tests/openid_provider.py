"""A provider of OpenID Connect with a certificate of its own, which can be told to misbehave.

It checks what a provider must check: client, secret, redirect address, PKCE, each code once. Its
tokens are signed by joserfc with keys that it changes when it is asked to.
"""

import base64
import hashlib
import hmac
import json
import secrets
import ssl
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

from openmall.contract.outgoing import SECONDS
from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.lazy_connections import LazyConnections
from openmall.running.server import certificates
from tests.world import Stage

NAME = "provider.test"
CLIENT_ID = "shop.client-1"
CLIENT_SECRET = "secret of the shop: ~/+"
ACCOUNT = {
    "sub": "account-1",
    "email": "hana@example.com",
    "email_verified": True,
    "name": "Hana Kim",
}
Answer = tuple[int, Any]


class Provider:
    """The provider, and what it does wrong."""

    def __init__(self, folder: Path) -> None:
        files = certificates.ensure(folder, (NAME, "127.0.0.1"), now=datetime.now(UTC))
        assert files.ca_file is not None
        self.authority = files.ca_file
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(files.certificate, files.key)
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = self._server.server_address[1]
        self.issuer = f"https://{NAME}:{self.port}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        )
        self._thread.start()
        self.now: Callable[[], float] = lambda: 0.0
        self.behave()

    def behave(self) -> None:
        """Forget everything, and do nothing wrong."""
        self.account: dict[str, Any] = dict(ACCOUNT)
        self.claims: dict[str, Any] = {}
        """Claims that are put over those of the token; None takes one out."""
        self.header: dict[str, Any] = {}
        self.sign: Callable[[dict[str, Any], dict[str, Any]], str] = self._signed
        self.metadata: dict[str, Any] = {}
        self.answer: Callable[[str], Answer | None] = lambda path: None
        """Path -> what is answered instead of the right answer."""
        self.in_userinfo: tuple[str, ...] = ()
        """Claims that are in the answer of the userinfo endpoint only."""
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []
        self.exchanged: list[dict[str, str]] = []
        self.keys: list[RSAKey] = []
        self.issuer = f"https://{NAME}:{self.port}/{secrets.token_hex(4)}"
        self.rotate()

    def rotate(self) -> None:
        """Sign with a new key from now on; the old ones are not published any more."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.keys = [RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "use": "sig"})]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def authorize(self, address: str, **changed: str) -> dict[str, str]:
        """Sign in with the account as a browser does; return what it is sent back with."""
        parts = urlsplit(address)
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"{self.issuer}/authorize"
        query = {name: each[0] for name, each in parse_qs(parts.query).items()}
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        assert "openid" in query["scope"].split()
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        return {"code": code, "state": query["state"], **changed}

    def answered(self, method: str, path: str, form: dict[str, str], credentials: str) -> Answer:
        """Answer a request."""
        base = urlsplit(self.issuer).path
        if not path.startswith(base):
            return 404, {}
        path = path[len(base) :]
        self.asked.append(path)
        instead = self.answer(path)
        if instead is not None:
            return instead
        if path == "/.well-known/openid-configuration":
            return 200, self._metadata()
        if path == "/jwks":
            return 200, {"keys": [each.as_dict(private=False) for each in self.keys]}
        if path == "/userinfo":
            return 200, {name: self.account[name] for name in ("sub", *self.in_userinfo)}
        if (method, path) == ("POST", "/token"):
            return self._token(form, credentials)
        return 404, {}

    def _metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/jwks",
            "id_token_signing_alg_values_supported": ["RS256"],
            **self.metadata,
        }

    def _token(self, form: dict[str, str], credentials: str) -> Answer:
        request = self.codes.pop(form.get("code", ""), None)
        self.exchanged.append(form)
        sent = form.get("client_secret", "")
        if credentials.startswith("Basic "):
            client, _, sent = base64.b64decode(credentials[6:]).decode().partition(":")
            assert unquote(client) == form["client_id"]
            sent = unquote(sent)
        challenge = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        right = (
            request is not None
            and form["grant_type"] == "authorization_code"
            and form["redirect_uri"] == request["redirect_uri"]
            and form["client_id"] == request["client_id"]
            and base64.urlsafe_b64encode(challenge).rstrip(b"=").decode()
            == request["code_challenge"]
        )
        if not right or request is None:
            return 400, {"error": "invalid_grant"}
        if not self._is_secret(sent):
            return 401, {"error": "invalid_client"}
        now = int(self.now())
        claims = {
            "iss": self.issuer,
            "aud": request["client_id"],
            "iat": now,
            "exp": now + 300,
            "nonce": request["nonce"],
            **{k: v for k, v in self.account.items() if k not in self.in_userinfo},
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        header = {"alg": "RS256", "kid": self.keys[0].kid, **self.header}
        header = {name: value for name, value in header.items() if value is not None}
        token = self.sign(header, claims)
        return 200, {"access_token": "access", "token_type": "Bearer", "id_token": token}

    def _is_secret(self, sent: str) -> bool:
        return sent == CLIENT_SECRET

    def _signed(self, header: dict[str, Any], claims: dict[str, Any]) -> str:
        return jwt.encode(header, claims, self.keys[0])


def unsigned(header: dict[str, Any], claims: dict[str, Any]) -> str:
    """Return a token with `alg` none."""
    parts = ({**header, "alg": "none"}, claims)
    texts = (base64.urlsafe_b64encode(json.dumps(each).encode()) for each in parts)
    return ".".join(text.rstrip(b"=").decode() for text in texts) + "."


def signed_with_public_key(provider: Provider) -> Callable[[dict[str, Any], dict[str, Any]], str]:
    """Return a signer that takes the public key for a secret (CVE-2015-9235)."""

    def sign(header: dict[str, Any], claims: dict[str, Any]) -> str:
        def part(value: dict[str, Any]) -> bytes:
            return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")

        text = part({**header, "alg": "HS256"}) + b"." + part(claims)
        signature = hmac.digest(provider.keys[0].as_pem(private=False), text, "sha256")
        return (text + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()

    return sign


def signed_with_secret(header: dict[str, Any], claims: dict[str, Any]) -> str:
    """Sign with the client secret."""
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(CLIENT_SECRET))


def new_ec_key() -> ECKey:
    """Return a private key for ES256."""
    return ECKey.generate_key("P-256", {"kid": "key-1"})


def reach(provider: Provider, stage: Stage) -> None:
    """Let an application reach the provider by its name, on this machine."""

    async def lookup(host: str, port: int) -> list[str]:
        if host != NAME:
            # the makers of sweeps leave it as it is, for all tests of a process
            raise OSError(f"{host} is not known here")
        return ["127.0.0.1"]

    stage.app.periodic_tasks.webhooks.outgoing._connections = LazyConnections(
        Networks(["127.0.0.0/8"]), authority=provider.authority, seconds=SECONDS, lookup=lookup
    )
    provider.now = stage.clock.now


@contextmanager
def reachable(provider: Provider, stage: Stage) -> Iterator[None]:
    """Let an application reach the provider within the block."""
    outgoing = stage.app.periodic_tasks.webhooks.outgoing
    before = dict(vars(outgoing))
    reach(provider, stage)
    try:
        yield
    finally:
        stage.run(outgoing.close)
        vars(outgoing).update(before)


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send("GET", {})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._send("POST", {name: each[0] for name, each in parse_qs(body).items()})

        def _send(self, method: str, form: dict[str, str]) -> None:
            credentials = self.headers.get("Authorization", "")
            status, content = provider.answered(method, self.path, form, credentials)
            body = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            if status in (301, 302, 303):
                self.send_header("Location", content["location"])
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            return

    return Handler
