"""Imports and exports of files as calls: what is to be done, its files and what came of it."""
