"""Counting, exactly, in how many ways cards can be shared out; and drawing one of them evenly.

A *sheet* lists the numbers that are to be chosen, its *cells*: so many cards of these go there.
Each cell takes its cards from a *row*, in as many ways as they can be chosen from what is left.
*Meters* say what the cells must respect together: that a row is used up, that a place gets full,
that a bar holds. A cell draws its number from each of its meters, some of them several times over;
or puts it in, where one row fills another.

The cells are gone through in an order in which few meters are open at a time. Whatever was chosen
before, only what the open meters show bears on the rest; so the ways are counted once for each
reading of the open meters, from the last cell back to the first. Whoever knows these counts can
find the way of any rank by going forward once, and a random rank is a fair draw.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 80
"""More cells than that are not even put in order: there would be too much to count."""
HOPELESS: Final = 8 * 28
"""Nor is it counted where so much is open at once; see ``Order.worst``."""
SPAN_BITS: Final = 20
SPAN_MASK: Final = (1 << SPAN_BITS) - 1
NOTHING: Final = 1 << SPAN_BITS
"""No number lies between these bounds, which are kept as one: from 1 to 0."""
CHOICES: Final[list[list[int]]] = [[1]]


def choices(number: int) -> list[int]:
    """In how many ways none, one, two ... of ``number`` can be chosen; made when first needed."""
    while len(CHOICES) <= number:
        CHOICES.append([])
    row = CHOICES[number]
    if not row:
        row.append(1)
        for taken in range(number):
            row.append(row[-1] * (number - taken) // (taken + 1))
    return row


class Sheet:
    """What is to be counted: meters, and cells that draw on them.

    For each meter its reading at the ``start``, the ``most`` it can ever show, and how much may be
    ``spare`` in the end. For each cell its row, the meters it draws on, how many times over (-1
    where it puts in), and its bounds. ``fills`` are the cells that must come before any that takes
    from a row.
    """

    __slots__ = ("cells", "fills", "high", "low", "most", "row", "spare", "start", "times", "used")

    def __init__(self) -> None:
        self.start: list[int] = []
        self.most: list[int] = []
        self.spare: list[int] = []
        self.cells: list[list[int]] = []
        """The cells of each meter."""
        self.fills: list[list[int]] = []
        self.row: list[int] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.used: list[list[int]] = []
        self.times: list[list[int]] = []

    def meter(self, start: int, spare: int = 0) -> int:
        """A new meter; its number."""
        self.start.append(start)
        self.most.append(start)
        self.spare.append(spare)
        self.cells.append([])
        self.fills.append([])
        return len(self.start) - 1

    def cell(self, row: int, low: int, high: int) -> int:
        """A new cell, which takes from a row; its number."""
        number = len(self.row)
        self.row.append(row)
        self.low.append(low)
        self.high.append(high)
        self.used.append([])
        self.times.append([])
        self.draw(number, row, 1)
        return number

    def draw(self, cell: int, meter: int, times: int) -> None:
        """A cell draws on a meter as well."""
        self.used[cell].append(meter)
        self.times[cell].append(times)
        self.cells[meter].append(cell)

    def fill(self, cell: int, row: int) -> None:
        """What a cell takes from its row goes into another."""
        self.draw(cell, row, -1)
        self.fills[row].append(cell)
        self.most[row] += self.high[cell]


def _size(most: int) -> int:
    """About eight times the binary logarithm of the readings that a meter can have."""
    readings = most + 1
    bits = readings.bit_length() - 1
    return 8 * bits + (((readings << 3) >> bits) & 7)


class Order:
    """Finds an order of the cells in which few meters are open at a time.

    Again and again all cells of one meter are next: of that one whose cells, once they are done,
    leave the fewest readings of open meters to tell apart.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.size = [_size(most) for most in sheet.most]
        self.left = [len(cells) for cells in sheet.cells]
        """How many cells of each meter are still to come."""
        self.open = [False] * len(self.left)
        self.done = [False] * len(sheet.row)
        self.found: list[int] = []
        self.drawn = [0] * len(self.left)
        """To count on, while one meter is looked at; zeros before and after."""
        self.needed: list[list[int]] = [[] for _ in self.left]
        """The cells that would be next with each meter, as far as that was looked at already;"""
        self.growth = [0] * len(self.left)
        """what would be open more after them,"""
        self.touched = [-1] * len(self.left)
        """and the meters (as bits) on which that depends."""
        self.worst = 0
        """The most that was open between the cells of two meters."""

    def run(self) -> list[int]:
        """The cells in that order."""
        changed, size = -1, 0
        while len(self.found) < len(self.done):
            best = -1
            for meter, left in enumerate(self.left):
                if left:
                    if self.touched[meter] & changed:
                        self._weigh(meter)
                    if best < 0 or self.growth[meter] < self.growth[best]:
                        best = meter
            changed = self.touched[best]
            size += self._take(self.needed[best])
            self.worst = max(self.worst, size)
        return self.found

    def _weigh(self, meter: int) -> None:
        """Find what taking all cells of a meter would mean."""
        sheet, done = self.sheet, self.done
        needed: list[int] = []
        for cell in sheet.cells[meter]:
            if not done[cell]:
                for fill in sheet.fills[sheet.row[cell]]:
                    if not done[fill]:
                        done[fill] = True
                        needed.append(fill)
                if not done[cell]:
                    done[cell] = True
                    needed.append(cell)
        for cell in needed:
            done[cell] = False  # they were only put down, not taken
        self.needed[meter] = needed
        self._grow(meter, needed)

    def _grow(self, meter: int, cells: list[int]) -> None:
        """By how much the open meters grow with these cells.

        Those that are open only meanwhile count less, and each cell counts a little: of what was
        tried, this gave the fewest readings in games of four as Grand Master.
        """
        drawn, used = self.drawn, self.sheet.used
        others: list[int] = []
        for cell in cells:
            for other in used[cell]:
                if not drawn[other]:
                    others.append(other)
                drawn[other] += 1
        grown = 2 * len(cells)
        touched = 0
        for other in others:
            touched |= 1 << other
            if not self.open[other]:
                grown += self.size[other]
            if drawn[other] == self.left[other]:
                grown -= self.size[other] - (self.size[other] >> 2)
            drawn[other] = 0
        self.growth[meter], self.touched[meter] = grown, touched

    def _take(self, cells: list[int]) -> int:
        """These are next; by how much the open meters grow."""
        grown = 0
        for cell in cells:
            self.done[cell] = True
            self.found.append(cell)
            for meter in self.sheet.used[cell]:
                self.left[meter] -= 1
                if self.open[meter] != (self.left[meter] > 0):
                    self.open[meter] = not self.open[meter]
                    grown += self.size[meter] if self.open[meter] else -self.size[meter]
        return grown


def _gap(taken: int, mask: int) -> int:
    """The lowest place where these bits are free."""
    place = 0
    while (taken >> place) & mask:
        place += 1
    return place


class Ways:
    """The counts of one sheet. ``total`` is 0 where more than ``limit`` readings are to be counted.

    The readings of all open meters are one number, each in bits of its own; ``counts`` has for
    every cell in order, and every reading before it, the number of ways from there.
    """

    def __init__(self, sheet: Sheet, limit: int) -> None:
        self.sheet = sheet
        self.order: list[int] = []
        self.masks = [(1 << max(most, 1).bit_length()) - 1 for most in sheet.most]
        """As many bits as each meter needs: readings that fit a machine's word are quick."""
        self.shift: list[int] = [-1] * len(sheet.start)
        self.enter: list[int] = []
        """What is added where meters open at a cell."""
        self.keep: list[int] = []
        """The bits that stay after a cell; -1 where no meter closes with something to spare."""
        self.delta: list[int] = []
        """What is drawn for each card that a cell takes."""
        self.checks: list[list[int]] = []
        """For each cell its bounds; then of each of its meters where it lies in a reading, in how
        many bits, how much it must show after the cell at least and may at most, so that the cells
        to come fit, and how many times over the cell draws on it. One list, as it is read so often.
        """
        self.counts: list[dict[int, int]] = []
        self.total = 0
        if self._put_in_order():
            self._lay_bits()
            self._bound()
            if self._reach(limit):
                self._count()

    def _put_in_order(self) -> bool:
        """Whether it is worth a try."""
        if len(self.sheet.row) > LONGEST:
            return False
        order = Order(self.sheet)
        self.order = order.run()
        return order.worst <= HOPELESS

    def _lay_bits(self) -> None:
        """Give every meter its bits, from its first cell to its last."""
        sheet = self.sheet
        left = [len(cells) for cells in sheet.cells]
        taken = 0
        for cell in self.order:
            entering, keep, delta = 0, -1, 0
            for at, meter in enumerate(sheet.used[cell]):
                if self.shift[meter] < 0:
                    self.shift[meter] = _gap(taken, self.masks[meter])
                    taken |= self.masks[meter] << self.shift[meter]
                    entering += sheet.start[meter] << self.shift[meter]
                delta += sheet.times[cell][at] << self.shift[meter]
            for meter in sheet.used[cell]:
                left[meter] -= 1
                if not left[meter]:
                    bits = self.masks[meter] << self.shift[meter]
                    taken &= ~bits
                    if sheet.spare[meter]:
                        keep &= ~bits
            self.enter.append(entering)
            self.keep.append(keep)
            self.delta.append(delta)

    def _bound(self) -> None:
        """From the last cell back: what each meter must still show for the cells to come."""
        sheet = self.sheet
        low = [0] * len(sheet.start)
        high = sheet.spare[:]
        for cell in reversed(self.order):
            checks = [sheet.low[cell], sheet.high[cell]]
            for at, meter in enumerate(sheet.used[cell]):
                times = sheet.times[cell][at]
                mask = self.masks[meter]
                least, most = max(0, low[meter]), min(high[meter], mask)
                checks.extend((self.shift[meter], mask, least, most, times))
                one, other = times * sheet.low[cell], times * sheet.high[cell]
                low[meter] += min(one, other)
                high[meter] += max(one, other)
            self.checks.append(checks)
        self.checks.reverse()

    def _span(self, at: int, key: int) -> tuple[int, int]:
        """The least and the most that a cell may take, given what the meters show."""
        checks = self.checks[at]
        low, high = checks[0], checks[1]
        for i in range(2, len(checks), 5):
            shown = (key >> checks[i]) & checks[i + 1]
            over, under, times = shown - checks[i + 2], shown - checks[i + 3], checks[i + 4]
            if times < 0:
                over, under = -under, -over
            elif times > 1:
                over, under = over // times, -(-under // times)
            if over < high:
                high = over
            if under > low:
                low = under
        return low, high

    def _reach(self, limit: int) -> bool:
        """Find what the open meters can show before each cell; false where that is too much.

        With each reading is kept what the cell may take there, until the ways are counted.
        """
        readings: dict[int, int] = {self.enter[0] if self.enter else 0: 0}
        self.counts.append(readings)
        size = 1
        for at in range(len(self.order)):
            after: dict[int, int] = {}
            keep, delta = self.keep[at], self.delta[at]
            entering = self.enter[at + 1] if at + 1 < len(self.enter) else 0
            for key in readings:
                low, high = self._span(at, key)
                readings[key] = NOTHING if high < low else low << SPAN_BITS | high
                following = key - low * delta
                for _ in range(low, high + 1):
                    after[(following & keep) + entering] = 0
                    following -= delta
                if size + len(after) > limit:
                    return False
            readings = after
            size += len(after)
            self.counts.append(after)
        return True

    def _count(self) -> None:
        """From the last cell back: the ways from each reading."""
        after = self.counts[-1]
        for key in after:
            after[key] = 1
        for at in range(len(self.order) - 1, -1, -1):
            readings = self.counts[at]
            for key, span in readings.items():
                readings[key] = self._ways(at, key, span, after)
            after = readings
        for key in after:
            self.total = after[key]

    def _ways(self, at: int, key: int, span: int, after: dict[int, int]) -> int:
        """The ways from a reading before a cell, given those after it."""
        low, high = span >> SPAN_BITS, span & SPAN_MASK
        keep, delta = self.keep[at], self.delta[at]
        entering = self.enter[at + 1] if at + 1 < len(self.enter) else 0
        row = self.sheet.row[self.order[at]]
        chosen = choices((key >> self.shift[row]) & self.masks[row])
        following = key - low * delta
        ways = 0
        for number in range(low, high + 1):
            ways += chosen[number] * after[(following & keep) + entering]
            following -= delta
        return ways

    def draw(self, rank: int) -> list[int]:
        """The numbers of all cells, in the way of that rank (below ``total``).

        Which cards of its row a cell takes is left to whoever shuffles the row: ranks that differ
        only in that give the same numbers.
        """
        found = [0] * len(self.order)
        key = self.enter[0] if self.enter else 0
        for at, cell in enumerate(self.order):
            low, high = self._span(at, key)
            keep, delta, after = self.keep[at], self.delta[at], self.counts[at + 1]
            entering = self.enter[at + 1] if at + 1 < len(self.enter) else 0
            row = self.sheet.row[cell]
            chosen = choices((key >> self.shift[row]) & self.masks[row])
            for number in range(low, high + 1):
                following = ((key - number * delta) & keep) + entering
                rest = after[following]
                ways = chosen[number] * rest
                if rank < ways:
                    found[cell] = number
                    rank %= rest
                    key = following
                    break
                rank -= ways
        return found
