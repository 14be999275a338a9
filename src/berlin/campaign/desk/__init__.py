"""The staff's desk: purchases, the checklist of the RePh, the history and reports, as parts of a scene."""
