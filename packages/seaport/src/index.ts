export { conduitControllerAbi, transferHelperAbi } from './abi/conduitAbi.ts'
export { seaportAbi } from './abi/seaportAbi.ts'
export { erc20Abi, erc721Abi, erc1155Abi, wrappedNativeAbi } from './abi/tokenAbi.ts'
export {
  type BidTerms,
  buildBid,
  buildListing,
  type ListingTerms,
  TermsError,
} from './building/buildOrder.ts'
export {
  type Call,
  type Fill,
  type FillOptions,
  FractionError,
  type SeaportFunction,
} from './building/call.ts'
export {
  advancedData,
  askMatchData,
  askPayments,
  availableData,
  basicData,
  type Filler,
  groupedConsideration,
  type MatchedAsk,
  type Matcher,
  matchData,
  mirrorOf,
  pair,
  parametersOf,
  partOf,
} from './building/callData.ts'
export {
  advancedOrder,
  cancelOrders,
  canFulfillBasic,
  fulfill,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  incrementCounter,
} from './building/fulfill.ts'
export { type MatchOptions, matchAsks, matchBids } from './building/match.ts'
export {
  type DecodedCall,
  type DecodedFulfillment,
  type DecodedResolver,
  type DecodedTransfer,
  DecodeError,
  decodeCall,
} from './decoding/decodeCall.ts'
export {
  type DecodedBasic,
  type DecodedOrder,
  orderOfBasic,
  signedComponents,
} from './decoding/decodeOrder.ts'
export { decodeLog, type SeaportEvent, seaportTopics, tokenTopics } from './decoding/logs.ts'
export {
  type FillCall,
  type FillOrder,
  readCall,
  readFill,
} from './decoding/readFill.ts'
export type { ReceivedItem, SpentItem } from './decoding/readFulfilled.ts'
export { decodeRevert, type RevertReason, revertNamed } from './decoding/reverts.ts'
export {
  type AdvancedOrder,
  approve,
  bulkTransfer,
  type ContractFunction,
  type CriteriaResolver,
  cancel,
  deposit,
  encodeCall,
  type Fulfillment,
  fulfillAdvancedOrder,
  incrementCounterFunction,
  mintPublic,
  safeBatchTransferFrom,
  safeTransferFrom721,
  safeTransferFrom1155,
  setApprovalForAll,
} from './encoding/functions.ts'
export { type Keccak256, keccak } from './encoding/keccak.ts'
export { wasmKeccak } from './encoding/wasmKeccak.ts'
export {
  type BulkTree,
  bulkDigest,
  bulkOrderHash,
  bulkRoot,
  bulkSignature,
  bulkTree,
  splitBulkSignature,
} from './hashing/bulk.ts'
export {
  type CriteriaTree,
  criteriaProof,
  criteriaRoot,
  criteriaTree,
} from './hashing/criteria.ts'
export {
  createOrderHasher,
  digestOf,
  domainSeparator,
  type Keccak,
  type OrderHasher,
  orderDigest,
  orderHash,
} from './hashing/hashOrder.ts'
export { orderId, provesCriteria } from './hashing/orderId.ts'
export { recoverSigner, type SignatureParts, signatureParts } from './hashing/signature.ts'
export {
  bulkHeight,
  bulkTypedData,
  emptyOrder,
  orderTypedData,
  orderTypes,
  seaportDomain,
  type TypedData,
} from './hashing/typedData.ts'
export {
  conduitControllerAddress,
  openseaConduit,
  openseaConduit2,
  openseaConduit2Key,
  openseaConduitKey,
  seaDropAddress,
  seaportAddress,
  transferHelperAddress,
  zeroAddress,
  zeroHash,
} from './model/addresses.ts'
export {
  amountAt,
  askShape,
  askTotal,
  bidNet,
  bidShape,
  feeAmount,
  fractionOf,
  isCriteria,
  isCurrency,
  isNft,
  type OrderShape,
  orderShape,
  payableTip,
} from './model/amounts.ts'
export { SeaportError, type SeaportErrorCode } from './model/errors.ts'
export { isAddress, isBytes32, lowerHex } from './model/hex.ts'
export { keysOf } from './model/keysOf.ts'
export { royaltyInfoShares, royaltyViewShares } from './model/royalty.ts'
export {
  type ConsiderationItem,
  type Fee,
  type FeeOnTop,
  ItemType,
  type OfferItem,
  type OrderComponents,
  OrderType,
  type SeaportDomain,
  type SeaportVersion,
  type SignedOrder,
} from './model/types.ts'
