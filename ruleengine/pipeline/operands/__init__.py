"""Operands, bound for play: what a player names in a move."""
