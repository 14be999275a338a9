"""The tables in data/, and the two sides.

RESULTS[key]    a results table: `result(total)`, `words(total)`, `tally(roll, reasons)`, `outcomes(drm)`

    cc  cc.vehicle  cc.unlikely  cc.magnetic                                        7.501
    encirclement  mines  bog  shock  unconfirmed                                    7.504
    escape.infantry  escape.vehicle  escape.equipment                               7.5063, 7.5064
    scrounge  flame  wounded  hardening.mmc  hardening.leader  san                  7.5072 to 7.5122
    immobilization  ammo  stun  repair  captured  spent  spent.russian-FT  removal  7.513, 7.514
    cpp  elr  weather  ground                                                       7.515 to 7.517
    strength  weapon  oba.SIDE  leaders.SIDE  armor  platoon                        7.519
    wind  wind.direction  recon                                                     7.5221, 7.5225
    types.NAME  atcb  aircraft                                                      notes of the charts

PREFIX[side]    what the keys of a side's counters begin with
"""

from pathlib import Path

from berlin.kernel.contract.ids import BOTH
from berlin.kernel.contract.variant import Tables
from berlin.squad.board.tables import read_tables

GERMAN, RUSSIAN = BOTH
SEATS = ("german", "russian")
PREFIX = ("g:", "r:")

TABLES = Tables(Path(__file__).parents[1] / "data")
RESULTS = read_tables(*(TABLES.rows(name) for name in ("tables", "results", "modifiers")))
