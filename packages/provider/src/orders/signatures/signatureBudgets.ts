import { createMinuteBudget } from '../../chain/minuteBudget.ts'

/**
 * Limits how often one post asks contracts about signatures: each call may use half a million gas of the node. The
 * caller is charged, never the maker that an order names, since anybody can name it.
 */
export type SignatureBudget = {
  /** Takes one call. @returns why it is not allowed now, as a sentence. */
  take(): string | undefined
}

/** The most calls of one post, of one caller in a minute, and of all callers in a minute. */
const [perPost, each, all] = [100, 100, 1000]

/**
 * Makes the budgets of one chain. Call the result once for each post, with the API key or the network that it comes
 * from.
 * @param onRejected called when a limit by the minute was reached.
 */
export function createSignatureBudgets(
  clock: () => number,
  onRejected: () => void = () => {},
): (caller: string) => SignatureBudget {
  const minute = createMinuteBudget(clock, { each, all })
  return (caller) => {
    let left = perPost
    return {
      take: () => {
        if (left === 0)
          return `Signatures of contracts are checked for at most ${perPost} orders of a post; send this one in another post.`
        if (!minute.take(caller)) {
          onRejected()
          return 'Too many signatures of contracts were checked in this minute; send the order again in a minute.'
        }
        left -= 1
        return undefined
      },
    }
  }
}
