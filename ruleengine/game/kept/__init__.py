"""What outlives a process: positions and records, as data, in files and drawn."""
