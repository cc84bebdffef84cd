import type { Address, Hex } from 'viem'

/** A transaction on the wire: hex quantities, and `value` only where it moves the native coin. */
export type TransactionData = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
}

export type SignatureData = {
  readonly sign: {
    readonly signatureKind: 'eip712'
    readonly domain: object
    readonly types: object
    readonly value: object
    readonly primaryType: string
  }
  readonly post: { readonly endpoint: string; readonly method: 'POST'; readonly body: object }
}

/** A complete item has `data: {}`, so that a client does not wait for its data. */
export type Item<TData> = (
  | { readonly status: 'incomplete'; readonly data: TData }
  | { readonly status: 'complete'; readonly data: Readonly<Record<string, never>> }
) & {
  readonly orderIds?: readonly Hex[]
  readonly orderIndexes?: readonly number[]
  readonly gasEstimate?: number
}

export type TransactionItem = Item<TransactionData>
export type SignatureItem = Item<SignatureData>

type Head = { readonly id: string; readonly action: string; readonly description: string }
export type Step = Head &
  (
    | { readonly kind: 'transaction'; readonly items: readonly TransactionItem[] }
    | { readonly kind: 'signature'; readonly items: readonly SignatureItem[] }
  )

const transaction = (
  id: string,
  action: string,
  description: string,
  items: readonly TransactionItem[] = [],
): Step => ({ id, action, description, kind: 'transaction', items })
const signature = (
  id: string,
  action: string,
  description: string,
  items: readonly SignatureItem[] = [],
): Step => ({ id, action, description, kind: 'signature', items })

const nftApproval = 'Each NFT collection you want to trade requires a one-time approval transaction'

/** @param parts.native whether only the native coin is paid, which needs no allowance. */
export function buySteps(parts: {
  readonly native: boolean
  readonly approvals: readonly TransactionItem[]
  readonly sales: readonly TransactionItem[]
}): readonly Step[] {
  const approval = transaction(
    'currency-approval',
    'Approve exchange contract',
    'A one-time setup transaction to enable trading',
    parts.approvals,
  )
  return [
    ...(parts.native ? [] : [approval]),
    signature('pre-signature', 'Sign data', 'Some exchanges require signing additional data before filling'),
    transaction(
      'sale',
      'Confirm transaction in your wallet',
      'To purchase this item you must confirm the transaction and pay the gas fee',
      parts.sales,
    ),
  ]
}

export function sellSteps(parts: {
  readonly approvals: readonly TransactionItem[]
  readonly sales: readonly TransactionItem[]
}): readonly Step[] {
  return [
    transaction('nft-approval', 'Approve NFT contract', nftApproval, parts.approvals),
    transaction(
      'currency-approval',
      'Approve currency',
      'Each currency you want to swap requires a one-time approval transaction',
    ),
    transaction(
      'currency-permit',
      'Permit currency',
      'Some orders need a permit to be relayed on-chain before filling',
    ),
    transaction(
      'sale',
      'Accept offer',
      'To sell this item you must confirm the transaction and pay the gas fee',
      parts.sales,
    ),
  ]
}

export function listSteps(parts: {
  readonly approvals: readonly TransactionItem[]
  readonly signatures: readonly SignatureItem[]
}): readonly Step[] {
  return [
    transaction('nft-approval', 'Approve NFT contract', nftApproval, parts.approvals),
    signature(
      'order-signature',
      'Authorize listing',
      'A free off-chain signature to create the listing',
      parts.signatures,
    ),
  ]
}

export function bidSteps(parts: {
  readonly wrapping: readonly TransactionItem[]
  readonly approvals: readonly TransactionItem[]
  readonly signatures: readonly SignatureItem[]
}): readonly Step[] {
  return [
    transaction(
      'currency-wrapping',
      'Wrapping currency',
      "We'll ask your approval to wrap the currency for bidding. Gas fee required.",
      parts.wrapping,
    ),
    transaction(
      'currency-approval',
      'Approve currency',
      "We'll ask your approval for the exchange to access your token. This is a one-time only operation per exchange.",
      parts.approvals,
    ),
    transaction(
      'auth-transaction',
      'On-chain verification',
      'Some marketplaces require triggering an auth transaction before filling',
    ),
    signature('currency-permit', 'Sign permits', 'Sign permits for accessing the tokens in your wallet'),
    signature(
      'order-signature',
      'Authorize offer',
      'A free off-chain signature to create the offer',
      parts.signatures,
    ),
  ]
}

/** A cancellation contains only steps that have something to do. */
export function cancelSteps(parts: {
  readonly signatures: readonly SignatureItem[]
  readonly cancellations: readonly TransactionItem[]
}): readonly Step[] {
  return [
    signature(
      'cancellation-signature',
      'Cancel order',
      'Authorize the cancellation of the order',
      parts.signatures,
    ),
    transaction(
      'cancellation',
      'Submit cancellation',
      'To cancel these orders you must confirm the transaction and pay the gas fee',
      parts.cancellations,
    ),
  ].filter(({ items }) => items.length > 0)
}

export function transferSteps(parts: {
  readonly approvals: readonly TransactionItem[]
  readonly transfers: readonly TransactionItem[]
}): readonly Step[] {
  return [
    transaction(
      'nft-approval',
      'Approve NFT contracts',
      'Each NFT collection you want to transfer requires a one-time approval transaction',
      parts.approvals,
    ),
    transaction('transfer', 'Authorize transfer', 'Transfer the items', parts.transfers),
  ]
}
