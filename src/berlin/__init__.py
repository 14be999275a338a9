"""Road to Berlin: five board wargames of 1944-45, played exactly by their rules."""

__version__ = "0.1.0"
