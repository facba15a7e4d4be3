"""What tests do with a sandbox."""

from typing import Any

from openmall.access.sandbox import clock as sandbox_clock
from openmall.access.sandbox.clock import Reading
from tests.world import World

A_DAY = 86_400


def forward(trial: World, seconds: int) -> None:
    """Move a sandbox's clock on, and let its app have a new token."""

    async def move() -> Reading:
        app = trial.stage.app
        return await sandbox_clock.move(
            app.database, app.counters, app.clock, trial.mall_id, forward=seconds
        )

    trial.stage.run(move)
    trial.full = trial.install(restricted=True)


def later(world: World, seconds: int) -> None:
    """Let real time pass, and the app have a new token."""
    world.stage.clock.pass_(seconds)
    world.full = world.install(restricted=True)


def catch_up(trial: World) -> None:
    """Do what workers do by themselves."""
    trial.stage.run(trial.stage.app.periodic_tasks.run_ahead_sandboxes)


def load(trial: World, *rules: dict[str, Any]) -> list[dict[str, Any]]:
    """Load a script of faults; return what is answered."""
    found: list[dict[str, Any]] = trial.put("sandbox/faults", rules=list(rules))["faults"]["rules"]
    return found
