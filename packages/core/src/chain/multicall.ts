import type { Address, Hex } from 'viem'
import type { ChainReader } from './chainReader.ts'
import { RpcError } from './rpcError.ts'

type Answer = { readonly succeeded: boolean; readonly data: Hex }
type Waiting = {
  readonly to: Address
  readonly data: Hex
  readonly resolve: (data: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** Reads in one call: nodes bound the gas and the size of an answer. */
const most = 200

/**
 * A reader that gathers the plain reads of one moment into a single call to Multicall3, so that a judgement
 * asks a node once, and everything it hears is of one block. What Multicall3 cannot answer is asked apart.
 */
export function gathering(reader: ChainReader, multicall: Address): ChainReader {
  const held: { waiting: Waiting[] } = { waiting: [] }
  const flush = () => {
    const { waiting } = held
    held.waiting = []
    for (let start = 0; start < waiting.length; start += most)
      void answerAll(reader, multicall, waiting.slice(start, start + most))
  }
  return {
    reachable: reader.reachable,
    call: (method, params) => {
      const plain = method === 'eth_call' ? plainRead(params) : undefined
      if (plain === undefined) return reader.call(method, params)
      return new Promise((resolve, reject) => {
        if (held.waiting.length === 0) queueMicrotask(flush)
        held.waiting.push({ ...plain, resolve, reject })
      })
    },
  }
}

/** A read of the latest state in nobody's name; anything else goes its own way. */
function plainRead(params: readonly unknown[] | undefined) {
  const [call, block, ...more] = params ?? []
  const { to, data, ...rest } = (call ?? {}) as Record<string, unknown>
  const plain =
    block === 'latest' && more.length === 0 && Object.keys(rest).length === 0 && typeof to === 'string'
  return plain && typeof data === 'string' ? { to: to as Address, data: data as Hex } : undefined
}

async function answerAll(
  reader: ChainReader,
  multicall: Address,
  waiting: readonly Waiting[],
): Promise<void> {
  const answers = waiting.length < 2 ? undefined : await aggregate(reader, multicall, waiting)
  for (const [index, { to, data, resolve, reject }] of waiting.entries()) {
    const answer = answers?.[index]
    if (answer === undefined) reader.call('eth_call', [{ to, data }, 'latest']).then(resolve, reject)
    else if (answer.succeeded) resolve(answer.data)
    else reject(new RpcError('execution reverted', 3))
  }
}

/** What Multicall3 answered; `undefined` where it did not, or is not there. */
async function aggregate(
  reader: ChainReader,
  multicall: Address,
  calls: readonly Waiting[],
): Promise<readonly Answer[] | undefined> {
  try {
    const answer = await reader.call('eth_call', [{ to: multicall, data: aggregateData(calls) }, 'latest'])
    return typeof answer === 'string' ? answersIn(answer, calls.length) : undefined
  } catch (cause) {
    // No node answered, or this one does not take so large a call: each read then finds out for itself.
    if (cause instanceof Error) return undefined
    throw cause
  }
}

const word = (value: number | string): string =>
  (typeof value === 'number' ? value.toString(16) : value.slice(2)).padStart(64, '0')

/** `aggregate3((address target, bool allowFailure, bytes callData)[])`. */
function aggregateData(calls: readonly Pick<Waiting, 'to' | 'data'>[]): Hex {
  const entries = calls.map(({ to, data }) => {
    const bytes = data.slice(2)
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    return [word(to), word(1), word(96), word(bytes.length / 2), padded].join('')
  })
  const offsets: string[] = []
  let at = calls.length * 32
  for (const entry of entries) {
    offsets.push(word(at))
    at += entry.length / 2
  }
  return `0x82ad56cb${word(32)}${word(calls.length)}${offsets.join('')}${entries.join('')}`
}

/** `(bool success, bytes returnData)[]`, each place checked before it is read. */
function answersIn(text: string, count: number): readonly Answer[] | undefined {
  const hex = text.slice(2)
  const numberAt = (byte: number): number => {
    const value = hex.slice(byte * 2, byte * 2 + 64)
    return /^0{52}[0-9a-fA-F]{12}$/.test(value) ? Number(`0x${value}`) : Number.NaN
  }
  const list = numberAt(0)
  if (numberAt(list) !== count) return undefined
  const start = list + 32
  const answers: Answer[] = []
  for (let index = 0; index < count; index += 1) {
    const at = start + numberAt(start + index * 32)
    const bytes = at + numberAt(at + 32)
    const size = numberAt(bytes)
    const data = hex.slice((bytes + 32) * 2, (bytes + 32 + size) * 2)
    if (Number.isNaN(size) || data.length !== size * 2) return undefined
    answers.push({ succeeded: numberAt(at) === 1, data: `0x${data}` })
  }
  return answers
}
