import type { Address, Hex } from 'viem'

/*
 * Slots name what an item of a plan uses up: units of an agreed item, an agreed order, an approval. Every item claims its
 * slots, so that no agreement is used twice. The client stores claims in its journal, so the texts must not change.
 */

/** What an approval lets move, and the address that it lets move it. */
type Approval = { readonly token: Address; readonly spender: Address }

/** Returns the slot of an item of the intent, which has as many units as were agreed. */
export const itemSlot = (index: number): string => `item:${index}`

/** Returns the slot of a listing or a bid of the intent. */
export const orderSlot = (index: number): string => `order:${index}`

/** Returns the slot of the cancellation of an order. */
export const cancelSlot = (orderId: Hex): string => `cancel:${orderId}`

/** Returns the slot of the cancellation of every order: on one Seaport or, without an address, on all of them. */
export const cancelAllSlot = (seaport?: Address): string =>
  seaport === undefined ? 'cancel:all' : `cancel:all:${seaport}`

/** Returns the slot of an allowance, or of the approval of a collection. */
export const approvalSlot = ({ token, spender }: Approval): string => `approve:${token}:${spender}`

/** Returns the slot of the approval of one token of a collection. */
export const tokenApprovalSlot = (approval: Approval, tokenId: bigint): string =>
  `${approvalSlot(approval)}:${tokenId}`

/** Returns the slot of the call that sets an allowance to zero first. */
export const resetSlot = (approval: Approval): string => `reset:${approvalSlot(approval)}`

/** Returns the slot of the fees on top that a recipient gets in one currency. */
export const tipSlot = (currency: Address, recipient: Address): string => `tip:${currency}:${recipient}`

/** Returns the slot of the royalties on top that a recipient gets in one currency. */
export const royaltySlot = (currency: Address, recipient: Address): string =>
  `royalty:${tipSlot(currency, recipient)}`

/** Returns the slot of the signature of a text, by the hash of the text. */
export const messageSlot = (digest: Hex): string => `message:${digest}`

/** The slot of the wrap of the native coin. */
export const wrapSlot = 'wrap'

/** Returns the index of the item that a slot is for. */
export const itemIndexOf = (slot: string): number | undefined => indexAfter('item:', slot)

/** Returns the index of the listing or the bid that a slot is for. */
export const orderIndexOf = (slot: string): number | undefined => indexAfter('order:', slot)

/** Returns whether a slot is for the cancellation of every order. */
export const cancelsAll = (slot: string): boolean => slot.startsWith(cancelAllSlot())

/** Returns the approval that a slot is for. For the approval of one token, it is that of its collection. */
export const approvalOf = (slot: string): Approval | undefined =>
  slot.startsWith('approve:') ? { token: hexAt(slot, 8, 42), spender: hexAt(slot, 51, 42) } : undefined

/** Returns the recipient of the fees on top that a slot is for. */
export const tipRecipientOf = (slot: string): Address | undefined =>
  slot.startsWith('tip:') ? hexAt(slot, 47, 42) : undefined

function indexAfter(prefix: string, slot: string): number | undefined {
  const digits = slot.startsWith(prefix) ? slot.slice(prefix.length) : ''
  return /^[0-9]+$/.test(digits) ? Number(digits) : undefined
}

/** Returns the hex text of `length` characters, `0x` included, at a position of a slot. */
const hexAt = (slot: string, position: number, length: number): Hex =>
  `0x${slot.slice(position + 2, position + length)}`
