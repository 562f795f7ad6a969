"""Learning the game: the rules with examples that the engine plays, exercises, a glossary.

Pages are data: a writer gives placements and the keys of sentences, and every number comes from
``sniffi.rules`` (docs/learn.md).
"""
