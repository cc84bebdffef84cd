/** Milliseconds between two reads of the same metadata at the request of callers. */
export const metadataCooldown = 60 * 60_000
/** Milliseconds within which revalidating a token's orders again would only repeat the work. */
const ordersCooldown = 10_000
/** The number of keys that are remembered; the oldest are forgotten first. */
const maxKeys = 10_000

type Cooldown = {
  /** Whether the key is free; takes it when it is. */
  take(key: string): boolean
}

function createCooldown(clock: () => number, duration: number): Cooldown {
  const takenAt = new Map<string, number>()
  return {
    take: (key) => {
      const now = clock()
      const before = takenAt.get(key)
      if (before !== undefined && now - before < duration) return false
      takenAt.delete(key)
      takenAt.set(key, now)
      const [oldest] = takenAt.keys()
      if (takenAt.size > maxKeys && oldest !== undefined) takenAt.delete(oldest)
      return true
    },
  }
}

/** How often the same thing may be read again. */
export type RefreshLimits = {
  /** Metadata, by collection. */
  readonly collections: Cooldown
  /** The orders of a token, by token. */
  readonly orders: Cooldown
}

export const createRefreshLimits = (clock: () => number): RefreshLimits => ({
  collections: createCooldown(clock, metadataCooldown),
  orders: createCooldown(clock, ordersCooldown),
})
