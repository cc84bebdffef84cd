import { property } from '../property.ts'

/** One error among those that wrap each other, as it can be read without running into what it was made to do. */
export type ErrorLayer = {
  /** `code`, `name`, `statusCode`, `errorCode`, `_tag` and `statusText`, where they are numbers or short texts. */
  readonly codes: readonly (number | string)[]
  /** What it says, in lower case. */
  readonly texts: readonly string[]
  /** It says that a transaction exists: it bears a hash. */
  readonly hash: boolean
}

/** Properties under which libraries and wallets keep the error that they wrap. */
const wrapping = [
  'cause',
  'error',
  'info',
  'data',
  'originalError',
  'payload',
  'serverError',
  'innerError',
  'errors',
  'body',
] as const
const codeKeys = ['code', 'name', 'statusCode', 'errorCode', '_tag', 'statusText'] as const
const textKeys = ['message', 'details', 'shortMessage', 'reason', 'description', 'errorMessage'] as const
const hashKeys = ['transactionHash', 'sendTransactionHash', 'txHash'] as const

/** A bound on what a cyclic or endless error may cost. */
const mostLayers = 100
const longestText = 20_000

/**
 * An error and everything that it wraps, at any depth and each once: viem nests `cause`, ethers `info.error`, wallets
 * `data.originalError`, older libraries the node's answer as JSON in the message. Properties that throw, proxies
 * and cycles are read as absent.
 */
export function errorLayers(cause: unknown): readonly ErrorLayer[] {
  const layers: ErrorLayer[] = []
  const queue: unknown[] = [cause]
  const seen = new Set<unknown>()
  for (let next = 0; next < queue.length && layers.length < mostLayers; next += 1) {
    const value = queue[next]
    if (typeof value === 'string') {
      const text = value.slice(0, longestText)
      layers.push({ codes: [], texts: [lower(text)], hash: false })
      queue.push(...jsonIn(text))
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value)
      if (isArray(value)) queue.push(...entriesOf(value))
      else {
        const texts = strings(value, textKeys)
        layers.push({
          codes: codeKeys.map((key) => property(value, key)).filter(isCode),
          texts: texts.map(lower),
          hash: strings(value, hashKeys).some((text) => /^0x[0-9a-f]{64}$/i.test(text)),
        })
        queue.push(...wrapping.map((key) => property(value, key)), ...texts.flatMap(jsonIn))
      }
    }
  }
  return layers
}

const isCode = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 100)

const strings = (value: object, keys: readonly string[]): readonly string[] =>
  keys
    .map((key) => property(value, key))
    .filter((text) => typeof text === 'string')
    .map((text) => text.slice(0, longestText))

const lower = (text: string): string => text.toLowerCase().replaceAll('’', "'").trim()

function isArray(value: object): value is unknown[] {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

function entriesOf(value: readonly unknown[]): readonly unknown[] {
  try {
    return value.slice(0, mostLayers)
  } catch {
    return []
  }
}

/**
 * The node's answer that a library put into a text. A contract chooses the words of its revert, so nothing is read from a text
 * that tells of one.
 */
function jsonIn(text: string): readonly unknown[] {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (start === -1 || end <= start || /revert/i.test(text)) return []
  try {
    return [JSON.parse(text.slice(start, end + 1))]
  } catch {
    return []
  }
}
