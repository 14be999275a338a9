"""The state, its actions, and how a campaign is set up."""
