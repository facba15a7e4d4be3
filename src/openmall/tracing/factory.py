"""Opens tracing, where it is configured."""

import os
from collections.abc import Mapping
from typing import Final

from openmall.configuration import Configuration
from openmall.tracing.spans import Traces

_STANDARD: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def is_enabled(configuration: Configuration, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the setting or a standard variable names a receiver of traces."""
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return False
    return bool(configuration.traces) or any(environment.get(name) for name in _STANDARD)


def open_traces(configuration: Configuration, *, version: str) -> Traces | None:
    """Return the tracer; None when tracing is off, and then the SDK is not imported.

    Raises ImportError.
    """
    if not is_enabled(configuration):
        return None
    # an optional dependency
    from openmall.tracing.otel import OtelTraces

    return OtelTraces(configuration.traces, share=configuration.traces_share, version=version)
