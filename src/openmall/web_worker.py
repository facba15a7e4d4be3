"""A worker process of the server: opens the application of an installation."""

import gc

import openmall
from openmall import declarations
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.limits.shared_counters import SharedCounters
from openmall.access.limits.write_times import SharedWriteTimes
from openmall.app import Application
from openmall.configuration import Configuration, from_environment
from openmall.contract.counters import Counters
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.running import allocator
from openmall.running.observability import logs
from openmall.tracing.factory import open_traces


def create() -> Application:
    """Return the application of the configured installation, for a worker."""
    configuration = from_environment()
    return open_application(configuration, jobs=configuration.jobs == "workers")


def open_application(configuration: Configuration, *, jobs: bool) -> Application:
    """Return the application of an installation, which lives as long as its process.

    `jobs`: run the periodic tasks and jobs of the installation.
    """
    # or the first request that reads a registry would wait for the imports
    declarations.load()
    logs.begin(configuration.log)
    counters: Counters = SharedCounters(configuration.data_dir / "counters")
    if configuration.counts_alone:
        counters = LocalCounters(news=counters)
    database = open_database(
        configuration, write_times=SharedWriteTimes(counters), recorder=counters
    )
    application = Application(
        configuration,
        database,
        counters,
        SystemClock(),
        traces=open_traces(configuration, version=openmall.__version__),
        background_tasks=True,
        jobs=jobs,
    )
    # objects that live as long as the worker need no garbage collection
    gc.collect()
    allocator.return_free_memory()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    return application
