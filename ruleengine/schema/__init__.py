"""The shape of a ruleset: frozen models, one topic each."""
