import type { MandateTerms } from '@sluice/core/mandate'
import { orderHash, type SignedOrder } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, pad, toEventSelector, zeroAddress } from 'viem'
import type { Holdings, Stage } from '../counterparties/stage.ts'
import { keyOf } from '../counterparties/stage.ts'
import type { Bazaar } from './bazaar.ts'

const transferTopic = toEventSelector('Transfer(address,address,uint256)')

type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
type Sent = {
  readonly to: Address
  readonly value: Hex
  readonly blockNumber: Hex
}

/** What an account spent at most: per currency, and in gas. Read from the chain alone. */
export type Outflow = {
  readonly spent: ReadonlyMap<Address, bigint>
  readonly gas: bigint
  /** Native coin that became wrapped coin. */
  readonly wrapped: bigint
}

/** Lets strangers take every order that the account ever signed: a promise is worth what it can cost. */
export async function takeAll(stage: Stage, bazaar: Bazaar, signed: readonly SignedOrder[]): Promise<void> {
  const strangers = stage.makers
  for (const order of signed) {
    const { filled, cancelled } = await stage.orderStatus(orderHash(order.components))
    if (filled > 0n || cancelled) continue
    const call = await bazaar.fill(order)
    for (const stranger of strangers) {
      await stage.send(stranger, call)
      await stage.mine()
    }
  }
}

/** Reads what left the account since a block, from the logs of currencies and the value of its own transactions. */
export async function readOutflow(stage: Stage, since: bigint, sent: readonly Hex[]): Promise<Outflow> {
  const { user, ask, currencies, weth } = stage
  const spent = new Map<Address, bigint>(currencies.map((currency) => [currency, 0n]))
  const add = (currency: Address, amount: bigint) => spent.set(currency, (spent.get(currency) ?? 0n) + amount)
  await stage.mine()
  const logs = await ask<readonly Log[]>('eth_getLogs', [
    {
      fromBlock: numberToHex(since + 1n),
      address: currencies.filter((currency) => currency !== zeroAddress),
      topics: [transferTopic, pad(user.address, { size: 32 })],
    },
  ])
  for (const { address, data } of logs) add(address.toLowerCase() as Address, BigInt(data))
  const gas = await stage.gasPaid(sent)
  let wrapped = 0n
  for (const hash of sent) {
    const call = await ask<Sent | null>('eth_getTransactionByHash', [hash])
    if (call === null || call.blockNumber === null) continue
    const block = BigInt(call.blockNumber)
    const [before, after, paid] = await Promise.all([
      ask<Hex>('eth_getBalance', [user.address, numberToHex(block - 1n)]),
      ask<Hex>('eth_getBalance', [user.address, call.blockNumber]),
      stage.gasPaid([hash]),
    ])
    const left = BigInt(before) - BigInt(after) - paid
    // What is wrapped stays the account's, and is counted when it leaves.
    if (call.to.toLowerCase() === weth) wrapped += left
    else if (left > 0n) add(zeroAddress, left)
  }
  return { spent, gas, wrapped }
}

/** Returns sentences about everything that went beyond a mandate. */
export function beyond(
  stage: Stage,
  terms: MandateTerms,
  outflow: Outflow,
  before: Holdings,
  after: Holdings,
): readonly string[] {
  const wrong: string[] = []
  const most = new Map(terms.spend.map(({ currency, amount }) => [currency, BigInt(amount)]))
  for (const [currency, spent] of outflow.spent) {
    const gas = currency === zeroAddress && terms.networkFee === undefined ? outflow.gas : 0n
    const allowed = most.get(currency) ?? 0n
    if (spent + gas > allowed) wrong.push(`${spent + gas - allowed} of ${currency} over`)
  }
  if (terms.networkFee !== undefined && outflow.gas > BigInt(terms.networkFee))
    wrong.push(`${outflow.gas - BigInt(terms.networkFee)} wei of gas over`)
  const gone = stage.tokens.filter(
    (token) => (after.get(keyOf(token)) ?? 0n) < (before.get(keyOf(token)) ?? 0n),
  )
  const mayLeave = (['list', 'sell', 'transfer'] as const).some((action) => terms.actions.includes(action))
  if (!mayLeave && gone.length > 0) wrong.push(`${gone.length} tokens left`)
  for (const token of gone)
    if (!terms.collections.includes(token.contract)) wrong.push(`${keyOf(token)} of another collection left`)
  const came = stage.tokens.filter(
    (token) => (after.get(keyOf(token)) ?? 0n) > (before.get(keyOf(token)) ?? 0n),
  )
  for (const token of came)
    if (!terms.collections.includes(token.contract)) wrong.push(`${keyOf(token)} of another collection came`)
  return [...wrong, ...cheap(stage, terms, outflow, before, after, gone.length)]
}

/** Tokens that left must have brought the floor: each of them, unless the mandate lets them be sent to somebody. */
function cheap(
  stage: Stage,
  terms: MandateTerms,
  { spent, gas, wrapped }: Outflow,
  before: Holdings,
  after: Holdings,
  gone: number,
): readonly string[] {
  if (terms.actions.includes('transfer')) return []
  const floorOf = (currency: Address) =>
    (terms.floors ?? []).find((floor) => floor.currency === currency)?.amount
  let paidFor = 0n
  for (const currency of [zeroAddress, stage.weth] as const) {
    const change = (after.get(currency) ?? 0n) - (before.get(currency) ?? 0n)
    const earned =
      change + (spent.get(currency) ?? 0n) + (currency === zeroAddress ? gas + wrapped : -wrapped)
    const floor = floorOf(currency)
    if (floor !== undefined && earned > 0n) paidFor += earned / BigInt(floor)
  }
  return paidFor < BigInt(gone) ? [`${gone} tokens left, ${paidFor} were paid for`] : []
}
