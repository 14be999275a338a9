"""5. Cards: hands, the Card Phase, the moments at which they are played."""
