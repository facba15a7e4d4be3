"""The periodic tasks of an installation, independent of requests.

Their state is in the store, so any process can run them: the job worker, unless the setting `jobs`
says otherwise. Each locks what it works at or is idempotent, so that several processes may run it.
Every worker itself writes what it counted of its calls (`app.py`).
"""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

from openmall.access.oauth import tokens
from openmall.access.oauth.directory import Directory
from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.collecting import collector
from openmall.analytics.collecting.collector import Collector
from openmall.analytics.engine import fact_shipment
from openmall.analytics.engine.engine import Engine
from openmall.analytics.sessionising import sessioniser
from openmall.analytics.sessionising import store as sessionising_store
from openmall.analytics.sessionising.sessioniser import Sessioniser, buyers_key
from openmall.api.pipeline import job_execution
from openmall.api.pipeline.idempotency import response_expiry
from openmall.api.pipeline.job_execution import JobExecutor
from openmall.commerce.application.appstore import payments as charge_payments
from openmall.commerce.changes import retention
from openmall.commerce.customer.automatic_groups import rules as automatic_group_rules
from openmall.commerce.mileage.autoexpiration import expiration
from openmall.commerce.mileage.points import pending_points
from openmall.commerce.notification import batch_expansion, event_messages, request_expiry
from openmall.commerce.notification.fallbacks import rules as fallback_rules
from openmall.commerce.notification.intake import store as intake_store
from openmall.commerce.notification.intake.places import Places
from openmall.commerce.notification.reminders import rules as reminder_rules
from openmall.commerce.notification.restock import sending as restock_sending
from openmall.commerce.order.billing.gateways.due_work import GatewayWorker
from openmall.commerce.order.billing.refunds import gateway_refunds
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.placement.subscriptions import ordering as subscription_ordering
from openmall.commerce.order.scheduled_transitions import gateway_payments, subscription_charges
from openmall.commerce.order.scheduled_transitions import rules as scheduled_transition_rules
from openmall.commerce.partner import participation
from openmall.commerce.personal.carts import cart_expiry
from openmall.commerce.privacy import dormancy
from openmall.commerce.product.autodisplay import renewal
from openmall.commerce.product.stock import ended_days, reservation_expiry
from openmall.commerce.promotion.issues import scheduled_issues
from openmall.commerce.undo import write_expiry
from openmall.contract.links import Links
from openmall.contract.moments import Clock, Clocks
from openmall.contract.undo import UndoRetention
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.messages import delivery, service
from openmall.events.messages.delivery import MallLookup
from openmall.events.messages.service import Messages
from openmall.events.operator_tasks import worker as operator_worker
from openmall.events.operator_tasks.worker import OperatorTasks
from openmall.events.plans import plan_expiry
from openmall.events.webhooks import sweep as webhook_sweep
from openmall.events.webhooks.delivery import sender
from openmall.events.webhooks.service import Webhooks
from openmall.http.periodic_task import PeriodicTask, TaskState
from openmall.running import settling
from openmall.transfer.file_transfers import worker
from openmall.transfer.file_transfers.worker import FileTransferWorker

Work = Callable[[], Awaitable[object]]

SANDBOX_SECONDS: Final = 10.0
"""Seconds between two searches for due work in sandboxes that are ahead."""
REPORT_SECONDS: Final = 60.0
"""Between two searches for reports to be mailed."""


class PeriodicTasks:
    """All periodic tasks, started and stopped with their process."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        directory: Directory,
        engine: Engine,
        collector_: Collector,
        *,
        lateness: float,
        seal: Seal,
        links: Links,
        webhooks: Webhooks,
        messages: Messages,
        job_executor: JobExecutor,
        file_transfers: FileTransferWorker,
        mail_reports: Callable[[Clocks, list[str] | None], Awaitable[int]],
        change_days: int,
        undo: UndoRetention,
        sweep_test_malls: Callable[[], Awaitable[int]],
        operator_tasks: OperatorTasks,
    ) -> None:
        """`lateness`: seconds for which an event of a visitor may arrive late.

        `links`: where those of messages lead. `mail_reports`: writes the due mails of reports to
        the outbox, in some malls or in all. `change_days`: days for which changes are kept for
        readers of the change feed. `undo`: how long recorded writes are kept. `sweep_test_malls`:
        deletes the malls of tests that nobody uses any more.
        """
        self._database = database
        self._clock = clock
        self._directory = directory
        self._collector = collector_
        self._seal = seal
        self._places = Places(seal, links)
        self._mail_reports = mail_reports
        self._ended_days = ended_days.DaySweep()
        self.webhooks = webhooks
        self.messages = messages
        self.job_executor = job_executor
        self.file_transfers = file_transfers
        self.operator_tasks = operator_tasks
        sessions = Sessioniser(database, clock, lateness=lateness, key=buyers_key(seal))

        def with_clocks(work: Callable[[Database, Clocks], Awaitable[object]]) -> Work:
            async def run() -> object:
                return await work(database, await self._clocks())

            return run

        def with_malls(work: Callable[[Database, Clocks, MallLookup], Awaitable[object]]) -> Work:
            async def run() -> object:
                return await work(database, await self._clocks(), directory.mall)

            return run

        sweep_changes = partial(retention.sweep, database, clock, days=change_days)
        tasks: Iterable[tuple[str, float, Work]] = (
            ("automatic_display", renewal.SECONDS, with_clocks(renewal.renew_due)),
            ("partner_prices", participation.SECONDS, with_malls(participation.refresh_due)),
            ("point_expiry", renewal.SECONDS, with_clocks(expiration.expire_due)),
            ("pending_points", renewal.SECONDS, with_clocks(pending_points.confirm_due)),
            (
                "customer_groups",
                automatic_group_rules.SECONDS,
                with_malls(automatic_group_rules.move_due),
            ),
            (
                "coupon_schedules",
                scheduled_issues.SECONDS,
                with_malls(scheduled_issues.issue_due),
            ),
            ("dormant_customers", dormancy.SECONDS, with_clocks(dormancy.mark_dormant)),
            ("cart_expiry", cart_expiry.SECONDS, with_clocks(cart_expiry.remove_expired)),
            (
                "reservation_expiry",
                reservation_expiry.SECONDS,
                with_malls(reservation_expiry.remove_expired),
            ),
            ("ended_days", ended_days.SECONDS, with_malls(self._ended_days.mark_ended)),
            ("order_transitions", scheduled_transition_rules.SECONDS, self.apply_due_transitions),
            ("gateway_refunds", gateway_refunds.SECONDS, self.make_gateway_refunds),
            ("gateway_payments", gateway_payments.SECONDS, self.check_gateway_payments),
            ("app_charges", charge_payments.SECONDS, self.charge_for_apps),
            (
                "subscription_orders",
                subscription_ordering.SECONDS,
                self.place_orders_of_subscriptions,
            ),
            (
                "subscription_charges",
                subscription_charges.SECONDS,
                self.review_subscription_charges,
            ),
            ("figures", figure_rules.SECONDS, with_clocks(figure_rules.fold_due)),
            ("test_malls", webhook_sweep.SECONDS, sweep_test_malls),
            ("sandboxes_ahead", SANDBOX_SECONDS, self.run_ahead_sandboxes),
            ("sandboxes_advanced", settling.SECONDS, self.settle_sandboxes),
            ("visitor_expiry", collector.FORGETTING_SECONDS, self.delete_expired_visitors),
            ("sessions", sessioniser.SECONDS, sessions.work),
            ("webhooks", sender.SECONDS, webhooks.sender.work),
            ("jobs", job_execution.POLL_SECONDS, job_executor.work),
            ("job_expiry", job_execution.SWEEP_SECONDS, self.delete_expired_jobs),
            ("file_transfers", worker.SECONDS, file_transfers.work),
            ("operator_tasks", operator_worker.SECONDS, operator_tasks.work),
            ("file_expiry", worker.SWEEP_SECONDS, self.delete_expired_files),
            ("plan_expiry", plan_expiry.SECONDS, with_clocks(plan_expiry.remove_expired)),
            (
                "recorded_write_expiry",
                write_expiry.SECONDS,
                with_clocks(write_expiry.WriteSweep(undo).remove_expired),
            ),
            (
                "response_expiry",
                response_expiry.SECONDS,
                with_clocks(response_expiry.remove_expired),
            ),
            ("token_expiry", tokens.SWEEP_SECONDS, self.delete_expired_tokens),
            ("event_expiry", webhook_sweep.SECONDS, self.sweep_webhook_events),
            ("change_feed", retention.SECONDS, lambda: retention.number_all(database)),
            ("change_expiry", retention.SWEEP_SECONDS, sweep_changes),
            ("event_messages", event_messages.SECONDS, self.write_messages),
            ("reminders", reminder_rules.SECONDS, self.write_reminders),
            ("message_batches", batch_expansion.SECONDS, self.write_batches),
            ("report_mails", REPORT_SECONDS, self.write_report_mails),
            ("restock_notices", restock_sending.SECONDS, self.send_restock_notices),
            ("request_expiry", request_expiry.SECONDS, with_clocks(request_expiry.delete_expired)),
            (
                "message_fallbacks",
                fallback_rules.SECONDS,
                lambda: fallback_rules.send_due(database, clock),
            ),
            ("messages", delivery.SECONDS, messages.delivery.work),
            ("message_expiry", service.SWEEP_SECONDS, self.sweep_messages),
            (
                "fact_shipment",
                sessioniser.SECONDS,
                lambda: fact_shipment.ship_due(database, engine),
            ),
        )
        self._tasks = [(seconds, PeriodicTask(work, name=name)) for name, seconds, work in tasks]

    def states(self) -> dict[str, TaskState]:
        """Return what each task did so far, by its name."""
        return {task.name: task.state for _, task in self._tasks}

    def begin(self, *, seconds: float | None = None) -> None:
        """Start every task; `seconds`: the interval of each, None: its own."""
        for interval, task in self._tasks:
            task.begin(interval if seconds is None else seconds)

    async def end(self) -> None:
        """Stop every task after its current run."""
        self.job_executor.stop()
        self.file_transfers.stop()
        self.operator_tasks.stop()
        self.messages.delivery.stop()
        for _, task in self._tasks:
            await task.end()
        await self.webhooks.end()
        await self.messages.delivery.end()
        self.job_executor.resume()
        self.file_transfers.resume()
        self.operator_tasks.resume()

    async def apply_due_transitions(self) -> scheduled_transition_rules.Report:
        """Apply the due state transitions of orders in every mall."""
        return await self._apply_due_transitions(await self._clocks())

    async def run_ahead_sandboxes(self) -> None:
        """Run the due tasks of every sandbox that is ahead, which no search across malls finds.

        In causal order: confirmed orders earn points, which can be spent before they expire.
        """
        clocks = await self._clocks()
        await self._run_sandboxes(clocks, clocks.ahead)

    async def settle_sandboxes(self) -> int:
        """Do everything due in sandboxes whose clock was advanced; return their number."""
        return await settling.settle_due(self._database, self._clock, self._settle_once)

    async def settle_mall(self, mall_id: str) -> None:
        """Do everything due in one sandbox, and return when it is done."""
        await settling.settle(self._database, self._clock, [mall_id], self._settle_once)

    async def _settle_once(self, mall_ids: list[str]) -> None:
        """Do what is due in some sandboxes, also what other tasks would do some moments later."""
        clocks = await self._clocks()
        await self._run_sandboxes(clocks, mall_ids)
        await cart_expiry.remove_expired(self._database, clocks, mall_ids)
        in_malls = (self._database, clocks, self._directory.mall, mall_ids)
        await reservation_expiry.remove_expired(*in_malls)
        await self._ended_days.mark_ended(*in_malls)
        await dormancy.mark_dormant(self._database, clocks, mall_ids)
        await self.job_executor.work()
        await self.file_transfers.work()
        await self.send_restock_notices()
        await self.write_messages()
        await self.messages.delivery.work()
        await fallback_rules.send_due(self._database, self._clock)
        await retention.number_all(self._database)
        await self.webhooks.sender.finish(mall_ids)

    async def _run_sandboxes(self, clocks: Clocks, mall_ids: list[str]) -> None:
        await self.place_orders_of_subscriptions(mall_ids)
        await self.review_subscription_charges(mall_ids)
        await self.check_gateway_payments(mall_ids)
        await self.make_gateway_refunds(mall_ids)
        await self.charge_for_apps(mall_ids)
        await self._apply_due_transitions(clocks, mall_ids)
        await pending_points.confirm_due(self._database, clocks, mall_ids)
        await expiration.expire_due(self._database, clocks, mall_ids)
        await renewal.renew_due(self._database, clocks, mall_ids)
        in_malls = (self._database, clocks, self._directory.mall, mall_ids)
        for work in (
            participation.refresh_due,
            automatic_group_rules.move_due,
            scheduled_issues.issue_due,
        ):
            await work(*in_malls)
        await self.write_batches(mall_ids)
        await self.write_reminders(mall_ids)
        await self._mail_reports(clocks, mall_ids)

    async def make_gateway_refunds(self, mall_ids: list[str] | None = None) -> int:
        """Make the due refunds through gateways, in `mall_ids` or in every mall."""
        return await gateway_refunds.make_due(await self._gateway_worker(), mall_ids)

    async def check_gateway_payments(self, mall_ids: list[str] | None = None) -> int:
        """Ask gateways for the results of due payments, in `mall_ids` or in every mall."""
        return await gateway_payments.check_due(await self._gateway_worker(), mall_ids)

    async def charge_for_apps(self, mall_ids: list[str] | None = None) -> int:
        """Take the due monthly payments for apps, in `mall_ids` or in every mall."""
        return await charge_payments.charge_due(await self._gateway_worker(), mall_ids)

    async def place_orders_of_subscriptions(self, mall_ids: list[str] | None = None) -> int:
        """Place the due orders of subscriptions, in `mall_ids` or in every mall."""
        return await subscription_ordering.place_due(await self._gateway_worker(), mall_ids)

    async def review_subscription_charges(self, mall_ids: list[str] | None = None) -> int:
        """Decide what follows due charges of subscriptions, in `mall_ids` or in every mall."""
        return await subscription_charges.review_due(await self._gateway_worker(), mall_ids)

    async def _gateway_worker(self) -> GatewayWorker:
        return GatewayWorker(
            self._database,
            await self._clocks(),
            self._seal,
            self._directory.mall,
            self.webhooks.outgoing,
        )

    async def _apply_due_transitions(
        self, clocks: Clocks, mall_ids: list[str] | None = None
    ) -> scheduled_transition_rules.Report:
        return await scheduled_transition_rules.move_due_orders(
            self._database, clocks, self._directory.mall, mall_ids
        )

    async def _clocks(self) -> Clocks:
        return await sandbox_clock.every(self._database, self._clock)

    async def sweep_webhook_events(self) -> int:
        """Remove old webhook deliveries and old events that were read, in every mall."""
        readers = [sessionising_store.read_up_to, intake_store.read_up_to]
        return await self.webhooks.sweep(readers)

    async def write_messages(self) -> int:
        """Write what new events tell customers of to the outbox of messages, in every mall."""
        return await event_messages.write_due(
            self._database, await self._clocks(), self._directory.mall, self._places
        )

    async def write_reminders(self, mall_ids: list[str] | None = None) -> int:
        """Write what customers are reminded of to the outbox of messages.

        In `mall_ids` or in every mall.
        """
        return await reminder_rules.remind_due(
            self._database, await self._clocks(), self._directory.mall, self._places, mall_ids
        )

    async def write_batches(self, mall_ids: list[str] | None = None) -> int:
        """Write due messages to many and newsletters to the outbox, in `mall_ids` or every mall."""
        return await batch_expansion.expand_due(
            self._database, await self._clocks(), self._directory.mall, self._places, mall_ids
        )

    async def write_report_mails(self) -> int:
        """Write the due mails of saved reports to the outbox, in every mall."""
        return await self._mail_reports(await self._clocks(), None)

    async def send_restock_notices(self) -> int:
        """Write the due notices of what is back in stock to the outbox, in every mall."""
        return await restock_sending.send_due(
            self._database, await self._clocks(), self._directory.mall, self._places
        )

    async def sweep_messages(self) -> int:
        """Remove the old messages of every mall."""
        return await self.messages.sweep(await self._clocks())

    async def delete_expired_jobs(self) -> int:
        """Remove the expired jobs of every mall."""
        return await self.job_executor.forget()

    async def delete_expired_files(self) -> int:
        """Remove the expired imports and exports of every mall."""
        return await self.file_transfers.forget()

    async def delete_expired_tokens(self) -> int:
        """Remove the expired tokens of every mall."""
        return await tokens.delete_expired(self._database, await self._clocks())

    async def delete_expired_visitors(self) -> int:
        """Remove the expired keys and names that distinguish visitors of every mall."""
        return await self._collector.forget(await self._clocks())
