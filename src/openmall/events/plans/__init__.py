"""Plans: what a rehearsed write would change, kept until it is applied or expires."""
