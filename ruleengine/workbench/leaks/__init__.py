"""The leak test: can anybody learn what the rules hide from them?"""
