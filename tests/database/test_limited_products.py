"""Products that were limited to members before are so for the lists of the storefront at once."""

import json
import runpy
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine, text

from openmall.database import phases

pytestmark = pytest.mark.one_store

_LIMITED = {"exposure_limit_type": "M"}


def test_limited_products_are_read_from_their_documents() -> None:
    documents: dict[int, dict[str, Any]] = {
        1: {"product_name": 'the field "exposure_limit_type":"M"'},
        2: _LIMITED,
        3: {**_LIMITED, "exposure_group_list": [8, 9, 8]},
        4: {"exposure_group_list": [8]},
    }
    with create_engine("sqlite://").begin() as connection:
        connection.execute(text("CREATE TABLE product (mall_id, shop_no, product_no, listed)"))
        connection.execute(text("CREATE TABLE coupon_issue (issue_no INTEGER)"))
        for number, document in documents.items():
            listed = json.dumps(document, separators=(",", ":"))
            connection.execute(
                text("INSERT INTO product VALUES ('m', 1, :number, :listed)"),
                {"number": number, "listed": listed},
            )

        with Operations.context(MigrationContext.configure(connection)):
            path = phases.MIGRATIONS / "versions" / "0044_product_limits.py"
            runpy.run_path(str(path))["upgrade"]()

        rows = connection.execute(
            text("SELECT product_no, group_no FROM product_exposure ORDER BY 1, 2")
        ).all()
    assert rows == [(2, 0), (3, 8), (3, 9)]
