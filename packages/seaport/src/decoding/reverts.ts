import type { Hex } from 'viem'

/** Why a call to Seaport or a token failed, for people to be told in their words. */
export type RevertReason =
  | 'order_filled'
  | 'order_cancelled'
  | 'order_expired'
  | 'bad_signature'
  | 'wrong_value'
  | 'bad_fraction'
  | 'zone_refused'
  | 'conduit_closed'
  | 'bad_criteria'
  | 'not_approved'
  | 'not_held'
  | 'receiver_refused'
  | 'not_owner_of_order'
  | 'bad_match'
  | 'payment_short'
  | 'unknown'

/**
 * Custom errors by selector: Seaport 1.5 and 1.6 (seaport-types), OpenZeppelin's tokens (ERC-6093), and those of
 * Solady and ERC721A.
 */
const reasons: Readonly<Record<string, readonly [name: string, reason: RevertReason]>> = {
  '0x10fda3e1': ['OrderAlreadyFilled(bytes32)', 'order_filled'],
  '0xd5da9a1b': ['NoSpecifiedOrdersAvailable()', 'order_filled'],
  '0xee9e0e63': ['OrderPartiallyFilled(bytes32)', 'order_filled'],
  '0x1a515574': ['OrderIsCancelled(bytes32)', 'order_cancelled'],
  '0x21ccfeb7': ['InvalidTime(uint256,uint256)', 'order_expired'],
  '0x8baa579f': ['InvalidSignature()', 'bad_signature'],
  '0x815e1d64': ['InvalidSigner()', 'bad_signature'],
  '0x1f003d0a': ['BadSignatureV(uint8)', 'bad_signature'],
  '0x4f7fb80d': ['BadContractSignature()', 'bad_signature'],
  '0xa61be9f0': ['InvalidMsgValue(uint256)', 'wrong_value'],
  '0x8ffff980': ['InsufficientNativeTokensSupplied()', 'wrong_value'],
  '0x5a052b32': ['BadFraction()', 'bad_fraction'],
  '0xa11b63ff': ['PartialFillsNotEnabledForOrder()', 'bad_fraction'],
  '0xc63cf089': ['InexactFraction()', 'bad_fraction'],
  '0xfb5014fc': ['InvalidRestrictedOrder(bytes32)', 'zone_refused'],
  '0x93979285': ['InvalidContractOrder(bytes32)', 'zone_refused'],
  '0x1cf99b26': ['InvalidConduit(bytes32,address)', 'conduit_closed'],
  '0x93daadf2': ['ChannelClosed(address)', 'conduit_closed'],
  '0xd13d53d4': ['InvalidCallToConduit(address)', 'conduit_closed'],
  '0x09bde339': ['InvalidProof()', 'bad_criteria'],
  '0xd6929332': ['UnresolvedOfferCriteria(uint256,uint256)', 'bad_criteria'],
  '0xa8930e9a': ['UnresolvedConsiderationCriteria(uint256,uint256)', 'bad_criteria'],
  '0x133c37c6': ['OrderCriteriaResolverOutOfRange(uint8)', 'bad_criteria'],
  '0xfed398fc': ['CannotCancelOrder()', 'not_owner_of_order'],
  '0xa5f54208': ['ConsiderationNotMet(uint256,uint256,uint256)', 'payment_short'],
  '0x466aa616': ['MissingOriginalConsiderationItems()', 'payment_short'],
  '0x7fda7279': ['InvalidFulfillmentComponentData()', 'bad_match'],
  '0xbced929d': ['MismatchedFulfillmentOfferAndConsiderationComponents(uint256)', 'bad_match'],
  '0xf486bc87': ['TokenTransferGenericFailure(address,address,address,uint256,uint256)', 'not_approved'],
  '0xafc445e2': [
    'ERC1155BatchTransferGenericFailure(address,address,address,uint256[],uint256[])',
    'not_approved',
  ],
  '0x98891923': ['BadReturnValueFromERC20OnTransfer(address,address,address,uint256)', 'not_approved'],
  '0xfb8f41b2': ['ERC20InsufficientAllowance(address,uint256,uint256)', 'not_approved'],
  '0x177e802f': ['ERC721InsufficientApproval(address,uint256)', 'not_approved'],
  '0xe237d922': ['ERC1155MissingApprovalForAll(address,address)', 'not_approved'],
  '0xe450d38c': ['ERC20InsufficientBalance(address,uint256,uint256)', 'not_held'],
  '0x03dee4c5': ['ERC1155InsufficientBalance(address,uint256,uint256,uint256)', 'not_held'],
  '0x7e273289': ['ERC721NonexistentToken(uint256)', 'not_held'],
  '0x64283d7b': ['ERC721IncorrectOwner(address,uint256,address)', 'not_held'],
  '0xbc806b96': ['NativeTokenTransferGenericFailure(address,uint256)', 'receiver_refused'],
  '0x64a0ae92': ['ERC721InvalidReceiver(address)', 'receiver_refused'],
  '0x57f447ce': ['ERC1155InvalidReceiver(address)', 'receiver_refused'],
  '0x13be252b': ['InsufficientAllowance()', 'not_approved'],
  '0xf4d678b8': ['InsufficientBalance()', 'not_held'],
  '0x59c896be': ['TransferCallerNotOwnerNorApproved()', 'not_approved'],
  '0x4b6e7f18': ['NotOwnerNorApproved()', 'not_approved'],
  '0xa1148100': ['TransferFromIncorrectOwner()', 'not_held'],
  '0xceea21b6': ['TokenDoesNotExist()', 'not_held'],
  '0xdf2d9b42': ['OwnerQueryForNonexistentToken()', 'not_held'],
  '0xd1a57ed6': ['TransferToNonERC721ReceiverImplementer()', 'receiver_refused'],
  '0x9c05499b': ['TransferToNonERC1155ReceiverImplementer()', 'receiver_refused'],
}

/**
 * Reads what a reverted call answered (`0x…`): the contract's own name for it, and a reason to tell people.
 * Text of a contract (`Error(string)`) is never handed on: a stranger wrote it.
 */
export function decodeRevert(data: Hex): {
  readonly name: string | undefined
  readonly reason: RevertReason
} {
  const selector = data.slice(0, 10).toLowerCase()
  const known = Object.hasOwn(reasons, selector) ? reasons[selector] : undefined
  return { name: known?.[0], reason: known?.[1] ?? 'unknown' }
}

/** The reason of an error by the name that {@link decodeRevert} gives it; `undefined` for any other text. */
export const revertNamed = (name: string): RevertReason | undefined =>
  Object.values(reasons).find(([known]) => known === name)?.[1]

/** The custom errors that {@link decodeRevert} knows, as selector and signature. */
export const knownReverts = (): readonly (readonly [selector: string, signature: string])[] =>
  Object.entries(reasons).map(([selector, [signature]]) => [selector, signature])
