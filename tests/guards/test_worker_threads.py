"""Work on what people send has threads of its own, which no sign-in waits for."""

import ast

from tests.guards.sources import sources

SHARED = {
    "analytics/engine/duckdb.py": "statements of the analytics engine",
    "analytics/engine/owner.py": "ends with the process",
    "analytics/sessionising/sessioniser.py": "the job worker, where nobody signs in",
    "app.py": "ends with the process",
    "apptesting/rules.py": "deletes the pictures of a test mall",
    "cli/mirror/copy_store.py": "a command",
    "database/sqlite.py": "a checkpoint of the store",
    "demo/loader.py": "a command",
    "events/operator_tasks/worker.py": "the job worker, where nobody signs in",
    "pages/mcp/service.py": "imports a module, once",
    "pages/operator/backups.py": "lists a folder of the operator's",
    "pages/operator/health.py": "asks the store and the disk",
    "pages/reference/openapi/document_store.py": "documents that do not depend on who asks",
    "pages/reference/service.py": "an index of operations, made once",
    "running/observability/installation.py": "asks the disk, for metrics",
    "running/observability/endpoints.py": "files of counts",
    "transfer/backup/sources.py": "a command",
    "transfer/backup/targets.py": "a command",
    "transfer/file_transfers/worker.py": "the job worker, where nobody signs in",
    "transfer/imports/access_log.py": "a command",
}
"""Modules that use the threads which everything shares, and what for: nothing that people send."""


def test_the_shared_threads_are_for_what_is_listed() -> None:
    found = {
        "/".join(source.parts) + ".py"
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Attribute) and node.attr == "to_thread"
    }

    # what a person sends is worked on in `contract/worker_threads.py`
    assert found - SHARED.keys() == set()
    assert SHARED.keys() - found <= {"analytics/engine/owner.py"}


def test_codecs_are_looked_up_in_the_list_alone() -> None:
    names = {"codecs.lookup", "codecs.getdecoder", "codecs.decode", "codecs.getreader"}
    found = [
        source.at(node)
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names
    ]

    assert found == []


def test_a_text_is_decoded_by_a_codec_that_the_program_names() -> None:
    allowed = {
        "pages/backoffice/transfers/import_sources.py",
        "pages/backoffice/dispatch/pages.py",
        "pages/backoffice/dispatch/parcels.py",
    }
    found = [
        source.at(node)
        for source in sources()
        if "/".join(source.parts) + ".py" not in allowed
        for node in source.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "decode"
        and node.args
        and not isinstance(node.args[0], ast.Constant)
        and ast.unparse(node.func.value).rpartition(".")[2] not in ("json", "msgspec")
        and "codec" in ast.unparse(node.args[0]) + ast.unparse(node.args[0]).replace("enc", "codec")
    ]

    assert found == []
