"""The toy game with turns of two acts, open scores, a judgement and a board of two places."""

from types import ModuleType

import toy
from msgspec.structs import replace

from berlin.kernel.contract.scene import Board, Piece, Scene, Spot
from berlin.kernel.contract.standing import Standing


class Timed(toy.Toy):
    code, title = "timed", "Nine Cards by turns"

    def turn(self, state: toy.State) -> int:
        return 20 - (state.left + 1) // 2

    def scores(self, state: toy.State) -> tuple[int, ...]:
        return state.scores

    def standing(self, state: toy.State, seat: int) -> Standing:
        return Standing((("points ahead", state.scores[seat] - state.scores[1 - seat]),))

    def scene(self, view: toy.View) -> Scene:
        scene = super().scene(view)
        sides = ("red", "blue")
        pieces = tuple(
            Piece(
                f"{card}", f"card {card}", sides[card % 2], "", f"card {sides[card % 2]}/black", (), "table"
            )
            for card in range(1, toy.CARDS + 1)
            if card in view.gone
        )
        bag = Piece("bag", "bag", "red", "", "card red/black", (), "bag")
        return replace(scene, game="timed", pieces=(*pieces, bag))

    def board(self) -> Board:
        picture = (
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'><rect width='20' height='10'/></svg>"
        )
        table = Spot("table", "the table", ((0, 0), (10, 0), (10, 10), (0, 10)), (5, 5), 3)
        bag = Spot("bag", "the bag", ((10, 0), (20, 0), (20, 10), (10, 10)), (15, 5), 3)
        return Board(20, 10, picture, (table, bag))


GAME = Timed()


def module() -> ModuleType:
    """As the registry of games wants it."""
    found = ModuleType("timed")
    vars(found)["GAME"] = GAME
    return found
