"""What a module tells the campaign engine: its lists, its terms, and the clauses that it cites."""
