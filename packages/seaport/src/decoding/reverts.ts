import { type Hex, keccak256, stringToBytes } from 'viem'
import { keysOf } from '../model/keysOf.ts'

/** Why a call to Seaport or a token failed. Pages have a sentence for each reason. */
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
  | 'transfer_barred'
  | 'receiver_refused'
  | 'not_owner_of_order'
  | 'bad_match'
  | 'payment_short'
  | 'unknown'

/**
 * Custom errors by what they mean: Seaport 1.5 and 1.6 (seaport-types), OpenZeppelin's tokens (ERC-6093), those of
 * Solady and ERC721A, and the transfer validators of ERC-721C and ERC-1155C.
 */
const signatures: Readonly<Record<Exclude<RevertReason, 'unknown'>, readonly string[]>> = {
  order_filled: [
    'OrderAlreadyFilled(bytes32)',
    'NoSpecifiedOrdersAvailable()',
    'OrderPartiallyFilled(bytes32)',
  ],
  order_cancelled: ['OrderIsCancelled(bytes32)'],
  order_expired: ['InvalidTime(uint256,uint256)'],
  bad_signature: ['InvalidSignature()', 'InvalidSigner()', 'BadSignatureV(uint8)', 'BadContractSignature()'],
  wrong_value: ['InvalidMsgValue(uint256)', 'InsufficientNativeTokensSupplied()'],
  bad_fraction: ['BadFraction()', 'PartialFillsNotEnabledForOrder()', 'InexactFraction()'],
  zone_refused: ['InvalidRestrictedOrder(bytes32)', 'InvalidContractOrder(bytes32)'],
  conduit_closed: [
    'InvalidConduit(bytes32,address)',
    'ChannelClosed(address)',
    'InvalidCallToConduit(address)',
  ],
  bad_criteria: [
    'InvalidProof()',
    'UnresolvedOfferCriteria(uint256,uint256)',
    'UnresolvedConsiderationCriteria(uint256,uint256)',
    'OrderCriteriaResolverOutOfRange(uint8)',
  ],
  not_owner_of_order: ['CannotCancelOrder()'],
  payment_short: ['ConsiderationNotMet(uint256,uint256,uint256)', 'MissingOriginalConsiderationItems()'],
  bad_match: [
    'InvalidFulfillmentComponentData()',
    'MismatchedFulfillmentOfferAndConsiderationComponents(uint256)',
  ],
  not_approved: [
    'TokenTransferGenericFailure(address,address,address,uint256,uint256)',
    'ERC1155BatchTransferGenericFailure(address,address,address,uint256[],uint256[])',
    'BadReturnValueFromERC20OnTransfer(address,address,address,uint256)',
    'ERC20InsufficientAllowance(address,uint256,uint256)',
    'ERC721InsufficientApproval(address,uint256)',
    'ERC1155MissingApprovalForAll(address,address)',
    'InsufficientAllowance()',
    'TransferCallerNotOwnerNorApproved()',
    'NotOwnerNorApproved()',
  ],
  not_held: [
    'ERC20InsufficientBalance(address,uint256,uint256)',
    'ERC1155InsufficientBalance(address,uint256,uint256,uint256)',
    'ERC721NonexistentToken(uint256)',
    'ERC721IncorrectOwner(address,uint256,address)',
    'InsufficientBalance()',
    'TransferFromIncorrectOwner()',
    'TokenDoesNotExist()',
    'OwnerQueryForNonexistentToken()',
  ],
  transfer_barred: [
    'CreatorTokenTransferValidator__CallerMustBeWhitelisted()',
    'CreatorTokenTransferValidator__CallerMustBeWhitelistedOperator()',
    'CreatorTokenTransferValidator__OperatorIsBlacklisted()',
    'CreatorTokenTransferValidator__SenderAccountIsFrozen()',
    'CreatorTokenTransferValidator__TokenIsSoulbound()',
  ],
  receiver_refused: [
    'CreatorTokenTransferValidator__ReceiverAccountIsFrozen()',
    'CreatorTokenTransferValidator__ReceiverMustNotHaveDeployedCode()',
    'CreatorTokenTransferValidator__ReceiverProofOfEOASignatureUnverified()',
    'NativeTokenTransferGenericFailure(address,uint256)',
    'ERC721InvalidReceiver(address)',
    'ERC1155InvalidReceiver(address)',
    'TransferToNonERC721ReceiverImplementer()',
    'TransferToNonERC1155ReceiverImplementer()',
  ],
}

const selectorOf = (signature: string): string => keccak256(stringToBytes(signature)).slice(0, 10)

/**
 * Decodes the data of a reverted call (`0x…`) into the name of the contract's error and a reason. A text
 * (`Error(string)`) is never returned, because anyone can write it.
 *
 * @example
 * ```ts
 * decodeRevert('0x1a515574…') // { name: 'OrderIsCancelled(bytes32)', reason: 'order_cancelled' }
 * ```
 */
export function decodeRevert(data: Hex): {
  readonly name: string | undefined
  readonly reason: RevertReason
} {
  const selector = data.slice(0, 10).toLowerCase()
  const name = Object.values(signatures)
    .flat()
    .find((signature) => selectorOf(signature) === selector)
  return { name, reason: (name && revertNamed(name)) || 'unknown' }
}

/**
 * Returns the reason for an error name from {@link decodeRevert}, or `undefined` for any other text.
 *
 * @example
 * ```ts
 * revertNamed('OrderIsCancelled(bytes32)') // 'order_cancelled'
 * ```
 */
export const revertNamed = (name: string): RevertReason | undefined =>
  keysOf(signatures).find((reason) => signatures[reason].includes(name))
