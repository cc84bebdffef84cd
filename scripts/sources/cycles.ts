/**
 * The groups of two or more nodes that reach each other (strongly connected components, by Tarjan), and single nodes
 * that point at themselves.
 */
export function cyclesOf<T>(graph: ReadonlyMap<T, readonly T[]>): readonly (readonly T[])[] {
  const found: T[][] = []
  const order = new Map<T, number>()
  const stack: T[] = []
  const visit = (node: T): number => {
    const index = order.size
    order.set(node, index)
    stack.push(node)
    let low = index
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1 || (graph.get(node) ?? []).includes(node)) found.push(group)
    }
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

/** A shortest path from a node back to itself, both ends included; empty if there is none. */
export function circleOf<T>(node: T, graph: ReadonlyMap<T, readonly T[]>): readonly T[] {
  const cameFrom = new Map<T, T>()
  let frontier = [node]
  while (frontier.length > 0) {
    const next: T[] = []
    for (const from of frontier)
      for (const to of graph.get(from) ?? []) {
        if (to === node) {
          const way = [from, to]
          for (let at = from; at !== node; at = way[0] as T) way.unshift(cameFrom.get(at) as T)
          return way
        }
        if (cameFrom.has(to)) continue
        cameFrom.set(to, from)
        next.push(to)
      }
    frontier = next
  }
  return []
}
