"""Outgoing messages of an installation, composed from its settings."""

from typing import Final

from openmall.access.malls import due_malls
from openmall.configuration import Configuration
from openmall.contract.moments import Clock, Clocks
from openmall.database.seal import configured_seal
from openmall.database.session import Database
from openmall.events.messages import store as message_store
from openmall.events.messages.channels import Channel, plugged_in
from openmall.events.messages.delivery import Delivery, MallLookup
from openmall.events.messages.provider import HttpProvider
from openmall.events.messages.smtp import Server, SmtpChannel

SWEEP_SECONDS: Final = 3_600.0
"""Between two sweeps of a worker."""
_BATCH_ROWS: Final = 500
_DAY_SECONDS: Final = 86_400
_OF_PROVIDER: Final = ("sms", "push", "chatapp")


class Messages:
    """Delivery in the background, and the sweep of old messages."""

    def __init__(
        self, configuration: Configuration, database: Database, clock: Clock, *, malls: MallLookup
    ) -> None:
        """`malls`: returns a mall by its id."""
        self._database = database
        self._clock = clock
        self._days = configuration.message_days
        self.delivery = Delivery(
            database,
            clock,
            channels_of(configuration, clock),
            malls,
            configured_seal(configuration),
        )

    async def sweep(self, clocks: Clocks, mall_ids: list[str] | None = None) -> int:
        """Delete the old messages and the log of their delivery; return their number.

        Of `mall_ids`, or of all malls.
        """
        kept = self._days * _DAY_SECONDS

        async def delete_all(mall_id: str) -> int:
            deleted = 0
            batch = _BATCH_ROWS
            while batch == _BATCH_ROWS:
                before = int(clocks.of(mall_id).now()) - kept
                async with self._database.writing(mall_id, shown=False) as db:
                    batch = await message_store.delete_old(db, before=before, most=_BATCH_ROWS)
                deleted += batch
            return deleted

        searches = [message_store.MALLS_WITH_OLD]
        return await due_malls.visit(
            self._database, clocks, searches, delete_all, mall_ids=mall_ids, kept=kept
        )


def mail_channel(configuration: Configuration, *, seconds: float) -> SmtpChannel:
    """Return the channel to the configured mail server; `seconds`: longest that a step may take."""
    return SmtpChannel(
        Server(
            address=configuration.mail_server,
            sender=configuration.mail_sender or f"no-reply@{configuration.domain}",
            user=configuration.mail_user,
            password=configuration.mail_password,
            authority=configuration.mail_ca,
            seconds=seconds,
        )
    )


def channels_of(configuration: Configuration, clock: Clock) -> dict[str, Channel]:
    """Return the channels that deliver: configured ones, replaced by installed plug-ins."""
    channels: dict[str, Channel] = {}
    if configuration.mail_server:
        channels["email"] = mail_channel(configuration, seconds=configuration.mail_seconds)
    if configuration.message_provider:
        provider = HttpProvider(
            configuration.message_provider, configuration.message_provider_secret, clock
        )
        channels |= dict.fromkeys(_OF_PROVIDER, provider)
    return {**channels, **plugged_in()}
