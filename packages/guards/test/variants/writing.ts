import { type Address, getAddress } from 'viem'
import * as honest from '../honest/honest.ts'
import { approvedFacts, eth } from '../support/actors.ts'
import { change, last, type Variant } from './Variant.ts'

/** Writes every address of an answer in another case; hashes, keys and call data stay. */
const recase = (value: unknown, write: (address: Address) => string): unknown => {
  if (typeof value === 'string') return /^0x[0-9a-f]{40}$/.test(value) ? write(value as Address) : value
  if (Array.isArray(value)) return value.map((each) => recase(each, write))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, recase(each, write)]))
}
const recased = (make: () => honest.Fixture, write: (address: Address) => string) => () => {
  const fixture = make()
  return { ...fixture, response: recase(fixture.response, write) }
}

/** A listing whose fees the provider wrote in another way. */
const fees = (edit: (items: Record<string, string>[]) => void) =>
  change(honest.LIST, (r) => edit(last(r).data.sign.value.consideration))

/** The same orders and calls in other letters. */
export const writing: readonly Variant[] = [
  ...[honest.LIST_A, honest.BID, honest.BUY_E, honest.SELL_A, honest.XFER, honest.CXL_O].flatMap(
    (make): readonly Variant[] => [
      [`${make.name} in upper case`, recased(make, (address) => `0x${address.slice(2).toUpperCase()}`)],
      [`${make.name} with checksums`, recased(make, (address) => getAddress(address))],
    ],
  ),
  [
    'a start time as text',
    change(honest.LIST, (r) => {
      last(r).data.sign.value.startTime = `${last(r).data.sign.value.startTime}`
    }),
  ],
  [
    'a start five minutes off',
    change(honest.LIST, (r) => {
      last(r).data.sign.value.startTime += 300
    }),
  ],
  [
    'a start five minutes early',
    change(honest.LIST, (r) => {
      last(r).data.sign.value.startTime -= 300
    }),
  ],
  [
    'unknown keys everywhere',
    change(honest.BUY_A, (r) => {
      Object.assign(last(r), { tip: 'x', gasEstimate: 1, orderIds: [], check: {}, kind: 'y' })
      r.more = 1
    }),
  ],
  [
    'gas as the provider likes it',
    change(honest.BUY_A, (r) =>
      Object.assign(last(r).data, { gas: '0x1', maxFeePerGas: '1', maxPriorityFeePerGas: '0x1' }),
    ),
  ],
  [
    'no value',
    change(honest.BUY_E, (r) => {
      delete last(r).data.value
    }),
  ],
  [
    'value 0x, as some encoders write zero',
    change(honest.BUY_E, (r) => {
      last(r).data.value = '0x'
    }),
  ],
  [
    'value 0x0',
    change(honest.BUY_E, (r) => {
      last(r).data.value = '0x0'
    }),
  ],
  [
    'value 0x00',
    change(honest.BUY_E, (r) => {
      last(r).data.value = '0x00'
    }),
  ],
  [
    'a decimal value',
    change(honest.BUY_A, (r) => {
      last(r).data.value = `${eth}`
    }),
  ],
  [
    'no sender',
    change(honest.BUY_A, (r) => {
      delete last(r).data.from
    }),
  ],
  [
    'an attribution suffix',
    change(honest.BUY_A, (r) => {
      last(r).data.data += '1d4da48bdeadbeef'
    }),
  ],
  [
    'an attribution suffix of four bytes',
    change(honest.BUY_B, (r) => {
      last(r).data.data += '1d4da48b'
    }),
  ],
  ['an approval that is there already', () => ({ ...honest.LIST_A(), facts: approvedFacts() })],
  ['an allowance that is there already', () => ({ ...honest.BUY_E(), facts: approvedFacts() })],
  ['empty steps', change(honest.LIST, (r) => r.steps.unshift(honest.step('auth', 'signature', [])))],
  ['fees in another order', fees((items) => items.reverse())],
  ['fees in another order, net first', fees((items) => items.push(items.splice(1, 1)[0]!))],
  [
    'a net split in two',
    fees((items) => {
      const [net] = items
      const half = `${BigInt(net!.startAmount!) / 2n}`
      Object.assign(net!, { startAmount: half, endAmount: half })
      items.push({ ...net! })
    }),
  ],
  [
    'a domain type of the standard',
    change(honest.LIST, (r) => {
      last(r).data.sign.types.EIP712Domain = [
        ['name', 'string'],
        ['version', 'string'],
        ['chainId', 'uint256'],
        ['verifyingContract', 'address'],
      ].map(([name, type]) => ({ name, type }))
    }),
  ],
  [
    'extra keys in the order',
    change(honest.LIST, (r) =>
      Object.assign(last(r).data.sign.value, { kind: 'single-token', signature: '0x' }),
    ),
  ],
  [
    'posted to v4',
    change(honest.LIST, (r) => {
      last(r).data.post.endpoint = '/order/v4'
    }),
  ],
]
