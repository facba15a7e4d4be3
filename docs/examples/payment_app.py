"""An app that takes payments for shops of openmall: `python payment_app.py 8700 SECRET state.json`.

It needs Python only. `SECRET` is what openmall answered when the endpoints were registered; the
endpoints are /start, /confirm, /refund and /reconcile of this program. Its payment page is
/pay/<payment id>, where the buyer decides; a real app shows its own page or that of its bank.
`docs/payment-gateways.md` says what each request and answer means.
"""

import base64
import hmac
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

FRESH = 300  # seconds for which a signed request is valid


class Book:
    """Payments and refunds, stored in a file before a request is answered."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.payments = {}
        self.refunds = {}
        if os.path.exists(path):
            with open(path) as file:
                self.payments, self.refunds = json.load(file)

    def save(self):
        with open(f"{self.path}.new", "w") as file:
            json.dump([self.payments, self.refunds], file)
        os.replace(f"{self.path}.new", self.path)

    def start(self, asked, address):
        """Create a payment once for its id."""
        with self.lock:
            payment = {**asked, "state": "open", "refunded": "0.00"}
            self.payments.setdefault(asked["payment_id"], payment)
            self.save()
        return {"state": "created", "redirect_url": f"{address}/pay/{asked['payment_id']}"}

    def report(self, asked, take):
        """Return the state of a payment; `take`: take it, if the buyer agreed."""
        with self.lock:
            payment = self.payments.get(asked["payment_id"])
            if payment is None:
                return {"state": "open"}
            if payment["state"] == "agreed":
                # a real app captures the money here, with the payment id as idempotency key
                if not take:
                    return {"state": "open"}
                payment["state"] = "approved"
                self.save()
            return {
                "state": payment["state"],
                "amount": payment["amount"],
                "currency": payment["currency"],
                "transaction_id": f"example-{payment['payment_id'][:12]}",
                "reason": "The buyer declined." if payment["state"] == "declined" else "",
            }

    def refund(self, asked):
        """Give money back once for the id of the refund, never more than was taken."""
        with self.lock:
            if asked["refund_id"] in self.refunds:
                return self.refunds[asked["refund_id"]]
            payment = self.payments.get(asked["payment_id"])
            if payment is None or payment["state"] != "approved":
                return {"state": "refused", "reason": "There is no such payment."}
            refunded = cents(payment["refunded"]) + cents(asked["amount"])
            if refunded > cents(payment["amount"]):
                return {"state": "refused", "reason": "More than is left of the payment."}
            payment["refunded"] = f"{refunded // 100}.{refunded % 100:02}"
            number = f"example-refund-{len(self.refunds) + 1}"
            answer = {"state": "succeeded", "transaction_id": number}
            self.refunds[asked["refund_id"]] = answer
            self.save()
            return answer

    def decide(self, payment_id, agreed):
        """Write what the buyer decided; return the payment."""
        with self.lock:
            payment = self.payments[payment_id]
            if payment["state"] == "open":
                payment["state"] = "agreed" if agreed else "declined"
                self.save()
            return payment


def cents(amount):
    """Return an amount with at most two decimals in hundredths."""
    units, _, decimals = amount.partition(".")
    return int(units) * 100 + int(f"{decimals:<02}")


def is_signed(headers, body, secret):
    """Return whether openmall signed a request, by Standard Webhooks, within the last minutes."""
    sent_at = headers.get("Webhook-Timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > FRESH:
        return False
    signed = f"{headers.get('Webhook-Id', '')}.{sent_at}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    given = headers.get("Webhook-Signature", "").encode().split()
    return any(hmac.compare_digest(expected, each) for each in given)


def handler(book, secret):
    """Return the class that answers requests."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            payment = book.payments.get(self.path.removeprefix("/pay/"))
            if payment is None:
                return self.answer(404, "text/plain", b"There is no such payment.")
            page = (
                "<!doctype html><html lang=en><title>Example payments</title>"
                f"<h1>{payment['amount']} {payment['currency']}</h1><form method=post>"
                "<button name=agree value=yes>Pay</button> "
                "<button name=agree value=no>Decline</button></form></html>"
            )
            return self.answer(200, "text/html; charset=utf-8", page.encode())

        def do_POST(self):
            body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 65_536))
            if self.path.startswith("/pay/"):
                return self.decide(body)
            if not is_signed(self.headers, body, secret):
                return self.answer(401, "text/plain", b"The request is not signed.")
            asked = json.loads(body)
            if self.path == "/start":
                address = f"http://{self.headers['Host']}"
                return self.answer_json(book.start(asked, address))
            if self.path in ("/confirm", "/reconcile"):
                return self.answer_json(book.report(asked, take=self.path == "/confirm"))
            if self.path == "/refund":
                return self.answer_json(book.refund(asked))
            return self.answer(404, "text/plain", b"There is nothing here.")

        def decide(self, body):
            payment_id = self.path.removeprefix("/pay/")
            if payment_id not in book.payments:
                return self.answer(404, "text/plain", b"There is no such payment.")
            agreed = parse_qs(body.decode()).get("agree") == ["yes"]
            payment = book.decide(payment_id, agreed)
            self.send_response(303)
            self.send_header("Location", payment["return_url"])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None

        def answer_json(self, content):
            self.answer(200, "application/json", json.dumps(content).encode())

        def answer(self, status, kind, content):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    return Handler


def serve(port, secret, path):
    """Return a server on this machine; port 0 chooses a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), handler(Book(path), secret))


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], sys.argv[3]).serve_forever()
