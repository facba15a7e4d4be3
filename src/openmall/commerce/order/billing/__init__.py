"""Payments of orders: gateways, stored methods, ledger, refunds and cash receipts."""
