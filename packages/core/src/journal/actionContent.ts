import type { BidIntent, BuyIntent, CheckedItem, Intent, ListIntent } from '@sluice/guards'
import { itemIndexOf, orderIndexOf } from '@sluice/guards/internal'
import { keccak256, stringToBytes } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { maxPartLength } from './journalEntry.ts'

/** The content of an action, without defaults. */
export type ActionContent = {
  /** The whole action: two with the same text are the same action, started twice. */
  readonly whole: string
  /**
   * The text of each item of the intent, in its order, without the price of a listing: two actions that share one are
   * about the same thing. The hash stands for a text that is long. `tokensOfEntry` reads tokens back from them.
   */
  readonly parts: readonly string[]
}

/**
 * Returns the content of an action: chain, account, action, and of each item what it is about, how many units, who receives
 * it, and the book it goes to. Of an offer its price and currency, too, since several offers for one thing are
 * ordinary. The price of a listing is part of `whole` alone. Times, salts, order kinds, conduits, fees, and what a
 * purchase may cost or a sale must bring are not part of it: they are defaults, or are asked for again by each start.
 */
export function actionContent(intent: Intent, chain: Pick<Chain, 'seaport'>): ActionContent {
  const about = [intent.chainId, intent.account, intent.action]
  const items = itemsOf(intent, chain)
  const texts = items.map(({ price = '', ...item }) => `${item.text} ${price}`)
  return {
    whole: [...about, ...texts.sort()].join('|'),
    parts: items.map(({ text }) => shortened([...about, text].join('|'))),
  }
}

/** A bid can name thousands of tokens. */
const shortened = (text: string): string =>
  text.length <= maxPartLength ? text : keccak256(stringToBytes(text))

/** Returns the parts that an item of the plan is for: those that it names, else all. */
export function partsOf(
  { parts }: ActionContent,
  { claims }: Pick<CheckedItem, 'claims'>,
): readonly string[] {
  const named = claims.flatMap(({ slot }) => {
    const index = itemIndexOf(slot) ?? orderIndexOf(slot)
    return index === undefined ? [] : (parts[index] ?? [])
  })
  return named.length === 0 ? parts : [...new Set(named)]
}

type Item = { readonly text: string; readonly price?: string }

function itemsOf(intent: Intent, chain: Pick<Chain, 'seaport'>): readonly Item[] {
  switch (intent.action) {
    case 'buy':
      return intent.items.map(({ target, quantity }) => ({
        text: joined(targetOf(target), quantity, intent.recipient),
      }))
    case 'sell':
      return intent.items.map(({ contract, tokenId, quantity, orderId }) => ({
        text: joined(contract, tokenId, quantity, orderId),
      }))
    case 'list':
      return intent.listings.map((listing) => ({
        text: joined(listing.contract, listing.tokenId, listing.taker, ...placeOf(listing)),
        price: joined(listing.currency, listing.gross, listing.endGross),
      }))
    case 'bid':
      return intent.bids.map((bid) => ({
        text: joined(targetOf(bid.target), bid.currency, bid.gross, ...placeOf(bid)),
      }))
    case 'cancel':
      return intent.mode === 'all'
        ? [{ text: joined('all', intent.version ?? (chain.seaport['1.6'] === undefined ? '1.5' : '1.6')) }]
        : intent.orderIds.map((text) => ({ text }))
    case 'transfer':
      return intent.items.map(({ contract, tokenId, quantity }) => ({
        text: joined(contract, tokenId, quantity, intent.to),
      }))
    case 'announce':
      return [{ text: joined(intent.contract, intent.tokenId, intent.terms && 'open') }]
    default:
      return intent satisfies never
  }
}

type Order = ListIntent['listings'][number] | BidIntent['bids'][number]

/** How many units an order is for, where it is posted, and which one it takes the place of. */
const placeOf = ({ quantity, orderbook, replaces }: Order) => [quantity, orderbook ?? 'reservoir', replaces]

type Target = BuyIntent['items'][number]['target'] | BidIntent['bids'][number]['target']

function targetOf(target: Target): string {
  switch (target.kind) {
    case 'token':
      return joined(target.contract, target.tokenId)
    case 'order':
      return target.orderId
    case 'collection':
      return target.contract
    case 'list':
      return joined(target.contract, ...target.tokenIds)
    case 'root':
      return joined('root', target.contract, target.root)
    case 'attribute':
      return joined(target.contract, JSON.stringify([target.key, target.value]))
    default:
      return target satisfies never
  }
}

const joined = (...words: readonly (string | bigint | undefined)[]): string =>
  words.map((word) => word ?? '-').join(' ')
