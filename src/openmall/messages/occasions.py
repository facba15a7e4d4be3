"""The occasions on which a shop writes to a customer by itself, and what it writes.

Each text is about as long as one text message; its sense is the same in every language.
"""

from typing import Final

from openmall.contract.languages import Words
from openmall.messages.shape import Occasion

OCCASIONS: Final = (
    Occasion(
        code="joined",
        name=Words(ko="회원 가입", en="Joined", ja="会員登録"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 회원이 되신 것을 환영합니다. 아이디: [MEMBER_ID]",
            en="[SHOP_NAME]: Welcome, [NAME]. You have joined with the id [MEMBER_ID].",
            ja="[SHOP_NAME] [NAME]様、会員登録ありがとうございます。会員ID: [MEMBER_ID]",
        ),
    ),
    Occasion(
        code="password_reset",
        name=Words(ko="비밀번호 재설정", en="Password reset", ja="パスワード再設定"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 새 비밀번호는 여기에서 정하실 수 있습니다: [RESET_URL]",
            en="[SHOP_NAME]: [NAME], set your new password here: [RESET_URL]",
            ja="[SHOP_NAME] [NAME]様、新しいパスワードはこちらで設定できます: [RESET_URL]",
        ),
    ),
    Occasion(
        code="order_received",
        name=Words(ko="주문 접수", en="Order received", ja="注文受付"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]이(가) 접수되었습니다. "
            "상품: [PRODUCT], 금액: [AMOUNT]",
            en="[SHOP_NAME]: [NAME], we have your order [ORDER_ID] of [PRODUCT] for [AMOUNT].",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]を承りました。"
            "商品: [PRODUCT]、金額: [AMOUNT]",
        ),
    ),
    Occasion(
        code="payment_asked",
        name=Words(ko="입금 요청", en="Payment asked for", ja="入金のお願い"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]의 [AMOUNT]을 [DUE_DATE]까지 "
            "[BANK] [ACCOUNT_NO](으)로 입금해 주세요.",
            en="[SHOP_NAME]: [NAME], please transfer [AMOUNT] for order [ORDER_ID] to [BANK] "
            "[ACCOUNT_NO] by [DUE_DATE].",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]の[AMOUNT]を[DUE_DATE]までに"
            "[BANK] [ACCOUNT_NO]へお振り込みください。",
        ),
    ),
    Occasion(
        code="payment_confirmed",
        name=Words(ko="결제 확인", en="Payment confirmed", ja="入金確認"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]의 [AMOUNT] 결제가 확인되었습니다.",
            en="[SHOP_NAME]: [NAME], your payment of [AMOUNT] for order [ORDER_ID] has arrived.",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]の[AMOUNT]のお支払いを確認しました。",
        ),
    ),
    Occasion(
        code="shipment_started",
        name=Words(ko="배송 시작", en="Shipment started", ja="発送開始"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, [PRODUCT] 배송이 시작되었습니다. [CARRIER] [TRACKING_NO]",
            en="[SHOP_NAME]: [NAME], [PRODUCT] is on its way with [CARRIER], [TRACKING_NO].",
            ja="[SHOP_NAME] [NAME]様、[PRODUCT]を発送しました。[CARRIER] [TRACKING_NO]",
        ),
    ),
    Occasion(
        code="delivered",
        name=Words(ko="배송 완료", en="Delivered", ja="配送完了"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]의 [PRODUCT] 배송이 완료되었습니다.",
            en="[SHOP_NAME]: [NAME], [PRODUCT] of order [ORDER_ID] has been delivered.",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]の[PRODUCT]の配送が完了しました。",
        ),
    ),
    Occasion(
        code="order_cancelled",
        name=Words(ko="주문 취소", en="Order cancelled", ja="注文キャンセル"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]이(가) 취소되었습니다. 문의: [SHOP_PHONE]",
            en="[SHOP_NAME]: [NAME], your order [ORDER_ID] is cancelled. Questions: [SHOP_PHONE]",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]をキャンセルしました。"
            "お問い合わせ: [SHOP_PHONE]",
        ),
    ),
    Occasion(
        code="exchange_accepted",
        name=Words(ko="교환 접수", en="Exchange accepted", ja="交換受付"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]의 [PRODUCT] 교환이 접수되었습니다. "
            "문의: [SHOP_PHONE]",
            en="[SHOP_NAME]: [NAME], we will exchange [PRODUCT] of order [ORDER_ID]. "
            "Questions: [SHOP_PHONE]",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]の[PRODUCT]の交換を承りました。"
            "お問い合わせ: [SHOP_PHONE]",
        ),
    ),
    Occasion(
        code="return_accepted",
        name=Words(ko="반품 접수", en="Return accepted", ja="返品受付"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]의 [PRODUCT] 반품이 접수되었습니다. "
            "문의: [SHOP_PHONE]",
            en="[SHOP_NAME]: [NAME], we will take back [PRODUCT] of order [ORDER_ID]. "
            "Questions: [SHOP_PHONE]",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]の[PRODUCT]の返品を承りました。"
            "お問い合わせ: [SHOP_PHONE]",
        ),
    ),
    Occasion(
        code="refund_done",
        name=Words(ko="환불 완료", en="Refund done", ja="返金完了"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 주문 [ORDER_ID]의 [AMOUNT] 환불이 완료되었습니다.",
            en="[SHOP_NAME]: [NAME], we have refunded [AMOUNT] of order [ORDER_ID].",
            ja="[SHOP_NAME] [NAME]様、ご注文[ORDER_ID]の[AMOUNT]の返金が完了しました。",
        ),
    ),
    Occasion(
        code="coupon_issued",
        name=Words(ko="쿠폰 발급", en="Coupon issued", ja="クーポン発行"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, [COUPON] 쿠폰이 발급되었습니다. [EXPIRY_DATE]까지",
            en="[SHOP_NAME]: [NAME], the coupon [COUPON] is yours until [EXPIRY_DATE].",
            ja="[SHOP_NAME] [NAME]様、クーポン「[COUPON]」を発行しました。[EXPIRY_DATE]まで",
        ),
    ),
    Occasion(
        code="coupon_expiring",
        name=Words(ko="쿠폰 만료 예정", en="Coupon expiring", ja="クーポン期限間近"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, [COUPON] 쿠폰은 [EXPIRY_DATE]에 만료됩니다.",
            en="[SHOP_NAME]: [NAME], your coupon [COUPON] expires on [EXPIRY_DATE].",
            ja="[SHOP_NAME] [NAME]様、クーポン「[COUPON]」の期限は[EXPIRY_DATE]です。",
        ),
    ),
    Occasion(
        code="points_given",
        name=Words(ko="적립금 지급", en="Points given", ja="ポイント付与"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 적립금 [POINTS]이(가) 지급되었습니다. 현재: [POINT_BALANCE]",
            en="[SHOP_NAME]: [NAME], you were given [POINTS] points. You have [POINT_BALANCE] now.",
            ja="[SHOP_NAME] [NAME]様、[POINTS]ポイントを付与しました。残高: [POINT_BALANCE]",
        ),
    ),
    Occasion(
        code="restock_notice",
        name=Words(ko="재입고 알림", en="Restock notice", ja="再入荷のお知らせ"),
        text=Words(
            ko="[SHOP_NAME] [NAME]님, 기다리시던 [PRODUCT]이(가) 다시 입고되었습니다.",
            en="[SHOP_NAME]: [NAME], [PRODUCT] is back in stock.",
            ja="[SHOP_NAME] [NAME]様、お待ちの[PRODUCT]が再入荷しました。",
        ),
    ),
    Occasion(
        code="inquiry_answered",
        name=Words(ko="문의 답변", en="Inquiry answered", ja="お問い合わせ回答"),
        text=Words(
            ko='[SHOP_NAME] [NAME]님, 문의 "[INQUIRY]"에 답변이 등록되었습니다.',
            en='[SHOP_NAME]: [NAME], your inquiry "[INQUIRY]" has been answered.',
            ja="[SHOP_NAME] [NAME]様、お問い合わせ「[INQUIRY]」に回答しました。",
        ),
    ),
)
