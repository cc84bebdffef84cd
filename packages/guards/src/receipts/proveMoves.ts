import type { Address } from 'viem'
import type { Parts } from '../context/parts.ts'
import { summed } from '../model/summed.ts'
import type { AssetDelta } from '../model/verdict.ts'
import { addressIn, type CallItem, type Miss, type ProofLog, type ProofReceipt, wordAt } from './receipt.ts'
import type { unitMoves } from './units.ts'

/** First topic of ERC-20's and ERC-721's event of a move. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type Move = {
  readonly from: Address
  readonly to: Address
  readonly tokenId: bigint | undefined
  readonly amount: bigint
}

/** A log of a token contract as moves; other logs move nothing. */
function movesOf(log: ProofLog, units: typeof unitMoves | undefined): readonly Move[] {
  const [first, second, third, fourth] = log.topics
  if (first !== transfer) return units?.(log) ?? []
  const ends = { from: addressIn(second), to: addressIn(third) }
  return fourth === undefined
    ? [{ ...ends, tokenId: undefined, amount: wordAt(log.data, 0) }]
    : [{ ...ends, tokenId: BigInt(fourth), amount: 1n }]
}

/** What came to an account less what left it, of one asset, by the contract's own logs. */
export function netOf(
  receipt: ProofReceipt,
  delta: AssetDelta,
  account: Address,
  units?: typeof unitMoves,
): bigint {
  return receipt.logs
    .filter((log) => log.address.toLowerCase() === delta.contract)
    .flatMap((log) => movesOf(log, units))
    .filter((move) => move.tokenId === delta.tokenId)
    .reduce(
      (sum, { from, to, amount }) => sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
      0n,
    )
}

/** Goods came to whom they should; what left may be less than agreed (a price that fell), never more. */
export function proveMoves(item: CallItem, receipt: ProofReceipt, miss: Miss, parts: Parts): undefined {
  const net = (delta: AssetDelta, whose: Address) => netOf(receipt, delta, whose, parts.units?.unitMoves)
  const { account } = item.call
  const { give, get } = item.effects
  const logged = ({ kind }: AssetDelta): boolean => kind !== 'native'
  const awaited = [...get, ...(item.purpose === 'transfer' ? give : [])].filter(logged)
  const isShort = (delta: AssetDelta) => net(delta, delta.counterparty ?? account) < delta.amount
  // Of a purchase that may be partial, something must have come: an order whole, or units of a token.
  const hasCome = (delta: AssetDelta) =>
    !isShort(delta) || (delta.kind === 'erc1155' && net(delta, delta.counterparty ?? account) > 0n)
  const enough = item.partial && awaited.some(hasCome)
  for (const delta of enough ? [] : summed(awaited).filter(isShort))
    miss(`effects.get.${delta.contract}`, net(delta, delta.counterparty ?? account), delta.amount)
  // What left is what left, whoever got it.
  for (const delta of summed(give.filter(logged).map(({ counterparty: _, ...own }) => own))) {
    const left = -net(delta, account)
    if (left > (delta.most ?? delta.amount)) miss(`effects.give.${delta.contract}`, left, delta.amount)
  }
}
