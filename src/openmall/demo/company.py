"""The company behind the demo mall, its terms and its privacy policy: invented, as an example."""

from typing import Final

from openmall.commerce.store.policy import Policy
from openmall.commerce.store.profile import StoreProfile
from openmall.contract.call import Mall
from openmall.contract.crud import shop_settings
from openmall.database import sequences
from openmall.database.session import Database
from openmall.demo import load_progress

_TERMS: Final = {
    "ko": (
        "<h2>제1조 (목적)</h2><p>이 약관은 쇼핑몰의 이용 조건과 절차를 정합니다."
        " 데모용 예시이며 실제 계약이 아닙니다.</p>"
        "<h2>제2조 (구매)</h2><p>결제가 확인되면 영업일 기준 3일 안에 발송합니다.</p>"
        "<h2>제3조 (청약철회)</h2><p>상품을 받은 날부터 7일 안에 철회할 수 있습니다.</p>"
    ),
    "en": (
        "<h2>1. Purpose</h2><p>These terms set out how the shop is used. They are an example of the"
        " demo, and no contract.</p>"
        "<h2>2. Orders</h2><p>An order is placed when its payment is confirmed. Goods are sent"
        " within three working days.</p>"
        "<h2>3. Withdrawal</h2><p>You may withdraw within seven days of receiving the goods.</p>"
    ),
}
_PRIVACY: Final = {
    "ko": (
        "<h2>수집하는 항목</h2><p>배송을 위해 이름, 이메일, 휴대전화, 주소를 수집합니다.</p>"
        "<h2>보유 기간</h2><p>주문 기록은 5년 동안, 회원 정보는 탈퇴할 때까지 보관합니다.</p>"
    ),
    "en": (
        "<h2>What we collect</h2><p>Name, e-mail, phone and address, to send orders.</p>"
        "<h2>How long</h2><p>Orders for five years, accounts until they are closed.</p>"
    ),
}
_WITHDRAWAL: Final = {
    "ko": "상품을 받은 날부터 7일 안에 청약을 철회할 수 있습니다.",
    "en": "You may withdraw from the order within seven days of receiving the goods.",
}


async def fill(database: Database, mall: Mall) -> None:
    """Enter the company's data and the terms once; an owner may change them."""
    async with database.writing(mall.mall_id) as db:
        if await sequences.allocated(db, load_progress.COMPANY):
            return
        for shop_no, shop in mall.shops.items():
            language = "ko" if shop.language.startswith("ko") else "en"
            is_korean = language == "ko"
            profile = StoreProfile(
                shop_no=shop_no,
                company_name="여울담 잡화점 (데모)"
                if is_korean
                else "Yeouldam General Store (demo)",
                president_name="한여울" if is_korean else "Han Yeoul",
                company_registration_no="000-00-00000",
                mail_order_sales_registration="T",
                mail_order_sales_registration_number="0000-데모-0000"
                if is_korean
                else "0000-demo-0000",
                zipcode="04524",
                address1="서울특별시 중구 세종대로 1" if is_korean else "1 Sejong-daero, Seoul",
                phone="02-0000-0000",
                email="office@example.com",
                customer_service_hours="평일 10:00–17:00"
                if is_korean
                else "10:00–17:00 on working days",
                privacy_officer_name="한여울" if is_korean else "Han Yeoul",
                privacy_officer_phone="02-0000-0000",
                privacy_officer_email="privacy@example.com",
            )
            policy = Policy(
                shop_no=shop_no,
                terms_using_mall=_TERMS[language],
                privacy_all=_PRIVACY[language],
                use_withdrawal="T",
                withdrawal=_WITHDRAWAL[language],
            )
            await shop_settings.write(db, profile)
            await shop_settings.write(db, policy)
        await sequences.allocate(db, load_progress.COMPANY)
