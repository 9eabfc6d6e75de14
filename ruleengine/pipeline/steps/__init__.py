"""Steps, bound for play: effects, decisions, and the ways between them."""
