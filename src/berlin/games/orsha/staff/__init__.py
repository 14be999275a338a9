"""The machine's judgement of a campaign."""
