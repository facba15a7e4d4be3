"""Products: names, prices, texts, visibility, in each language of the mall."""
