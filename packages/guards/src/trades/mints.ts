import { encodeCall, feeAmount, ItemType, mintPublic, readCall, SeaportError } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { acceptCall } from '../context/acceptCall.ts'
import { nowSeconds, readState } from '../context/chainReads.ts'
import { settleIfDone, used } from '../context/claims.ts'
import { block } from '../context/findings.ts'
import { callsOf, type GuardContext, type TransactionEntry } from '../context/guardContext.ts'
import { readCanonical, sendsExactly } from '../context/readCanonical.ts'
import type { BuyIntent } from '../model/intent.ts'
import { itemSlot } from '../model/slots.ts'
import type { Part } from './checkBounds.ts'
import { currencyDelta } from './trade.ts'

type Buy = GuardContext<BuyIntent>

/** The limit on reads of mint terms, so that a hostile plan cannot cause any number of them. */
const maxReads = 20

/** Returns SeaDrop and each collection that the plan mints from, as far as its calls can be decoded. */
export const mintsOf = (context: GuardContext): readonly (readonly [Address, Address])[] =>
  callsOf(context)
    .filter(({ data }) => data.to === context.policy.seaDrop)
    .flatMap(({ data }) => {
      try {
        const call = readCall(mintPublic, data.data)
        return call === undefined ? [] : [[data.to, call.nftContract] as const]
      } catch (cause) {
        if (!(cause instanceof SeaportError)) throw cause
        // The check blocks a call that cannot be decoded.
        return []
      }
    })
    .slice(0, maxReads)

/**
 * Checks calls to SeaDrop. Each mints tokens of an agreed collection to the agreed recipient, at the price on chain, and
 * within the price and the quantity of one agreed item. The call does not contain the terms of the mint, so a mint whose
 * terms were not read is blocked. The fee recipient is not checked, because the fee is a share of the same price.
 *
 * @returns The cost of each mint, for the bounds of the whole purchase.
 */
export const checkMints = (context: Buy, entries: readonly TransactionEntry[]): readonly Part[] =>
  entries.flatMap((entry) => checkMint(context, entry) ?? [])

function checkMint(context: Buy, entry: TransactionEntry): Part | undefined {
  const { account, recipient } = context.intent
  const path = `${entry.path}.data.data`
  const call = readCanonical(context, entry, () => readCall(mintPublic, entry.data.data))
  if (call === undefined) return undefined
  const { nftContract, feeRecipient, minterIfNotPayer, quantity } = call
  const minter = minterIfNotPayer === zeroAddress ? account : minterIfNotPayer
  if (minter !== recipient)
    return block(context, 'CALL_RECIPIENT', `${path}#minterIfNotPayer`, minter, recipient)
  if (feeRecipient === zeroAddress) return block(context, 'CALL_MINT', `${path}#feeRecipient`, feeRecipient)
  if (quantity === 0n) return block(context, 'CALL_MINT', `${path}#quantity`, quantity)
  const items = itemsFor(context, nftContract)
  if (items.length === 0) return block(context, 'CALL_EXTRA_ORDER', `${path}#nftContract`, nftContract)
  const claimsOf = (index: number) => [{ slot: itemSlot(index), units: quantity }]
  if (items.some((index) => settleIfDone(context, entry, claimsOf(index)))) return undefined
  const drop = readState(context, context.chainState.drops, nftContract)
  if (drop === undefined || context.chainState.kinds.get(nftContract) === 'erc1155')
    return block(context, 'CALL_MINT', path, nftContract)
  const { price, startTime, endTime, feeBps } = drop
  const now = nowSeconds(context)
  if (now < startTime || now > endTime)
    return block(context, 'CALL_MINT', path, now, `${startTime}-${endTime}`)
  const value = price * quantity
  if (!sendsExactly(context, entry, value)) return undefined
  const index = items.find((item) => hasRoom(context, item, quantity) && keepsPrice(context, item, price))
  if (index === undefined) return refuse(context, entry, items, quantity, price)
  const token = {
    kind: 'erc721',
    contract: nftContract,
    amount: quantity,
    ...(recipient !== account && { counterparty: recipient }),
  } as const
  const cost = currencyDelta(zeroAddress, ItemType.native, value)
  const fee = feeAmount(value, feeBps)
  acceptCall(context, entry, {
    to: entry.data.to,
    data: encodeCall(mintPublic, {
      ...call,
      minterIfNotPayer: recipient === account ? zeroAddress : recipient,
    }),
    value,
    purpose: 'buy',
    effects: {
      give: value === 0n ? [] : [cost],
      get: [token],
      fees:
        fee === 0n
          ? []
          : [{ ...cost, amount: fee, recipient: feeRecipient, kindOfFee: 'marketplace' as const }],
      authority: [],
    },
    claims: claimsOf(index),
  })
  return { path, orders: [{ item: index, token, price: cost }] }
}

/** Returns the agreed items that new tokens of a collection may fill, those with the lowest own price first. */
function itemsFor({ intent: { items }, policy }: Buy, collection: Address): readonly number[] {
  // Several collections use a shared contract: a new token of it could be of any of them.
  if (policy.sharedContracts.includes(collection)) return []
  const most = (index: number) => items[index]?.maxPrice?.amount
  return items
    .flatMap(({ target, fillType }, index) =>
      target.kind === 'collection' && target.contract === collection && fillType !== 'trade' ? [index] : [],
    )
    .sort((first, second) => {
      const [a, b] = [most(first), most(second)]
      if (a === b) return first - second
      return a !== undefined && (b === undefined || a < b) ? -1 : 1
    })
}

const hasRoom = (context: Buy, index: number, quantity: bigint): boolean =>
  used(context, itemSlot(index)) + quantity <= (context.intent.items[index]?.quantity ?? 0n)

function keepsPrice({ intent }: Buy, index: number, price: bigint): boolean {
  const maxPrice = intent.items[index]?.maxPrice
  return maxPrice === undefined || (maxPrice.currency === zeroAddress && price <= maxPrice.amount)
}

/** Blocks a mint for which no item has enough units left, or which is too expensive for the items that have. */
function refuse(
  context: Buy,
  entry: TransactionEntry,
  items: readonly number[],
  quantity: bigint,
  price: bigint,
): undefined {
  const expensive = items.find((index) => hasRoom(context, index, quantity))
  if (expensive === undefined) return block(context, 'FLOW_BUDGET', entry.path, quantity)
  const maxPrice = context.intent.items[expensive]?.maxPrice
  return block(context, 'CALL_PRICE', `${entry.path}.data.data`, price, maxPrice?.amount)
}
