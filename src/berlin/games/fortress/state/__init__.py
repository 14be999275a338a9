"""The state, its draft, the acts, the view and the situation."""
