"""Traces by the OpenTelemetry SDK, sent over OTLP/HTTP in the background. Decision 31.

The SDK reads its standard variables (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`,
`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, ...) itself.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from openmall.tracing import current
from openmall.tracing.spans import Kind, Value

_KINDS: Final = {
    "server": SpanKind.SERVER,
    "client": SpanKind.CLIENT,
    "internal": SpanKind.INTERNAL,
}
SECONDS: Final = 3.0
"""Longest export including retries: less than the shutdown time of a worker."""
_TIMEOUTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")
_W3C: Final = TraceContextTextMapPropagator()


class Counting(SpanExporter):
    """Delegates to another exporter and counts sent and lost spans."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self.sent = 0
        self.lost = 0

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self._exporter.export(spans)
        if result is SpanExportResult.SUCCESS:
            self.sent += len(spans)
        else:
            self.lost += len(spans)
        return result

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


class OtelSpan:
    """`Span` of the SDK."""

    __slots__ = ("_span",)

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def name(self, name: str) -> None:
        """See `Span.name`."""
        self._span.update_name(name)

    def set_attributes(self, attributes: Mapping[str, Value]) -> None:
        """See `Span.set_attributes`."""
        self._span.set_attributes(attributes)

    def fail(self, kind: str) -> None:
        """See `Span.fail`."""
        self._span.set_attribute("error.type", kind)
        self._span.set_status(Status(StatusCode.ERROR))


class OtelTraces:
    """`Traces` of the SDK."""

    def __init__(self, receiver: str, *, share: float, version: str) -> None:
        """`receiver`: address of an OTLP/HTTP collector; empty: from the standard variables.

        `share`: sampled share of the traces that begin here, 0 to 1; `OTEL_TRACES_SAMPLER`
        overrides it.
        """
        ours = Resource({"service.name": "openmall", "service.version": version})
        self._provider = TracerProvider(
            resource=ours.merge(OTELResourceDetector().detect()),
            sampler=None
            if os.environ.get("OTEL_TRACES_SAMPLER")
            else ParentBased(TraceIdRatioBased(share)),
            shutdown_on_exit=False,
        )
        endpoint = f"{receiver.rstrip('/')}/v1/traces" if receiver else None
        configured = any(os.environ.get(name) for name in _TIMEOUTS)
        timeout = None if configured else SECONDS
        self._exporter = Counting(OTLPSpanExporter(endpoint=endpoint, timeout=timeout))
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self._tracer = self._provider.get_tracer("openmall", version)

    @contextmanager
    def span(
        self,
        name: str,
        kind: Kind,
        attributes: Mapping[str, Value],
        *,
        parent: str | None = None,
    ) -> Iterator[OtelSpan]:
        """See `Traces.span`."""
        context = None
        if parent is not None:
            # an empty context: a span in progress here must not become the parent
            context = _W3C.extract({"traceparent": parent}, Context())
        with self._tracer.start_as_current_span(
            name,
            context,
            _KINDS[kind],
            attributes,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            before = current.TRACEPARENT.set(_traceparent(span))
            wrapped = OtelSpan(span)
            try:
                yield wrapped
            except BaseException as error:
                # the type alone: the message may contain data of the request
                wrapped.fail(type(error).__name__)
                raise
            finally:
                current.TRACEPARENT.reset(before)

    def recording(self) -> bool:
        """See `Traces.recording`."""
        return trace.get_current_span().is_recording()

    def counts(self) -> dict[str, float]:
        """See `Traces.counts`."""
        return {"sent": self._exporter.sent, "lost": self._exporter.lost}

    def close(self) -> None:
        """See `Traces.close`."""
        self._provider.shutdown()


def _traceparent(span: trace.Span) -> str:
    context = span.get_span_context()
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-{int(context.trace_flags):02x}"
