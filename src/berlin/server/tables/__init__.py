"""Tables: what was done at each, who sits there, and what each party is shown."""
