"""What the campaign begins with: DATES in their order, FORCES[side], and FIGURES that rules name."""

from berlin.campaign.book.forces import read_dates, read_figures, read_forces
from berlin.games.orsha.board.tables import SEATS, TABLES

DATES = read_dates(TABLES.rows("dates"), SEATS)
FORCES = read_forces(TABLES.rows("forces"), SEATS)
FIGURES = read_figures(TABLES.rows("figures"))
