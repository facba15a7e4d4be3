"""The events of webhooks, each a class: `isinstance(event, events.ProductInventoryChanged)`."""

from openmall_client.generated.events import *  # noqa: F403 # every event, and no other name
