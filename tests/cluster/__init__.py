"""Tests on a Citus cluster: run where OPENMALL_TEST_CITUS names a build of it."""
