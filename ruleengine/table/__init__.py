"""The table: a match that people play, with what each may see, kept in a file after every move."""
