"""Proposals that wait for approval, and the rules that make writes wait."""
