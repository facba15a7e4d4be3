"""Opens the engine an installation is configured with."""

from openmall.analytics.engine.engine import Engine
from openmall.analytics.engine.owner import socket_of
from openmall.analytics.engine.remote import Remote
from openmall.configuration import Configuration


def open_engine(configuration: Configuration) -> Engine:
    """Return the engine; nothing is connected to before it is needed."""
    return Remote(socket_of(configuration.data_dir))
