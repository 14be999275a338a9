"""No Retreat!, with Na Berlin! laid over it: the Russian front from 1941 to 1945."""
