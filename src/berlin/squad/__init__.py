"""The rules of the squad level, on which campaigns and the battles themselves stand."""
