/**
 * What of a script may differ between the packages: each difference is told in the README under "What differs, and why".
 * Everything else of what the ancestor shows has to be there, with the same value.
 */
const untold = new Set([
  // What goes to the wallet, and how it was estimated, is on the card that `confirm` gets.
  'data',
  'gasEstimate',
  'tip',
  'internalTxHashes',
  // Of a quote what bounds the trade, and no more.
  'fees',
  'gasCost',
  'isNativeOffChainCancellable',
  'fromChainId',
  // Where viem says which request failed, it names the chain, which the two know by different names.
  'metaMessages',
])
/** Fields that differ from one run to the next: that they are there is compared, and of what kind they are. */
const passing = new Set(['block', 'timestamp', 'logIndex', 'batchIndex', 'requestId'])

/** A record of a script in a form that both packages' can be compared in. */
export function comparable(value: unknown, token: string): unknown {
  const names = token.split(':')[1] ?? ''
  const text = (said: string): string =>
    // The first line of what viem throws says what happened; the rest repeats the request.
    (said.split('\n', 1)[0] ?? '')
      .replaceAll(token, '<token>')
      .replaceAll(/(?:0x)?[0-9a-f]{64}/g, '<hash>')
      .replaceAll(/^\d+$/g, (digits) => (digits === names ? '<token id>' : digits))
  const walk = (one: unknown, key: string): unknown => {
    if (passing.has(key)) return typeof one
    // A script may mint a second token for itself.
    if (key === 'tokenId') return one === names ? '<token id>' : '<other id>'
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return one.map((inner) => walk(inner, ''))
    if (typeof one !== 'object' || one === null) return one
    const isEvent = 'chainId' in one && 'name' in one
    return Object.fromEntries(
      Object.entries(one)
        .filter(([name]) => !untold.has(name) || (isEvent && name === 'data') || isBid(one))
        .map(([name, inner]) => [name, walk(inner, name)]),
    )
  }
  return walk(value, '')
}

/** The ancestor throws a bid without a target as `data`. */
const isBid = (one: object): boolean => 'message' in one && one.message === 'Some bid data is missing'

/** Calls of `onProgress`: a path where there is none is an empty one, and fees are told by nobody. */
export const callsOf = (progress: readonly unknown[], token: string): readonly unknown[] =>
  progress.map((call) => {
    const [steps, path] = call as [unknown, unknown]
    return comparable([steps, path ?? [], {}], token)
  })
