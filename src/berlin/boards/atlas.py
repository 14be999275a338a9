"""Real-world coordinates on a flat board: degrees to kilometres and back."""

from math import cos, exp, hypot, radians

import msgspec

Point = tuple[float, float]

KM_PER_DEGREE = 111.2


class Projection(msgspec.Struct, frozen=True):
    """An equirectangular sheet: x runs east and y runs south, in kilometres from the north-west corner.

    True to scale along the sheet's middle latitude, and within a few hundredths over a board.
    """

    west: float
    north: float
    east: float
    south: float

    @property
    def _across(self) -> float:
        return KM_PER_DEGREE * cos(radians((self.north + self.south) / 2))

    @property
    def width(self) -> float:
        return (self.east - self.west) * self._across

    @property
    def height(self) -> float:
        return (self.north - self.south) * KM_PER_DEGREE

    def plane(self, lon: float, lat: float) -> Point:
        return (lon - self.west) * self._across, (self.north - lat) * KM_PER_DEGREE

    def globe(self, x: float, y: float) -> Point:
        return self.west + x / self._across, self.north - y / KM_PER_DEGREE


class Lens(msgspec.Struct, frozen=True):
    """A burning glass laid on the sheet: what lies under it is pushed outwards, so that a city gets room.

    A point `distance` from the centre moves out by `push` at the rim of the city, by less and less beyond it.
    """

    x: float
    y: float
    push: float
    rim: float
    fade: float

    def _radius(self, distance: float) -> float:
        if distance <= self.rim:
            return distance * (1 + self.push / self.rim)
        return distance + self.push * exp(-(((distance - self.rim) / self.fade) ** 2))

    def enlarge(self, point: Point) -> Point:
        dx, dy = point[0] - self.x, point[1] - self.y
        distance = hypot(dx, dy)
        if distance == 0:
            return point
        factor = self._radius(distance) / distance
        return self.x + dx * factor, self.y + dy * factor

    def reduce(self, point: Point) -> Point:
        dx, dy = point[0] - self.x, point[1] - self.y
        seen = hypot(dx, dy)
        if seen == 0:
            return point
        low, high = 0.0, seen
        for _ in range(60):
            middle = (low + high) / 2
            if self._radius(middle) < seen:
                low = middle
            else:
                high = middle
        return self.x + dx * low / seen, self.y + dy * low / seen
