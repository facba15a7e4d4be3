"""Backups of an installation or of one mall: written, checked, restored, and stores moved."""
