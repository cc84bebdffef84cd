import type { Address, Hex } from 'viem'
import type { ItemType } from '../model/types.ts'

/** An amount that moved. */
export type SpentItem = {
  readonly itemType: ItemType
  readonly token: Address
  readonly identifier: bigint
  readonly amount: bigint
}
export type ReceivedItem = SpentItem & { readonly recipient: Address }

/** The data of `OrderFulfilled`. */
export type Fulfilled = {
  readonly orderHash: Hex
  /** The caller of the fill, who does not always receive the NFT. */
  readonly recipient: Address
  readonly offer: readonly SpentItem[]
  /** Tips included. */
  readonly consideration: readonly ReceivedItem[]
}

/** Hex digits of a word, and the position of the first one after `0x`. */
const [digits, start] = [64, 2]
/** Words of an item that was spent, and of one that was received: its recipient follows. */
const [spentWords, receivedWords] = [4, 5]
const highestItemType = 5
const noDigits = '0'.repeat(digits)

const at = (word: number): number => start + word * digits
const number = (data: Hex, word: number): bigint => BigInt(`0x${data.slice(at(word), at(word + 1))}`)

/** A number below 2³²; `undefined` if the word is larger. */
function smallNumber(data: Hex, word: number): number | undefined {
  const low = at(word + 1) - 8
  if (!noDigits.startsWith(data.slice(at(word), low))) return undefined
  return Number.parseInt(data.slice(low, low + 8), 16)
}

/** An address; `undefined` if the word has other non-zero bytes. */
function account(data: Hex, word: number): Address | undefined {
  const low = at(word + 1) - 40
  return noDigits.startsWith(data.slice(at(word), low)) ? `0x${data.slice(low, low + 40)}` : undefined
}

/** @returns `undefined` when a type or an address is out of range. */
function spentItem(data: Hex, word: number): SpentItem | undefined {
  const itemType = smallNumber(data, word)
  const token = account(data, word + 1)
  if (itemType === undefined || itemType > highestItemType || token === undefined) return undefined
  return {
    itemType: itemType as ItemType,
    token,
    identifier: number(data, word + 2),
    amount: number(data, word + 3),
  }
}

/**
 * Decodes the data of `OrderFulfilled` directly from its words. This is much faster than the codec, which matters
 * because an indexer decodes the log of every sale.
 * @returns `undefined` unless the data is lower-case hex and has the layout that Seaport writes; the codec then
 * decides.
 */
export function readFulfilled(data: Hex): Fulfilled | undefined {
  if (!/^0x[0-9a-f]*$/.test(data) || data.length < at(6)) return undefined
  const recipient = account(data, 1)
  const offered = smallNumber(data, 4)
  if (recipient === undefined || offered === undefined) return undefined
  const offersEnd = 5 + offered * spentWords
  const received = data.length < at(offersEnd + 1) ? undefined : smallNumber(data, offersEnd)
  if (received === undefined || data.length !== at(offersEnd + 1 + received * receivedWords)) return undefined
  // Both offsets, in bytes: the lists follow the four words of the head.
  if (smallNumber(data, 2) !== 4 * 32 || smallNumber(data, 3) !== offersEnd * 32) return undefined
  const offer: SpentItem[] = []
  for (let word = 5; word < offersEnd; word += spentWords) {
    const item = spentItem(data, word)
    if (item === undefined) return undefined
    offer.push(item)
  }
  const consideration: ReceivedItem[] = []
  for (let word = offersEnd + 1; at(word) < data.length; word += receivedWords) {
    const item = spentItem(data, word)
    const to = account(data, word + 4)
    if (item === undefined || to === undefined) return undefined
    consideration.push({
      itemType: item.itemType,
      token: item.token,
      identifier: item.identifier,
      amount: item.amount,
      recipient: to,
    })
  }
  return { orderHash: `0x${data.slice(start, at(1))}`, recipient, offer, consideration }
}
