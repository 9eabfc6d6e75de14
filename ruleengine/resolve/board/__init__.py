"""The board: its cells as numbers, their names, zones and ways."""
