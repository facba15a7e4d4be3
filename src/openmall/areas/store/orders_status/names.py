"""The states of orders, and what they are called where a shop has found no name of its own.

Facts of the platform are that 1 is "Awaiting Shipment" and 35 "Pending", both of type P; the other
numbers are ours. A number keeps its meaning for good: what shops renamed is kept by it.
"""

from typing import Final, Literal

from msgspec import Struct

from openmall.contract.languages import Words

StatusType = Literal["P", "D", "C", "R", "E", "U", "O"]
"""P payment and shipment, D the same with cash on delivery, C cancellation, R return, E exchange,
U refund, O other."""


class Status(Struct, frozen=True):
    """A state of an order."""

    status_name_id: int
    status_type: StatusType
    basic_name: Words


def _status(number: int, kind: StatusType, ko: str, en: str, ja: str) -> Status:
    return Status(number, kind, Words(ko=ko, en=en, ja=ja))


_STATUSES: Final = (
    _status(1, "P", "배송 대기", "Awaiting Shipment", "出荷待ち"),
    _status(2, "P", "입금 대기", "Awaiting Payment", "入金待ち"),
    _status(3, "P", "결제 완료", "Payment Complete", "入金済み"),
    _status(4, "P", "상품 준비 중", "Preparing Products", "商品準備中"),
    _status(5, "P", "배송 보류", "Shipment On Hold", "出荷保留"),
    _status(6, "P", "배송 중", "In Transit", "配送中"),
    _status(7, "P", "배송 완료", "Delivered", "配送完了"),
    _status(8, "P", "구매 확정", "Purchase Confirmed", "購入確定"),
    _status(9, "D", "주문 확인 대기", "Awaiting Confirmation", "注文確認待ち"),
    _status(10, "D", "상품 준비 중", "Preparing Products", "商品準備中"),
    _status(11, "D", "배송 대기", "Awaiting Shipment", "出荷待ち"),
    _status(12, "D", "배송 보류", "Shipment On Hold", "出荷保留"),
    _status(13, "D", "배송 중", "In Transit", "配送中"),
    _status(14, "D", "배송 완료", "Delivered", "配送完了"),
    _status(15, "D", "대금 수령 완료", "Cash Collected", "代金回収済み"),
    _status(16, "C", "취소 신청", "Cancellation Requested", "キャンセル申請"),
    _status(17, "C", "취소 접수", "Cancellation Accepted", "キャンセル受付"),
    _status(18, "C", "취소 처리 중", "Cancellation In Progress", "キャンセル処理中"),
    _status(19, "C", "취소 거부", "Cancellation Refused", "キャンセル不可"),
    _status(20, "C", "취소 완료", "Cancelled", "キャンセル完了"),
    _status(21, "R", "반품 신청", "Return Requested", "返品申請"),
    _status(22, "R", "반품 접수", "Return Accepted", "返品受付"),
    _status(23, "R", "반품 수거 완료", "Return Collected", "返品回収済み"),
    _status(24, "R", "반품 거부", "Return Refused", "返品不可"),
    _status(25, "R", "반품 완료", "Returned", "返品完了"),
    _status(26, "E", "교환 신청", "Exchange Requested", "交換申請"),
    _status(27, "E", "교환 접수", "Exchange Accepted", "交換受付"),
    _status(28, "E", "교환 상품 배송 중", "Replacement In Transit", "交換品配送中"),
    _status(29, "E", "교환 거부", "Exchange Refused", "交換不可"),
    _status(30, "E", "교환 완료", "Exchanged", "交換完了"),
    _status(31, "U", "환불 대기", "Awaiting Refund", "返金待ち"),
    _status(32, "U", "환불 보류", "Refund On Hold", "返金保留"),
    _status(33, "U", "환불 완료", "Refunded", "返金完了"),
    _status(34, "O", "결제 실패", "Payment Failed", "決済失敗"),
    _status(35, "P", "처리 대기", "Pending", "処理待ち"),
    _status(36, "O", "관리자 확인 중", "Under Review", "管理者確認中"),
)

STATUSES: Final = {each.status_name_id: each for each in _STATUSES}
"""Every state of an order by its number, without gaps."""
