import type { Address, Hex, PublicClient } from 'viem'

/** One call of a batch. */
export type Subcall = { readonly target: Address; readonly data: Hex }
/** What it returned; `undefined` when it reverted. */
export type Subanswer = Hex | undefined

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` of Multicall3. */
const aggregate3 = '0x82ad56cb'
const word = (value: number): string => value.toString(16).padStart(64, '0')
const padded = (hex: string): string => hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')

/**
 * Written by hand, as every order and every quote is made of such batches: the general encoder takes twenty
 * times as long.
 */
function encodeBatch(calls: readonly Subcall[]): Hex {
  const entries = calls.map(({ target, data }) => {
    const body = data.slice(2)
    return `${target.slice(2).padStart(64, '0')}${word(1)}${word(96)}${word(body.length / 2)}${padded(body)}`
  })
  let offset = entries.length * 32
  const offsets = entries.map((entry) => {
    const at = offset
    offset += entry.length / 2
    return word(at)
  })
  return `${aggregate3}${word(32)}${word(entries.length)}${offsets.join('')}${entries.join('')}`
}

/** A result that is not one of Multicall3: another contract, or none, is at its address. */
class MulticallError extends Error {
  override readonly name = 'MulticallError'
}

/** Reads `(bool success, bytes returnData)[]`. @throws {MulticallError} unless there are `count` results. */
function decodeBatch(answer: Hex, count: number): readonly Subanswer[] {
  const text = answer.slice(2)
  const number = (at: number): number => {
    const part = text.slice(at * 2, at * 2 + 64)
    const value = part.length === 64 ? Number.parseInt(part, 16) : Number.NaN
    if (!(value <= text.length)) throw new MulticallError('Multicall3 returned no list of results.')
    return value
  }
  const list = number(0)
  if (number(list) !== count) throw new MulticallError('Multicall3 returned a wrong number of results.')
  return Array.from({ length: count }, (_, index): Subanswer => {
    const entry = list + 32 + number(list + 32 + index * 32)
    const data = entry + number(entry + 32)
    const size = number(data)
    const start = (data + 32) * 2
    if (text.length < start + size * 2) throw new MulticallError('Multicall3 returned incomplete results.')
    return number(entry) === 1 ? `0x${text.slice(start, start + size * 2)}` : undefined
  })
}

/**
 * Runs calls of one contract in one `eth_call`: calls of several could use up each other's gas.
 * @param gas the limit of all calls together; that of the node where absent.
 * @throws when the node cannot be asked.
 */
export async function multicall(
  client: PublicClient,
  address: Address,
  calls: readonly Subcall[],
  gas?: bigint,
): Promise<readonly Subanswer[]> {
  const { data } = await client.call({
    to: address,
    data: encodeBatch(calls),
    ...(gas !== undefined && { gas }),
  })
  if (data === undefined)
    throw new MulticallError('There is no Multicall3 contract at the configured address.')
  return decodeBatch(data, calls.length)
}
