/** What a test tells the page before it loads. */
export type HostSettings = {
  /** The chain that is traded on. */
  readonly chain: {
    readonly id: number
    readonly name: string
    readonly rpcUrl: string
    readonly baseApiUrl: string
    readonly multicall3: `0x${string}`
    readonly currencies: readonly {
      readonly address: `0x${string}`
      readonly name: string
      readonly symbol: string
      readonly decimals: number
    }[]
  }
  readonly dialog: DialogName
  /** The dialog's own properties, as the kit names them. */
  readonly props: Readonly<Record<string, unknown>>
}

export type DialogName =
  | 'BuyModal'
  | 'ListModal'
  | 'BidModal'
  | 'AcceptBidModal'
  | 'CancelListingModal'
  | 'CancelBidModal'
  | 'EditListingModal'
  | 'EditBidModal'

declare global {
  interface Window {
    setup: HostSettings
  }
}
