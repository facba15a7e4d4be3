"""Tests of imports and exports of files as calls."""
