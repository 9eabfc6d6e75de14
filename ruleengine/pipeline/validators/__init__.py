"""Validators, bound for play: what a move has to keep to."""
