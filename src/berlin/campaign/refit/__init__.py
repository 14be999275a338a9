"""A new date: repair, ammunition, removal, fresh points, morale and weather."""
