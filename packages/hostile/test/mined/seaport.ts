import type { OrderComponents } from '@sluice/seaport'

export {
  buildBid,
  buildListing,
  bulkSignature,
  bulkTree,
  bulkTypedData,
  conduitControllerAbi,
  conduitControllerAddress,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type OrderComponents,
  orderTypedData,
  seaportAbi,
  seaportAddress,
  seaportDomain,
  zeroAddress,
  zeroHash,
} from '@sluice/seaport'

/** An order as calls contain it, with tips after what the maker signed. */
export function parametersOfOrder(order: OrderComponents, tips: OrderComponents['consideration'] = []) {
  const { counter: _, ...rest } = order
  return {
    ...rest,
    consideration: [...order.consideration, ...tips],
    totalOriginalConsiderationItems: BigInt(order.consideration.length),
  }
}
