import {
  acceptOffers,
  activeChain,
  type Bid,
  type BuyItem,
  type BuyOptions,
  buyTokens,
  type CancelOptions,
  type Client,
  type ConfirmReview,
  cancelOrders,
  type Listing,
  listTokens,
  placeBids,
  preview,
  type Run,
  type SellItem,
  type SellOptions,
  type ExpectedPrice as SluicePrice,
  type TransferItem,
  transferTokens,
} from '@sluice/core'
import type { Address, WalletClient } from 'viem'
import { toReservoirError } from './errors.ts'
import { type Execute, executeOf, plannedOf, type Step } from './execute.ts'
import { agreedOf, unitsOf } from './unitPrice.ts'
import { type ReservoirWallet, walletOf } from './wallet.ts'

/** What every action of reservoir-sdk's takes, and what ours adds: `confirm`, `signal` and `again`. */
export type ActionParameters = {
  readonly wallet: ReservoirWallet | WalletClient
  readonly chainId?: number | undefined
  /** Called with every snapshot of the run: its steps, and the path of what it pays. */
  readonly onProgress?:
    | ((steps: readonly Step[], path: Execute['path'], fees: Readonly<Record<string, never>>) => unknown)
    | undefined
  readonly confirm?: ConfirmReview | undefined
  readonly signal?: AbortSignal | undefined
  /** Starts although the same action is still open: see `RunParameters` of `@sluice/core`. */
  readonly again?: boolean | undefined
}
type WithPrecheck = {
  /** Only asks for the plan; nothing is signed or sent. */
  readonly precheck?: boolean | undefined
}
type WithGas = { readonly gas?: string | undefined }

/** reservoir-sdk's price; the currency is the key under which it stands, whatever `currencyAddress` says. */
export type ExpectedPrice = SluicePrice & { readonly currencyAddress?: string | undefined }
type ExpectedPrices = Readonly<Record<string, ExpectedPrice>>

/** What reservoir-sdk's body of a purchase held beside who buys. */
export type BuyTokenBodyParameters = BuyOptions & { readonly items: readonly BuyItem[] }

type MarketplaceFees = {
  /** `recipient:bps`, beside `fees`: both are part of the order. */
  readonly marketplaceFees?: readonly string[] | undefined
}
export type ReservoirListing = Listing & MarketplaceFees
export type ReservoirBid = Bid & MarketplaceFees

export type BuyTokenParameters = ActionParameters &
  WithPrecheck &
  WithGas & {
    readonly items: readonly BuyItem[]
    /** Without it nothing bounds the price, and `confirm` must agree to it. */
    readonly expectedPrice?: ExpectedPrices | undefined
    readonly options?: BuyOptions | undefined
  }
/** What is minted: tokens of a collection with a public mint, `quantity` of them. */
export type MintItem = {
  readonly collection: string
  readonly quantity?: number | undefined
}
export type MintTokenParameters = ActionParameters &
  WithPrecheck &
  WithGas & {
    readonly items: readonly MintItem[]
    /** Without it nothing bounds the price, and `confirm` must agree to it. */
    readonly expectedPrice?: ExpectedPrices | undefined
    readonly options?: BuyOptions | undefined
  }
export type AcceptOfferParameters = ActionParameters &
  WithPrecheck &
  WithGas & {
    readonly items: readonly SellItem[]
    readonly expectedPrice?: ExpectedPrices | undefined
    readonly options?: SellOptions | undefined
  }
export type ListTokenParameters = ActionParameters &
  WithPrecheck & { readonly listings: readonly ReservoirListing[] }
export type PlaceBidParameters = ActionParameters & { readonly bids: readonly ReservoirBid[] }
export type CancelOrderParameters = ActionParameters &
  WithGas & { readonly ids: readonly string[]; readonly options?: CancelOptions | undefined }
export type TransferTokensParameters = ActionParameters &
  WithPrecheck & { readonly to: Address; readonly items: readonly TransferItem[] }

/** reservoir-sdk's seven actions. Each resolves to `true`, or with `precheck` to the plan; each rejects as it did. */
export type Actions = {
  readonly buyToken: (parameters: BuyTokenParameters) => Promise<true | Execute>
  readonly mintToken: (parameters: MintTokenParameters) => Promise<true | Execute>
  readonly acceptOffer: (parameters: AcceptOfferParameters) => Promise<true | Execute>
  readonly listToken: (parameters: ListTokenParameters) => Promise<true | readonly Step[]>
  readonly placeBid: (parameters: PlaceBidParameters) => Promise<true>
  readonly cancelOrder: (parameters: CancelOrderParameters) => Promise<true>
  readonly transferTokens: (parameters: TransferTokensParameters) => Promise<true | readonly Step[]>
}

/** An order's terms in our words: its fees under one name, or else its chain's where it goes to the provider's own book. */
function termsOf<T extends Listing | Bid>(asked: T & MarketplaceFees, ofChain: readonly string[]): T {
  const { marketplaceFees, ...terms } = asked
  if (terms.fees !== undefined || marketplaceFees !== undefined)
    return { ...terms, fees: [...(terms.fees ?? []), ...(marketplaceFees ?? [])] } as unknown as T
  const ownBook = terms.orderbook === undefined || terms.orderbook === 'reservoir'
  return (ownBook && ofChain.length > 0 ? { ...terms, fees: ofChain } : terms) as unknown as T
}

/**
 * `feesOf`: the fees of a chain's own, by its id; of the active chain without one. `units`: what each run is for, by its
 * id, while it goes on.
 */
export function actionsOf(
  client: Client,
  confirm: ConfirmReview | undefined,
  feesOf: (chainId: number | undefined) => readonly string[],
  units: Map<string, bigint>,
): Actions {
  /** The specification's part of a unit that a price may differ by, where the decimals are known. */
  const toleranceOf =
    ({ chainId, expectedPrice }: BuyTokenParameters | AcceptOfferParameters) =>
    (currency: string): bigint => {
      const chain = client.chains.find(({ id }) => id === (chainId ?? activeChain(client)?.id))
      const listed = chain?.paymentTokens.find(({ address }) => address === currency.toLowerCase())
      const said = expectedPrice?.[currency]?.currencyDecimals ?? listed?.decimals
      const decimals = Math.min(listed?.decimals ?? 0, said ?? 0)
      return decimals > 0 ? 10n ** BigInt(Math.floor(decimals)) / 100_000n : 0n
    }
  const followed = async (
    given: ActionParameters & { readonly items?: unknown },
    run: Run,
  ): Promise<true> => {
    const ofRun = unitsOf(given.items)
    units.set(run.id, ofRun)
    try {
      return await carriedOut(given, run, ofRun)
    } finally {
      units.delete(run.id)
    }
  }
  const common = (given: ActionParameters & WithGas) => ({
    wallet: walletOf(given.wallet),
    chainId: given.chainId,
    confirm: given.confirm ?? confirm,
    signal: given.signal,
    again: given.again,
    gas: given.gas === undefined ? undefined : BigInt(given.gas),
  })
  const asked = async (given: ActionParameters) => ({
    chainId: given.chainId,
    signal: given.signal,
    account: await walletOf(given.wallet).address(),
    steps: true,
  })
  const buyToken = (given: BuyTokenParameters): Promise<true | Execute> =>
    withReservoirErrors(async () => {
      const agreed = agreedOf(
        given.items,
        given.expectedPrice,
        (item, maxPrice): BuyItem => (maxPrice === undefined ? item : { ...item, maxPrice }),
        toleranceOf(given),
      )
      if (given.precheck)
        return shown(given, await preview.buyTokens(client, { ...given, ...(await asked(given)), ...agreed }))
      return followed(given, buyTokens(client, { ...given, ...common(given), ...agreed }))
    }, unitsOf(given.items))
  return Object.freeze({
    buyToken,
    mintToken: ({ items, ...given }: MintTokenParameters) =>
      buyToken({
        ...given,
        items: items.map(({ collection, quantity }) => ({
          collection,
          fillType: 'mint' as const,
          ...(quantity === undefined ? {} : { quantity }),
        })),
      }),
    acceptOffer: (given: AcceptOfferParameters) =>
      withReservoirErrors(async () => {
        const agreed = agreedOf(
          given.items,
          given.expectedPrice,
          (item, minPrice): SellItem => (minPrice === undefined ? item : { ...item, minPrice }),
          (currency) => -toleranceOf(given)(currency),
        )
        if (given.precheck)
          return shown(
            given,
            await preview.acceptOffers(client, { ...given, ...(await asked(given)), ...agreed }),
          )
        return followed(given, acceptOffers(client, { ...given, ...common(given), ...agreed }))
      }, unitsOf(given.items)),
    listToken: (given: ListTokenParameters) =>
      withReservoirErrors(async () => {
        const listings = given.listings.map((listing) => termsOf<Listing>(listing, feesOf(given.chainId)))
        if (given.precheck)
          return shown(given, await preview.listTokens(client, { listings, ...(await asked(given)) })).steps
        return followed(given, listTokens(client, { listings, ...common(given) }))
      }),
    placeBid: (given: PlaceBidParameters) =>
      withReservoirErrors(() => {
        const bids = given.bids.map((bid) => termsOf<Bid>(bid, feesOf(given.chainId)))
        return followed(given, placeBids(client, { bids, ...common(given) }))
      }),
    cancelOrder: (given: CancelOrderParameters) =>
      withReservoirErrors(() =>
        followed(
          given,
          cancelOrders(client, { ...common(given), orderIds: given.ids, options: given.options }),
        ),
      ),
    transferTokens: (given: TransferTokensParameters) =>
      withReservoirErrors(async () => {
        if (given.precheck)
          return shown(given, await preview.transferTokens(client, { ...given, ...(await asked(given)) }))
            .steps
        return followed(given, transferTokens(client, { ...given, ...common(given) }))
      }),
  })
}

/** Rejects with reservoir-sdk's classes where it had any. */
async function withReservoirErrors<T>(act: () => Promise<T>, units?: bigint): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    throw toReservoirError(cause, units)
  }
}

function shown(given: ActionParameters, plan: Parameters<typeof plannedOf>[0]): Execute {
  const planned = plannedOf(plan)
  given.onProgress?.(planned.steps, planned.path, {})
  return planned
}

/** Tells `onProgress` of every snapshot with steps that differs from the last, and waits for the end. */
async function carriedOut(given: ActionParameters, run: Run, units: bigint): Promise<true> {
  const { onProgress } = given
  const last = { key: '' }
  const stop =
    onProgress === undefined
      ? undefined
      : run.subscribe((execution) => {
          const { steps, path } = executeOf(execution, units)
          // What has not been checked yet is not shown.
          const key = execution.status === 'planning' ? '' : stepsKey(steps)
          if (steps.length === 0 || key === last.key || key === '') return
          last.key = key
          onProgress(steps, path, {})
        })
  try {
    await run.result()
    return true
  } finally {
    stop?.()
  }
}

/** What of the steps can be told apart; what a wallet threw can be anything. */
const stepsKey = (steps: readonly Step[]): string =>
  JSON.stringify(steps, (name, value: unknown) => (name === 'errorData' ? undefined : value))
