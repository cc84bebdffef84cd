import { isAddress, isBytes32 } from '@sluice/seaport'
import { type AttackContext, defaultContext } from './attackContext.ts'

const zero = `0x${'0'.repeat(40)}`
/** Returns a number modulo 2²⁵⁶ as the hex digits of a word. */
const word = (value: bigint) =>
  (((value % (max + 1n)) + max + 1n) % (max + 1n)).toString(16).padStart(64, '0')
const max = 2n ** 256n - 1n
const isNumeric = (value: string) => /^[0-9]+$/.test(value)

/** Addresses that are valid on another chain or in another version, but not here. */
const foreignAddresses = [
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc', // Seaport 1.5
  '0x00000000006c3852cbef3e08e8df289169ede581', // Seaport 1.1
  '0x00000000006687982678b03100b9bdc8be440814', // Seaport of an alternate deployment
  '0x00000000000000756d3f7a10e6c3bfa3ad2cb6c9', // an abandoned draft of Seaport 1.4
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC of Ethereum
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // WETH of Ethereum
]
const otherKey = '0x61159fefdfada89302ed55f8b9e89e2d67d8258712b3a3f89aa88525877f1d5e'
const otherChains = [1, 10, 137, 8453]

/** Selectors of functions that an attacker may want the victim to call. */
const selectors = [
  '0x88147732', // validate
  '0x095ea7b3', // approve
  '0xa22cb465', // setApprovalForAll
  '0x23b872dd', // transferFrom
  '0xa9059cbb', // transfer
  '0x42842e0e', // safeTransferFrom
  '0x39509351', // increaseAllowance
  '0xac9650d8', // multicall
  '0x5b34b966', // incrementCounter
  '0xfd9f1e10', // cancel
  '0xd0e30db0', // deposit
  '0x2e1a7d4d', // withdraw
  '0xd505accf', // permit
  '0xf2d12b12', // matchAdvancedOrders
]

/**
 * Returns the values that replace a leaf: zero, one, slightly or much more or less, an address of the attacker, a constant
 * of another chain, another type, another spelling.
 */
export function valuesFor(
  value: unknown,
  { attacker, attackerKey, trap }: AttackContext = defaultContext,
): readonly unknown[] {
  if (typeof value === 'number')
    return [
      0,
      1,
      value + 1,
      value - 1,
      value * 10,
      Math.floor(value / 10),
      -value - 1,
      value + 0.5,
      `${value}`,
      2 ** 53,
      null,
      {},
      ...otherChains,
    ]
  if (typeof value === 'boolean') return [!value, null, 'true', 1]
  if (typeof value !== 'string') return [0, 'x', [], {}]
  const shared: readonly unknown[] = ['', null, 0, true, {}, [value], { toString: value }]
  if (isNumeric(value)) {
    const number = BigInt(value)
    return [
      ...shared,
      '0',
      '1',
      `${number + 1n}`,
      `${number - 1n}`,
      `${number * 10n}`,
      `${number / 10n}`,
      `${max}`,
      `${max + 1n}`,
      ` ${value}`,
      `0${value}`,
      `-${value}`,
      `${value}.0`,
      `${value}e3`,
      `0x${number.toString(16)}`,
      Number(value),
    ]
  }
  if (isAddress(value))
    return [
      ...shared,
      attacker,
      zero,
      trap,
      ...foreignAddresses,
      `0x${attacker.slice(4)}00`,
      `0x${'00'.repeat(12)}${value.slice(2)}`,
      value.slice(0, -1),
      value.slice(2),
      `${value}\u0000`,
    ]
  if (isBytes32(value))
    return [
      ...shared,
      `0x${'0'.repeat(64)}`,
      attackerKey,
      otherKey,
      `${value.slice(0, -1)}${value.endsWith('f') ? '0' : 'f'}`,
      value.slice(0, -2),
      `${value}00`,
    ]
  if (/^0x[0-9a-fA-F]*$/.test(value) && value.length < 70)
    return [
      ...shared,
      '0x0',
      '0x1',
      '0x',
      `0x${max.toString(16)}`,
      `0x${max.toString(16)}0`,
      `${value}0`,
      '0xzz',
    ]
  return [...shared, `${value} `, value.toUpperCase(), `${value}x`, `${value}\u202e`, attacker]
}

const wordAt = (data: string, index: number) => data.slice(10 + index * 64, 74 + index * 64)
const withWord = (data: string, index: number, next: string) =>
  `${data.slice(0, 10 + index * 64)}${next}${data.slice(74 + index * 64)}`

/** Returns call data with one word changed or swapped, with bytes added or removed, and with another selector. */
export function dataFor(
  data: string,
  { attacker, attackerKey }: AttackContext = defaultContext,
): readonly string[] {
  const words = Math.floor((data.length - 10) / 64)
  const out: string[] = []
  for (let index = 0; index < words; index++) {
    const value = BigInt(`0x${wordAt(data, index)}`)
    const sibling = wordAt(data, index === 0 ? 1 : index - 1)
    for (const next of [
      0n,
      1n,
      value + 1n,
      value - 1n,
      value * 10n,
      value / 10n,
      max,
      BigInt(attacker),
      BigInt(attackerKey),
      // Encodings that some decoders read as the same value: dirty upper bits, offsets beyond 32 bits.
      value + (1n << 32n),
      value + (1n << 64n),
      value | (1n << 160n),
      value | (1n << 255n),
    ])
      out.push(withWord(data, index, word(next)))
    if (sibling.length === 64) {
      out.push(withWord(data, index, sibling))
      if (index > 0) out.push(withWord(withWord(data, index, sibling), index - 1, wordAt(data, index)))
    }
  }
  for (const selector of selectors) out.push(`${selector}${data.slice(10)}`)
  // An inserted word shifts what the offsets point to. An appended one is ignored by decoders.
  for (const at of [10, 74, 10 + words * 64])
    out.push(`${data.slice(0, at)}${'00'.repeat(32)}${data.slice(at)}`)
  return [
    ...out,
    data.slice(0, -2),
    data.slice(0, -64),
    `${data}00`,
    `${data}${'00'.repeat(9)}`,
    `${data}${data.slice(2)}`,
    data.slice(0, 10),
    '0x',
    '0x0',
  ]
}
