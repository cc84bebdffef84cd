export { seaportAbi } from './abi.ts'
export {
  conduitControllerAddress,
  openseaConduit,
  openseaConduit2,
  openseaConduit2Key,
  openseaConduitKey,
  seaportAddress,
  transferHelperAddress,
  zeroAddress,
  zeroHash,
} from './addresses.ts'
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
} from './amounts.ts'
export { type BidTerms, buildBid, buildListing, type ListingTerms, TermsError } from './build.ts'
export {
  type BulkTree,
  bulkDigest,
  bulkOrderHash,
  bulkRoot,
  bulkSignature,
  bulkTree,
  splitBulkSignature,
} from './bulk.ts'
export { type Call, type Fill, type FillOptions, FractionError, type SeaportFunction } from './call.ts'
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
} from './calls.ts'
export { conduitControllerAbi, transferHelperAbi } from './conduitAbi.ts'
export { conduitAddress } from './conduitAddress.ts'
export { type CriteriaTree, criteriaProof, criteriaRoot, criteriaTree, verifyCriteria } from './criteria.ts'
export {
  type DecodedCall,
  type DecodedFulfillment,
  type DecodedResolver,
  type DecodedTransfer,
  DecodeError,
  decodeCall,
} from './decode.ts'
export { type DecodedBasic, type DecodedOrder, orderOfBasic, signedComponents } from './decodeOrder.ts'
export { SeaportError, type SeaportErrorCode } from './errors.ts'
export {
  advancedOrder,
  cancelOrders,
  canFulfilBasic,
  fulfil,
  fulfilAdvanced,
  fulfilAvailable,
  fulfilBasic,
  incrementCounter,
} from './fulfil.ts'
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
  incrementCounterFunction,
  safeBatchTransferFrom,
  safeTransferFrom721,
  safeTransferFrom1155,
  setApprovalForAll,
} from './functions.ts'
export {
  createOrderHasher,
  digestOf,
  domainSeparator,
  type Keccak,
  type OrderHasher,
  orderDigest,
  orderHash,
} from './hash.ts'
export { type Keccak256, keccak } from './keccak.ts'
export { decodeLog, type ReceivedItem, type SeaportEvent, type SpentItem, seaportTopics } from './logs.ts'
export { type MatchOptions, matchAsks, matchBids } from './match.ts'
export { orderId, provesCriteria } from './orderId.ts'
export {
  basicFills,
  type FillCall,
  type FillFunction,
  type FillOrder,
  generalFills,
  groupedFills,
  matchFills,
  readCall,
  readFill,
  readFillBy,
} from './readFill.ts'
export { decodeRevert, type RevertReason, revertNamed } from './reverts.ts'
export { royaltyInfoShares, royaltyViewShares } from './royalty.ts'
export { recoverSigner, type SignatureParts, signatureParts } from './signature.ts'
export { erc20Abi, erc721Abi, erc1155Abi, wrappedNativeAbi } from './tokenAbi.ts'
export {
  bulkHeight,
  bulkTypedData,
  emptyOrder,
  orderTypedData,
  orderTypes,
  seaportDomain,
  type TypedData,
} from './typedData.ts'
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
} from './types.ts'
export { wasmKeccak } from './wasmKeccak.ts'
