"""The rulebook of a game under one choice of flags, put together from its ruleset."""
