"""The library: games, positions, moves, matches and records."""
