import {
  encodeCall,
  type FeeOnTop,
  fulfillAdvanced,
  ItemType,
  type OrderComponents,
  orderTypedData,
  type SignedOrder,
  seaportDomain,
  setApprovalForAll,
  zeroAddress,
  zeroHash,
} from '@sluice/seaport'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { Scene } from './scene.ts'

/** A transaction that a server asks for; `value` in wei. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** EIP-712 data that a server asks to be signed. */
export type TypedData = {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** What a server asks for in addition to what the action needs. */
export type Extra =
  | { readonly kind: 'transaction'; readonly call: Call }
  | { readonly kind: 'signature'; readonly typed: TypedData }

/** What a server says for a purchase: which order is filled, how, and where the call goes. */
export type FillAnswer = {
  readonly order: SignedOrder
  /** Payments that the server adds to those of the order. */
  readonly tips: readonly FeeOnTop[]
  readonly recipient: Address
  readonly to: Address
  /** The price that the server names outside of the call, in base units. */
  readonly saidPrice: bigint
  readonly extras: readonly Extra[]
}

/** What a server says for a sale into an offer: the same, and who may move the token. */
export type SellAnswer = FillAnswer & { readonly operator: Address }

/** What a server says for a transfer. */
export type TransferAnswer = {
  readonly collection: Address
  readonly tokenId: bigint
  readonly recipient: Address
  readonly extras: readonly Extra[]
}

/** What a server says for a listing: who may move the token, and the order to sign. */
export type ListAnswer = {
  readonly operator: Address
  readonly verifyingContract: Address
  readonly order: OrderComponents
  readonly extras: readonly Extra[]
}

/** What a server says for a swap: the terms in words, the approval, and the call. */
export type SwapAnswer = {
  /** What the server says in its own words; base units. */
  readonly said: {
    readonly pay: Address
    readonly amount: bigint
    readonly get: Address
    readonly gets: bigint
    readonly recipient: Address
  }
  readonly approval: { readonly token: Address; readonly spender: Address; readonly amount: bigint }
  readonly call: Call
  readonly extras: readonly Extra[]
}

export type Answers = {
  readonly buy: FillAnswer
  readonly sell: SellAnswer
  readonly list: ListAnswer
  readonly transfer: TransferAnswer
  readonly swap: SwapAnswer
}
export type Action = keyof Answers
export const actions: readonly Action[] = ['buy', 'sell', 'list', 'transfer', 'swap']

/** What an honest server answers. */
export function honestAnswers(scene: Scene): Answers {
  const { user, usdc, wrapped, exchanges, intents, listing, offer } = scene
  const { conduit, conduitKey, seaport } = scene.chain.contracts
  const { list, swap } = intents
  const fixed = { identifierOrCriteria: 0n, startAmount: list.price, endAmount: list.price }
  return {
    buy: {
      order: listing,
      tips: [],
      recipient: user,
      to: seaport,
      saidPrice: intents.buy.price,
      extras: [],
    },
    sell: {
      order: offer,
      tips: [],
      recipient: user,
      operator: conduit,
      to: seaport,
      saidPrice: intents.sell.price,
      extras: [],
    },
    transfer: { ...intents.transfer, extras: [] },
    list: {
      operator: conduit,
      verifyingContract: seaport,
      order: {
        ...listing.components,
        offerer: user,
        offer: [
          {
            itemType: 2,
            token: list.collection,
            identifierOrCriteria: list.tokenId,
            startAmount: 1n,
            endAmount: 1n,
          },
        ],
        consideration: [{ itemType: 0, token: zeroAddress, ...fixed, recipient: user }],
        startTime: list.startTime,
        endTime: list.endTime,
        salt: 1n + BigInt(scene.seed),
        conduitKey,
      },
      extras: [],
    },
    swap: {
      said: { pay: usdc, amount: swap.amount, get: wrapped, gets: swap.atLeast, recipient: user },
      approval: { token: usdc, spender: seaport, amount: swap.amount },
      call: fillCall(scene, exchanges.wanted, user),
      extras: [],
    },
  }
}

/** A call that fills an order. @param conduitKey through which the filler's own tokens move: else by Seaport itself. */
export function fillCall(
  { intents, chain }: Scene,
  order: SignedOrder,
  recipient: Address,
  tips: readonly FeeOnTop[] = [],
  conduitKey: Hex = zeroHash,
): Call {
  const { to, data, value } = fulfillAdvanced(
    { ...order, tips },
    { seaport: chain.contracts.seaport, conduitKey, recipient, now: intents.list.startTime + 60n },
  )
  return { to, data, value }
}

/** The transaction of a purchase or of a sale. */
export const tradeCall = (scene: Scene, { order, recipient, tips, to }: FillAnswer): Call => {
  const sells = order.components.offer[0]?.itemType === ItemType.erc20
  const key = sells ? scene.chain.contracts.conduitKey : zeroHash
  return { ...fillCall(scene, order, recipient, tips, key), to }
}

/** The typed data of a listing. */
export const listingTypedData = (
  scene: Scene,
  { verifyingContract, order }: Pick<ListAnswer, 'verifyingContract' | 'order'>,
): TypedData => orderTypedData(seaportDomain(scene.chain.id, '1.6', verifyingContract), order) as never

export const approveOperator = (token: Address, operator: Address): Call => ({
  to: token,
  data: encodeCall(setApprovalForAll, { operator, approved: true }),
  value: 0n,
})

export const approveAmount = (token: Address, spender: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  value: 0n,
})
