"""The machine's judgement."""
