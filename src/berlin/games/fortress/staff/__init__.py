"""The machine's judgement for both sides, in both scenarios."""
