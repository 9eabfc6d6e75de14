"""Moves: how they are written, read, numbered, told and refused."""
