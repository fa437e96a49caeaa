# ecp5_floorplan.py: places arrays of elements on an ECP5. nextpnr runs it twice, before its placer and its router.
#
# A tile has 8 LUTs and 8 flip-flops, one reset for all of these, and an enable for each slice of two. An element has
# flip-flops of three kinds: 16 with an enable, 4 with neither enable nor reset, and 1 with both. nextpnr's placer would
# put one with a reset into every tile, where the others then have no place. Here two elements, one above the other, take
# six tiles:
#
#     enabled    enabled      of the upper element, with LUTs
#     free       reset        of both elements, each with the LUT that it takes its value from
#     enabled    enabled      of the lower one
#
# Arrays lie in a grid, with room for the tree between them and in an aisle through the middle of each. A flip-flop that
# feeds the border of an array lies beside it. Nets inside an array are apart while the placer runs: their length, which
# nothing can change, would hide from it how much better the other cells can still lie.
#
# compiler/fpga/floorplan.c puts a line before this: ARRAYS, ROWS, COLUMNS, PATH = 4, 24, 24, "rows[R].columns[C].here"
import re

WIDE, HIGH = 2, 3               # tiles of two elements
TILE = 8                        # LUTs of a tile, and flip-flops
HALF = TILE // 2                # of a tile that two elements share, for each of them
AISLE, MARGIN = 4, 2            # tiles, if there is room


def refuse(why):
    raise SystemExit("ERROR: no floorplan: " + why)


def each(things):
    # nextpnr's own iterators cannot be used but in a loop.
    for thing in things:
        yield thing


def nets_of(cell):
    """The nets at a cell's ports, without constants."""
    nets = {str(port.first): port.second.net for port in each(cell.ports)}
    return {port: net for port, net in nets.items() if net is not None and not str(net.name).startswith("$PACKER_")}


def driver(net):
    """The name of the cell that drives a net, or None."""
    return str(net.driver.cell.name) if net is not None and net.driver.cell is not None else None


def users(net):
    return [(str(user.cell.name), str(user.port)) for user in each(net.users)]


# ---- elements

def find_arrays():
    """For each array its cells by row and column."""
    path = re.escape(PATH).replace("R", r"(\d+)", 1).replace("C", r"(\d+)", 1)
    element = re.compile(r"(?:(.*)\.)?" + path + r"\.")
    arrays = {}
    for name, cell in ctx.cells:
        at = element.match(str(name))
        if at:
            array = arrays.setdefault(at[1], {})
            array.setdefault((int(at[2]), int(at[3])), []).append(cell)
    if not 1 <= len(arrays) <= ARRAYS:
        refuse("%d arrays of elements, expected %d" % (len(arrays), ARRAYS))
    for name, array in arrays.items():
        if set(array) != {(row, column) for row in range(ROWS) for column in range(COLUMNS)}:
            refuse("%s is not %d x %d elements" % (name, ROWS, COLUMNS))
    return [arrays[name] for name in sorted(arrays)]


def along_chain(flip_flops):
    """Those with an enable, which are a shift register, from first to last."""
    after = {driver(nets.get("DI", nets.get("M"))): name for name, nets in flip_flops.items()}
    order = [name for before, name in after.items() if before not in flip_flops]
    while order and order[-1] in after:
        order.append(after[order[-1]])
    if sorted(order) != sorted(flip_flops):
        refuse("flip-flops with an enable are no shift register, as %s" % min(flip_flops))
    return order


def sort_cells(cells):
    """The nets of LUTs, and of flip-flops with reset, with enable and with neither, by name."""
    luts, reset, enabled, free = {}, {}, {}, {}
    for cell in cells:
        nets = nets_of(cell)
        if cell.type == "TRELLIS_COMB":
            luts[str(cell.name)] = nets
        elif cell.type == "TRELLIS_FF":
            kind = reset if "LSR" in nets else enabled if "CE" in nets else free
            kind[str(cell.name)] = nets
        else:
            refuse("%s is a %s" % (cell.name, cell.type))
    if (len(reset), len(enabled), len(free)) != (1, 2 * TILE, HALF) or not HALF < len(luts) <= 2 * TILE + 2 * HALF:
        refuse("%s has %d LUTs, and %d, %d and %d flip-flops with reset, with enable and with neither"
               % (cells[0].name, len(luts), len(reset), len(enabled), len(free)))
    return luts, reset, enabled, free


def element_places(cells, upper):
    """Yields the name of a cell, column and row of its tile among the six, and LUT or flip-flop of the tile."""
    luts, reset, enabled, free = sort_cells(cells)
    row, half = (0, 0) if upper else (HIGH - 1, HALF)
    chain = along_chain(enabled)
    for column, kind in enumerate((free, reset)):
        for i, (name, nets) in enumerate(kind.items()):
            lut = driver(nets.get("DI"))
            if lut not in luts:
                refuse("%s does not take its value from a LUT of its element" % name)
            del luts[lut]
            yield lut, column, 1, "K", half + i
            yield name, column, 1, "FF", half + i
    for i, name in enumerate(chain):
        yield name, i // TILE, row, "FF", i % TILE
    # The other LUTs lie beside the flip-flops of the chain that they read.
    place = {name: i for i, name in enumerate(chain)}
    reads = {lut: [place[driver(net)] for net in nets.values() if driver(net) in place] for lut, nets in luts.items()}
    near = sorted(luts, key=lambda lut: (sum(reads[lut]) / len(reads[lut]) if reads[lut] else TILE, lut))
    first = min(TILE, (len(near) - HALF + 2) // 2)
    spots = [(0, row, i) for i in range(first)] + [(1, 1, half + i) for i in range(1, HALF)]
    spots += [(1, row, i) for i in range(min(TILE, TILE - len(near) + len(spots)), TILE)]
    for lut, (column, row_of_lut, i) in zip(near, spots):
        yield lut, column, row_of_lut, "K", i


# ---- arrays

def tiles_with_logic():
    """The x of columns, and the y of rows."""
    bels = [str(bel).split("/") for bel in each(ctx.getBels()) if ctx.getBelType(bel) == "TRELLIS_FF"]
    return sorted({int(bel[0][1:]) for bel in bels}), sorted({int(bel[1][1:]) for bel in bels})


def spread(count, size, room):
    """Where each of `count` arrays begins."""
    spare = room - count * size
    margin = min(MARGIN, spare // (2 * count))
    return [margin + i * size + (i * (spare - 2 * margin) // (count - 1) if count > 1 else 0) for i in range(count)]


def grid(count, width, height):
    """The squarest of the grids that the device has room for: its columns and rows, or None."""
    fits = [(max(i * width, count // i * height), i) for i in range(1, count + 1)
            if count % i == 0 and i * width <= len(xs) and count // i * height <= len(ys)]
    return (min(fits)[1], count // min(fits)[1]) if fits else None


class Plan:
    """Where arrays lie: the first ones, which are near to each other in the tree, below each other."""

    def __init__(self, count, columns, rows):
        width, height = COLUMNS * WIDE, (ROWS + 1) // 2 * HIGH
        self.aisle = min(AISLE, (len(xs) - columns * width) // (2 * columns))
        lefts, tops = spread(columns, width + self.aisle, len(xs)), spread(rows, height, len(ys))
        self.corners = [(lefts[i // rows], tops[i % rows]) for i in range(count)]

    def tile(self, array, row, column):
        """The upper left one of an element and its neighbour."""
        left, top = self.corners[array]
        return left + column * WIDE + (self.aisle if 2 * column >= COLUMNS else 0), top + row // 2 * HIGH

    def beside(self, array, row, column):
        """Tiles beside an element at a border: north, south, west, east."""
        x, y = self.tile(array, row, column)
        own = y + (0 if row % 2 == 0 else HIGH - 1)
        if row == 0:
            yield x, y - 1
        if row == ROWS - 1:
            yield x, y + HIGH
        if column == 0:
            yield x - 1, own
        if column == COLUMNS - 1:
            yield x + WIDE, own


places = {}                     # the bel of a cell
element_of = {}                 # the array, row and column of a cell


def put(name, x, y, kind, i):
    places[name] = "X%d/Y%d/SLICE%s.%s%d" % (xs[x], ys[y], "ABCD"[i // 2], kind, i % 2)


def place_elements(plan, arrays):
    for i, array in enumerate(arrays):
        for (row, column), cells in array.items():
            x, y = plan.tile(i, row, column)
            for name, dx, dy, kind, z in element_places(cells, row % 2 == 0):
                put(name, x + dx, y + dy, kind, z)
                element_of[name] = i, row, column


def place_border(plan):
    """Flip-flops that feed one element only, each in a tile beside it, with the LUT that enables it."""
    used = {(x, y) for x, y in (bel_tile(bel) for bel in places.values())}
    for name, cell in ctx.cells:
        nets = nets_of(cell) if cell.type == "TRELLIS_FF" and str(name) not in places else {}
        fed = {element_of.get(user) for user, _ in users(nets["Q"]) if user != str(name)} if "Q" in nets else {None}
        if len(fed) != 1 or None in fed:
            continue
        free = [(x, y) for x, y in plan.beside(*fed.pop())
                if 0 <= x < len(xs) and 0 <= y < len(ys) and (xs[x], ys[y]) not in used]
        if not free:
            continue
        x, y = free[0]
        used.add((xs[x], ys[y]))
        put(str(name), x, y, "FF", 0)
        enable = nets.get("CE")
        if enable is not None and len(users(enable)) == 1 and enable.driver.cell.type == "TRELLIS_COMB":
            put(driver(enable), x, y, "K", 1)


def bel_tile(bel):
    x, y = bel.split("/")[:2]
    return int(x[1:]), int(y[1:])


def bind():
    cells = {str(name): cell for name, cell in each(ctx.cells) if str(name) in places}
    # A LUT comes before the flip-flop that it feeds.
    for name in sorted(places, key=lambda name: ".FF" in places[name]):
        ctx.bindBel(places[name], cells[name], STRENGTH_LOCKED)
    for name, bel in places.items():
        if not ctx.isBelLocationValid(bel, True):
            refuse("%s cannot be at %s" % (name, bel))


def inner_nets():
    """Nets between placed cells only, with their users."""
    for name, net in ctx.nets:
        of = users(net)
        if driver(net) in places and all(cell in places for cell, _ in of):
            yield str(name), of


# ---- before the placer; before the router

if "apart" in globals():
    for net, of in apart:
        for cell, port in of:
            ctx.connectPort(net, cell, port)
else:
    xs, ys = tiles_with_logic()
    arrays = find_arrays()
    apart = []
    shape = grid(len(arrays), COLUMNS * WIDE, (ROWS + 1) // 2 * HIGH)
    if shape:
        plan = Plan(len(arrays), *shape)
        place_elements(plan, arrays)
        place_border(plan)
        bind()
        apart = list(inner_nets())
        for net, of in apart:
            for cell, port in of:
                ctx.disconnectPort(cell, port)
        print("Floorplan: %d arrays of %d x %d elements, %d cells" % (len(arrays), ROWS, COLUMNS, len(places)))
    else:
        print("Floorplan: none, as the arrays do not lie side by side on this device")
