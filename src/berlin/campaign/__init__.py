"""The staff work between two battles of a campaign, for every game that has one."""
