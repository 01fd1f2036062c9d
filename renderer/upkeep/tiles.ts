// Divides a rectangle into tiles by size: a squarified treemap (Bruls, Huizing, van Wijk). Pure.

/** In parts of the whole, from 0 to 1. */
export interface Tile {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Area extends Tile {
  /** What its tiles add up to. */
  readonly sum: number
}

/**
 * One tile for each size, as square as can be.
 * @param sizes positive, the largest first
 * @param ratio of the whole: its width by its height
 */
export function tilesOf(sizes: readonly number[], ratio: number): readonly Tile[] {
  const tiles: Tile[] = []
  let rest: Area = { left: 0, top: 0, width: ratio, height: 1, sum: sizes.reduce((sum, size) => sum + size, 0) }
  for (let at = 0; at < sizes.length;) {
    const count = rowLength(sizes.slice(at), rest)
    const row = sizes.slice(at, at + count)
    const placed = placeRow(row, rest)
    tiles.push(...placed.tiles)
    rest = placed.rest
    at += count
  }
  return tiles.map(({ left, top, width, height }) => ({ left: left / ratio, top, width: width / ratio, height }))
}

/** How many of the next tiles go into one row: as long as that makes the worst of them squarer. */
function rowLength(sizes: readonly number[], area: Area): number {
  let best = Infinity
  for (let count = 1; count <= sizes.length; count += 1) {
    const worst = worstRatio(sizes.slice(0, count), area)
    if (worst > best) return count - 1
    best = worst
  }
  return sizes.length
}

function worstRatio(row: readonly number[], { width, height, sum }: Area): number {
  const side = Math.min(width, height)
  const total = row.reduce((all, size) => all + size, 0)
  const depth = ((total / sum) * width * height) / side
  return Math.max(
    ...row.map((size) => {
      const length = (size / total) * side
      return Math.max(length / depth, depth / length)
    }),
  )
}

/** A row along the shorter side of what is left. */
function placeRow(row: readonly number[], area: Area): { readonly tiles: readonly Tile[]; readonly rest: Area } {
  const { left, top, width, height, sum } = area
  const total = row.reduce((all, size) => all + size, 0)
  const share = total / sum
  const isColumn = width >= height
  let before = 0
  const tiles = row.map((size) => {
    const from = before / total
    before += size
    return isColumn
      ? { left, top: top + from * height, width: width * share, height: (size / total) * height }
      : { left: left + from * width, top, width: (size / total) * width, height: height * share }
  })
  const rest = isColumn
    ? { left: left + width * share, top, width: width * (1 - share), height, sum: sum - total }
    : { left, top: top + height * share, width, height: height * (1 - share), sum: sum - total }
  return { tiles, rest }
}
