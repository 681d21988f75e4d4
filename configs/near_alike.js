// The order of the functions in a file of the package: those that are alike stand near each other, because gzip looks 32 kB back.

/** Characters of a piece of text: functions are alike by the pieces that they share. */
const PIECE = 5
/** A piece that so many functions have is not counted. */
const COMMON = 30
/** Characters in front of a unit that count as near: about gzip's window. */
const VIEW = 33000

/**
 * The same units in another order: function declarations may stand anywhere, all others stay in their order among themselves. Each next unit is the one
 * that has the largest part of its pieces in view.
 * @param units of a module: their text, and `arrow` where they are functions that may move
 */
export function nearAlike(units) {
  const pieces = units.map(unit => new Set(Array.from({ length: unit.text.length - PIECE + 1 }, (_, i) => unit.text.slice(i, i + PIECE))))
  const owners = new Map()
  for (const [i, own] of pieces.entries())
    for (const piece of own) {
      const list = owners.get(piece)
      if (list) list.push(i)
      else owners.set(piece, [i])
    }
  for (const [piece, list] of owners) if (list.length === 1 || list.length >= COMMON) owners.delete(piece)
  const scores = new Float64Array(units.length)
  const weights = pieces.map(own => (own.size + 8) ** 0.9)
  const inView = new Map()
  const change = (unit, by) => {
    for (const piece of pieces[unit]) {
      const list = owners.get(piece)
      if (!list) continue
      const before = inView.get(piece) ?? 0
      inView.set(piece, before + by)
      if (before === 0 || before + by === 0) for (const other of list) scores[other] += by
    }
  }
  const fixed = units.flatMap((unit, i) => (unit.arrow === undefined ? [i] : []))
  const left = new Set(units.keys())
  const order = []
  let [nextFixed, firstInView, viewed] = [0, 0, 0]
  while (left.size > 0) {
    let best = fixed[nextFixed]
    for (const i of left)
      if (units[i].arrow !== undefined && (best === undefined || scores[i] / weights[i] > scores[best] / weights[best])) best = i
    if (best === fixed[nextFixed]) nextFixed++
    left.delete(best)
    order.push(best)
    change(best, 1)
    viewed += units[best].text.length
    for (; viewed > VIEW && firstInView < order.length - 1; firstInView++) {
      change(order[firstInView], -1)
      viewed -= units[order[firstInView]].text.length
    }
  }
  return order.map(i => units[i])
}
