"""A collector of traces for tests: an HTTP server that reads what the SDK sends."""

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span as Sent
from opentelemetry.proto.trace.v1.trace_pb2 import Status

Value = str | int | float | bool


class Span:
    """One span as it came in."""

    def __init__(self, sent: Sent) -> None:
        self.name = sent.name
        self.kind = Sent.SpanKind.Name(sent.kind).removeprefix("SPAN_KIND_").lower()
        self.trace_id = sent.trace_id.hex()
        self.span_id = sent.span_id.hex()
        self.parent_id = sent.parent_span_id.hex()
        self.failed = sent.status.code == Status.STATUS_CODE_ERROR
        self.lasted = (sent.start_time_unix_nano, sent.end_time_unix_nano)
        self.attributes: dict[str, Value] = {
            each.key: getattr(each.value, each.value.WhichOneof("value") or "string_value")
            for each in sent.attributes
        }
        self.said = sent.SerializeToString()


class Collector:
    """Listens on a port of this machine."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.resource: dict[str, str] = {}
        self.paths: set[str] = set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def take(self, path: str, body: bytes) -> None:
        self.paths.add(path)
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            for each in resource.resource.attributes:
                self.resource[each.key] = each.value.string_value
            for scope in resource.scope_spans:
                self.spans += [Span(span) for span in scope.spans]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _handler(collector: Collector) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            collector.take(self.path, body)
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            return

    return Handler
