"""The variables of automatic messages, in the order they are listed.

Names and titles are cut to a length that fits a text message. Amounts, numbers and addresses are
not: half of one is worse than none.
"""

from typing import Final

from openmall.contract.languages import Words
from openmall.messages.shape import Variable

VARIABLES: Final = (
    Variable(
        name="NAME",
        description=Words(ko="고객 이름", en="Customer name", ja="お客様のお名前"),
        sample=Words(ko="김하늘", en="Haneul Kim", ja="金ハヌル"),
        length=20,
    ),
    Variable(
        name="SHOP_NAME",
        description=Words(ko="쇼핑몰 이름", en="Shop name", ja="ショップ名"),
        sample=Words(ko="하늘상점", en="Sky Store", ja="そらストア"),
        length="Char",
    ),
    Variable(
        name="SHOP_PHONE",
        description=Words(
            ko="고객센터 전화번호", en="Customer service phone", ja="カスタマーサービスの電話番号"
        ),
        sample=Words(ko="02-0000-0000", en="+82-2-0000-0000", ja="03-0000-0000"),
        length="Char",
    ),
    Variable(
        name="MEMBER_ID",
        description=Words(ko="회원 아이디", en="Member id", ja="会員ID"),
        sample=Words(ko="haneul01", en="haneul01", ja="haneul01"),
        length=16,
    ),
    Variable(
        name="RESET_URL",
        description=Words(
            ko="비밀번호 재설정 주소",
            en="Address to set a new password at",
            ja="パスワード再設定のURL",
        ),
        sample=Words(
            ko="https://shop.example.com/reset/1a2b3c",
            en="https://shop.example.com/reset/1a2b3c",
            ja="https://shop.example.com/reset/1a2b3c",
        ),
        length="Variable",
    ),
    Variable(
        name="ORDER_ID",
        description=Words(ko="주문번호", en="Order number", ja="注文番号"),
        sample=Words(ko="20261121-0000012", en="20261121-0000012", ja="20261121-0000012"),
        length="Variable",
    ),
    Variable(
        name="PRODUCT",
        description=Words(ko="상품명", en="Product name", ja="商品名"),
        sample=Words(ko="린넨 앞치마", en="Linen apron", ja="リネンエプロン"),
        length=30,
    ),
    Variable(
        name="AMOUNT",
        description=Words(ko="금액", en="Amount with its currency", ja="金額"),
        sample=Words(ko="38,000원", en="$38.00", ja="3,800円"),
        length="Variable",
    ),
    Variable(
        name="BANK",
        description=Words(ko="입금 은행", en="Bank to transfer to", ja="振込先の銀行"),
        sample=Words(ko="하늘은행", en="Sky Bank", ja="そら銀行"),
        length=20,
    ),
    Variable(
        name="ACCOUNT_NO",
        description=Words(ko="입금 계좌번호", en="Account to transfer to", ja="振込先の口座番号"),
        sample=Words(ko="000-0000-000000", en="000-0000-000000", ja="000-0000000"),
        length="Variable",
    ),
    Variable(
        name="DUE_DATE",
        description=Words(ko="입금 기한", en="Last day to pay", ja="お支払い期限"),
        sample=Words(ko="11월 24일", en="November 24", ja="11月24日"),
        length=20,
    ),
    Variable(
        name="CARRIER",
        description=Words(ko="택배사", en="Shipping company", ja="配送会社"),
        sample=Words(ko="하늘택배", en="Sky Express", ja="そら運輸"),
        length=20,
    ),
    Variable(
        name="TRACKING_NO",
        description=Words(ko="송장번호", en="Tracking number", ja="追跡番号"),
        sample=Words(ko="600000000012", en="600000000012", ja="600000000012"),
        length="Variable",
    ),
    Variable(
        name="COUPON",
        description=Words(ko="쿠폰 이름", en="Coupon name", ja="クーポン名"),
        sample=Words(ko="가을 10% 할인", en="Autumn 10% off", ja="秋の10%割引"),
        length=30,
    ),
    Variable(
        name="EXPIRY_DATE",
        description=Words(ko="쿠폰 만료일", en="Last day of the coupon", ja="クーポンの有効期限"),
        sample=Words(ko="11월 30일", en="November 30", ja="11月30日"),
        length=20,
    ),
    Variable(
        name="POINTS",
        description=Words(ko="지급된 적립금", en="Points given", ja="付与ポイント"),
        sample=Words(ko="1,000", en="1,000", ja="1,000"),
        length="Variable",
    ),
    Variable(
        name="POINT_BALANCE",
        description=Words(
            ko="사용 가능한 적립금", en="Points the customer has now", ja="利用可能ポイント"
        ),
        sample=Words(ko="3,500", en="3,500", ja="3,500"),
        length="Variable",
    ),
    Variable(
        name="INQUIRY",
        description=Words(ko="문의 제목", en="Title of the inquiry", ja="お問い合わせの件名"),
        sample=Words(ko="배송일 문의", en="Delivery date", ja="配送日について"),
        length=30,
    ),
)
