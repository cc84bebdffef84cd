import type { JournalEntry } from './journalEntry.ts'

/**
 * Returns the tokens that a journal entry names, as `contract:tokenId`: those that moved, else those that were asked for.
 * Empty for a cancellation, and where an action names more tokens than an entry holds.
 *
 * @example
 * ```ts
 * for (const { entry } of await resume(client, { wallet }))
 *   console.log(entry.action, tokensOfEntry(entry))
 * ```
 */
export function tokensOfEntry({
  fills = [],
  parts = [],
}: Pick<JournalEntry, 'fills' | 'parts'>): readonly string[] {
  // A part begins with chain, account and action; a token is its contract and number (`actionContent`).
  const requested = parts.flatMap((part) => {
    const [, contract, tokenId] = /\|(0x[0-9a-f]{40}) (\d+)(?: |$)/.exec(part) ?? []
    return contract === undefined || tokenId === undefined ? [] : [`${contract}:${tokenId}`]
  })
  return [...new Set(fills.length > 0 ? fills.map(({ token }) => token) : requested)]
}
