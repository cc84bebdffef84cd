import { createMinuteBudget } from '../../chain/minuteBudget.ts'

/**
 * How much one post may ask the chain about signatures that no key made: each question costs the node half a million
 * gas, whoever pays for the post. Whoever posts is charged, never the maker that a post names: anybody can name it.
 */
export type SignatureBudget = {
  /** Takes one question; says why it may not be asked now. */
  take(): string | undefined
}

/** Questions of one post, of one caller in a minute, and of all callers in a minute. */
const [perPost, each, all] = [100, 100, 1000]

/**
 * Counts the questions of every post on one chain. Call the result once for each post, with the key or the
 * neighborhood that it comes from.
 */
export function createSignatureBudgets(clock: () => number): (caller: string) => SignatureBudget {
  const minute = createMinuteBudget(clock, { each, all })
  return (caller) => {
    let left = perPost
    return {
      take: () => {
        if (left === 0)
          return `Signatures of contracts are checked for at most ${perPost} orders of a post; send this one in another post.`
        if (!minute.take(caller))
          return 'Too many signatures of contracts were checked in this minute; send the order again in a minute.'
        left -= 1
        return undefined
      },
    }
  }
}
