"""Hand-written judgement for a machine player of a campaign, chapter by chapter.

Each answer to a question is worth something, and the best is taken. Of the enemy nothing is read but what
lies open: his ground, where his counters stand (not what is under a "?"), his works that are not hidden.
"""
