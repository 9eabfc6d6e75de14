"""Rules in words, for those whose moves they refuse."""
