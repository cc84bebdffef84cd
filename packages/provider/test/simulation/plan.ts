import { createRandom } from './random.ts'

/** Which troubles a seed brings: each seed has some of them, so that they do not hide one another. */
export type Plan = {
  readonly providers: number
  readonly nodes: number
  /** Blocks before the providers start. */
  readonly history: number
  /** Blocks of long ago before those: too old to be news. */
  readonly old: number
  /** Whether the nodes have only a part of the old blocks at first. */
  readonly syncing: boolean
  /** The most blocks whose logs a node returns at once. */
  readonly widest: number
  /** Milliseconds between two blocks, and of the time in which things go wrong. */
  readonly interval: number
  readonly trouble: number
  readonly reorgs: boolean
  readonly deepest: number
  /** Whether nodes come back with what they knew before. */
  readonly forgets: boolean
  readonly kills: boolean
  readonly freezes: boolean
  /** Whether the provider that follows the chain is frozen and stays so. */
  readonly frozenForEver: boolean
  readonly database: boolean
  /** Whether commits arrive after their connection was lost. */
  readonly lateCommits: boolean
  readonly silentNodes: boolean
  readonly staleNodes: boolean
  readonly omittedLogs: boolean
  readonly skew: boolean
  /** Events of long ago that are in the outbox at the beginning. */
  readonly oldEvents: number
  /** Pages with a client and a wallet. */
  readonly pages: number
}

/** Draws the troubles of a seed. */
export function planOfSeed(seed: number): Plan {
  const random = createRandom(seed).fork('plan')
  const providers = random.chance(0.6) ? 2 : 1
  const nodes = random.pick([1, 1, 2, 3])
  return {
    providers,
    nodes,
    history: random.pick([0, 5, 20, 20, 160, 300]),
    interval: random.pick([500, 1000, 2000, 5000]),
    trouble: random.pick([20_000, 40_000, 80_000]),
    reorgs: random.chance(0.6),
    deepest: random.pick([1, 3, 8, 40]),
    kills: random.chance(0.4),
    freezes: providers > 1 && random.chance(0.3),
    frozenForEver: providers > 1 && random.chance(0.15),
    database: random.chance(0.4),
    silentNodes: random.chance(0.4),
    staleNodes: random.chance(0.3),
    omittedLogs: random.chance(0.25),
    skew: random.chance(0.2),
    oldEvents: random.chance(0.04) ? 8000 : 0,
    forgets: random.chance(0.3),
    lateCommits: random.chance(0.25),
    pages: random.pick([0, 1, 2, 4]),
    old: random.chance(0.2) ? random.pick([400, 800, 1500]) : 0,
    syncing: random.chance(0.4),
    widest: random.pick([20, 100, 10_000]),
  }
}
