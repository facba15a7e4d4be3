CREATE TABLE activity_log (
    mall_id VARCHAR(50) NOT NULL,
    process_no BIGINT NOT NULL,
    mode TEXT NOT NULL,
    type TEXT NOT NULL,
    content TEXT NOT NULL,
    action TEXT NOT NULL,
    process_date BIGINT NOT NULL,
    manager_id TEXT NOT NULL,
    account TEXT NOT NULL,
    manager_type TEXT NOT NULL,
    client_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    changes TEXT NOT NULL,
    CONSTRAINT pk_activity_log PRIMARY KEY (mall_id, process_no)
);

CREATE INDEX ix_activity_log_date ON activity_log (mall_id, process_date);

CREATE TABLE address_key (
    day BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    CONSTRAINT pk_address_key PRIMARY KEY (day)
) WITHOUT ROWID;

CREATE TABLE agent_confirmation (
    mall_id VARCHAR(50) NOT NULL,
    confirmation_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT pk_agent_confirmation PRIMARY KEY (mall_id, confirmation_hash)
) WITHOUT ROWID;

CREATE INDEX ix_agent_confirmation_expires ON agent_confirmation (mall_id, expires_at);

CREATE TABLE agent_grant (
    mall_id VARCHAR(50) NOT NULL,
    grant_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    session_no BIGINT NOT NULL,
    client_hash TEXT NOT NULL,
    client_name TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    code_expires_at BIGINT NOT NULL,
    code_used_at BIGINT,
    access_hash TEXT NOT NULL,
    access_expires_at BIGINT NOT NULL,
    refresh_hash TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    refresh_expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_agent_grant PRIMARY KEY (mall_id, grant_id)
) WITHOUT ROWID;

CREATE INDEX ix_agent_grant_member ON agent_grant (mall_id, member_id);

CREATE INDEX ix_agent_grant_code ON agent_grant (mall_id, code_hash);

CREATE INDEX ix_agent_grant_access ON agent_grant (mall_id, access_hash);

CREATE INDEX ix_agent_grant_refresh ON agent_grant (mall_id, refresh_hash);

CREATE INDEX ix_agent_grant_previous ON agent_grant (mall_id, previous_hash);

CREATE INDEX ix_agent_grant_expires ON agent_grant (mall_id, refresh_expires_at);

CREATE TABLE api_call (
    client_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    mall TEXT NOT NULL,
    operation TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    "query" TEXT NOT NULL,
    status BIGINT NOT NULL,
    class BIGINT NOT NULL,
    took BIGINT NOT NULL,
    used BIGINT NOT NULL,
    capacity BIGINT NOT NULL,
    limits TEXT NOT NULL,
    version TEXT NOT NULL,
    request_id TEXT NOT NULL,
    ip TEXT NOT NULL,
    parameter TEXT NOT NULL,
    message TEXT NOT NULL,
    sent_size BIGINT NOT NULL,
    answered_size BIGINT NOT NULL,
    unproven BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_api_call PRIMARY KEY (client_id, number)
) WITHOUT ROWID;

CREATE INDEX ix_api_call_failed ON api_call (client_id, number) WHERE class >= 4;

CREATE TABLE api_call_body (
    client_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    sent TEXT NOT NULL,
    answered TEXT NOT NULL,
    CONSTRAINT pk_api_call_body PRIMARY KEY (client_id, number)
);

CREATE TABLE api_call_minute (
    client_id TEXT NOT NULL,
    minute BIGINT NOT NULL,
    calls BIGINT NOT NULL,
    errors BIGINT NOT NULL,
    refused BIGINT NOT NULL,
    fullest BIGINT NOT NULL,
    not_recorded BIGINT NOT NULL,
    CONSTRAINT pk_api_call_minute PRIMARY KEY (client_id, minute)
) WITHOUT ROWID;

CREATE TABLE api_call_operation (
    client_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    day BIGINT NOT NULL,
    calls BIGINT NOT NULL,
    errors BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    CONSTRAINT pk_api_call_operation PRIMARY KEY (client_id, operation, day)
) WITHOUT ROWID;

CREATE TABLE app (
    client_id TEXT NOT NULL,
    name TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    front_key_hash TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    scopes TEXT NOT NULL,
    restricted VARCHAR(1) NOT NULL,
    strict VARCHAR(1) NOT NULL,
    version TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    app_no BIGINT NOT NULL,
    launch_url TEXT NOT NULL,
    developer_no BIGINT DEFAULT '0' NOT NULL,
    earlier_secret_hash TEXT,
    earlier_secret_until BIGINT DEFAULT '0' NOT NULL,
    earlier_key_hash TEXT,
    earlier_key_until BIGINT DEFAULT '0' NOT NULL,
    initial_version TEXT DEFAULT '' NOT NULL,
    previous_version TEXT DEFAULT '' NOT NULL,
    extension_type TEXT DEFAULT '' NOT NULL,
    browser_origins TEXT DEFAULT '' NOT NULL,
    refresh_overlap TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_app PRIMARY KEY (client_id)
) WITHOUT ROWID;

CREATE INDEX ix_app_developer ON app (developer_no);

CREATE TABLE app_action (
    client_id TEXT NOT NULL,
    action_id TEXT NOT NULL,
    place TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    label_ko TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_app_action PRIMARY KEY (client_id, action_id)
) WITHOUT ROWID;

CREATE TABLE app_agreement (
    mall_id VARCHAR(50) NOT NULL,
    charge_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    agreement TEXT NOT NULL,
    cycle BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    CONSTRAINT pk_app_agreement PRIMARY KEY (mall_id, charge_id)
) WITHOUT ROWID;

CREATE INDEX ix_app_agreement_due ON app_agreement (mall_id, next_at);

CREATE TABLE app_charge (
    mall_id VARCHAR(50) NOT NULL,
    charge_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    name TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    return_url TEXT NOT NULL,
    automatic VARCHAR(1) NOT NULL,
    confirmation_hash TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_app_charge PRIMARY KEY (mall_id, charge_id)
);

CREATE UNIQUE INDEX ix_app_charge_confirmation ON app_charge (mall_id, confirmation_hash);

CREATE INDEX ix_app_charge_of_app ON app_charge (mall_id, client_id, created_at, charge_id);

CREATE TABLE app_invitation (
    token_hash TEXT NOT NULL,
    client_id TEXT NOT NULL,
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT pk_app_invitation PRIMARY KEY (token_hash)
) WITHOUT ROWID;

CREATE INDEX ix_app_invitation_app ON app_invitation (client_id);

CREATE TABLE app_member (
    client_id TEXT NOT NULL,
    developer_no BIGINT NOT NULL,
    role TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    CONSTRAINT pk_app_member PRIMARY KEY (client_id, developer_no)
) WITHOUT ROWID;

CREATE INDEX ix_app_member_developer ON app_member (developer_no);

CREATE TABLE app_payment (
    mall_id VARCHAR(50) NOT NULL,
    charge_id TEXT NOT NULL,
    cycle BIGINT NOT NULL,
    client_id TEXT NOT NULL,
    status TEXT NOT NULL,
    approval_no TEXT NOT NULL,
    gateway TEXT NOT NULL,
    method TEXT NOT NULL,
    amount BIGINT NOT NULL,
    refunded BIGINT NOT NULL,
    currency TEXT NOT NULL,
    language TEXT NOT NULL,
    paid_at BIGINT NOT NULL,
    refunded_at BIGINT,
    expires_at BIGINT,
    CONSTRAINT pk_app_payment PRIMARY KEY (mall_id, charge_id, cycle)
) WITHOUT ROWID;

CREATE INDEX ix_app_payment_of_app ON app_payment (mall_id, client_id, paid_at, charge_id);

CREATE TABLE app_test_mall (
    store_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    own_app VARCHAR(1) NOT NULL,
    scopes TEXT NOT NULL,
    contents TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    CONSTRAINT pk_app_test_mall PRIMARY KEY (store_id)
) WITHOUT ROWID;

CREATE TABLE approval_rules (
    mall_id VARCHAR(50) NOT NULL,
    rules TEXT NOT NULL,
    CONSTRAINT pk_approval_rules PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE article (
    mall_id VARCHAR(50) NOT NULL,
    article_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    board_no BIGINT NOT NULL,
    thread_no BIGINT NOT NULL,
    thread_date BIGINT NOT NULL,
    standing BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    parent_article_no BIGINT NOT NULL,
    reply_depth BIGINT NOT NULL,
    product_no BIGINT,
    category_no BIGINT,
    board_category_no BIGINT,
    created_date BIGINT NOT NULL,
    writer TEXT NOT NULL,
    writer_email TEXT NOT NULL,
    member_id TEXT NOT NULL,
    nick_name TEXT NOT NULL,
    password TEXT NOT NULL,
    client_ip TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    rating BIGINT NOT NULL,
    reply_mail VARCHAR(1) NOT NULL,
    display VARCHAR(1) NOT NULL,
    secret VARCHAR(1) NOT NULL,
    notice VARCHAR(1) NOT NULL,
    fixed VARCHAR(1) NOT NULL,
    deleted VARCHAR(1) NOT NULL,
    input_channel VARCHAR(1) NOT NULL,
    order_id TEXT NOT NULL,
    hit BIGINT NOT NULL,
    reply VARCHAR(1) NOT NULL,
    reply_user_id TEXT NOT NULL,
    reply_status TEXT,
    portalpay_review_id TEXT NOT NULL,
    supplier_id TEXT NOT NULL,
    sales_channel TEXT NOT NULL,
    files TEXT NOT NULL,
    comment_count BIGINT NOT NULL,
    start_hour BIGINT,
    end_hour BIGINT,
    CONSTRAINT pk_article PRIMARY KEY (mall_id, article_no)
);

CREATE INDEX ix_article_listed ON article (mall_id, shop_no, board_no, standing, thread_date, thread_no, turn);

CREATE INDEX ix_article_created ON article (mall_id, shop_no, board_no, created_date);

CREATE INDEX ix_article_product ON article (mall_id, product_no, shop_no, board_no);

CREATE INDEX ix_article_thread ON article (mall_id, thread_no, turn);

CREATE INDEX ix_article_member ON article (mall_id, member_id, shop_no, article_no);

CREATE TABLE article_comment (
    mall_id VARCHAR(50) NOT NULL,
    comment_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    board_no BIGINT NOT NULL,
    article_no BIGINT NOT NULL,
    thread_no BIGINT NOT NULL,
    parent_comment_no BIGINT,
    created_date BIGINT NOT NULL,
    content TEXT NOT NULL,
    writer TEXT NOT NULL,
    member_id TEXT NOT NULL,
    password TEXT NOT NULL,
    client_ip TEXT NOT NULL,
    rating BIGINT NOT NULL,
    secret VARCHAR(1) NOT NULL,
    input_channel VARCHAR(1) NOT NULL,
    attach_file_urls TEXT NOT NULL,
    CONSTRAINT pk_article_comment PRIMARY KEY (mall_id, comment_no)
);

CREATE INDEX ix_article_comment_article ON article_comment (mall_id, article_no, thread_no, comment_no);

CREATE INDEX ix_article_comment_board ON article_comment (mall_id, shop_no, board_no, comment_no);

CREATE TABLE authorization_code (
    mall_id VARCHAR(50) NOT NULL,
    code_hash TEXT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    redirect_uri TEXT NOT NULL,
    scopes TEXT NOT NULL,
    challenge TEXT NOT NULL,
    family TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    resources TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_authorization_code PRIMARY KEY (mall_id, code_hash)
);

CREATE INDEX ix_authorization_code_expires ON authorization_code (mall_id, expires_at);

CREATE TABLE authorization_request (
    mall_id VARCHAR(50) NOT NULL,
    request_hash TEXT NOT NULL,
    session_hash TEXT NOT NULL,
    client_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    scopes TEXT NOT NULL,
    state TEXT,
    challenge TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    resources TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_authorization_request PRIMARY KEY (mall_id, request_hash)
) WITHOUT ROWID;

CREATE TABLE autodisplay (
    mall_id VARCHAR(50) NOT NULL,
    display_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    place TEXT NOT NULL,
    due_at BIGINT,
    content TEXT NOT NULL,
    CONSTRAINT pk_autodisplay PRIMARY KEY (mall_id, display_no),
    CONSTRAINT uq_autodisplay_place UNIQUE (mall_id, place)
);

CREATE INDEX ix_autodisplay_due ON autodisplay (mall_id, due_at, display_no);

CREATE TABLE benefit (
    mall_id VARCHAR(50) NOT NULL,
    benefit_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    use_benefit VARCHAR(1) NOT NULL,
    benefit_name TEXT NOT NULL,
    benefit_type TEXT NOT NULL,
    benefit_start_date BIGINT,
    benefit_end_date BIGINT,
    created_date BIGINT NOT NULL,
    platforms TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT pk_benefit PRIMARY KEY (mall_id, benefit_no)
);

CREATE INDEX ix_benefit_listed ON benefit (mall_id, shop_no, benefit_no);

CREATE TABLE board_about (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    board_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_board_about PRIMARY KEY (mall_id, shop_no, name, board_no)
);

CREATE TABLE brand (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    number BIGINT NOT NULL,
    brand_code TEXT NOT NULL,
    brand_name TEXT NOT NULL,
    search_keyword TEXT NOT NULL,
    use_brand VARCHAR(1) NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_brand PRIMARY KEY (mall_id, brand_code, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_brand_number ON brand (mall_id, shop_no, number);

CREATE TABLE browser (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    browser BIGINT NOT NULL,
    visits BIGINT NOT NULL,
    visit BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    active_at BIGINT NOT NULL,
    source TEXT NOT NULL,
    CONSTRAINT pk_browser PRIMARY KEY (mall_id, shop_no, browser)
);

CREATE TABLE bundle_part (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    part_no BIGINT NOT NULL,
    place BIGINT NOT NULL,
    purchase_quantity BIGINT NOT NULL,
    CONSTRAINT pk_bundle_part PRIMARY KEY (mall_id, product_no, part_no)
) WITHOUT ROWID;

CREATE INDEX ix_bundle_part_part ON bundle_part (mall_id, part_no, product_no);

CREATE TABLE bundle_sales (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    discount_value BIGINT NOT NULL,
    discount_type VARCHAR(1) NOT NULL,
    discount_round_unit TEXT NOT NULL,
    discount_round_type VARCHAR(1) NOT NULL,
    CONSTRAINT pk_bundle_sales PRIMARY KEY (mall_id, product_no, shop_no)
) WITHOUT ROWID;

CREATE TABLE captured_row (
    mall_id VARCHAR(50) NOT NULL,
    transaction_no BIGINT NOT NULL,
    captured_at BIGINT NOT NULL,
    captured_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    "before" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    CONSTRAINT pk_captured_row PRIMARY KEY (mall_id, transaction_no, captured_at, captured_id)
) WITHOUT ROWID;

CREATE TABLE carrier (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    carrier_id BIGINT NOT NULL,
    default_shipping_carrier VARCHAR(1) NOT NULL,
    details TEXT NOT NULL,
    CONSTRAINT pk_carrier PRIMARY KEY (mall_id, shop_no, carrier_id)
);

CREATE TABLE cart (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    until BIGINT,
    CONSTRAINT pk_cart PRIMARY KEY (mall_id, shop_no, kind, name)
) WITHOUT ROWID;

CREATE INDEX ix_cart_until ON cart (mall_id, until);

CREATE TABLE cart_line (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    variant_code TEXT NOT NULL,
    basket_type TEXT NOT NULL,
    mark TEXT NOT NULL,
    basket_product_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    prepaid_shipping_fee TEXT NOT NULL,
    additional_option_values TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    updated_date BIGINT NOT NULL,
    CONSTRAINT pk_cart_line PRIMARY KEY (mall_id, shop_no, kind, name, variant_code, basket_type, mark)
) WITHOUT ROWID;

CREATE INDEX ix_cart_line_product ON cart_line (mall_id, product_no, shop_no, kind, name);

CREATE TABLE cash_receipt (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    cashreceipt_no BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    type TEXT NOT NULL,
    company_registration_no TEXT,
    cellphone TEXT NOT NULL,
    approval_no TEXT NOT NULL,
    status TEXT NOT NULL,
    request_date BIGINT NOT NULL,
    tax_amount BIGINT NOT NULL,
    tax_free_amount BIGINT NOT NULL,
    vat BIGINT NOT NULL,
    CONSTRAINT pk_cash_receipt PRIMARY KEY (mall_id, cashreceipt_no)
) WITHOUT ROWID;

CREATE INDEX ix_cash_receipt_date ON cash_receipt (mall_id, shop_no, request_date);

CREATE INDEX ix_cash_receipt_order ON cash_receipt (mall_id, order_id);

CREATE TABLE category (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    category_no BIGINT NOT NULL,
    category_depth BIGINT NOT NULL,
    parent_category_no BIGINT NOT NULL,
    root_category_no BIGINT NOT NULL,
    category_name TEXT NOT NULL,
    display_type VARCHAR(1) NOT NULL,
    use_main VARCHAR(1) NOT NULL,
    use_display VARCHAR(1) NOT NULL,
    display_order BIGINT NOT NULL,
    access_authority VARCHAR(1) NOT NULL,
    path TEXT NOT NULL,
    display TEXT NOT NULL,
    CONSTRAINT pk_category PRIMARY KEY (mall_id, shop_no, category_no)
);

CREATE INDEX ix_category_number ON category (mall_id, category_no);

CREATE INDEX ix_category_parent ON category (mall_id, parent_category_no);

CREATE TABLE category_about (
    mall_id VARCHAR(50) NOT NULL,
    category_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_category_about PRIMARY KEY (mall_id, category_no, shop_no, name)
);

CREATE TABLE category_order (
    mall_id VARCHAR(50) NOT NULL,
    category_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    display_group BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    auto_sort VARCHAR(1) NOT NULL,
    fixed_sort VARCHAR(1) NOT NULL,
    CONSTRAINT pk_category_order PRIMARY KEY (mall_id, category_no, shop_no, display_group, product_no)
) WITHOUT ROWID;

CREATE INDEX ix_category_order_sequence ON category_order (mall_id, category_no, shop_no, display_group, sequence);

CREATE INDEX ix_category_order_product ON category_order (mall_id, product_no);

CREATE TABLE change_cause (
    mall_id VARCHAR(50) NOT NULL,
    cause_no BIGINT NOT NULL,
    transaction_no BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    operation TEXT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    fields TEXT NOT NULL,
    CONSTRAINT pk_change_cause PRIMARY KEY (mall_id, cause_no)
) WITHOUT ROWID;

CREATE TABLE change_entry (
    mall_id VARCHAR(50) NOT NULL,
    sequence BIGINT NOT NULL,
    resource TEXT NOT NULL,
    object TEXT NOT NULL,
    fields TEXT NOT NULL,
    operation TEXT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    CONSTRAINT pk_change_entry PRIMARY KEY (mall_id, sequence)
);

CREATE TABLE change_feed (
    mall_id VARCHAR(50) NOT NULL,
    head BIGINT NOT NULL,
    expired BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    CONSTRAINT pk_change_feed PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE change_mark (
    mall_id VARCHAR(50) NOT NULL,
    mark_no BIGINT NOT NULL,
    mark_id BIGINT NOT NULL,
    resource TEXT NOT NULL,
    object TEXT NOT NULL,
    fields TEXT NOT NULL,
    transaction_no BIGINT NOT NULL,
    marked_at BIGINT NOT NULL,
    CONSTRAINT pk_change_mark PRIMARY KEY (mall_id, mark_no, mark_id)
) WITHOUT ROWID;

CREATE TABLE classification (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    number BIGINT NOT NULL,
    classification_code TEXT NOT NULL,
    classification_name TEXT NOT NULL,
    classification_description TEXT NOT NULL,
    use_classification VARCHAR(1) NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_classification PRIMARY KEY (mall_id, classification_code, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_classification_number ON classification (mall_id, shop_no, number);

CREATE TABLE collected (
    mall_id VARCHAR(50) NOT NULL,
    sequence BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    events BIGINT NOT NULL,
    content TEXT NOT NULL,
    next_at BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_collected PRIMARY KEY (mall_id, sequence)
);

CREATE INDEX ix_collected_next ON collected (mall_id, next_at);

CREATE TABLE collected_batch (
    mall_id VARCHAR(50) NOT NULL,
    batch_id TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    CONSTRAINT pk_collected_batch PRIMARY KEY (mall_id, batch_id)
) WITHOUT ROWID;

CREATE INDEX ix_collected_batch_received ON collected_batch (mall_id, received_at);

CREATE TABLE comment_template (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    comment_no BIGINT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    board_type BIGINT NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_comment_template PRIMARY KEY (mall_id, shop_no, comment_no)
);

CREATE TABLE common_event (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    event_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    status VARCHAR(1) NOT NULL,
    category_no BIGINT NOT NULL,
    display_position TEXT NOT NULL,
    content TEXT NOT NULL,
    register_date BIGINT NOT NULL,
    CONSTRAINT pk_common_event PRIMARY KEY (mall_id, shop_no, event_no)
) WITHOUT ROWID;

CREATE INDEX ix_common_event_shown ON common_event (mall_id, shop_no, status, category_no, event_no);

CREATE TABLE counter (
    mall_id VARCHAR(50) NOT NULL,
    name TEXT NOT NULL,
    value BIGINT NOT NULL,
    CONSTRAINT pk_counter PRIMARY KEY (mall_id, name)
) WITHOUT ROWID;

CREATE TABLE coupon (
    mall_id VARCHAR(50) NOT NULL,
    coupon_no TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    coupon_type TEXT NOT NULL,
    coupon_name TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    deleted VARCHAR(1) NOT NULL,
    is_stopped_issued_coupon VARCHAR(1) NOT NULL,
    pause_begin_datetime BIGINT,
    pause_end_datetime BIGINT,
    benefit_type TEXT NOT NULL,
    issue_type TEXT NOT NULL,
    issue_sub_type TEXT NOT NULL,
    issue_order_path TEXT,
    issue_order_type TEXT NOT NULL,
    issue_reserved VARCHAR(1) NOT NULL,
    available_period_type TEXT NOT NULL,
    available_begin_datetime BIGINT,
    available_end_datetime BIGINT,
    available_site TEXT NOT NULL,
    available_scope TEXT NOT NULL,
    available_price_type TEXT NOT NULL,
    available_order_price_type TEXT,
    issued BIGINT NOT NULL,
    terms TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT pk_coupon PRIMARY KEY (mall_id, coupon_no)
);

CREATE INDEX ix_coupon_listed ON coupon (mall_id, shop_no, coupon_no);

CREATE TABLE coupon_issue (
    mall_id VARCHAR(50) NOT NULL,
    issue_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    coupon_no TEXT NOT NULL,
    member_id TEXT NOT NULL,
    group_no BIGINT NOT NULL,
    issued_at BIGINT NOT NULL,
    begins_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    used_at BIGINT,
    order_id TEXT NOT NULL,
    times BIGINT NOT NULL,
    revoked_at BIGINT,
    granted_by TEXT,
    CONSTRAINT pk_coupon_issue PRIMARY KEY (mall_id, issue_no)
) WITHOUT ROWID;

CREATE INDEX ix_coupon_issue_coupon ON coupon_issue (mall_id, coupon_no, issue_no);

CREATE INDEX ix_coupon_issue_member ON coupon_issue (mall_id, member_id, coupon_no);

CREATE INDEX ix_coupon_issue_ends ON coupon_issue (mall_id, ends_at, issue_no);

CREATE TABLE coupon_use (
    mall_id VARCHAR(50) NOT NULL,
    issue_no BIGINT NOT NULL,
    use_no BIGINT NOT NULL,
    coupon_no TEXT NOT NULL,
    member_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    discount BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    restored_at BIGINT,
    CONSTRAINT pk_coupon_use PRIMARY KEY (mall_id, issue_no, use_no)
) WITHOUT ROWID;

CREATE INDEX ix_coupon_use_member ON coupon_use (mall_id, member_id, used_at);

CREATE INDEX ix_coupon_use_order ON coupon_use (mall_id, order_id);

CREATE TABLE custom_property (
    mall_id VARCHAR(50) NOT NULL,
    property_no BIGINT NOT NULL,
    property_name TEXT NOT NULL,
    CONSTRAINT pk_custom_property PRIMARY KEY (mall_id, property_no),
    CONSTRAINT uq_custom_property_name UNIQUE (mall_id, property_name)
) WITHOUT ROWID;

CREATE TABLE custom_property_value (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    property_no BIGINT NOT NULL,
    property_value TEXT NOT NULL,
    CONSTRAINT pk_custom_property_value PRIMARY KEY (mall_id, product_no, shop_no, property_no)
);

CREATE INDEX ix_custom_property_value_property ON custom_property_value (mall_id, property_no);

CREATE TABLE customer (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    password_hash TEXT,
    created_at BIGINT NOT NULL,
    last_login_at BIGINT,
    left_at BIGINT,
    dormant_since BIGINT,
    reactivated_at BIGINT,
    member_authentication TEXT NOT NULL,
    authentication_method TEXT,
    blacklist_type TEXT NOT NULL,
    member_type TEXT NOT NULL,
    join_path TEXT NOT NULL,
    sms VARCHAR(1) NOT NULL,
    news_mail VARCHAR(1) NOT NULL,
    thirdparty_agree VARCHAR(1) NOT NULL,
    lifetime_member VARCHAR(1) NOT NULL,
    session_no BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_customer PRIMARY KEY (mall_id, member_id)
);

CREATE INDEX ix_customer_created ON customer (mall_id, created_at);

CREATE INDEX ix_customer_active ON customer (mall_id, last_login_at, created_at) WHERE dormant_since IS NULL AND left_at IS NULL;

CREATE INDEX ix_customer_special_care ON customer (mall_id, member_id) WHERE member_authentication = 'B';

CREATE INDEX ix_customer_blocked ON customer (mall_id, member_id) WHERE blacklist_type != '';

CREATE INDEX ix_customer_not_private ON customer (mall_id, member_type, member_id) WHERE member_type != 'p';

CREATE INDEX ix_customer_reactivated ON customer (mall_id, reactivated_at, member_id) WHERE reactivated_at IS NOT NULL;

CREATE TABLE customer_address (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    address_no BIGINT NOT NULL,
    is_default VARCHAR(1) NOT NULL,
    address_name TEXT NOT NULL,
    name TEXT NOT NULL,
    cellphone TEXT NOT NULL,
    zipcode TEXT NOT NULL,
    address1 TEXT NOT NULL,
    address2 TEXT NOT NULL,
    CONSTRAINT pk_customer_address PRIMARY KEY (mall_id, member_id, address_no)
);

CREATE TABLE customer_balance (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    points BIGINT NOT NULL,
    unavailable_points BIGINT NOT NULL,
    unavailable_coupon_points BIGINT NOT NULL,
    used_points BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    CONSTRAINT pk_customer_balance PRIMARY KEY (mall_id, member_id, shop_no)
) WITHOUT ROWID;

CREATE TABLE customer_device (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    device_id TEXT NOT NULL,
    os_type TEXT NOT NULL,
    install_date BIGINT NOT NULL,
    auto_login_flag VARCHAR(1) NOT NULL,
    use_push_flag VARCHAR(1) NOT NULL,
    CONSTRAINT pk_customer_device PRIMARY KEY (mall_id, member_id, shop_no, device_id)
) WITHOUT ROWID;

CREATE INDEX ix_customer_device_shop ON customer_device (mall_id, shop_no, member_id);

CREATE TABLE customer_event (
    mall_id VARCHAR(50) NOT NULL,
    no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    start_day TEXT NOT NULL,
    end_day TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    state TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT pk_customer_event PRIMARY KEY (mall_id, no)
);

CREATE INDEX ix_customer_event_listed ON customer_event (mall_id, shop_no, no);

CREATE INDEX ix_customer_event_running ON customer_event (mall_id, shop_no, state, end_day);

CREATE TABLE customer_event_participation (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    type VARCHAR(1) NOT NULL,
    updated TEXT NOT NULL,
    completed_at BIGINT,
    CONSTRAINT pk_customer_event_participation PRIMARY KEY (mall_id, member_id, no)
) WITHOUT ROWID;

CREATE INDEX ix_customer_event_participation_completed ON customer_event_participation (mall_id, no, completed_at, member_id) WHERE completed_at IS NOT NULL;

CREATE TABLE customer_in_group (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    group_no BIGINT NOT NULL,
    fixed_group VARCHAR(1) NOT NULL,
    CONSTRAINT pk_customer_in_group PRIMARY KEY (mall_id, member_id, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_customer_in_group_members ON customer_in_group (mall_id, shop_no, group_no, member_id);

CREATE INDEX ix_customer_in_group_fixed ON customer_in_group (mall_id, shop_no, member_id) WHERE fixed_group = 'T';

CREATE TABLE customer_memo (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    memo_no BIGINT NOT NULL,
    author_id TEXT NOT NULL,
    memo TEXT NOT NULL,
    important_flag VARCHAR(1) NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_customer_memo PRIMARY KEY (mall_id, member_id, shop_no, memo_no)
);

CREATE TABLE customer_payment_method (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    payment_method_id TEXT NOT NULL,
    payment_method TEXT NOT NULL,
    payment_gateway TEXT NOT NULL,
    payment_proiority BIGINT NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_customer_payment_method PRIMARY KEY (mall_id, member_id, shop_no, payment_method_id)
) WITHOUT ROWID;

CREATE TABLE customer_person (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    name TEXT NOT NULL,
    name_english TEXT NOT NULL,
    name_phonetic TEXT NOT NULL,
    nick_name TEXT NOT NULL,
    phone TEXT NOT NULL,
    cellphone TEXT NOT NULL,
    cellphone_digits TEXT NOT NULL,
    email TEXT NOT NULL,
    birthday TEXT,
    solar_calendar VARCHAR(1) NOT NULL,
    wedding_anniversary TEXT,
    gender TEXT,
    zipcode TEXT NOT NULL,
    country_code TEXT NOT NULL,
    state TEXT NOT NULL,
    city TEXT NOT NULL,
    address1 TEXT NOT NULL,
    address2 TEXT NOT NULL,
    residence TEXT NOT NULL,
    nationality TEXT NOT NULL,
    interest TEXT NOT NULL,
    job TEXT NOT NULL,
    job_class TEXT NOT NULL,
    recommend_id TEXT NOT NULL,
    company_type TEXT,
    corporate_name TEXT NOT NULL,
    company_condition TEXT NOT NULL,
    company_line TEXT NOT NULL,
    foreigner_type TEXT,
    refund_bank_code TEXT NOT NULL,
    refund_bank_account_no TEXT NOT NULL,
    refund_bank_account_holder TEXT NOT NULL,
    additional_information TEXT NOT NULL,
    CONSTRAINT pk_customer_person PRIMARY KEY (mall_id, member_id)
);

CREATE INDEX ix_customer_person_cellphone ON customer_person (mall_id, cellphone_digits);

CREATE INDEX ix_customer_person_email ON customer_person (mall_id, email);

CREATE INDEX ix_customer_person_name ON customer_person (mall_id, name);

CREATE INDEX ix_customer_person_phone ON customer_person (mall_id, phone);

CREATE INDEX ix_customer_person_residence ON customer_person (mall_id, residence, member_id);

CREATE INDEX ix_customer_person_birthday ON customer_person (mall_id, birthday, member_id) WHERE birthday IS NOT NULL;

CREATE TABLE customer_session_ended (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT pk_customer_session_ended PRIMARY KEY (mall_id, member_id, session_id)
) WITHOUT ROWID;

CREATE INDEX ix_customer_session_ended ON customer_session_ended (mall_id, expires_at);

CREATE TABLE customer_social (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    social_name TEXT NOT NULL,
    social_member_code TEXT NOT NULL,
    linked_date BIGINT NOT NULL,
    issuer TEXT,
    CONSTRAINT pk_customer_social PRIMARY KEY (mall_id, member_id, social_name)
) WITHOUT ROWID;

CREATE INDEX ix_customer_social_date ON customer_social (mall_id, linked_date, member_id);

CREATE INDEX ix_customer_social_name ON customer_social (mall_id, social_name, linked_date, member_id);

CREATE UNIQUE INDEX uq_customer_social_account ON customer_social (mall_id, social_name, issuer, social_member_code);

CREATE TABLE decorated_product (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_decorated_product PRIMARY KEY (mall_id, product_no, shop_no)
) WITHOUT ROWID;

CREATE TABLE decoration_image (
    mall_id VARCHAR(50) NOT NULL,
    code TEXT NOT NULL,
    path TEXT NOT NULL,
    CONSTRAINT pk_decoration_image PRIMARY KEY (mall_id, code)
) WITHOUT ROWID;

CREATE INDEX ix_decoration_image_path ON decoration_image (mall_id, path);

CREATE TABLE design_icon (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    type TEXT NOT NULL,
    id BIGINT NOT NULL,
    path TEXT NOT NULL,
    display TEXT NOT NULL,
    CONSTRAINT pk_design_icon PRIMARY KEY (mall_id, shop_no, type, id)
) WITHOUT ROWID;

CREATE TABLE developer (
    developer_no BIGINT NOT NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_developer PRIMARY KEY (developer_no)
) WITHOUT ROWID;

CREATE UNIQUE INDEX ix_developer_email ON developer (email);

CREATE TABLE developer_session (
    session_hash TEXT NOT NULL,
    developer_no BIGINT NOT NULL,
    password_digest TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT pk_developer_session PRIMARY KEY (session_hash)
) WITHOUT ROWID;

CREATE INDEX ix_developer_session_expires ON developer_session (expires_at);

CREATE TABLE discount_code (
    mall_id VARCHAR(50) NOT NULL,
    discount_code_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    code_key TEXT NOT NULL,
    discount_code TEXT NOT NULL,
    discount_code_name TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    available_start_date BIGINT NOT NULL,
    available_end_date BIGINT NOT NULL,
    available_issue_count BIGINT NOT NULL,
    used BIGINT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT pk_discount_code PRIMARY KEY (mall_id, discount_code_no)
);

CREATE UNIQUE INDEX uq_discount_code_key ON discount_code (mall_id, shop_no, code_key);

CREATE INDEX ix_discount_code_discount_code_name ON discount_code (mall_id, shop_no, discount_code_name, discount_code_no);

CREATE INDEX ix_discount_code_created_date ON discount_code (mall_id, shop_no, created_date, discount_code_no);

CREATE INDEX ix_discount_code_available_start_date ON discount_code (mall_id, shop_no, available_start_date, discount_code_no);

CREATE INDEX ix_discount_code_available_end_date ON discount_code (mall_id, shop_no, available_end_date, discount_code_no);

CREATE TABLE discount_code_use (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    discount_code_no BIGINT NOT NULL,
    member_id TEXT NOT NULL,
    discount BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    restored_at BIGINT,
    CONSTRAINT pk_discount_code_use PRIMARY KEY (mall_id, order_id)
) WITHOUT ROWID;

CREATE INDEX ix_discount_code_use_member ON discount_code_use (mall_id, discount_code_no, member_id);

CREATE TABLE event (
    mall_id VARCHAR(50) NOT NULL,
    sequence BIGINT NOT NULL,
    event_no BIGINT NOT NULL,
    resource TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    browser BIGINT DEFAULT '0' NOT NULL,
    traceparent TEXT,
    request_id TEXT,
    changed_fields TEXT,
    CONSTRAINT pk_event PRIMARY KEY (mall_id, sequence)
);

CREATE TABLE exchange_rate (
    currency TEXT NOT NULL,
    per_dollar TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    CONSTRAINT pk_exchange_rate PRIMARY KEY (currency)
) WITHOUT ROWID;

CREATE TABLE fact_batch (
    mall_id VARCHAR(50) NOT NULL,
    batch_no BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_fact_batch PRIMARY KEY (mall_id, batch_no)
);

CREATE TABLE file_error (
    mall_id VARCHAR(50) NOT NULL,
    transfer_no BIGINT NOT NULL,
    error_no BIGINT NOT NULL,
    line BIGINT NOT NULL,
    field TEXT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    CONSTRAINT pk_file_error PRIMARY KEY (mall_id, transfer_no, error_no)
);

CREATE TABLE file_part (
    mall_id VARCHAR(50) NOT NULL,
    transfer_no BIGINT NOT NULL,
    part_no BIGINT NOT NULL,
    size BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_file_part PRIMARY KEY (mall_id, transfer_no, part_no)
);

CREATE TABLE file_picture (
    mall_id VARCHAR(50) NOT NULL,
    transfer_no BIGINT NOT NULL,
    picture_no BIGINT NOT NULL,
    address TEXT NOT NULL,
    paths TEXT NOT NULL,
    failure TEXT NOT NULL,
    CONSTRAINT pk_file_picture PRIMARY KEY (mall_id, transfer_no, picture_no)
);

CREATE TABLE file_plan (
    mall_id VARCHAR(50) NOT NULL,
    transfer_no BIGINT NOT NULL,
    row_no BIGINT NOT NULL,
    line BIGINT NOT NULL,
    code TEXT NOT NULL,
    outcome TEXT NOT NULL,
    CONSTRAINT pk_file_plan PRIMARY KEY (mall_id, transfer_no, row_no)
);

CREATE TABLE file_transfer (
    mall_id VARCHAR(50) NOT NULL,
    transfer_no BIGINT NOT NULL,
    direction TEXT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    format TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    dry_run VARCHAR(1) NOT NULL,
    options TEXT NOT NULL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL,
    open VARCHAR(1) NOT NULL,
    parts BIGINT NOT NULL,
    size BIGINT NOT NULL,
    done BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    unchanged BIGINT NOT NULL,
    rejected BIGINT NOT NULL,
    errors BIGINT NOT NULL,
    failure TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    finished_at BIGINT NOT NULL,
    holder TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    CONSTRAINT pk_file_transfer PRIMARY KEY (mall_id, transfer_no)
);

CREATE INDEX ix_file_transfer_client ON file_transfer (mall_id, client_id, direction, transfer_no);

CREATE INDEX ix_file_transfer_state ON file_transfer (mall_id, state, direction);

CREATE INDEX ix_file_transfer_created ON file_transfer (mall_id, created_at);

CREATE INDEX ix_file_transfer_open ON file_transfer (mall_id, transfer_no) WHERE open = 'T';

CREATE TABLE first_event (
    mall_id VARCHAR(50) NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_first_event PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE gateway_dispute (
    mall_id VARCHAR(50) NOT NULL,
    dispute_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    gateway TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    respond_by BIGINT,
    reported_date BIGINT NOT NULL,
    CONSTRAINT pk_gateway_dispute PRIMARY KEY (mall_id, dispute_id)
) WITHOUT ROWID;

CREATE INDEX ix_gateway_dispute_order ON gateway_dispute (mall_id, order_id);

CREATE INDEX ix_gateway_dispute_state ON gateway_dispute (mall_id, shop_no, state);

CREATE TABLE gateway_payment (
    mall_id VARCHAR(50) NOT NULL,
    payment_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    gateway TEXT NOT NULL,
    method TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    state TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    settled_date BIGINT,
    return_url TEXT DEFAULT '' NOT NULL,
    next_check BIGINT,
    stored_method TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_gateway_payment PRIMARY KEY (mall_id, payment_id)
) WITHOUT ROWID;

CREATE INDEX ix_gateway_payment_order ON gateway_payment (mall_id, order_id, created_date);

CREATE INDEX ix_gateway_payment_check ON gateway_payment (mall_id, next_check) WHERE next_check IS NOT NULL;

CREATE TABLE gateway_refund (
    mall_id VARCHAR(50) NOT NULL,
    refund_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    refund_code TEXT NOT NULL,
    amount BIGINT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    next_attempt BIGINT NOT NULL,
    transaction_id TEXT NOT NULL,
    failure TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    settled_date BIGINT,
    CONSTRAINT pk_gateway_refund PRIMARY KEY (mall_id, refund_id)
) WITHOUT ROWID;

CREATE INDEX ix_gateway_refund_due ON gateway_refund (mall_id, next_attempt) WHERE state = 'requested';

CREATE INDEX ix_gateway_refund_order ON gateway_refund (mall_id, order_id);

CREATE TABLE guest_order (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT pk_guest_order PRIMARY KEY (mall_id, order_id)
) WITHOUT ROWID;

CREATE INDEX ix_guest_order_name ON guest_order (mall_id, name);

CREATE TABLE hourly_product_sales (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    hour BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    product_price BIGINT NOT NULL,
    option_price BIGINT NOT NULL,
    mobile VARCHAR(1) NOT NULL,
    delivery_type VARCHAR(1) NOT NULL,
    supplier_id TEXT NOT NULL,
    group_no BIGINT NOT NULL,
    entry_no BIGINT NOT NULL,
    updated_date BIGINT NOT NULL,
    settled BIGINT NOT NULL,
    canceled BIGINT NOT NULL,
    returned BIGINT NOT NULL,
    exchanged BIGINT NOT NULL,
    CONSTRAINT pk_hourly_product_sales PRIMARY KEY (mall_id, shop_no, hour, product_no, variant_code, product_price, option_price, mobile, delivery_type, supplier_id, group_no, entry_no)
) WITHOUT ROWID;

CREATE INDEX ix_hourly_product_sales_pending ON hourly_product_sales (mall_id, entry_no) WHERE entry_no > 0;

CREATE INDEX ix_hourly_product_sales_product ON hourly_product_sales (mall_id, shop_no, product_no, hour);

CREATE TABLE hourly_sales (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    hour BIGINT NOT NULL,
    methods TEXT NOT NULL,
    gateway TEXT NOT NULL,
    entry_no BIGINT NOT NULL,
    placed_count BIGINT NOT NULL,
    placed_amount BIGINT NOT NULL,
    order_count BIGINT NOT NULL,
    item_count BIGINT NOT NULL,
    order_price_amount BIGINT NOT NULL,
    shipping_fee BIGINT NOT NULL,
    coupon_discount BIGINT NOT NULL,
    actual_amount BIGINT NOT NULL,
    points BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    paid_amount BIGINT NOT NULL,
    refund_count BIGINT NOT NULL,
    refund_amount BIGINT NOT NULL,
    refund_points BIGINT NOT NULL,
    refund_credits BIGINT NOT NULL,
    CONSTRAINT pk_hourly_sales PRIMARY KEY (mall_id, shop_no, hour, methods, gateway, entry_no)
) WITHOUT ROWID;

CREATE INDEX ix_hourly_sales_pending ON hourly_sales (mall_id, entry_no) WHERE entry_no > 0;

CREATE INDEX ix_hourly_sales_methods ON hourly_sales (mall_id, shop_no, methods, hour) WHERE order_count > 0;

CREATE TABLE imported_order (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    source TEXT NOT NULL,
    source_no TEXT NOT NULL,
    order_id TEXT NOT NULL,
    is_reported BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_imported_order PRIMARY KEY (mall_id, shop_no, source, source_no)
) WITHOUT ROWID;

CREATE INDEX ix_imported_order_not_reported ON imported_order (mall_id) WHERE is_reported = 0;

CREATE TABLE inflow (
    mall_id VARCHAR(50) NOT NULL,
    group_id TEXT NOT NULL,
    inflow_id TEXT NOT NULL,
    inflow_name TEXT NOT NULL,
    inflow_icon TEXT NOT NULL,
    CONSTRAINT pk_inflow PRIMARY KEY (mall_id, group_id, inflow_id)
) WITHOUT ROWID;

CREATE TABLE inflow_group (
    mall_id VARCHAR(50) NOT NULL,
    inflow_group_id TEXT NOT NULL,
    inflow_group_name TEXT NOT NULL,
    CONSTRAINT pk_inflow_group PRIMARY KEY (mall_id, inflow_group_id)
) WITHOUT ROWID;

CREATE TABLE installation (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    scopes TEXT NOT NULL,
    installed_at BIGINT NOT NULL,
    deleted_at BIGINT,
    since_event BIGINT DEFAULT '0' NOT NULL,
    browser_origins TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_installation PRIMARY KEY (mall_id, client_id)
) WITHOUT ROWID;

CREATE TABLE job (
    mall_id VARCHAR(50) NOT NULL,
    job_no BIGINT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    scopes TEXT NOT NULL,
    scope TEXT NOT NULL,
    operation TEXT NOT NULL,
    "key" TEXT NOT NULL,
    good BIGINT NOT NULL,
    path TEXT NOT NULL,
    "query" TEXT NOT NULL,
    wanted TEXT NOT NULL,
    version TEXT NOT NULL,
    origin TEXT NOT NULL,
    ip TEXT NOT NULL,
    state TEXT NOT NULL,
    open VARCHAR(1) NOT NULL,
    total BIGINT NOT NULL,
    done BIGINT NOT NULL,
    refused BIGINT NOT NULL,
    status BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    failed_at BIGINT NOT NULL,
    failure TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    finished_at BIGINT NOT NULL,
    holder TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    access_hash TEXT,
    CONSTRAINT pk_job PRIMARY KEY (mall_id, job_no)
);

CREATE INDEX ix_job_client ON job (mall_id, client_id, job_no);

CREATE INDEX ix_job_finished ON job (mall_id, finished_at);

CREATE INDEX ix_job_open ON job (mall_id, job_no) WHERE open = 'T';

CREATE TABLE job_part (
    mall_id VARCHAR(50) NOT NULL,
    job_no BIGINT NOT NULL,
    part_no BIGINT NOT NULL,
    sent TEXT NOT NULL,
    good VARCHAR(1) NOT NULL,
    outcome TEXT NOT NULL,
    CONSTRAINT pk_job_part PRIMARY KEY (mall_id, job_no, part_no)
);

CREATE TABLE main_product (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    display_group BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    fixed_sort VARCHAR(1) NOT NULL,
    CONSTRAINT pk_main_product PRIMARY KEY (mall_id, shop_no, product_no, display_group)
) WITHOUT ROWID;

CREATE INDEX ix_main_product_order ON main_product (mall_id, shop_no, display_group, sequence);

CREATE INDEX ix_main_product_number ON main_product (mall_id, product_no);

CREATE TABLE mall (
    mall_id VARCHAR(50) NOT NULL,
    name TEXT NOT NULL,
    country TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    undo_days BIGINT,
    CONSTRAINT pk_mall PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE mall_closed (
    mall_id VARCHAR(50) NOT NULL,
    closed_at BIGINT NOT NULL,
    notice TEXT NOT NULL,
    CONSTRAINT pk_mall_closed PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE mall_limits (
    mall_id VARCHAR(50) NOT NULL,
    times BIGINT NOT NULL,
    CONSTRAINT pk_mall_limits PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE manager (
    mall_id VARCHAR(50) NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    manager_type TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    phone TEXT,
    email TEXT,
    last_login_at BIGINT,
    role_no BIGINT DEFAULT '0' NOT NULL,
    invited_at BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_manager PRIMARY KEY (mall_id, user_id)
) WITHOUT ROWID;

CREATE TABLE manager_session (
    mall_id VARCHAR(50) NOT NULL,
    session_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    password_digest TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT DEFAULT '0' NOT NULL,
    device TEXT DEFAULT '' NOT NULL,
    address TEXT DEFAULT '' NOT NULL,
    second_step BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_manager_session PRIMARY KEY (mall_id, session_hash)
) WITHOUT ROWID;

CREATE TABLE manufacturer (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    number BIGINT NOT NULL,
    manufacturer_code TEXT NOT NULL,
    manufacturer_name TEXT NOT NULL,
    president_name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    homepage TEXT NOT NULL,
    zipcode TEXT NOT NULL,
    country_code TEXT NOT NULL,
    address1 TEXT NOT NULL,
    address2 TEXT NOT NULL,
    use_manufacturer VARCHAR(1) NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_manufacturer PRIMARY KEY (mall_id, manufacturer_code, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_manufacturer_number ON manufacturer (mall_id, shop_no, number);

CREATE TABLE message (
    mall_id VARCHAR(50) NOT NULL,
    message_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    channel TEXT NOT NULL,
    occasion TEXT NOT NULL,
    member_id TEXT NOT NULL,
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    reply_to TEXT NOT NULL,
    language TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    html TEXT NOT NULL,
    extra TEXT NOT NULL,
    batch TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    next_at BIGINT,
    lease TEXT NOT NULL,
    cost BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    fallback TEXT DEFAULT '' NOT NULL,
    sealed TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_message PRIMARY KEY (mall_id, message_no)
);

CREATE INDEX ix_message_batch ON message (mall_id, batch);

CREATE INDEX ix_message_created ON message (mall_id, created_at);

CREATE INDEX ix_message_due ON message (mall_id, next_at) WHERE next_at IS NOT NULL;

CREATE INDEX ix_message_member ON message (mall_id, member_id);

CREATE INDEX ix_message_recipient ON message (mall_id, recipient, message_no);

CREATE INDEX ix_message_undelivered ON message (mall_id, message_no) WHERE state = 'failed' OR state = 'unknown';

CREATE INDEX ix_message_fallback ON message (mall_id, message_no) WHERE state = 'failed' AND fallback != '';

CREATE TABLE message_attempt (
    mall_id VARCHAR(50) NOT NULL,
    message_no BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    attempted_at BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    answer TEXT NOT NULL,
    CONSTRAINT pk_message_attempt PRIMARY KEY (mall_id, message_no, attempt)
) WITHOUT ROWID;

CREATE TABLE message_batch (
    mall_id VARCHAR(50) NOT NULL,
    code TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    channel TEXT NOT NULL,
    send_type TEXT NOT NULL,
    receiver_type TEXT NOT NULL,
    silent VARCHAR(1) NOT NULL,
    member_id TEXT NOT NULL,
    content_os_a TEXT NOT NULL,
    content_os_b TEXT NOT NULL,
    details TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at BIGINT,
    group_at BIGINT NOT NULL,
    member_after TEXT NOT NULL,
    count_os_a BIGINT NOT NULL,
    count_os_b BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    reserved_at BIGINT,
    sent_at BIGINT,
    CONSTRAINT pk_message_batch PRIMARY KEY (mall_id, code)
);

CREATE INDEX ix_message_batch_created ON message_batch (mall_id, shop_no, channel, created_at, code);

CREATE INDEX ix_message_batch_due ON message_batch (mall_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE message_cursor (
    mall_id VARCHAR(50) NOT NULL,
    sequence BIGINT NOT NULL,
    CONSTRAINT pk_message_cursor PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE message_reminder (
    mall_id VARCHAR(50) NOT NULL,
    kind TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    done_until BIGINT NOT NULL,
    done_after TEXT NOT NULL,
    CONSTRAINT pk_message_reminder PRIMARY KEY (mall_id, kind, shop_no)
) WITHOUT ROWID;

CREATE TABLE message_template (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    occasion TEXT NOT NULL,
    language TEXT NOT NULL,
    parts TEXT NOT NULL,
    previous TEXT NOT NULL,
    failure TEXT NOT NULL,
    failed_at BIGINT,
    updated_at BIGINT NOT NULL,
    CONSTRAINT pk_message_template PRIMARY KEY (mall_id, shop_no, occasion, language)
);

CREATE TABLE migrated_order (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    order_date BIGINT NOT NULL,
    member_id TEXT NOT NULL,
    payment_status VARCHAR(1) NOT NULL,
    order_status TEXT NOT NULL,
    payed_amount BIGINT NOT NULL,
    buyer_name TEXT NOT NULL,
    buyer_phone TEXT NOT NULL,
    buyer_cellphone TEXT NOT NULL,
    receiver_name TEXT NOT NULL,
    document TEXT NOT NULL,
    CONSTRAINT pk_migrated_order PRIMARY KEY (mall_id, shop_no, order_id)
);

CREATE INDEX ix_migrated_order_order_date ON migrated_order (mall_id, shop_no, order_date, order_id);

CREATE INDEX ix_migrated_order_payed_amount ON migrated_order (mall_id, shop_no, payed_amount, order_id);

CREATE INDEX ix_migrated_order_order_status ON migrated_order (mall_id, shop_no, order_status, order_date, order_id);

CREATE INDEX ix_migrated_order_payment_status ON migrated_order (mall_id, shop_no, payment_status, order_date, order_id);

CREATE INDEX ix_migrated_order_buyer_name ON migrated_order (mall_id, shop_no, buyer_name, order_date, order_id);

CREATE INDEX ix_migrated_order_member_id ON migrated_order (mall_id, shop_no, member_id, order_date, order_id);

CREATE INDEX ix_migrated_order_receiver_name ON migrated_order (mall_id, shop_no, receiver_name, order_date, order_id);

CREATE INDEX ix_migrated_order_buyer_cellphone ON migrated_order (mall_id, shop_no, buyer_cellphone, order_date, order_id);

CREATE INDEX ix_migrated_order_buyer_phone ON migrated_order (mall_id, shop_no, buyer_phone, order_date, order_id);

CREATE TABLE mileage_entry (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    entry_no BIGINT NOT NULL,
    pot TEXT NOT NULL,
    amount BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    remaining BIGINT NOT NULL,
    taken_from TEXT NOT NULL,
    used VARCHAR(1) NOT NULL,
    cause TEXT NOT NULL,
    reason TEXT NOT NULL,
    order_id TEXT NOT NULL,
    order_date BIGINT,
    issued_at BIGINT NOT NULL,
    available_at BIGINT,
    expires_at BIGINT,
    admin_id TEXT NOT NULL,
    CONSTRAINT pk_mileage_entry PRIMARY KEY (mall_id, member_id, shop_no, entry_no)
);

CREATE INDEX ix_mileage_entry_date ON mileage_entry (mall_id, shop_no, pot, issued_at, member_id, entry_no);

CREATE INDEX ix_mileage_entry_expires ON mileage_entry (mall_id, expires_at) WHERE expires_at IS NOT NULL AND remaining > 0;

CREATE INDEX ix_mileage_entry_remaining ON mileage_entry (mall_id, member_id, shop_no, pot, entry_no) WHERE remaining > 0;

CREATE INDEX ix_mileage_entry_member ON mileage_entry (mall_id, member_id, shop_no, pot, issued_at);

CREATE INDEX ix_mileage_entry_order ON mileage_entry (mall_id, order_id) WHERE order_id != '';

CREATE INDEX ix_mileage_entry_available ON mileage_entry (mall_id, available_at) WHERE available_at IS NOT NULL AND remaining > 0 AND pot != 'points';

CREATE TABLE operator (
    operator_id TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_operator PRIMARY KEY (operator_id)
) WITHOUT ROWID;

CREATE TABLE operator_action (
    action_no BIGINT NOT NULL,
    at BIGINT NOT NULL,
    operator_id TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    outcome TEXT NOT NULL,
    CONSTRAINT pk_operator_action PRIMARY KEY (action_no)
) WITHOUT ROWID;

CREATE TABLE operator_session (
    session_hash TEXT NOT NULL,
    operator_id TEXT NOT NULL,
    password_digest TEXT NOT NULL,
    second_step BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    device TEXT NOT NULL,
    address TEXT NOT NULL,
    CONSTRAINT pk_operator_session PRIMARY KEY (session_hash)
) WITHOUT ROWID;

CREATE INDEX ix_operator_session_expires ON operator_session (expires_at);

CREATE TABLE operator_task (
    task_no BIGINT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    operator_id TEXT NOT NULL,
    state TEXT NOT NULL,
    outcome TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    alive_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    CONSTRAINT pk_operator_task PRIMARY KEY (task_no)
) WITHOUT ROWID;

CREATE TABLE option_look (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    look TEXT NOT NULL,
    CONSTRAINT pk_option_look PRIMARY KEY (mall_id, product_no, shop_no)
);

CREATE TABLE order_autocalculation_removed (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    CONSTRAINT pk_order_autocalculation_removed PRIMARY KEY (mall_id, order_id)
) WITHOUT ROWID;

CREATE TABLE order_benefit (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    entry_no BIGINT NOT NULL,
    item_no BIGINT NOT NULL,
    benefit_no BIGINT NOT NULL,
    benefit_title TEXT NOT NULL,
    benefit_name TEXT NOT NULL,
    benefit_code BIGINT NOT NULL,
    benefit_percent TEXT,
    benefit_value BIGINT NOT NULL,
    benefit_app_key TEXT,
    CONSTRAINT pk_order_benefit PRIMARY KEY (mall_id, order_id, entry_no)
) WITHOUT ROWID;

CREATE TABLE order_claim (
    mall_id VARCHAR(50) NOT NULL,
    claim_code TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    requested_date BIGINT,
    accepted_date BIGINT,
    completed_date BIGINT,
    request_no BIGINT,
    content TEXT NOT NULL,
    CONSTRAINT pk_order_claim PRIMARY KEY (mall_id, claim_code)
) WITHOUT ROWID;

CREATE INDEX ix_order_claim_collection ON order_claim (mall_id, request_no);

CREATE INDEX ix_order_claim_order ON order_claim (mall_id, order_id);

CREATE INDEX ix_order_claim_requested ON order_claim (mall_id, requested_date, order_id);

CREATE INDEX ix_order_claim_accepted ON order_claim (mall_id, accepted_date, order_id);

CREATE INDEX ix_order_claim_completed ON order_claim (mall_id, completed_date, order_id);

CREATE TABLE order_coupon (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    entry_no BIGINT NOT NULL,
    item_no BIGINT NOT NULL,
    coupon_name TEXT NOT NULL,
    coupon_code TEXT NOT NULL,
    coupon_percent TEXT,
    coupon_value BIGINT NOT NULL,
    coupon_value_final BIGINT NOT NULL,
    points BIGINT DEFAULT '0' NOT NULL,
    credits BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_order_coupon PRIMARY KEY (mall_id, order_id, entry_no)
) WITHOUT ROWID;

CREATE TABLE order_history (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    entry_no BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    user_name TEXT NOT NULL,
    document TEXT NOT NULL,
    CONSTRAINT pk_order_history PRIMARY KEY (mall_id, order_id, kind, entry_no)
) WITHOUT ROWID;

CREATE TABLE order_item (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    item_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    quantity BIGINT NOT NULL,
    order_status TEXT NOT NULL,
    order_status_before_cs TEXT,
    product_price BIGINT NOT NULL,
    option_price BIGINT NOT NULL,
    additional_discount_price BIGINT NOT NULL,
    coupon_discount_price BIGINT NOT NULL,
    app_item_discount_amount BIGINT NOT NULL,
    payment_amount BIGINT NOT NULL,
    supplier_id TEXT NOT NULL,
    shipping_code TEXT NOT NULL,
    claim_code TEXT NOT NULL,
    ordered_date BIGINT NOT NULL,
    placed_date BIGINT,
    shipped_date BIGINT,
    delivered_date BIGINT,
    purchaseconfirmation_date BIGINT,
    share_discount BIGINT NOT NULL,
    share_points BIGINT NOT NULL,
    share_credits BIGINT NOT NULL,
    stock_taken VARCHAR(1) NOT NULL,
    detail TEXT NOT NULL,
    share_earned BIGINT DEFAULT '0' NOT NULL,
    origin BIGINT DEFAULT '0' NOT NULL,
    transitions BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_order_item PRIMARY KEY (mall_id, order_id, item_no)
);

CREATE INDEX ix_order_item_product ON order_item (mall_id, product_no, shop_no, ordered_date);

CREATE INDEX ix_order_item_status ON order_item (mall_id, shop_no, order_status, ordered_date);

CREATE INDEX ix_order_item_supplier ON order_item (mall_id, supplier_id, order_id) WHERE supplier_id != '' AND supplier_id != 'S0000000';

CREATE TABLE order_item_transition (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    item_no BIGINT NOT NULL,
    entry_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    previous_status TEXT,
    order_status TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_name TEXT NOT NULL,
    CONSTRAINT pk_order_item_transition PRIMARY KEY (mall_id, order_id, item_no, entry_no)
) WITHOUT ROWID;

CREATE INDEX ix_order_item_transition_date ON order_item_transition (mall_id, changed_at, order_id, item_no, entry_no);

CREATE TABLE order_label (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    item_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT pk_order_label PRIMARY KEY (mall_id, order_id, item_no, name)
) WITHOUT ROWID;

CREATE INDEX ix_order_label_name ON order_label (mall_id, shop_no, name, order_id);

CREATE TABLE order_memo (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    memo_no BIGINT NOT NULL,
    created_date BIGINT NOT NULL,
    author_id TEXT NOT NULL,
    ip TEXT NOT NULL,
    use_customer_inquiry VARCHAR(1) NOT NULL,
    topic_type TEXT,
    status TEXT,
    attach_type VARCHAR(1) NOT NULL,
    content TEXT NOT NULL,
    starred_memo VARCHAR(1) NOT NULL,
    fixed VARCHAR(1) NOT NULL,
    product_list TEXT NOT NULL,
    CONSTRAINT pk_order_memo PRIMARY KEY (mall_id, order_id, memo_no)
);

CREATE TABLE order_parcel (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    shipping_code TEXT NOT NULL,
    receiver_name TEXT NOT NULL,
    receiver_address TEXT NOT NULL,
    receiver TEXT NOT NULL,
    tracking_no TEXT NOT NULL,
    shipping_company_code TEXT NOT NULL,
    carrier_id BIGINT NOT NULL,
    tracking_no_updated_date BIGINT,
    status_additional_info TEXT NOT NULL,
    CONSTRAINT pk_order_parcel PRIMARY KEY (mall_id, order_id, shipping_code)
) WITHOUT ROWID;

CREATE INDEX ix_order_parcel_receiver ON order_parcel (mall_id, receiver_name, order_id);

CREATE INDEX ix_order_parcel_carrier ON order_parcel (mall_id, carrier_id, order_id);

CREATE TABLE order_payment (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    payment_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    payment_settle_type VARCHAR(1) NOT NULL,
    payment_methods TEXT NOT NULL,
    order_amount BIGINT NOT NULL,
    additional_payment_amount BIGINT NOT NULL,
    paid_amount BIGINT NOT NULL,
    payment_datetime BIGINT,
    created_datetime BIGINT NOT NULL,
    claim_code TEXT NOT NULL,
    gateway TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    CONSTRAINT pk_order_payment PRIMARY KEY (mall_id, order_id, payment_no)
) WITHOUT ROWID;

CREATE INDEX ix_order_payment_date ON order_payment (mall_id, shop_no, payment_datetime);

CREATE TABLE order_quote (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    basis TEXT NOT NULL,
    CONSTRAINT pk_order_quote PRIMARY KEY (mall_id, order_id)
) WITHOUT ROWID;

CREATE TABLE order_refund (
    mall_id VARCHAR(50) NOT NULL,
    refund_code TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    member_email TEXT NOT NULL,
    buyer_email TEXT NOT NULL,
    accepted_refund_date BIGINT NOT NULL,
    refund_date BIGINT,
    status VARCHAR(1) NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_order_refund PRIMARY KEY (mall_id, refund_code)
) WITHOUT ROWID;

CREATE INDEX ix_order_refund_accepted ON order_refund (mall_id, shop_no, accepted_refund_date);

CREATE INDEX ix_order_refund_date ON order_refund (mall_id, shop_no, refund_date);

CREATE INDEX ix_order_refund_order ON order_refund (mall_id, order_id);

CREATE INDEX ix_order_refund_status ON order_refund (mall_id, status, order_id);

CREATE TABLE order_reservation (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    item_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    order_item_code TEXT NOT NULL,
    order_date BIGINT NOT NULL,
    service_use_date BIGINT NOT NULL,
    service_available_start_date BIGINT NOT NULL,
    service_available_end_date BIGINT NOT NULL,
    CONSTRAINT pk_order_reservation PRIMARY KEY (mall_id, order_id, item_no)
) WITHOUT ROWID;

CREATE INDEX ix_order_reservation_order_date ON order_reservation (mall_id, shop_no, order_date, order_id, item_no);

CREATE INDEX ix_order_reservation_service_use_date ON order_reservation (mall_id, shop_no, service_use_date, order_id, item_no);

CREATE TABLE order_visit (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    visit BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_order_visit PRIMARY KEY (mall_id, order_id)
) WITHOUT ROWID;

CREATE TABLE page_field (
    mall_id VARCHAR(50) NOT NULL,
    field_no BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_page_field PRIMARY KEY (mall_id, field_no)
);

CREATE TABLE page_property (
    mall_id VARCHAR(50) NOT NULL,
    category_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    kind TEXT NOT NULL,
    display_group BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_page_property PRIMARY KEY (mall_id, category_no, shop_no, kind, display_group)
);

CREATE TABLE partner_category (
    mall_id VARCHAR(50) NOT NULL,
    category_no BIGINT NOT NULL,
    depth1 TEXT NOT NULL,
    depth2 TEXT NOT NULL,
    depth3 TEXT NOT NULL,
    CONSTRAINT pk_partner_category PRIMARY KEY (mall_id, category_no)
) WITHOUT ROWID;

CREATE TABLE partner_figures (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    figures TEXT NOT NULL,
    CONSTRAINT pk_partner_figures PRIMARY KEY (mall_id, product_no, shop_no)
) WITHOUT ROWID;

CREATE TABLE partner_product (
    store_id TEXT NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    product_ukey TEXT NOT NULL,
    category_no BIGINT,
    depth1 TEXT NOT NULL,
    depth2 TEXT NOT NULL,
    depth3 TEXT NOT NULL,
    product_name TEXT NOT NULL,
    product_status_type TEXT NOT NULL,
    price BIGINT NOT NULL,
    pc_discount_price BIGINT NOT NULL,
    mobile_discount_price BIGINT NOT NULL,
    pc_discount_rate BIGINT NOT NULL,
    mobile_discount_rate BIGINT NOT NULL,
    is_pc_discount VARCHAR(1) NOT NULL,
    is_mobile_discount VARCHAR(1) NOT NULL,
    is_free_shipping VARCHAR(1) NOT NULL,
    is_international_shipping VARCHAR(1) NOT NULL,
    is_free_gift VARCHAR(1) NOT NULL,
    is_coupon_discount VARCHAR(1) NOT NULL,
    product_popular_age TEXT NOT NULL,
    review_count BIGINT NOT NULL,
    review_score BIGINT NOT NULL,
    hits_count BIGINT NOT NULL,
    popularity_score BIGINT NOT NULL,
    created_date BIGINT NOT NULL,
    updated_date BIGINT NOT NULL,
    shown TEXT NOT NULL,
    CONSTRAINT pk_partner_product PRIMARY KEY (store_id, product_no, shop_no)
);

CREATE INDEX ix_partner_product_category ON partner_product (store_id, category_no);

CREATE INDEX ix_partner_product_created_date ON partner_product (created_date, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_hits_count ON partner_product (hits_count, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_mobile_discount_price ON partner_product (mobile_discount_price, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_mobile_discount_rate ON partner_product (mobile_discount_rate, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_pc_discount_price ON partner_product (pc_discount_price, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_pc_discount_rate ON partner_product (pc_discount_rate, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_popularity_score ON partner_product (popularity_score, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_price ON partner_product (price, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_product_name ON partner_product (product_name, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_review_count ON partner_product (review_count, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_review_score ON partner_product (review_score, store_id, product_no, shop_no);

CREATE INDEX ix_partner_product_ukey ON partner_product (product_ukey);

CREATE INDEX ix_partner_product_updated_date ON partner_product (updated_date);

CREATE TABLE partner_product_word (
    kind TEXT NOT NULL,
    word TEXT NOT NULL,
    product_ukey TEXT NOT NULL,
    store_id TEXT NOT NULL,
    product_no BIGINT NOT NULL,
    CONSTRAINT pk_partner_product_word PRIMARY KEY (kind, word, product_ukey)
) WITHOUT ROWID;

CREATE INDEX ix_partner_product_word_product ON partner_product_word (store_id, product_no);

CREATE TABLE partner_shop (
    store_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    shop_name TEXT NOT NULL,
    shop_language TEXT NOT NULL,
    shop_currency_code TEXT NOT NULL,
    score BIGINT NOT NULL,
    shop_grade TEXT NOT NULL,
    shop_popular_age TEXT NOT NULL,
    shop_sex TEXT NOT NULL,
    shop_region TEXT NOT NULL,
    use_platformpay VARCHAR(1) NOT NULL,
    use_portalpay VARCHAR(1) NOT NULL,
    use_carrier_y VARCHAR(1) NOT NULL,
    shipping_fee_type TEXT NOT NULL,
    depth1 TEXT NOT NULL,
    depth2 TEXT NOT NULL,
    lists TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    updated_date BIGINT NOT NULL,
    prices_due BIGINT DEFAULT '0' NOT NULL,
    prices_made_with TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_partner_shop PRIMARY KEY (store_id, shop_no)
);

CREATE INDEX ix_partner_shop_created ON partner_shop (created_date, store_id, shop_no);

CREATE INDEX ix_partner_shop_name ON partner_shop (shop_name, store_id, shop_no);

CREATE INDEX ix_partner_shop_prices_due ON partner_shop (prices_due);

CREATE TABLE partner_shop_word (
    kind TEXT NOT NULL,
    word TEXT NOT NULL,
    store_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    CONSTRAINT pk_partner_shop_word PRIMARY KEY (kind, word, store_id, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_partner_shop_word_shop ON partner_shop_word (store_id, shop_no);

CREATE TABLE payment_gateway (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    partner_id TEXT NOT NULL,
    additional_information TEXT NOT NULL,
    membership_fee_type TEXT,
    service_limit_type VARCHAR(1) NOT NULL,
    review_status TEXT NOT NULL,
    CONSTRAINT pk_payment_gateway PRIMARY KEY (mall_id, client_id, shop_no)
);

CREATE TABLE payment_gateway_contract (
    mall_id VARCHAR(50) NOT NULL,
    payment_gateway_name TEXT NOT NULL,
    partner_id TEXT NOT NULL,
    contract_date TEXT NOT NULL,
    setting_date TEXT NOT NULL,
    status VARCHAR(1) NOT NULL,
    bank_code TEXT NOT NULL,
    bank_account_no TEXT NOT NULL,
    bank_account_name TEXT NOT NULL,
    payment_method_information TEXT NOT NULL,
    CONSTRAINT pk_payment_gateway_contract PRIMARY KEY (mall_id, payment_gateway_name, partner_id)
);

CREATE TABLE payment_gateway_endpoints (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    start_url TEXT NOT NULL,
    confirm_url TEXT NOT NULL,
    refund_url TEXT NOT NULL,
    reconciliation_url TEXT NOT NULL,
    secret TEXT NOT NULL,
    old_secret TEXT NOT NULL,
    old_until BIGINT NOT NULL,
    CONSTRAINT pk_payment_gateway_endpoints PRIMARY KEY (mall_id, client_id)
);

CREATE TABLE payment_gateway_method (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    payment_method_code TEXT NOT NULL,
    payment_method TEXT NOT NULL,
    payment_method_name TEXT NOT NULL,
    payment_method_url TEXT NOT NULL,
    available_shop_no TEXT NOT NULL,
    CONSTRAINT pk_payment_gateway_method PRIMARY KEY (mall_id, client_id, payment_method_code)
);

CREATE TABLE "plan" (
    mall_id VARCHAR(50) NOT NULL,
    plan_no BIGINT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    scope TEXT NOT NULL,
    operation TEXT NOT NULL,
    path TEXT NOT NULL,
    "query" TEXT NOT NULL,
    wanted TEXT NOT NULL,
    version TEXT NOT NULL,
    origin TEXT NOT NULL,
    total BIGINT NOT NULL,
    status BIGINT NOT NULL,
    changes BIGINT NOT NULL,
    token TEXT NOT NULL,
    digest TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sent TEXT NOT NULL,
    effects TEXT NOT NULL,
    scopes TEXT DEFAULT '' NOT NULL,
    reason TEXT DEFAULT '' NOT NULL,
    decided_by TEXT DEFAULT '' NOT NULL,
    approved TEXT DEFAULT '' NOT NULL,
    outcome TEXT DEFAULT '' NOT NULL,
    rule_no BIGINT DEFAULT '0' NOT NULL,
    role_no BIGINT DEFAULT '0' NOT NULL,
    decided_at BIGINT DEFAULT '0' NOT NULL,
    successor BIGINT DEFAULT '0' NOT NULL,
    request_id TEXT DEFAULT '' NOT NULL,
    failure TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_plan PRIMARY KEY (mall_id, plan_no)
);

CREATE INDEX ix_plan_client ON "plan" (mall_id, client_id, plan_no);

CREATE INDEX ix_plan_expires ON "plan" (mall_id, expires_at);

CREATE INDEX ix_plan_state ON "plan" (mall_id, state, plan_no);

CREATE TABLE plan_change (
    mall_id VARCHAR(50) NOT NULL,
    plan_no BIGINT NOT NULL,
    change_no BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_plan_change PRIMARY KEY (mall_id, plan_no, change_no)
);

CREATE TABLE plan_comment (
    mall_id VARCHAR(50) NOT NULL,
    plan_no BIGINT NOT NULL,
    comment_no BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_plan_comment PRIMARY KEY (mall_id, plan_no, comment_no)
);

CREATE TABLE points_autoexpiration (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    content TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    done_until TEXT NOT NULL,
    CONSTRAINT pk_points_autoexpiration PRIMARY KEY (mall_id, shop_no)
) WITHOUT ROWID;

CREATE TABLE product (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    product_code TEXT NOT NULL,
    custom_product_code TEXT NOT NULL,
    product_name TEXT NOT NULL,
    eng_product_name TEXT NOT NULL,
    supply_product_name TEXT NOT NULL,
    internal_product_name TEXT NOT NULL,
    model_name TEXT NOT NULL,
    price BIGINT NOT NULL,
    retail_price BIGINT NOT NULL,
    supply_price BIGINT NOT NULL,
    display VARCHAR(1) NOT NULL,
    selling VARCHAR(1) NOT NULL,
    product_condition VARCHAR(1) NOT NULL,
    manufacturer_code TEXT NOT NULL,
    trend_code TEXT NOT NULL,
    brand_code TEXT NOT NULL,
    supplier_code TEXT NOT NULL,
    origin_place_value TEXT NOT NULL,
    product_weight BIGINT NOT NULL,
    created_date BIGINT NOT NULL,
    updated_date BIGINT NOT NULL,
    approve_status TEXT NOT NULL,
    classification_code TEXT NOT NULL,
    sold_out VARCHAR(1) NOT NULL,
    set_product_type TEXT,
    market_sync VARCHAR(1) NOT NULL,
    has_option VARCHAR(1) NOT NULL,
    option_type VARCHAR(1) NOT NULL,
    options TEXT NOT NULL,
    listed TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT pk_product PRIMARY KEY (mall_id, shop_no, product_no)
);

CREATE INDEX ix_product_custom_code ON product (mall_id, custom_product_code);

CREATE INDEX ix_product_number ON product (mall_id, product_no);

CREATE INDEX ix_product_display ON product (mall_id, shop_no, product_no, display, selling, price, brand_code, product_condition, created_date);

CREATE INDEX ix_product_created ON product (mall_id, shop_no, created_date, product_no);

CREATE INDEX ix_product_updated ON product (mall_id, shop_no, updated_date, product_no);

CREATE INDEX ix_product_name ON product (mall_id, shop_no, product_name, product_no);

CREATE INDEX ix_product_price ON product (mall_id, shop_no, price, product_no);

CREATE INDEX ix_product_brand ON product (mall_id, brand_code, shop_no, product_no);

CREATE INDEX ix_product_manufacturer ON product (mall_id, manufacturer_code, shop_no, product_no);

CREATE INDEX ix_product_supplier ON product (mall_id, supplier_code, shop_no, product_no);

CREATE INDEX ix_product_trend ON product (mall_id, trend_code, shop_no, product_no);

CREATE INDEX ix_product_classification ON product (mall_id, classification_code, shop_no, product_no);

CREATE INDEX ix_product_hidden ON product (mall_id, shop_no, product_no) WHERE display = 'F';

CREATE INDEX ix_product_unsold ON product (mall_id, shop_no, product_no) WHERE selling = 'F';

CREATE INDEX ix_product_approval ON product (mall_id, shop_no, approve_status, product_no) WHERE approve_status != '';

CREATE INDEX ix_product_market_sync ON product (mall_id, shop_no, product_no) WHERE market_sync = 'T';

CREATE INDEX ix_product_bundle ON product (mall_id, shop_no, product_no) WHERE set_product_type IS NOT NULL;

CREATE INDEX ix_product_condition ON product (mall_id, shop_no, product_condition, product_no) WHERE product_condition != 'N';

CREATE INDEX ix_product_option_type ON product (mall_id, shop_no, option_type, product_no) WHERE option_type != 'F';

CREATE INDEX ix_product_retail_price ON product (mall_id, shop_no, retail_price, product_no) WHERE retail_price > 0;

CREATE INDEX ix_product_weight ON product (mall_id, shop_no, product_weight, product_no) WHERE product_weight > 0;

CREATE INDEX ix_product_sold_out ON product (mall_id, shop_no, product_no) WHERE sold_out = 'T' OR set_product_type IS NOT NULL;

CREATE TABLE product_category (
    mall_id VARCHAR(50) NOT NULL,
    category_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    recommend VARCHAR(1) NOT NULL,
    new VARCHAR(1) NOT NULL,
    CONSTRAINT pk_product_category PRIMARY KEY (mall_id, product_no, category_no)
) WITHOUT ROWID;

CREATE INDEX ix_product_category_product ON product_category (mall_id, category_no, product_no);

CREATE TABLE product_exposure (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    group_no BIGINT NOT NULL,
    CONSTRAINT pk_product_exposure PRIMARY KEY (mall_id, shop_no, product_no, group_no)
) WITHOUT ROWID;

CREATE INDEX ix_product_exposure_product ON product_exposure (mall_id, product_no);

CREATE TABLE product_hit (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    hits BIGINT NOT NULL,
    CONSTRAINT pk_product_hit PRIMARY KEY (mall_id, product_no, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_product_hit_order ON product_hit (mall_id, shop_no, hits, product_no);

CREATE TABLE product_hit_day (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    day BIGINT NOT NULL,
    hits BIGINT NOT NULL,
    CONSTRAINT pk_product_hit_day PRIMARY KEY (mall_id, product_no, shop_no, day)
) WITHOUT ROWID;

CREATE INDEX ix_product_hit_day_day ON product_hit_day (mall_id, shop_no, day, product_no);

CREATE TABLE product_information (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    value TEXT NOT NULL,
    product_no BIGINT NOT NULL,
    CONSTRAINT pk_product_information PRIMARY KEY (mall_id, product_no, shop_no, "key", value)
) WITHOUT ROWID;

CREATE INDEX ix_product_information_word ON product_information (mall_id, shop_no, "key", value, product_no);

CREATE INDEX ix_product_information_value ON product_information (mall_id, shop_no, value, product_no);

CREATE TABLE product_memo (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    memo_no BIGINT NOT NULL,
    author_id TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    memo TEXT NOT NULL,
    CONSTRAINT pk_product_memo PRIMARY KEY (mall_id, product_no, memo_no)
);

CREATE TABLE product_names (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    product_name TEXT NOT NULL,
    eng_product_name TEXT NOT NULL,
    supply_product_name TEXT NOT NULL,
    internal_product_name TEXT NOT NULL,
    model_name TEXT NOT NULL,
    origin_place_value TEXT NOT NULL,
    CONSTRAINT pk_product_names PRIMARY KEY (mall_id, shop_no, product_no)
) WITHOUT ROWID;

CREATE TABLE product_part (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    block BIGINT NOT NULL,
    piece BIGINT NOT NULL,
    product_nos TEXT NOT NULL,
    CONSTRAINT pk_product_part PRIMARY KEY (mall_id, shop_no, block, piece)
);

CREATE TABLE product_picture_text (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    picture TEXT NOT NULL,
    alt_text TEXT NOT NULL,
    CONSTRAINT pk_product_picture_text PRIMARY KEY (mall_id, product_no, shop_no, picture)
);

CREATE TABLE product_seo (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    meta_title TEXT NOT NULL,
    meta_author TEXT NOT NULL,
    meta_description TEXT NOT NULL,
    meta_keywords TEXT NOT NULL,
    meta_alt TEXT NOT NULL,
    search_engine_exposure VARCHAR(1) NOT NULL,
    CONSTRAINT pk_product_seo PRIMARY KEY (mall_id, product_no, shop_no)
);

CREATE TABLE product_tag (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    tag TEXT NOT NULL,
    product_no BIGINT NOT NULL,
    CONSTRAINT pk_product_tag PRIMARY KEY (mall_id, product_no, shop_no, tag)
) WITHOUT ROWID;

CREATE INDEX ix_product_tag_word ON product_tag (mall_id, shop_no, tag, product_no);

CREATE TABLE recipient_group (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    group_no BIGINT NOT NULL,
    group_name TEXT NOT NULL,
    group_description TEXT NOT NULL,
    conditions TEXT NOT NULL,
    member_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_recipient_group PRIMARY KEY (mall_id, shop_no, group_no)
) WITHOUT ROWID;

CREATE TABLE recorded_personal_rows (
    mall_id VARCHAR(50) NOT NULL,
    write_no BIGINT NOT NULL,
    member_id TEXT NOT NULL,
    sealed TEXT NOT NULL,
    CONSTRAINT pk_recorded_personal_rows PRIMARY KEY (mall_id, write_no, member_id)
);

CREATE INDEX ix_recorded_personal_rows_member ON recorded_personal_rows (mall_id, member_id);

CREATE TABLE recorded_write (
    mall_id VARCHAR(50) NOT NULL,
    write_no BIGINT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    scope TEXT NOT NULL,
    operation TEXT NOT NULL,
    path TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    undoes BIGINT NOT NULL,
    size BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    content TEXT NOT NULL,
    request_id TEXT DEFAULT '' NOT NULL,
    undone_by BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_recorded_write PRIMARY KEY (mall_id, write_no)
);

CREATE INDEX ix_recorded_write_expires ON recorded_write (mall_id, expires_at);

CREATE INDEX ix_recorded_write_created ON recorded_write (mall_id, created_at);

CREATE TABLE redirect (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    id BIGINT NOT NULL,
    path TEXT NOT NULL,
    target TEXT NOT NULL,
    CONSTRAINT pk_redirect PRIMARY KEY (mall_id, shop_no, id),
    CONSTRAINT uq_redirect_path UNIQUE (mall_id, shop_no, path)
) WITHOUT ROWID;

CREATE TABLE repeatable_answer (
    mall_id VARCHAR(50) NOT NULL,
    owner TEXT NOT NULL,
    operation TEXT NOT NULL,
    "key" TEXT NOT NULL,
    asked TEXT NOT NULL,
    status BIGINT NOT NULL,
    body TEXT NOT NULL,
    session TEXT NOT NULL,
    until BIGINT NOT NULL,
    CONSTRAINT pk_repeatable_answer PRIMARY KEY (mall_id, owner, operation, "key")
);

CREATE INDEX ix_repeatable_answer_until ON repeatable_answer (mall_id, until);

CREATE TABLE restock_request (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    member_id TEXT NOT NULL,
    email TEXT NOT NULL,
    request_no BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    notified_at BIGINT,
    CONSTRAINT pk_restock_request PRIMARY KEY (mall_id, shop_no, product_no, variant_code, member_id, email)
) WITHOUT ROWID;

CREATE INDEX ix_restock_request_waiting ON restock_request (mall_id, shop_no, product_no, variant_code, created_at, request_no) WHERE notified_at IS NULL;

CREATE INDEX ix_restock_request_number ON restock_request (mall_id, request_no);

CREATE INDEX ix_restock_request_member ON restock_request (mall_id, member_id, email);

CREATE INDEX ix_restock_request_expiry ON restock_request (mall_id, expires_at);

CREATE TABLE restock_target (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    due_at BIGINT,
    CONSTRAINT pk_restock_target PRIMARY KEY (mall_id, shop_no, product_no, variant_code)
) WITHOUT ROWID;

CREATE INDEX ix_restock_target_due ON restock_target (mall_id, due_at) WHERE due_at IS NOT NULL;

CREATE INDEX ix_restock_target_product ON restock_target (mall_id, product_no);

CREATE TABLE sales_channel (
    mall_id VARCHAR(50) NOT NULL,
    sales_channel_id TEXT NOT NULL,
    sales_channel_name TEXT NOT NULL,
    sales_channel_icon TEXT NOT NULL,
    CONSTRAINT pk_sales_channel PRIMARY KEY (mall_id, sales_channel_id)
) WITHOUT ROWID;

CREATE TABLE sandbox (
    mall_id VARCHAR(50) NOT NULL,
    ahead BIGINT NOT NULL,
    settled BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_sandbox PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE sandbox_fault (
    mall_id VARCHAR(50) NOT NULL,
    fault_no BIGINT NOT NULL,
    content TEXT NOT NULL,
    matched BIGINT NOT NULL,
    done BIGINT NOT NULL,
    CONSTRAINT pk_sandbox_fault PRIMARY KEY (mall_id, fault_no)
) WITHOUT ROWID;

CREATE TABLE saved_report (
    mall_id VARCHAR(50) NOT NULL,
    report_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    period TEXT NOT NULL,
    "query" TEXT NOT NULL,
    next_at BIGINT,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_saved_report PRIMARY KEY (mall_id, report_no)
) WITHOUT ROWID;

CREATE INDEX ix_saved_report_due ON saved_report (mall_id, next_at) WHERE next_at IS NOT NULL;

CREATE TABLE saved_view (
    mall_id VARCHAR(50) NOT NULL,
    user_id TEXT NOT NULL,
    view_no BIGINT NOT NULL,
    list TEXT NOT NULL,
    name TEXT NOT NULL,
    "query" TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_saved_view PRIMARY KEY (mall_id, user_id, view_no)
) WITHOUT ROWID;

CREATE TABLE schema_note (
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_schema_note PRIMARY KEY (name)
) WITHOUT ROWID;

CREATE TABLE script_tag (
    mall_id VARCHAR(50) NOT NULL,
    script_no BIGINT NOT NULL,
    client_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    src TEXT NOT NULL,
    display_location TEXT NOT NULL,
    exclude_path TEXT,
    skin_no TEXT,
    integrity TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CONSTRAINT pk_script_tag PRIMARY KEY (mall_id, script_no)
);

CREATE INDEX ix_script_tag_shop ON script_tag (mall_id, shop_no, script_no);

CREATE INDEX ix_script_tag_app ON script_tag (mall_id, client_id, script_no);

CREATE TABLE serial_batch (
    mall_id VARCHAR(50) NOT NULL,
    first_no BIGINT NOT NULL,
    coupon_no TEXT NOT NULL,
    number BIGINT NOT NULL,
    length BIGINT NOT NULL,
    CONSTRAINT pk_serial_batch PRIMARY KEY (mall_id, first_no)
) WITHOUT ROWID;

CREATE INDEX ix_serial_batch_coupon ON serial_batch (mall_id, coupon_no);

CREATE TABLE serial_code (
    mall_id VARCHAR(50) NOT NULL,
    serial_code TEXT NOT NULL,
    coupon_no TEXT NOT NULL,
    code_no BIGINT NOT NULL,
    member_id TEXT,
    verified_at BIGINT,
    issue_no BIGINT,
    CONSTRAINT pk_serial_code PRIMARY KEY (mall_id, serial_code)
) WITHOUT ROWID;

CREATE INDEX ix_serial_code_coupon ON serial_code (mall_id, coupon_no, code_no);

CREATE INDEX ix_serial_code_member ON serial_code (mall_id, member_id) WHERE member_id IS NOT NULL;

CREATE TABLE sessionised (
    mall_id VARCHAR(50) NOT NULL,
    sequence BIGINT NOT NULL,
    event_sequence BIGINT NOT NULL,
    until BIGINT NOT NULL,
    batch_no BIGINT NOT NULL,
    event_floor BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_sessionised PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE setting (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_setting PRIMARY KEY (mall_id, shop_no, name)
);

CREATE INDEX ix_setting_of_orders ON setting (mall_id, shop_no) WHERE name = 'OrdersSetting';

CREATE INDEX ix_setting_of_customer_groups ON setting (mall_id, shop_no) WHERE name = 'CustomergroupsSetting';

CREATE INDEX ix_setting_of_dormancy ON setting (mall_id, shop_no) WHERE name = 'DormancySetting';

CREATE TABLE shipping_origin (
    mall_id VARCHAR(50) NOT NULL,
    origin_code TEXT NOT NULL,
    number BIGINT NOT NULL,
    origin_name TEXT NOT NULL,
    "default" VARCHAR(1) NOT NULL,
    contact TEXT NOT NULL,
    secondary_contact TEXT NOT NULL,
    zipcode TEXT NOT NULL,
    country_code TEXT NOT NULL,
    address1 TEXT NOT NULL,
    address2 TEXT NOT NULL,
    CONSTRAINT pk_shipping_origin PRIMARY KEY (mall_id, origin_code)
) WITHOUT ROWID;

CREATE INDEX ix_shipping_origin_number ON shipping_origin (mall_id, number);

CREATE TABLE shop (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    currency TEXT NOT NULL,
    CONSTRAINT pk_shop PRIMARY KEY (mall_id, shop_no)
) WITHOUT ROWID;

CREATE TABLE shop_order (
    mall_id VARCHAR(50) NOT NULL,
    order_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    member_id TEXT NOT NULL,
    member_email TEXT NOT NULL,
    group_no BIGINT NOT NULL,
    order_date BIGINT NOT NULL,
    payment_date BIGINT,
    cancel_date BIGINT,
    paid VARCHAR(1) NOT NULL,
    auto_paid VARCHAR(1) NOT NULL,
    canceled VARCHAR(1) NOT NULL,
    shipping_status VARCHAR(1) NOT NULL,
    payment_amount BIGINT NOT NULL,
    order_place_id TEXT NOT NULL,
    market_order_no TEXT,
    subscription VARCHAR(1) NOT NULL,
    first_order VARCHAR(1) NOT NULL,
    methods TEXT NOT NULL,
    gateway TEXT NOT NULL,
    buyer_name TEXT NOT NULL,
    buyer_email TEXT NOT NULL,
    buyer_phone TEXT NOT NULL,
    buyer_cellphone TEXT NOT NULL,
    buyer TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT pk_shop_order PRIMARY KEY (mall_id, order_id)
);

CREATE INDEX ix_shop_order_date ON shop_order (mall_id, shop_no, order_date, order_id);

CREATE INDEX ix_shop_order_member ON shop_order (mall_id, member_id, order_date);

CREATE INDEX ix_shop_order_paid ON shop_order (mall_id, shop_no, payment_date);

CREATE INDEX ix_shop_order_payment ON shop_order (mall_id, shop_no, paid, auto_paid, order_id);

CREATE INDEX ix_shop_order_buyer_name ON shop_order (mall_id, buyer_name, order_id);

CREATE INDEX ix_shop_order_buyer_cellphone ON shop_order (mall_id, buyer_cellphone, order_id) WHERE buyer_cellphone != '';

CREATE INDEX ix_shop_order_buyer_email ON shop_order (mall_id, buyer_email, order_id) WHERE buyer_email != '';

CREATE INDEX ix_shop_order_buyer_phone ON shop_order (mall_id, buyer_phone, order_id) WHERE buyer_phone != '';

CREATE INDEX ix_shop_order_subscription ON shop_order (mall_id, shop_no, order_id) WHERE subscription = 'T';

CREATE INDEX ix_shop_order_market ON shop_order (mall_id, market_order_no, order_id) WHERE market_order_no IS NOT NULL;

CREATE INDEX ix_shop_order_canceled ON shop_order (mall_id, cancel_date, order_id) WHERE cancel_date IS NOT NULL;

CREATE INDEX ix_shop_order_place ON shop_order (mall_id, order_place_id, order_id) WHERE order_place_id != 'platform' AND order_place_id != 'mobile';

CREATE TABLE shown_status (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    status_name_id BIGINT NOT NULL,
    custom_name TEXT,
    reservation_custom_name TEXT,
    CONSTRAINT pk_shown_status PRIMARY KEY (mall_id, shop_no, status_name_id)
) WITHOUT ROWID;

CREATE TABLE sms_balance (
    mall_id VARCHAR(50) NOT NULL,
    tenths BIGINT NOT NULL,
    CONSTRAINT pk_sms_balance PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE sms_sender (
    mall_id VARCHAR(50) NOT NULL,
    sender_no BIGINT NOT NULL,
    sender TEXT NOT NULL,
    auth_status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_sms_sender PRIMARY KEY (mall_id, sender_no)
) WITHOUT ROWID;

CREATE TABLE social_token_spent (
    mall_id VARCHAR(50) NOT NULL,
    digest TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT pk_social_token_spent PRIMARY KEY (mall_id, digest)
) WITHOUT ROWID;

CREATE INDEX ix_social_token_spent ON social_token_spent (mall_id, expires_at);

CREATE TABLE staff_identity (
    mall_id VARCHAR(50) NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL,
    linked_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    CONSTRAINT pk_staff_identity PRIMARY KEY (mall_id, issuer, subject)
) WITHOUT ROWID;

CREATE INDEX ix_staff_identity_user ON staff_identity (mall_id, user_id);

CREATE TABLE staff_passkey (
    mall_id VARCHAR(50) NOT NULL,
    credential_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    sign_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    CONSTRAINT pk_staff_passkey PRIMARY KEY (mall_id, credential_id)
);

CREATE TABLE staff_policy (
    mall_id VARCHAR(50) NOT NULL,
    second_factor VARCHAR(1) NOT NULL,
    CONSTRAINT pk_staff_policy PRIMARY KEY (mall_id)
) WITHOUT ROWID;

CREATE TABLE staff_role (
    mall_id VARCHAR(50) NOT NULL,
    role_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    rights TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_staff_role PRIMARY KEY (mall_id, role_no)
) WITHOUT ROWID;

CREATE TABLE staff_second_factor (
    mall_id VARCHAR(50) NOT NULL,
    user_id TEXT NOT NULL,
    totp_secret TEXT NOT NULL,
    totp_step BIGINT NOT NULL,
    confirmed_at BIGINT NOT NULL,
    recovery_digests TEXT NOT NULL,
    CONSTRAINT pk_staff_second_factor PRIMARY KEY (mall_id, user_id)
);

CREATE TABLE stock_change (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    entry_no BIGINT NOT NULL,
    quantity_before BIGINT NOT NULL,
    quantity_after BIGINT NOT NULL,
    reason TEXT NOT NULL,
    last VARCHAR(1) NOT NULL,
    reference TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    actor TEXT DEFAULT '' NOT NULL,
    note TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_stock_change PRIMARY KEY (mall_id, product_no, variant_code, entry_no)
) WITHOUT ROWID;

CREATE INDEX ix_stock_change_removed ON stock_change (mall_id, product_no, variant_code) WHERE last = 'T';

CREATE TABLE stock_reservation (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    reference TEXT NOT NULL,
    quantity BIGINT NOT NULL,
    counted VARCHAR(1) NOT NULL,
    until BIGINT NOT NULL,
    CONSTRAINT pk_stock_reservation PRIMARY KEY (mall_id, product_no, variant_code, reference)
) WITHOUT ROWID;

CREATE TABLE stored_payment_method (
    mall_id VARCHAR(50) NOT NULL,
    method_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    member_id TEXT NOT NULL,
    gateway TEXT NOT NULL,
    method TEXT NOT NULL,
    state TEXT NOT NULL,
    token TEXT NOT NULL,
    label TEXT NOT NULL,
    agreed_date BIGINT NOT NULL,
    stored_date BIGINT,
    CONSTRAINT pk_stored_payment_method PRIMARY KEY (mall_id, method_id)
) WITHOUT ROWID;

CREATE INDEX ix_stored_payment_method_member ON stored_payment_method (mall_id, member_id, agreed_date);

CREATE TABLE stripe_payment (
    mall_id VARCHAR(50) NOT NULL,
    payment_id TEXT NOT NULL,
    intent_id TEXT NOT NULL,
    CONSTRAINT pk_stripe_payment PRIMARY KEY (mall_id, payment_id)
) WITHOUT ROWID;

CREATE INDEX ix_stripe_payment_intent ON stripe_payment (mall_id, intent_id);

CREATE TABLE subscription (
    mall_id VARCHAR(50) NOT NULL,
    subscription_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    member_id TEXT NOT NULL,
    buyer_name TEXT NOT NULL,
    buyer_phone TEXT NOT NULL,
    buyer_cellphone TEXT NOT NULL,
    subscription_state VARCHAR(1) NOT NULL,
    created_date BIGINT NOT NULL,
    terminated_date BIGINT,
    content TEXT NOT NULL,
    CONSTRAINT pk_subscription PRIMARY KEY (mall_id, subscription_id)
) WITHOUT ROWID;

CREATE INDEX ix_subscription_created ON subscription (mall_id, shop_no, created_date);

CREATE INDEX ix_subscription_member ON subscription (mall_id, member_id);

CREATE TABLE subscription_item (
    mall_id VARCHAR(50) NOT NULL,
    subscription_item_id BIGINT NOT NULL,
    subscription_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    product_no BIGINT NOT NULL,
    product_name TEXT NOT NULL,
    product_code TEXT NOT NULL,
    variant_code TEXT NOT NULL,
    cycle TEXT NOT NULL,
    expected_pay_date BIGINT NOT NULL,
    terminated_date BIGINT,
    content TEXT NOT NULL,
    next_order BIGINT,
    CONSTRAINT pk_subscription_item PRIMARY KEY (mall_id, subscription_item_id)
) WITHOUT ROWID;

CREATE INDEX ix_subscription_item_member ON subscription_item (mall_id, member_id);

CREATE INDEX ix_subscription_item_subscription ON subscription_item (mall_id, subscription_id);

CREATE INDEX ix_subscription_item_due ON subscription_item (mall_id, next_order) WHERE next_order IS NOT NULL;

CREATE TABLE subscription_order (
    mall_id VARCHAR(50) NOT NULL,
    subscription_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    due_date BIGINT NOT NULL,
    failures BIGINT DEFAULT '0' NOT NULL,
    failed_payment TEXT DEFAULT '' NOT NULL,
    outcome TEXT DEFAULT '' NOT NULL,
    next_charge BIGINT,
    notify_date BIGINT,
    CONSTRAINT pk_subscription_order PRIMARY KEY (mall_id, subscription_id, order_id)
) WITHOUT ROWID;

CREATE INDEX ix_subscription_order_order ON subscription_order (mall_id, order_id);

CREATE INDEX ix_subscription_order_charge ON subscription_order (mall_id, next_charge) WHERE next_charge IS NOT NULL;

CREATE INDEX ix_subscription_order_notify ON subscription_order (mall_id, notify_date, order_id) WHERE notify_date IS NOT NULL;

CREATE TABLE subscription_rule (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    subscription_no BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_subscription_rule PRIMARY KEY (mall_id, shop_no, subscription_no)
);

CREATE TABLE supplier (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    number BIGINT NOT NULL,
    supplier_code TEXT NOT NULL,
    supplier_name TEXT NOT NULL,
    details TEXT NOT NULL,
    use_supplier VARCHAR(1) NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_supplier PRIMARY KEY (mall_id, supplier_code, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_supplier_number ON supplier (mall_id, shop_no, number);

CREATE TABLE supplier_user (
    mall_id VARCHAR(50) NOT NULL,
    user_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    supplier_code TEXT NOT NULL,
    details TEXT NOT NULL,
    CONSTRAINT pk_supplier_user PRIMARY KEY (mall_id, user_id)
);

CREATE INDEX ix_supplier_user_number ON supplier_user (mall_id, number);

CREATE INDEX ix_supplier_user_supplier ON supplier_user (mall_id, supplier_code);

CREATE TABLE test_gateway_method (
    mall_id VARCHAR(50) NOT NULL,
    method_id TEXT NOT NULL,
    token TEXT NOT NULL,
    card TEXT NOT NULL,
    CONSTRAINT pk_test_gateway_method PRIMARY KEY (mall_id, method_id)
) WITHOUT ROWID;

CREATE INDEX ix_test_gateway_method_token ON test_gateway_method (mall_id, token);

CREATE TABLE test_gateway_payment (
    mall_id VARCHAR(50) NOT NULL,
    payment_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    result TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    cancelled BIGINT NOT NULL,
    CONSTRAINT pk_test_gateway_payment PRIMARY KEY (mall_id, payment_id)
) WITHOUT ROWID;

CREATE TABLE test_gateway_refund (
    mall_id VARCHAR(50) NOT NULL,
    payment_id TEXT NOT NULL,
    refund_id TEXT NOT NULL,
    amount BIGINT NOT NULL,
    CONSTRAINT pk_test_gateway_refund PRIMARY KEY (mall_id, payment_id, refund_id)
) WITHOUT ROWID;

CREATE TABLE test_mall (
    store_id TEXT NOT NULL,
    developer_no BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_test_mall PRIMARY KEY (store_id)
) WITHOUT ROWID;

CREATE INDEX ix_test_mall_developer ON test_mall (developer_no);

CREATE TABLE theme (
    mall_id VARCHAR(50) NOT NULL,
    skin_no BIGINT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    language_code TEXT NOT NULL,
    parent_skin_no BIGINT,
    revision BIGINT NOT NULL,
    created_date BIGINT NOT NULL,
    updated_date BIGINT,
    CONSTRAINT pk_theme PRIMARY KEY (mall_id, skin_no)
);

CREATE TABLE theme_failure (
    mall_id VARCHAR(50) NOT NULL,
    skin_no BIGINT NOT NULL,
    path TEXT NOT NULL,
    line_no BIGINT NOT NULL,
    column_no BIGINT NOT NULL,
    message TEXT NOT NULL,
    times BIGINT NOT NULL,
    first_date BIGINT NOT NULL,
    last_date BIGINT NOT NULL,
    CONSTRAINT pk_theme_failure PRIMARY KEY (mall_id, skin_no, path)
);

CREATE TABLE theme_page (
    mall_id VARCHAR(50) NOT NULL,
    skin_no BIGINT NOT NULL,
    path TEXT NOT NULL,
    source TEXT NOT NULL,
    display_location TEXT NOT NULL,
    updated_date BIGINT NOT NULL,
    version BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_theme_page PRIMARY KEY (mall_id, skin_no, path)
);

CREATE TABLE theme_page_version (
    mall_id VARCHAR(50) NOT NULL,
    skin_no BIGINT NOT NULL,
    path TEXT NOT NULL,
    version BIGINT NOT NULL,
    source TEXT NOT NULL,
    updated_date BIGINT NOT NULL,
    CONSTRAINT pk_theme_page_version PRIMARY KEY (mall_id, skin_no, path, version)
);

CREATE TABLE theme_publication (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    type TEXT NOT NULL,
    skin_no BIGINT NOT NULL,
    previous_skin_no BIGINT NOT NULL,
    published_date BIGINT NOT NULL,
    CONSTRAINT pk_theme_publication PRIMARY KEY (mall_id, shop_no, type)
);

CREATE TABLE theme_translation (
    mall_id VARCHAR(50) NOT NULL,
    skin_no BIGINT NOT NULL,
    language_code TEXT NOT NULL,
    source TEXT NOT NULL,
    updated_date BIGINT NOT NULL,
    CONSTRAINT pk_theme_translation PRIMARY KEY (mall_id, skin_no, language_code)
);

CREATE TABLE token (
    mall_id VARCHAR(50) NOT NULL,
    access_hash TEXT NOT NULL,
    refresh_hash TEXT NOT NULL,
    family TEXT NOT NULL,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    scopes TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    refresh_expires_at BIGINT NOT NULL,
    refreshed_at BIGINT,
    revoked_at BIGINT,
    previous_hash TEXT DEFAULT '' NOT NULL,
    resources TEXT DEFAULT '' NOT NULL,
    audience TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_token PRIMARY KEY (mall_id, access_hash)
);

CREATE INDEX ix_token_client ON token (mall_id, client_id);

CREATE INDEX ix_token_family ON token (mall_id, family);

CREATE UNIQUE INDEX ix_token_refresh ON token (mall_id, refresh_hash);

CREATE INDEX ix_token_refresh_expires ON token (mall_id, refresh_expires_at);

CREATE TABLE trend (
    mall_id VARCHAR(50) NOT NULL,
    shop_no BIGINT NOT NULL,
    number BIGINT NOT NULL,
    trend_code TEXT NOT NULL,
    trend_name TEXT NOT NULL,
    use_trend VARCHAR(1) NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_trend PRIMARY KEY (mall_id, trend_code, shop_no)
) WITHOUT ROWID;

CREATE INDEX ix_trend_number ON trend (mall_id, shop_no, number);

CREATE TABLE urgent_inquiry (
    mall_id VARCHAR(50) NOT NULL,
    article_no BIGINT NOT NULL,
    shop_no BIGINT NOT NULL,
    article_type TEXT NOT NULL,
    title TEXT NOT NULL,
    writer TEXT NOT NULL,
    member_id TEXT NOT NULL,
    start_date BIGINT NOT NULL,
    reply_status TEXT NOT NULL,
    hit BIGINT NOT NULL,
    content TEXT NOT NULL,
    writer_email TEXT NOT NULL,
    phone TEXT NOT NULL,
    search_type TEXT NOT NULL,
    keyword TEXT NOT NULL,
    files TEXT NOT NULL,
    CONSTRAINT pk_urgent_inquiry PRIMARY KEY (mall_id, article_no)
);

CREATE INDEX ix_urgent_inquiry_listed ON urgent_inquiry (mall_id, shop_no, start_date, article_no);

CREATE INDEX ix_urgent_inquiry_member ON urgent_inquiry (mall_id, member_id, shop_no, article_no);

CREATE TABLE urgent_inquiry_reply (
    mall_id VARCHAR(50) NOT NULL,
    article_no BIGINT NOT NULL,
    created_date BIGINT NOT NULL,
    content TEXT NOT NULL,
    user_id TEXT NOT NULL,
    files TEXT NOT NULL,
    CONSTRAINT pk_urgent_inquiry_reply PRIMARY KEY (mall_id, article_no)
);

CREATE INDEX ix_urgent_inquiry_reply_date ON urgent_inquiry_reply (mall_id, created_date, article_no);

CREATE TABLE variant (
    mall_id VARCHAR(50) NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    choice TEXT NOT NULL,
    custom_variant_code TEXT NOT NULL,
    display VARCHAR(1) NOT NULL,
    selling VARCHAR(1) NOT NULL,
    additional_amount BIGINT NOT NULL,
    use_inventory VARCHAR(1) NOT NULL,
    important_inventory VARCHAR(1) NOT NULL,
    inventory_control_type VARCHAR(1) NOT NULL,
    display_soldout VARCHAR(1) NOT NULL,
    quantity BIGINT NOT NULL,
    safety_inventory BIGINT NOT NULL,
    image TEXT NOT NULL,
    display_order BIGINT NOT NULL,
    supply_price BIGINT NOT NULL,
    origin_code TEXT NOT NULL,
    shop_amounts TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_variant PRIMARY KEY (mall_id, product_no, variant_code)
) WITHOUT ROWID;

CREATE INDEX ix_variant_custom_code ON variant (mall_id, custom_variant_code, product_no) WHERE custom_variant_code != '';

CREATE INDEX ix_variant_out_of_stock ON variant (mall_id, product_no) WHERE use_inventory = 'T' AND quantity <= safety_inventory;

CREATE TABLE webhook_log (
    mall_id VARCHAR(50) NOT NULL,
    log_no BIGINT NOT NULL,
    client_id TEXT NOT NULL,
    log_type TEXT NOT NULL,
    event_no BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    trace_id TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    took BIGINT NOT NULL,
    endpoint TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    success VARCHAR(1) NOT NULL,
    http_code BIGINT,
    answer TEXT,
    failure TEXT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_webhook_log PRIMARY KEY (mall_id, client_id, log_no)
);

CREATE INDEX ix_webhook_log_requested_at ON webhook_log (mall_id, requested_at);

CREATE INDEX ix_webhook_log_sequence ON webhook_log (mall_id, client_id, sequence);

CREATE TABLE webhook_notice (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    notice_no BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    sentence TEXT NOT NULL,
    CONSTRAINT pk_webhook_notice PRIMARY KEY (mall_id, client_id, notice_no)
) WITHOUT ROWID;

CREATE TABLE webhook_pending (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    event_no BIGINT NOT NULL,
    previous BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    next_at BIGINT,
    subjects TEXT NOT NULL,
    CONSTRAINT pk_webhook_pending PRIMARY KEY (mall_id, client_id, sequence)
) WITHOUT ROWID;

CREATE TABLE webhook_queue (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    reception VARCHAR(1) NOT NULL,
    sequence BIGINT NOT NULL,
    previous BIGINT NOT NULL,
    claimed BIGINT NOT NULL,
    holder TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    next_at BIGINT,
    paused_until BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    failing_since BIGINT,
    given_up BIGINT NOT NULL,
    warned_at BIGINT,
    CONSTRAINT pk_webhook_queue PRIMARY KEY (mall_id, client_id)
) WITHOUT ROWID;

CREATE TABLE webhook_recipe (
    mall_id VARCHAR(50) NOT NULL,
    client_id TEXT NOT NULL,
    recipe_code TEXT NOT NULL,
    event_no BIGINT NOT NULL,
    settings TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT pk_webhook_recipe PRIMARY KEY (mall_id, client_id, recipe_code)
) WITHOUT ROWID;

CREATE TABLE webhook_subscription (
    client_id TEXT NOT NULL,
    address TEXT NOT NULL,
    events TEXT NOT NULL,
    api_key TEXT NOT NULL,
    secret TEXT NOT NULL,
    old_secret TEXT NOT NULL,
    old_until BIGINT NOT NULL,
    changed_fields TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_webhook_subscription PRIMARY KEY (client_id)
) WITHOUT ROWID;

CREATE TABLE wish (
    mall_id VARCHAR(50) NOT NULL,
    member_id TEXT NOT NULL,
    shop_no BIGINT NOT NULL,
    wishlist_no BIGINT NOT NULL,
    product_no BIGINT NOT NULL,
    variant_code TEXT NOT NULL,
    additional_option TEXT NOT NULL,
    attached_file_option TEXT NOT NULL,
    created_date BIGINT NOT NULL,
    CONSTRAINT pk_wish PRIMARY KEY (mall_id, member_id, shop_no, wishlist_no)
) WITHOUT ROWID;

CREATE INDEX ix_wish_product ON wish (mall_id, product_no, shop_no, member_id);

CREATE UNIQUE INDEX uq_wish_variant ON wish (mall_id, member_id, shop_no, variant_code);

CREATE TRIGGER change_cause_insert AFTER INSERT ON change_cause BEGIN UPDATE change_mark SET transaction_no = NEW.cause_no WHERE mall_id = NEW.mall_id AND transaction_no = 0 AND marked_at >= NEW.began_at; UPDATE change_cause SET transaction_no = NEW.cause_no WHERE mall_id = NEW.mall_id AND cause_no = NEW.cause_no; END;

CREATE TRIGGER change_product_insert AFTER INSERT ON product WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_product_update AFTER UPDATE ON product WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.product_code IS NOT NEW.product_code OR OLD.custom_product_code IS NOT NEW.custom_product_code OR OLD.product_name IS NOT NEW.product_name OR OLD.eng_product_name IS NOT NEW.eng_product_name OR OLD.supply_product_name IS NOT NEW.supply_product_name OR OLD.internal_product_name IS NOT NEW.internal_product_name OR OLD.model_name IS NOT NEW.model_name OR OLD.price IS NOT NEW.price OR OLD.retail_price IS NOT NEW.retail_price OR OLD.supply_price IS NOT NEW.supply_price OR OLD.display IS NOT NEW.display OR OLD.selling IS NOT NEW.selling OR OLD.product_condition IS NOT NEW.product_condition OR OLD.manufacturer_code IS NOT NEW.manufacturer_code OR OLD.trend_code IS NOT NEW.trend_code OR OLD.brand_code IS NOT NEW.brand_code OR OLD.origin_place_value IS NOT NEW.origin_place_value OR OLD.product_weight IS NOT NEW.product_weight OR OLD.created_date IS NOT NEW.created_date OR OLD.updated_date IS NOT NEW.updated_date OR OLD.approve_status IS NOT NEW.approve_status OR OLD.classification_code IS NOT NEW.classification_code OR OLD.sold_out IS NOT NEW.sold_out OR OLD.set_product_type IS NOT NEW.set_product_type OR OLD.market_sync IS NOT NEW.market_sync OR OLD.has_option IS NOT NEW.has_option OR OLD.option_type IS NOT NEW.option_type OR OLD.supplier_code IS NOT NEW.supplier_code OR OLD.options IS NOT NEW.options OR OLD.listed IS NOT NEW.listed OR OLD.detail IS NOT NEW.detail) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, CASE WHEN OLD.product_code IS NOT NEW.product_code THEN 'product_code,' ELSE '' END || CASE WHEN OLD.custom_product_code IS NOT NEW.custom_product_code THEN 'custom_product_code,' ELSE '' END || CASE WHEN OLD.product_name IS NOT NEW.product_name THEN 'product_name,' ELSE '' END || CASE WHEN OLD.eng_product_name IS NOT NEW.eng_product_name THEN 'eng_product_name,' ELSE '' END || CASE WHEN OLD.supply_product_name IS NOT NEW.supply_product_name THEN 'supply_product_name,' ELSE '' END || CASE WHEN OLD.internal_product_name IS NOT NEW.internal_product_name THEN 'internal_product_name,' ELSE '' END || CASE WHEN OLD.model_name IS NOT NEW.model_name THEN 'model_name,' ELSE '' END || CASE WHEN OLD.price IS NOT NEW.price THEN 'price,' ELSE '' END || CASE WHEN OLD.retail_price IS NOT NEW.retail_price THEN 'retail_price,' ELSE '' END || CASE WHEN OLD.supply_price IS NOT NEW.supply_price THEN 'supply_price,' ELSE '' END || CASE WHEN OLD.display IS NOT NEW.display THEN 'display,' ELSE '' END || CASE WHEN OLD.selling IS NOT NEW.selling THEN 'selling,' ELSE '' END || CASE WHEN OLD.product_condition IS NOT NEW.product_condition THEN 'product_condition,' ELSE '' END || CASE WHEN OLD.manufacturer_code IS NOT NEW.manufacturer_code THEN 'manufacturer_code,' ELSE '' END || CASE WHEN OLD.trend_code IS NOT NEW.trend_code THEN 'trend_code,' ELSE '' END || CASE WHEN OLD.brand_code IS NOT NEW.brand_code THEN 'brand_code,' ELSE '' END || CASE WHEN OLD.origin_place_value IS NOT NEW.origin_place_value THEN 'origin_place_value,' ELSE '' END || CASE WHEN OLD.product_weight IS NOT NEW.product_weight THEN 'product_weight,' ELSE '' END || CASE WHEN OLD.created_date IS NOT NEW.created_date THEN 'created_date,' ELSE '' END || CASE WHEN OLD.updated_date IS NOT NEW.updated_date THEN 'updated_date,' ELSE '' END || CASE WHEN OLD.approve_status IS NOT NEW.approve_status THEN 'approve_status,' ELSE '' END || CASE WHEN OLD.classification_code IS NOT NEW.classification_code THEN 'classification_code,' ELSE '' END || CASE WHEN OLD.sold_out IS NOT NEW.sold_out THEN 'sold_out,' ELSE '' END || CASE WHEN OLD.set_product_type IS NOT NEW.set_product_type THEN 'set_product_type,' ELSE '' END || CASE WHEN OLD.market_sync IS NOT NEW.market_sync THEN 'market_sync,' ELSE '' END || CASE WHEN OLD.has_option IS NOT NEW.has_option THEN 'has_option,' ELSE '' END || CASE WHEN OLD.option_type IS NOT NEW.option_type THEN 'option_type,' ELSE '' END || CASE WHEN OLD.supplier_code IS NOT NEW.supplier_code THEN 'supplier_code,' ELSE '' END || CASE WHEN OLD.options IS NOT NEW.options THEN '*,' ELSE '' END || CASE WHEN OLD.listed IS NOT NEW.listed THEN '*,' ELSE '' END || CASE WHEN OLD.detail IS NOT NEW.detail THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, 'variants', d.variant_code, 'options', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM variant AS d WHERE d.mall_id = NEW.mall_id AND d.product_no = NEW.product_no AND (OLD.options IS NOT NEW.options); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, 'products', d.product_no, 'sold_out', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM bundle_part AS d WHERE d.mall_id = NEW.mall_id AND d.part_no = NEW.product_no AND (OLD.sold_out IS NOT NEW.sold_out); END;

CREATE TRIGGER change_product_delete AFTER DELETE ON product WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'products', OLD.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_product_category_insert AFTER INSERT ON product_category WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_product_category_update AFTER UPDATE ON product_category WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.recommend IS NOT NEW.recommend OR OLD.new IS NOT NEW.new) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, CASE WHEN OLD.recommend IS NOT NEW.recommend THEN 'category,' ELSE '' END || CASE WHEN OLD.new IS NOT NEW.new THEN 'category,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_product_category_delete AFTER DELETE ON product_category WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'products', OLD.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_main_product_insert AFTER INSERT ON main_product WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_main_product_update AFTER UPDATE ON main_product WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.display_group IS NOT NEW.display_group) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, CASE WHEN OLD.display_group IS NOT NEW.display_group THEN 'main,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_main_product_delete AFTER DELETE ON main_product WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'products', OLD.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_product_exposure_insert AFTER INSERT ON product_exposure WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_product_exposure_update AFTER UPDATE ON product_exposure WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.group_no IS NOT NEW.group_no) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, CASE WHEN OLD.group_no IS NOT NEW.group_no THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_product_exposure_delete AFTER DELETE ON product_exposure WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'products', OLD.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_bundle_part_insert AFTER INSERT ON bundle_part WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_bundle_part_update AFTER UPDATE ON bundle_part WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.place IS NOT NEW.place OR OLD.purchase_quantity IS NOT NEW.purchase_quantity) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, CASE WHEN OLD.place IS NOT NEW.place THEN '*,' ELSE '' END || CASE WHEN OLD.purchase_quantity IS NOT NEW.purchase_quantity THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_bundle_part_delete AFTER DELETE ON bundle_part WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'products', OLD.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_bundle_sales_insert AFTER INSERT ON bundle_sales WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_bundle_sales_update AFTER UPDATE ON bundle_sales WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.discount_value IS NOT NEW.discount_value OR OLD.discount_type IS NOT NEW.discount_type OR OLD.discount_round_unit IS NOT NEW.discount_round_unit OR OLD.discount_round_type IS NOT NEW.discount_round_type) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'products', NEW.product_no, CASE WHEN OLD.discount_value IS NOT NEW.discount_value THEN '*,' ELSE '' END || CASE WHEN OLD.discount_type IS NOT NEW.discount_type THEN '*,' ELSE '' END || CASE WHEN OLD.discount_round_unit IS NOT NEW.discount_round_unit THEN '*,' ELSE '' END || CASE WHEN OLD.discount_round_type IS NOT NEW.discount_round_type THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_bundle_sales_delete AFTER DELETE ON bundle_sales WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'products', OLD.product_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_variant_insert AFTER INSERT ON variant WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'variants', NEW.variant_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_variant_update AFTER UPDATE ON variant WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.custom_variant_code IS NOT NEW.custom_variant_code OR OLD.display IS NOT NEW.display OR OLD.selling IS NOT NEW.selling OR OLD.additional_amount IS NOT NEW.additional_amount OR OLD.use_inventory IS NOT NEW.use_inventory OR OLD.important_inventory IS NOT NEW.important_inventory OR OLD.inventory_control_type IS NOT NEW.inventory_control_type OR OLD.display_soldout IS NOT NEW.display_soldout OR OLD.quantity IS NOT NEW.quantity OR OLD.safety_inventory IS NOT NEW.safety_inventory OR OLD.image IS NOT NEW.image OR OLD.display_order IS NOT NEW.display_order OR OLD.supply_price IS NOT NEW.supply_price OR OLD.choice IS NOT NEW.choice OR OLD.shop_amounts IS NOT NEW.shop_amounts) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'variants', NEW.variant_code, CASE WHEN OLD.custom_variant_code IS NOT NEW.custom_variant_code THEN 'custom_variant_code,' ELSE '' END || CASE WHEN OLD.display IS NOT NEW.display THEN 'display,' ELSE '' END || CASE WHEN OLD.selling IS NOT NEW.selling THEN 'selling,' ELSE '' END || CASE WHEN OLD.additional_amount IS NOT NEW.additional_amount THEN 'additional_amount,' ELSE '' END || CASE WHEN OLD.use_inventory IS NOT NEW.use_inventory THEN 'use_inventory,' ELSE '' END || CASE WHEN OLD.important_inventory IS NOT NEW.important_inventory THEN 'important_inventory,' ELSE '' END || CASE WHEN OLD.inventory_control_type IS NOT NEW.inventory_control_type THEN 'inventory_control_type,' ELSE '' END || CASE WHEN OLD.display_soldout IS NOT NEW.display_soldout THEN 'display_soldout,' ELSE '' END || CASE WHEN OLD.quantity IS NOT NEW.quantity THEN 'quantity,' ELSE '' END || CASE WHEN OLD.safety_inventory IS NOT NEW.safety_inventory THEN 'safety_inventory,' ELSE '' END || CASE WHEN OLD.image IS NOT NEW.image THEN 'image,' ELSE '' END || CASE WHEN OLD.display_order IS NOT NEW.display_order THEN 'display_order,' ELSE '' END || CASE WHEN OLD.supply_price IS NOT NEW.supply_price THEN 'supply_price,' ELSE '' END || CASE WHEN OLD.choice IS NOT NEW.choice THEN 'options,' ELSE '' END || CASE WHEN OLD.shop_amounts IS NOT NEW.shop_amounts THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_variant_delete AFTER DELETE ON variant WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'variants', OLD.variant_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_category_insert AFTER INSERT ON category WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'categories', NEW.category_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_category_update AFTER UPDATE ON category WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.category_depth IS NOT NEW.category_depth OR OLD.parent_category_no IS NOT NEW.parent_category_no OR OLD.root_category_no IS NOT NEW.root_category_no OR OLD.category_name IS NOT NEW.category_name OR OLD.display_type IS NOT NEW.display_type OR OLD.use_main IS NOT NEW.use_main OR OLD.use_display IS NOT NEW.use_display OR OLD.display_order IS NOT NEW.display_order OR OLD.access_authority IS NOT NEW.access_authority OR OLD.path IS NOT NEW.path OR OLD.display IS NOT NEW.display) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'categories', NEW.category_no, CASE WHEN OLD.category_depth IS NOT NEW.category_depth THEN 'category_depth,' ELSE '' END || CASE WHEN OLD.parent_category_no IS NOT NEW.parent_category_no THEN 'parent_category_no,' ELSE '' END || CASE WHEN OLD.root_category_no IS NOT NEW.root_category_no THEN 'root_category_no,' ELSE '' END || CASE WHEN OLD.category_name IS NOT NEW.category_name THEN 'category_name,' ELSE '' END || CASE WHEN OLD.display_type IS NOT NEW.display_type THEN 'display_type,' ELSE '' END || CASE WHEN OLD.use_main IS NOT NEW.use_main THEN 'use_main,' ELSE '' END || CASE WHEN OLD.use_display IS NOT NEW.use_display THEN 'use_display,' ELSE '' END || CASE WHEN OLD.display_order IS NOT NEW.display_order THEN 'display_order,' ELSE '' END || CASE WHEN OLD.access_authority IS NOT NEW.access_authority THEN 'access_authority,' ELSE '' END || CASE WHEN OLD.path IS NOT NEW.path THEN '*,' ELSE '' END || CASE WHEN OLD.display IS NOT NEW.display THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, 'categories', d.category_no, 'full_category_name', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM category AS d WHERE d.mall_id = NEW.mall_id AND d.shop_no = NEW.shop_no AND d.root_category_no = NEW.root_category_no AND (OLD.category_name IS NOT NEW.category_name); END;

CREATE TRIGGER change_category_delete AFTER DELETE ON category WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'categories', OLD.category_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_insert AFTER INSERT ON customer WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_update AFTER UPDATE ON customer WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.shop_no IS NOT NEW.shop_no OR OLD.member_authentication IS NOT NEW.member_authentication OR OLD.blacklist_type IS NOT NEW.blacklist_type OR OLD.member_type IS NOT NEW.member_type OR OLD.join_path IS NOT NEW.join_path OR OLD.sms IS NOT NEW.sms OR OLD.news_mail IS NOT NEW.news_mail OR OLD.thirdparty_agree IS NOT NEW.thirdparty_agree OR OLD.lifetime_member IS NOT NEW.lifetime_member OR OLD.authentication_method IS NOT NEW.authentication_method OR OLD.created_at IS NOT NEW.created_at OR OLD.last_login_at IS NOT NEW.last_login_at OR OLD.left_at IS NOT NEW.left_at OR OLD.dormant_since IS NOT NEW.dormant_since OR OLD.reactivated_at IS NOT NEW.reactivated_at) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, CASE WHEN OLD.shop_no IS NOT NEW.shop_no THEN 'shop_no,' ELSE '' END || CASE WHEN OLD.member_authentication IS NOT NEW.member_authentication THEN 'member_authentication,' ELSE '' END || CASE WHEN OLD.blacklist_type IS NOT NEW.blacklist_type THEN 'blacklist_type,' ELSE '' END || CASE WHEN OLD.member_type IS NOT NEW.member_type THEN 'member_type,' ELSE '' END || CASE WHEN OLD.join_path IS NOT NEW.join_path THEN 'join_path,' ELSE '' END || CASE WHEN OLD.sms IS NOT NEW.sms THEN 'sms,' ELSE '' END || CASE WHEN OLD.news_mail IS NOT NEW.news_mail THEN 'news_mail,' ELSE '' END || CASE WHEN OLD.thirdparty_agree IS NOT NEW.thirdparty_agree THEN 'thirdparty_agree,' ELSE '' END || CASE WHEN OLD.lifetime_member IS NOT NEW.lifetime_member THEN 'lifetime_member,' ELSE '' END || CASE WHEN OLD.authentication_method IS NOT NEW.authentication_method THEN 'authentication_method,' ELSE '' END || CASE WHEN OLD.created_at IS NOT NEW.created_at THEN 'created_date,' ELSE '' END || CASE WHEN OLD.last_login_at IS NOT NEW.last_login_at THEN 'last_login_date,' ELSE '' END || CASE WHEN OLD.left_at IS NOT NEW.left_at THEN '*,' ELSE '' END || CASE WHEN OLD.dormant_since IS NOT NEW.dormant_since THEN '*,' ELSE '' END || CASE WHEN OLD.reactivated_at IS NOT NEW.reactivated_at THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_delete AFTER DELETE ON customer WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'customers', OLD.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_person_insert AFTER INSERT ON customer_person WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_person_update AFTER UPDATE ON customer_person WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.name IS NOT NEW.name OR OLD.name_english IS NOT NEW.name_english OR OLD.name_phonetic IS NOT NEW.name_phonetic OR OLD.nick_name IS NOT NEW.nick_name OR OLD.phone IS NOT NEW.phone OR OLD.cellphone IS NOT NEW.cellphone OR OLD.email IS NOT NEW.email OR OLD.birthday IS NOT NEW.birthday OR OLD.solar_calendar IS NOT NEW.solar_calendar OR OLD.wedding_anniversary IS NOT NEW.wedding_anniversary OR OLD.gender IS NOT NEW.gender OR OLD.zipcode IS NOT NEW.zipcode OR OLD.country_code IS NOT NEW.country_code OR OLD.state IS NOT NEW.state OR OLD.city IS NOT NEW.city OR OLD.address1 IS NOT NEW.address1 OR OLD.address2 IS NOT NEW.address2 OR OLD.residence IS NOT NEW.residence OR OLD.nationality IS NOT NEW.nationality OR OLD.interest IS NOT NEW.interest OR OLD.job IS NOT NEW.job OR OLD.job_class IS NOT NEW.job_class OR OLD.recommend_id IS NOT NEW.recommend_id OR OLD.company_type IS NOT NEW.company_type OR OLD.corporate_name IS NOT NEW.corporate_name OR OLD.company_condition IS NOT NEW.company_condition OR OLD.company_line IS NOT NEW.company_line OR OLD.foreigner_type IS NOT NEW.foreigner_type OR OLD.refund_bank_code IS NOT NEW.refund_bank_code OR OLD.refund_bank_account_no IS NOT NEW.refund_bank_account_no OR OLD.refund_bank_account_holder IS NOT NEW.refund_bank_account_holder OR OLD.additional_information IS NOT NEW.additional_information) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, CASE WHEN OLD.name IS NOT NEW.name THEN '*,' ELSE '' END || CASE WHEN OLD.name_english IS NOT NEW.name_english THEN '*,' ELSE '' END || CASE WHEN OLD.name_phonetic IS NOT NEW.name_phonetic THEN '*,' ELSE '' END || CASE WHEN OLD.nick_name IS NOT NEW.nick_name THEN '*,' ELSE '' END || CASE WHEN OLD.phone IS NOT NEW.phone THEN '*,' ELSE '' END || CASE WHEN OLD.cellphone IS NOT NEW.cellphone THEN '*,' ELSE '' END || CASE WHEN OLD.email IS NOT NEW.email THEN '*,' ELSE '' END || CASE WHEN OLD.birthday IS NOT NEW.birthday THEN '*,' ELSE '' END || CASE WHEN OLD.solar_calendar IS NOT NEW.solar_calendar THEN '*,' ELSE '' END || CASE WHEN OLD.wedding_anniversary IS NOT NEW.wedding_anniversary THEN '*,' ELSE '' END || CASE WHEN OLD.gender IS NOT NEW.gender THEN '*,' ELSE '' END || CASE WHEN OLD.zipcode IS NOT NEW.zipcode THEN '*,' ELSE '' END || CASE WHEN OLD.country_code IS NOT NEW.country_code THEN '*,' ELSE '' END || CASE WHEN OLD.state IS NOT NEW.state THEN '*,' ELSE '' END || CASE WHEN OLD.city IS NOT NEW.city THEN '*,' ELSE '' END || CASE WHEN OLD.address1 IS NOT NEW.address1 THEN '*,' ELSE '' END || CASE WHEN OLD.address2 IS NOT NEW.address2 THEN '*,' ELSE '' END || CASE WHEN OLD.residence IS NOT NEW.residence THEN '*,' ELSE '' END || CASE WHEN OLD.nationality IS NOT NEW.nationality THEN '*,' ELSE '' END || CASE WHEN OLD.interest IS NOT NEW.interest THEN '*,' ELSE '' END || CASE WHEN OLD.job IS NOT NEW.job THEN '*,' ELSE '' END || CASE WHEN OLD.job_class IS NOT NEW.job_class THEN '*,' ELSE '' END || CASE WHEN OLD.recommend_id IS NOT NEW.recommend_id THEN '*,' ELSE '' END || CASE WHEN OLD.company_type IS NOT NEW.company_type THEN '*,' ELSE '' END || CASE WHEN OLD.corporate_name IS NOT NEW.corporate_name THEN '*,' ELSE '' END || CASE WHEN OLD.company_condition IS NOT NEW.company_condition THEN '*,' ELSE '' END || CASE WHEN OLD.company_line IS NOT NEW.company_line THEN '*,' ELSE '' END || CASE WHEN OLD.foreigner_type IS NOT NEW.foreigner_type THEN '*,' ELSE '' END || CASE WHEN OLD.refund_bank_code IS NOT NEW.refund_bank_code THEN '*,' ELSE '' END || CASE WHEN OLD.refund_bank_account_no IS NOT NEW.refund_bank_account_no THEN '*,' ELSE '' END || CASE WHEN OLD.refund_bank_account_holder IS NOT NEW.refund_bank_account_holder THEN '*,' ELSE '' END || CASE WHEN OLD.additional_information IS NOT NEW.additional_information THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_person_delete AFTER DELETE ON customer_person WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'customers', OLD.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_in_group_insert AFTER INSERT ON customer_in_group WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_in_group_update AFTER UPDATE ON customer_in_group WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.group_no IS NOT NEW.group_no OR OLD.fixed_group IS NOT NEW.fixed_group) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, CASE WHEN OLD.group_no IS NOT NEW.group_no THEN 'group_no,' ELSE '' END || CASE WHEN OLD.fixed_group IS NOT NEW.fixed_group THEN 'fixed_group,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_in_group_delete AFTER DELETE ON customer_in_group WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'customers', OLD.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_balance_insert AFTER INSERT ON customer_balance WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_balance_update AFTER UPDATE ON customer_balance WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.points IS NOT NEW.points OR OLD.unavailable_points IS NOT NEW.unavailable_points OR OLD.unavailable_coupon_points IS NOT NEW.unavailable_coupon_points OR OLD.used_points IS NOT NEW.used_points OR OLD.credits IS NOT NEW.credits) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'customers', NEW.member_id, CASE WHEN OLD.points IS NOT NEW.points THEN '*,' ELSE '' END || CASE WHEN OLD.unavailable_points IS NOT NEW.unavailable_points THEN '*,' ELSE '' END || CASE WHEN OLD.unavailable_coupon_points IS NOT NEW.unavailable_coupon_points THEN '*,' ELSE '' END || CASE WHEN OLD.used_points IS NOT NEW.used_points THEN '*,' ELSE '' END || CASE WHEN OLD.credits IS NOT NEW.credits THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_customer_balance_delete AFTER DELETE ON customer_balance WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'customers', OLD.member_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_shop_order_insert AFTER INSERT ON shop_order WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'orders', NEW.order_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_shop_order_update AFTER UPDATE ON shop_order WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.shop_no IS NOT NEW.shop_no OR OLD.member_id IS NOT NEW.member_id OR OLD.member_email IS NOT NEW.member_email OR OLD.order_date IS NOT NEW.order_date OR OLD.payment_date IS NOT NEW.payment_date OR OLD.cancel_date IS NOT NEW.cancel_date OR OLD.paid IS NOT NEW.paid OR OLD.canceled IS NOT NEW.canceled OR OLD.shipping_status IS NOT NEW.shipping_status OR OLD.payment_amount IS NOT NEW.payment_amount OR OLD.order_place_id IS NOT NEW.order_place_id OR OLD.market_order_no IS NOT NEW.market_order_no OR OLD.subscription IS NOT NEW.subscription OR OLD.first_order IS NOT NEW.first_order OR OLD.group_no IS NOT NEW.group_no OR OLD.auto_paid IS NOT NEW.auto_paid OR OLD.methods IS NOT NEW.methods OR OLD.gateway IS NOT NEW.gateway OR OLD.buyer IS NOT NEW.buyer OR OLD.detail IS NOT NEW.detail) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'orders', NEW.order_id, CASE WHEN OLD.shop_no IS NOT NEW.shop_no THEN 'shop_no,' ELSE '' END || CASE WHEN OLD.member_id IS NOT NEW.member_id THEN 'member_id,' ELSE '' END || CASE WHEN OLD.member_email IS NOT NEW.member_email THEN 'member_email,' ELSE '' END || CASE WHEN OLD.order_date IS NOT NEW.order_date THEN 'order_date,' ELSE '' END || CASE WHEN OLD.payment_date IS NOT NEW.payment_date THEN 'payment_date,' ELSE '' END || CASE WHEN OLD.cancel_date IS NOT NEW.cancel_date THEN 'cancel_date,' ELSE '' END || CASE WHEN OLD.paid IS NOT NEW.paid THEN 'paid,' ELSE '' END || CASE WHEN OLD.canceled IS NOT NEW.canceled THEN 'canceled,' ELSE '' END || CASE WHEN OLD.shipping_status IS NOT NEW.shipping_status THEN 'shipping_status,' ELSE '' END || CASE WHEN OLD.payment_amount IS NOT NEW.payment_amount THEN 'payment_amount,' ELSE '' END || CASE WHEN OLD.order_place_id IS NOT NEW.order_place_id THEN 'order_place_id,' ELSE '' END || CASE WHEN OLD.market_order_no IS NOT NEW.market_order_no THEN 'market_order_no,' ELSE '' END || CASE WHEN OLD.subscription IS NOT NEW.subscription THEN 'subscription,' ELSE '' END || CASE WHEN OLD.first_order IS NOT NEW.first_order THEN 'first_order,' ELSE '' END || CASE WHEN OLD.group_no IS NOT NEW.group_no THEN 'customer_group_no_when_ordering,' ELSE '' END || CASE WHEN OLD.auto_paid IS NOT NEW.auto_paid THEN '*,' ELSE '' END || CASE WHEN OLD.methods IS NOT NEW.methods THEN '*,' ELSE '' END || CASE WHEN OLD.gateway IS NOT NEW.gateway THEN '*,' ELSE '' END || CASE WHEN OLD.buyer IS NOT NEW.buyer THEN 'buyer,' ELSE '' END || CASE WHEN OLD.detail IS NOT NEW.detail THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_shop_order_delete AFTER DELETE ON shop_order WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'orders', OLD.order_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_order_item_insert AFTER INSERT ON order_item WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'orders', NEW.order_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = NEW.mall_id AND d.order_id = NEW.order_id; END;

CREATE TRIGGER change_order_item_update AFTER UPDATE ON order_item WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.product_no IS NOT NEW.product_no OR OLD.variant_code IS NOT NEW.variant_code OR OLD.quantity IS NOT NEW.quantity OR OLD.order_status IS NOT NEW.order_status OR OLD.order_status_before_cs IS NOT NEW.order_status_before_cs OR OLD.product_price IS NOT NEW.product_price OR OLD.option_price IS NOT NEW.option_price OR OLD.additional_discount_price IS NOT NEW.additional_discount_price OR OLD.coupon_discount_price IS NOT NEW.coupon_discount_price OR OLD.app_item_discount_amount IS NOT NEW.app_item_discount_amount OR OLD.payment_amount IS NOT NEW.payment_amount OR OLD.supplier_id IS NOT NEW.supplier_id OR OLD.shipping_code IS NOT NEW.shipping_code OR OLD.claim_code IS NOT NEW.claim_code OR OLD.ordered_date IS NOT NEW.ordered_date OR OLD.placed_date IS NOT NEW.placed_date OR OLD.shipped_date IS NOT NEW.shipped_date OR OLD.delivered_date IS NOT NEW.delivered_date OR OLD.purchaseconfirmation_date IS NOT NEW.purchaseconfirmation_date OR OLD.share_discount IS NOT NEW.share_discount OR OLD.share_points IS NOT NEW.share_points OR OLD.share_credits IS NOT NEW.share_credits OR OLD.share_earned IS NOT NEW.share_earned OR OLD.detail IS NOT NEW.detail) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'orders', NEW.order_id, CASE WHEN OLD.product_no IS NOT NEW.product_no THEN 'items,' ELSE '' END || CASE WHEN OLD.variant_code IS NOT NEW.variant_code THEN 'items,' ELSE '' END || CASE WHEN OLD.quantity IS NOT NEW.quantity THEN 'items,' ELSE '' END || CASE WHEN OLD.order_status IS NOT NEW.order_status THEN 'items,' ELSE '' END || CASE WHEN OLD.order_status_before_cs IS NOT NEW.order_status_before_cs THEN 'items,' ELSE '' END || CASE WHEN OLD.product_price IS NOT NEW.product_price THEN 'items,' ELSE '' END || CASE WHEN OLD.option_price IS NOT NEW.option_price THEN 'items,' ELSE '' END || CASE WHEN OLD.additional_discount_price IS NOT NEW.additional_discount_price THEN 'items,' ELSE '' END || CASE WHEN OLD.coupon_discount_price IS NOT NEW.coupon_discount_price THEN 'items,' ELSE '' END || CASE WHEN OLD.app_item_discount_amount IS NOT NEW.app_item_discount_amount THEN 'items,' ELSE '' END || CASE WHEN OLD.payment_amount IS NOT NEW.payment_amount THEN 'items,' ELSE '' END || CASE WHEN OLD.supplier_id IS NOT NEW.supplier_id THEN 'items,' ELSE '' END || CASE WHEN OLD.shipping_code IS NOT NEW.shipping_code THEN 'items,' ELSE '' END || CASE WHEN OLD.claim_code IS NOT NEW.claim_code THEN 'items,' ELSE '' END || CASE WHEN OLD.ordered_date IS NOT NEW.ordered_date THEN 'items,' ELSE '' END || CASE WHEN OLD.placed_date IS NOT NEW.placed_date THEN 'items,' ELSE '' END || CASE WHEN OLD.shipped_date IS NOT NEW.shipped_date THEN 'items,' ELSE '' END || CASE WHEN OLD.delivered_date IS NOT NEW.delivered_date THEN 'items,' ELSE '' END || CASE WHEN OLD.purchaseconfirmation_date IS NOT NEW.purchaseconfirmation_date THEN 'items,' ELSE '' END || CASE WHEN OLD.share_discount IS NOT NEW.share_discount THEN 'items,' ELSE '' END || CASE WHEN OLD.share_points IS NOT NEW.share_points THEN 'items,' ELSE '' END || CASE WHEN OLD.share_credits IS NOT NEW.share_credits THEN 'items,' ELSE '' END || CASE WHEN OLD.share_earned IS NOT NEW.share_earned THEN 'items,' ELSE '' END || CASE WHEN OLD.detail IS NOT NEW.detail THEN 'items,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = NEW.mall_id AND d.order_id = NEW.order_id; END;

CREATE TRIGGER change_order_item_delete AFTER DELETE ON order_item WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'orders', OLD.order_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = OLD.mall_id AND d.order_id = OLD.order_id; END;

CREATE TRIGGER change_order_parcel_insert AFTER INSERT ON order_parcel WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'orders', NEW.order_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = NEW.mall_id AND d.order_id = NEW.order_id; END;

CREATE TRIGGER change_order_parcel_update AFTER UPDATE ON order_parcel WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.receiver_name IS NOT NEW.receiver_name OR OLD.receiver_address IS NOT NEW.receiver_address OR OLD.receiver IS NOT NEW.receiver OR OLD.tracking_no IS NOT NEW.tracking_no OR OLD.shipping_company_code IS NOT NEW.shipping_company_code OR OLD.carrier_id IS NOT NEW.carrier_id OR OLD.tracking_no_updated_date IS NOT NEW.tracking_no_updated_date OR OLD.status_additional_info IS NOT NEW.status_additional_info) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'orders', NEW.order_id, CASE WHEN OLD.receiver_name IS NOT NEW.receiver_name THEN '*,' ELSE '' END || CASE WHEN OLD.receiver_address IS NOT NEW.receiver_address THEN '*,' ELSE '' END || CASE WHEN OLD.receiver IS NOT NEW.receiver THEN '*,' ELSE '' END || CASE WHEN OLD.tracking_no IS NOT NEW.tracking_no THEN '*,' ELSE '' END || CASE WHEN OLD.shipping_company_code IS NOT NEW.shipping_company_code THEN '*,' ELSE '' END || CASE WHEN OLD.carrier_id IS NOT NEW.carrier_id THEN '*,' ELSE '' END || CASE WHEN OLD.tracking_no_updated_date IS NOT NEW.tracking_no_updated_date THEN '*,' ELSE '' END || CASE WHEN OLD.status_additional_info IS NOT NEW.status_additional_info THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = NEW.mall_id AND d.order_id = NEW.order_id; END;

CREATE TRIGGER change_order_parcel_delete AFTER DELETE ON order_parcel WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'orders', OLD.order_id, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = OLD.mall_id AND d.order_id = OLD.order_id; END;

CREATE TRIGGER change_order_claim_insert AFTER INSERT ON order_claim WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, NEW.kind, NEW.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_order_claim_update AFTER UPDATE ON order_claim WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.requested_date IS NOT NEW.requested_date OR OLD.accepted_date IS NOT NEW.accepted_date OR OLD.completed_date IS NOT NEW.completed_date OR OLD.request_no IS NOT NEW.request_no OR OLD.content IS NOT NEW.content) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, NEW.kind, NEW.claim_code, CASE WHEN OLD.requested_date IS NOT NEW.requested_date THEN '*,' ELSE '' END || CASE WHEN OLD.accepted_date IS NOT NEW.accepted_date THEN '*,' ELSE '' END || CASE WHEN OLD.completed_date IS NOT NEW.completed_date THEN '*,' ELSE '' END || CASE WHEN OLD.request_no IS NOT NEW.request_no THEN '*,' ELSE '' END || CASE WHEN OLD.content IS NOT NEW.content THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_order_claim_delete AFTER DELETE ON order_claim WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, OLD.kind, OLD.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_order_refund_insert AFTER INSERT ON order_refund WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'refunds', NEW.refund_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = NEW.mall_id AND d.order_id = NEW.order_id; END;

CREATE TRIGGER change_order_refund_update AFTER UPDATE ON order_refund WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.status IS NOT NEW.status OR OLD.refund_date IS NOT NEW.refund_date OR OLD.accepted_refund_date IS NOT NEW.accepted_refund_date OR OLD.member_id IS NOT NEW.member_id OR OLD.member_email IS NOT NEW.member_email OR OLD.buyer_email IS NOT NEW.buyer_email OR OLD.content IS NOT NEW.content) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'refunds', NEW.refund_code, CASE WHEN OLD.status IS NOT NEW.status THEN 'status,' ELSE '' END || CASE WHEN OLD.refund_date IS NOT NEW.refund_date THEN 'refund_date,' ELSE '' END || CASE WHEN OLD.accepted_refund_date IS NOT NEW.accepted_refund_date THEN 'accepted_refund_date,' ELSE '' END || CASE WHEN OLD.member_id IS NOT NEW.member_id THEN 'member_id,' ELSE '' END || CASE WHEN OLD.member_email IS NOT NEW.member_email THEN 'member_email,' ELSE '' END || CASE WHEN OLD.buyer_email IS NOT NEW.buyer_email THEN 'buyer_email,' ELSE '' END || CASE WHEN OLD.content IS NOT NEW.content THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = NEW.mall_id AND d.order_id = NEW.order_id; END;

CREATE TRIGGER change_order_refund_delete AFTER DELETE ON order_refund WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'refunds', OLD.refund_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) SELECT d.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + row_number() OVER (), 0, d.kind, d.claim_code, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM order_claim AS d WHERE d.mall_id = OLD.mall_id AND d.order_id = OLD.order_id; END;

CREATE TRIGGER change_coupon_insert AFTER INSERT ON coupon WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'coupons', NEW.coupon_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_coupon_update AFTER UPDATE ON coupon WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = NEW.mall_id) AND (OLD.coupon_type IS NOT NEW.coupon_type OR OLD.coupon_name IS NOT NEW.coupon_name OR OLD.created_date IS NOT NEW.created_date OR OLD.deleted IS NOT NEW.deleted OR OLD.is_stopped_issued_coupon IS NOT NEW.is_stopped_issued_coupon OR OLD.pause_begin_datetime IS NOT NEW.pause_begin_datetime OR OLD.pause_end_datetime IS NOT NEW.pause_end_datetime OR OLD.benefit_type IS NOT NEW.benefit_type OR OLD.issue_type IS NOT NEW.issue_type OR OLD.issue_sub_type IS NOT NEW.issue_sub_type OR OLD.issue_order_path IS NOT NEW.issue_order_path OR OLD.issue_order_type IS NOT NEW.issue_order_type OR OLD.issue_reserved IS NOT NEW.issue_reserved OR OLD.available_period_type IS NOT NEW.available_period_type OR OLD.available_begin_datetime IS NOT NEW.available_begin_datetime OR OLD.available_end_datetime IS NOT NEW.available_end_datetime OR OLD.available_site IS NOT NEW.available_site OR OLD.available_scope IS NOT NEW.available_scope OR OLD.available_price_type IS NOT NEW.available_price_type OR OLD.available_order_price_type IS NOT NEW.available_order_price_type OR OLD.issued IS NOT NEW.issued OR OLD.terms IS NOT NEW.terms OR OLD.detail IS NOT NEW.detail) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (NEW.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = NEW.mall_id) + 1, 0, 'coupons', NEW.coupon_no, CASE WHEN OLD.coupon_type IS NOT NEW.coupon_type THEN 'coupon_type,' ELSE '' END || CASE WHEN OLD.coupon_name IS NOT NEW.coupon_name THEN 'coupon_name,' ELSE '' END || CASE WHEN OLD.created_date IS NOT NEW.created_date THEN 'created_date,' ELSE '' END || CASE WHEN OLD.deleted IS NOT NEW.deleted THEN 'deleted,' ELSE '' END || CASE WHEN OLD.is_stopped_issued_coupon IS NOT NEW.is_stopped_issued_coupon THEN 'is_stopped_issued_coupon,' ELSE '' END || CASE WHEN OLD.pause_begin_datetime IS NOT NEW.pause_begin_datetime THEN 'pause_begin_datetime,' ELSE '' END || CASE WHEN OLD.pause_end_datetime IS NOT NEW.pause_end_datetime THEN 'pause_end_datetime,' ELSE '' END || CASE WHEN OLD.benefit_type IS NOT NEW.benefit_type THEN 'benefit_type,' ELSE '' END || CASE WHEN OLD.issue_type IS NOT NEW.issue_type THEN 'issue_type,' ELSE '' END || CASE WHEN OLD.issue_sub_type IS NOT NEW.issue_sub_type THEN 'issue_sub_type,' ELSE '' END || CASE WHEN OLD.issue_order_path IS NOT NEW.issue_order_path THEN 'issue_order_path,' ELSE '' END || CASE WHEN OLD.issue_order_type IS NOT NEW.issue_order_type THEN 'issue_order_type,' ELSE '' END || CASE WHEN OLD.issue_reserved IS NOT NEW.issue_reserved THEN 'issue_reserved,' ELSE '' END || CASE WHEN OLD.available_period_type IS NOT NEW.available_period_type THEN 'available_period_type,' ELSE '' END || CASE WHEN OLD.available_begin_datetime IS NOT NEW.available_begin_datetime THEN 'available_begin_datetime,' ELSE '' END || CASE WHEN OLD.available_end_datetime IS NOT NEW.available_end_datetime THEN 'available_end_datetime,' ELSE '' END || CASE WHEN OLD.available_site IS NOT NEW.available_site THEN 'available_site,' ELSE '' END || CASE WHEN OLD.available_scope IS NOT NEW.available_scope THEN 'available_scope,' ELSE '' END || CASE WHEN OLD.available_price_type IS NOT NEW.available_price_type THEN 'available_price_type,' ELSE '' END || CASE WHEN OLD.available_order_price_type IS NOT NEW.available_order_price_type THEN 'available_order_price_type,' ELSE '' END || CASE WHEN OLD.issued IS NOT NEW.issued THEN 'issued,' ELSE '' END || CASE WHEN OLD.terms IS NOT NEW.terms THEN '*,' ELSE '' END || CASE WHEN OLD.detail IS NOT NEW.detail THEN '*,' ELSE '' END, 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;

CREATE TRIGGER change_coupon_delete AFTER DELETE ON coupon WHEN EXISTS (SELECT 1 FROM change_feed WHERE mall_id = OLD.mall_id) BEGIN INSERT INTO change_mark (mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at) VALUES (OLD.mall_id, (SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = OLD.mall_id) + 1, 0, 'coupons', OLD.coupon_no, '*', 0, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)); END;
