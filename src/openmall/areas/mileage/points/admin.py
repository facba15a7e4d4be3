"""The admin API's operations on points."""

from openmall.areas.mileage.points import rules
from openmall.areas.mileage.points.shape import Points, PointsGiven, PointsReport
from openmall.areas.mileage.points.takes import PointsDraft, PointsQuery, ReportQuery
from openmall.contract.operation import get, listing, post
from openmall.contract.scopes import READ_MILEAGE, WRITE_MILEAGE

OPERATIONS = [
    listing(
        "points",
        rules.listing,
        takes=PointsQuery,
        gives=Points,
        key="points",
        scope=READ_MILEAGE,
    ),
    post(
        "points",
        rules.change,
        takes=PointsDraft,
        gives=PointsGiven,
        key="points",
        scope=WRITE_MILEAGE,
    ),
    get(
        "points/report",
        rules.report,
        takes=ReportQuery,
        gives=PointsReport,
        key="report",
        scope=READ_MILEAGE,
    ),
]
