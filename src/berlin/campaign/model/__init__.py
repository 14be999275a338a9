"""A battle settled by a quick model of our own: no rule of a book, and honest about it.

It is fought in game turns on the map, hex by hex, by the weights of the counters. Its results are those that
the steps after a battle know: losses, wounds, breakdowns, prisoners, wrecks, fires, ground won.
"""
