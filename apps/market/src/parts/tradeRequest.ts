import type { AttributeFilter } from '@sluice/core'
import type { BidTarget, SaleItem } from '@sluice/react'

type OrderId = `0x${string}`

/** What a visitor wants to do. Tokens are `contract:tokenId`. */
export type TradeRequest =
  | { readonly kind: 'buy'; readonly token: string; readonly orderId?: OrderId | undefined }
  | { readonly kind: 'accept'; readonly items: readonly SaleItem[] }
  | { readonly kind: 'list' | 'transfer'; readonly tokens: readonly string[] }
  | { readonly kind: 'auction'; readonly token: string; readonly withdraw?: boolean }
  | { readonly kind: 'offer'; readonly target: BidTarget; readonly name: string }
  | { readonly kind: 'collect'; readonly collection: string; readonly name: string }
  | {
      readonly kind: 'sweep'
      readonly collection: string
      readonly name: string
      /** Only tokens that carry these. */
      readonly attributes?: AttributeFilter | undefined
    }
  | {
      readonly kind: 'edit'
      readonly orderId: OrderId
      readonly side: 'listing' | 'offer'
      readonly name: string
    }
  | {
      readonly kind: 'cancel'
      readonly orderIds: readonly OrderId[] | 'all'
      readonly side: 'listing' | 'offer'
      readonly name?: string | undefined
    }
