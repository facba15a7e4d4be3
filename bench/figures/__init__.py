"""The figures of docs/performance.md, each of one command, and all of them of one."""
