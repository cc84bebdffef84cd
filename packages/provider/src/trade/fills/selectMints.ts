import { encodeCall, feeAmount, mintPublic } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { MintState } from '../../chain/live.ts'
import type { TradeChain, TradeContext } from '../context.ts'
import type { BuyRequest } from '../requests.ts'
import type { Call } from '../steps/transactions.ts'
import { askCost, decimalOf, feeView } from './quote.ts'
import { wantedOf } from './selectAsks.ts'

/** Tokens of a collection that are minted for one item of a request. */
export type Mint = {
  readonly itemIndex: number
  readonly collection: Address
  readonly units: bigint
  readonly feeRecipient: Address
  readonly state: MintState
}

/** Gas of a mint at SeaDrop: once, and for each token. */
const gasOf = { base: 110_000, each: 55_000 }

export const mintGas = ({ units }: Mint): number => gasOf.base + gasOf.each * Number(units)
export const mintCost = ({ units, state }: Mint): bigint => state.price * units

const noMint = 'Collection has no eligible mints'

/** Why nothing can be minted for an item; `undefined` where it can. */
function closedBecause(state: MintState | undefined, now: bigint): string | undefined {
  // SeaDrop returns zeros for a collection without a public mint.
  if (state === undefined || state.endTime === 0n || state.feeRecipient === undefined) return noMint
  if (now < state.startTime) return 'The mint has not started yet'
  if (now > state.endTime) return 'The mint has ended'
  if (state.supply >= state.maxSupply) return 'The mint is sold out'
  return state.minted >= state.maxPerWallet ? 'This wallet has minted as many tokens as it may' : undefined
}

const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((lowest, amount) => (amount < lowest ? amount : lowest))

/** Why a request can have no mint at all, whatever the chain says. */
function excluded({ taker, relayer, feesOnTop, currency }: BuyRequest): string | undefined {
  if (relayer != null && relayer !== taker) return 'A mint goes to the account that pays for it'
  if (feesOnTop.length > 0) return 'Fees on top cannot be paid with a mint'
  return currency != null && currency !== zeroAddress ? 'A mint is paid in the native coin' : undefined
}

/** Listings of a collection that cost less than its mint. */
async function cheaperListings(
  { book, now }: TradeContext,
  { taker }: BuyRequest,
  contract: Address,
  price: bigint,
  wanted: bigint,
): Promise<bigint> {
  const limit = Number(least(wanted, 50n))
  const asks = await book.cheapestAsks({ contract, taker, excluded: [], currency: zeroAddress, limit })
  return BigInt(asks.filter((order) => askCost(order, 1n, now()) < price).length)
}

/**
 * Selects what is minted for each item that allows it: all of it where only a mint will do, and else what no listing
 * offers for less. The chain is read now.
 * @throws {ApiError} where an item must be minted and cannot be; with `partial` the reason is in `errors`.
 */
export async function selectMints(
  context: TradeContext,
  body: BuyRequest,
): Promise<{ readonly mints: readonly Mint[]; readonly errors: PlanError[] }> {
  const { chain, live } = context
  const account = body.taker
  const reason = excluded(body)
  const errors: PlanError[] = []
  const refuse = (index: number, message: string, code: 'other' | 'quantityUnavailable' = 'other') => {
    const field = `items.${index}.${code === 'other' ? 'fillType' : 'quantity'}`
    if (!body.partial) throw new ApiError(code, message, { field })
    errors.push({ message })
  }
  const asked = body.items.flatMap((item, index) => {
    if (item.fillType === 'trade') return []
    if (item.collection != null && reason === undefined)
      return [{ index, item, collection: item.collection, only: item.fillType === 'mint' }]
    if (item.fillType === 'mint') refuse(index, item.collection == null ? noMint : (reason ?? noMint))
    return []
  })
  if (asked.length === 0) return { mints: [], errors }
  const facts = await live.read(
    asked.map(({ collection: token }) => ({ ask: 'mint', seaDrop: chain.seaDrop, token, account })),
  )
  const mints: Mint[] = []
  for (const { index, item, collection, only } of asked) {
    const state = facts.mint(chain.seaDrop, collection, account)
    const closed = closedBecause(state, context.now()) ?? context.reverting?.mintReasonOf(collection)
    if (closed !== undefined || state?.feeRecipient === undefined) {
      if (only) refuse(index, closed ?? noMint)
      continue
    }
    const { feeRecipient, price, maxPerWallet, minted, maxSupply, supply } = state
    const earlier = mints.reduce((sum, one) => (one.collection === collection ? sum + one.units : sum), 0n)
    const wanted = wantedOf(body, item)
    const bought = only ? 0n : await cheaperListings(context, body, collection, price, wanted)
    const open = least(maxPerWallet - minted, maxSupply - supply) - earlier
    const units = least(wanted - bought, open)
    if (units > 0n) mints.push({ itemIndex: index, collection, units, feeRecipient, state })
    if (only && units < wanted) refuse(index, 'Unable to fill requested quantity', 'quantityUnavailable')
  }
  if (mints.length === 0 && body.items.every(({ fillType }) => fillType === 'mint'))
    throw new ApiError('other', errors[0]?.message ?? noMint, { field: 'items', errors })
  return { mints, errors }
}

/** The call of a mint: the account that sends it receives the tokens. */
export const mintCall = (
  { seaDrop }: TradeChain,
  { collection, feeRecipient, units, state }: Mint,
): Call => ({
  to: seaDrop,
  data: encodeCall(mintPublic, {
    nftContract: collection,
    feeRecipient,
    minterIfNotPayer: zeroAddress,
    quantity: units,
  }),
  value: state.price * units,
})

/** A minted entry of a quote: which tokens they are is not known yet. */
export function mintPath(chain: TradeChain, mint: Mint, gasCost: bigint) {
  const { collection, feeRecipient, units, state } = mint
  const native = chain.currencies[0]
  const decimals = native?.decimals ?? 18
  const price = decimalOf(state.price, decimals)
  const raw = state.price.toString()
  const fee = feeAmount(state.price, state.feeBps)
  return {
    orderId: null,
    contract: collection,
    tokenId: null,
    quantity: Number(units),
    source: null,
    isNativeOffChainCancellable: false,
    currency: zeroAddress,
    currencySymbol: native?.symbol,
    currencyDecimals: decimals,
    quote: price,
    rawQuote: raw,
    totalPrice: price,
    totalRawPrice: raw,
    builtInFees: fee === 0n ? [] : [feeView('marketplace', feeRecipient, fee, state.price, decimals)],
    feesOnTop: [],
    gasCost: gasCost.toString(),
    fromChainId: chain.id,
  }
}
