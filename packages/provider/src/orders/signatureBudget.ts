import type { Address } from 'viem'

/** How many signatures contracts are asked about: each costs the node half a million gas, whoever pays for the post. */
export type SignatureBudget = {
  /** Takes one question about a maker's signature; says why it may not be asked now. */
  take(maker: Address): string | undefined
}

/** Signatures that contracts are asked about for one post, and that one contract is asked about in a minute. */
const [perPost, perMinute] = [100, 100]
/** Contracts whose questions are counted at once; what was asked longest ago is forgotten first. */
const mostCounted = 10_000

/** Counts the questions of every post on one chain. Call the result once for each post. */
export function createSignatureBudgets(clock: () => number): () => SignatureBudget {
  const counts = new Map<Address, { readonly minute: number; asked: number }>()
  const countOf = (maker: Address): { asked: number } => {
    const minute = Math.floor(clock() / 60_000)
    const known = counts.get(maker)
    const count = known?.minute === minute ? known : { minute, asked: 0 }
    counts.delete(maker)
    counts.set(maker, count)
    const [oldest] = counts.keys()
    if (counts.size > mostCounted && oldest !== undefined) counts.delete(oldest)
    return count
  }
  return () => {
    let left = perPost
    return {
      take: (maker) => {
        if (left === 0)
          return `Signatures of contracts are checked for at most ${perPost} orders of a post; send this one in another post.`
        const count = countOf(maker)
        if (count.asked >= perMinute)
          return `The maker’s contract is asked about at most ${perMinute} signatures a minute; send the order again in a minute.`
        left -= 1
        count.asked += 1
        return undefined
      },
    }
  }
}
