import { property } from '../property.ts'

/** One error of a chain of errors that wrap each other, read without running any of its code. */
export type ErrorLayer = {
  /** `code`, `name`, `statusCode`, `errorCode`, `_tag` and `statusText`, if they are numbers or short strings. */
  readonly codes: readonly (number | string)[]
  /** Its messages, in lower case. */
  readonly texts: readonly string[]
  /** Whether it carries the hash of a transaction, so that one exists. */
  readonly hash: boolean
  /**
   * Whether it is inside of another error with a code: of a wallet's answer, it is the error of a service that the wallet
   * asked, maybe after it had carried the request out.
   */
  readonly inner: boolean
}

/** Properties in which libraries and wallets keep the error that they wrap. */
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

/** Codes of libraries that wrap any answer of a wallet, and say nothing themselves: of viem, and of ethers. */
const librariesOwn: ReadonlySet<unknown> = new Set([-1, 'UNKNOWN_ERROR', 'UNSUPPORTED_OPERATION'])

/** Limits for errors that are cyclic or endless. */
const maxLayers = 100
const maxText = 20_000

/**
 * Returns an error and every error that it wraps, at any depth, each once. viem nests `cause`, ethers `info.error`,
 * wallets `data.originalError`, and older libraries put the node's response as JSON into the message. Properties that
 * throw and cycles are read as absent.
 */
export function errorLayers(cause: unknown): readonly ErrorLayer[] {
  const layers: ErrorLayer[] = []
  const queue: { readonly value: unknown; readonly inner: boolean }[] = []
  const enqueue = (values: readonly unknown[], inner: boolean) =>
    queue.push(...values.map((value) => ({ value, inner })))
  enqueue([cause], false)
  const seen = new Set<unknown>()
  for (let next = 0; next < queue.length && layers.length < maxLayers; next += 1) {
    const { value, inner } = queue[next] ?? { value: undefined, inner: true }
    if (typeof value === 'string') {
      const text = value.slice(0, maxText)
      layers.push({ codes: [], texts: [lower(text)], hash: false, inner })
      enqueue(jsonIn(text), inner)
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value)
      if (isArray(value)) enqueue(entriesOf(value), inner)
      else {
        const texts = strings(value, textKeys)
        layers.push({
          codes: codeKeys.map((key) => property(value, key)).filter(isCode),
          texts: texts.map(lower),
          hash: strings(value, hashKeys).some((text) => /^0x[0-9a-f]{64}$/i.test(text)),
          inner,
        })
        const wrapped = [...wrapping.map((key) => property(value, key)), ...texts.flatMap(jsonIn)]
        enqueue(wrapped, inner || isAnswer(value))
      }
    }
  }
  return layers
}

/** Whether an error has a code of its own, and not only that of a library around it. */
const isAnswer = (value: object): boolean =>
  [property(value, 'code'), property(value, 'errorCode')].some(
    (code) => isCode(code) && !librariesOwn.has(code),
  )

const isCode = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 100)

const strings = (value: object, keys: readonly string[]): readonly string[] =>
  keys
    .map((key) => property(value, key))
    .filter((text) => typeof text === 'string')
    .map((text) => text.slice(0, maxText))

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
    return value.slice(0, maxLayers)
  } catch {
    return []
  }
}

/**
 * Returns the node's response inside a message. A message about a revert is not read, because the contract chose its
 * words.
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
