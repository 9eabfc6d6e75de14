"""The machine that runs programs: arrays in, arrays out; it knows no names and no game."""
