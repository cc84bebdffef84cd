import { init } from 'z3-solver'
import { counterexample, type ItemShape, type ProofSize } from './budgetProof.ts'

export type Proof = {
  readonly size: ProofSize
  readonly holds: boolean
  readonly example: string | undefined
}

/** Asks the solver for each claim whether it can be wrong. Ends the solver's threads when done. */
export async function prove(
  sizes: readonly ProofSize[],
  onProof?: (proof: Proof, milliseconds: number) => void,
): Promise<readonly Proof[]> {
  const { Context, em } = await init()
  try {
    const proofs: Proof[] = []
    for (const size of sizes) {
      const started = performance.now()
      const z3 = Context('proof')
      const solver = new z3.Solver()
      solver.add(...counterexample(z3, size))
      const answer = await solver.check()
      if (answer === 'unknown') throw new Error(`The solver cannot tell: ${solver.reasonUnknown()}`)
      const example = answer === 'sat' ? solver.model().sexpr() : undefined
      const proof = { size, holds: answer === 'unsat', example }
      onProof?.(proof, performance.now() - started)
      proofs.push(proof)
    }
    return proofs
  } finally {
    em.PThread.terminateAllThreads()
  }
}

const shapes = (currencies: readonly (bigint | undefined)[]): readonly ItemShape[] =>
  currencies.flatMap((pricedIn) => [
    { quantity: 1n, orders: [1n, 1n], pricedIn },
    { quantity: 2n, orders: [1n, 1n], pricedIn },
    { quantity: 2n, orders: [2n, 1n], pricedIn },
  ])

/**
 * Every claim about two items of at most two units, two currencies and two orders for each item. Which currency comes
 * first, and which item, makes no difference.
 */
export function allSizes(): readonly ProofSize[] {
  const known = new Set<string>()
  const keyOf = ({ quantity, orders, pricedIn }: ItemShape) => `${quantity}:${orders.join()}:${pricedIn}`
  const pairs = shapes([undefined, 0n]).flatMap((first) =>
    shapes([undefined, 0n, 1n]).flatMap((second) => {
      const key = [keyOf(first), keyOf(second)].sort().join(' ')
      if (known.has(key)) return []
      known.add(key)
      return [[first, second]]
    }),
  )
  return (['buy', 'sell'] as const).flatMap((action) =>
    pairs.map((items): ProofSize => ({ action, items, isReplanned: false })),
  )
}

/** Claims about a plan that is carried out in part and then replaced by another, with one order for each item in each. */
export function replannedSizes(): readonly ProofSize[] {
  const one = (quantity: bigint, pricedIn: bigint | undefined): ItemShape => ({
    quantity,
    orders: [1n],
    pricedIn,
  })
  const pairs = [
    [one(2n, undefined), one(1n, undefined)],
    [one(2n, undefined), one(1n, 0n)],
    [one(2n, 0n), one(1n, 1n)],
  ]
  return (['buy', 'sell'] as const).flatMap((action) =>
    pairs.map((items): ProofSize => ({ action, items, isReplanned: true })),
  )
}
