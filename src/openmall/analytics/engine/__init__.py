"""Analytics engines that store and query facts: DuckDB in a process of its own, or ClickHouse."""
