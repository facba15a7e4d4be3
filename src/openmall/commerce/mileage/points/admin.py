"""The admin API's operations on points."""

from typing import Final

from openmall.commerce.mileage.points import rules as point_rules
from openmall.commerce.mileage.points.shape import Points, PointsEntry, PointsReport
from openmall.commerce.mileage.points.takes import PointsDraft, PointsQuery, ReportQuery
from openmall.contract.operation import get
from openmall.contract.resource import Resource
from openmall.contract.scopes import READ_MILEAGE

_POINTS: Final = Resource(Points, area="mileage", key="points")

OPERATIONS = [
    _POINTS.listing("points", point_rules.listing, takes=PointsQuery),
    _POINTS.giving(PointsEntry).post("points", point_rules.change, takes=PointsDraft),
    get(
        "points/report",
        point_rules.report,
        takes=ReportQuery,
        gives=PointsReport,
        key="report",
        scope=READ_MILEAGE,
    ),
]
