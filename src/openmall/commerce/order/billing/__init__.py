"""Payments of orders: ledger, gateways, refunds and cash receipts."""
