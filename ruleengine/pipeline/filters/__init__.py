"""Filters, bound for play: which pieces and cells are meant."""
