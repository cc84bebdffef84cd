import { type Abi, type Address, decodeFunctionData, type Hex, parseAbi } from 'viem'
import { type OrderComponents, parametersOfOrder, seaportAbi } from './seaport.ts'
import type { FillExtras, Stage } from './stage.ts'

/**
 * An attack executed on the real contracts: the victim's key signs or sends what the lie asks for, the
 * thief does the rest.
 */
export type Theft = {
  readonly name: string
  /** Named attacks by which a provider would get the victim to do it; the client must stop each. */
  readonly lies: readonly string[]
  /** Whether the victim was robbed, by the state of the chain. */
  readonly rob: (stage: Stage) => Promise<boolean>
}

export const eth = 10n ** 18n
export const nothing: Hex = '0x'
export const first = <T>(list: readonly T[]): T => list[0] as T
export const abi = seaportAbi as Abi
export const transferFrom = parseAbi(['function transferFrom(address from, address to, uint256 id)']) as Abi
export const conduitAbi = parseAbi([
  'struct Move { uint8 itemType; address token; address from; address to; uint256 identifier; uint256 amount; }',
  'function execute(Move[] transfers) returns (bytes4)',
]) as Abi
export const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address) view returns (uint256)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount)',
]) as Abi

export type Item = OrderComponents['offer'][number]
export const priced = (order: OrderComponents, amount: bigint): OrderComponents => ({
  ...order,
  consideration: order.consideration.map((item) => ({ ...item, startAmount: amount, endAmount: amount })),
})
export const offering = (order: OrderComponents, ...items: readonly Item[]): OrderComponents => ({
  ...order,
  offer: items,
})
export const advanced = (order: OrderComponents, signature: Hex) => ({
  parameters: parametersOfOrder(order),
  numerator: 1n,
  denominator: 1n,
  signature,
  extraData: nothing,
})
export const item = (itemType: number, token: Address, id: bigint, amount: bigint): Item =>
  ({ itemType, token, identifierOrCriteria: id, startAmount: amount, endAmount: amount }) as Item

/** Whether a common decoder can read the call. */
export function decodes(data: Hex): boolean {
  try {
    decodeFunctionData({ abi: seaportAbi, data })
    return true
  } catch (cause) {
    if (cause instanceof Error) return false
    throw cause
  }
}

/** One of them fills an order that another signs. */
export const fills = async (
  stage: Stage,
  by: 'victim' | 'accomplice',
  maker: 'victim' | 'accomplice' | 'thief',
  order: OrderComponents,
  value = 0n,
  more: FillExtras = {},
) =>
  stage[by].send(
    stage.chain.contracts.seaport,
    stage.fill(order, await stage[maker].sign(order), more),
    value,
  )

/** An offer for one of the victim's tokens. */
export const bidFor = (stage: Stage, tokenId: bigint, more: Parameters<Stage['bid']>[1] = {}) =>
  stage.bid(stage.accomplice, { target: { kind: 'erc721', token: stage.nft, tokenId }, ...more })

/** The thief fills an order that the victim signed. */
export const thiefFills = async (
  stage: Stage,
  order: OrderComponents,
  value: bigint,
  more: FillExtras = {},
  signature?: Hex,
) =>
  stage.thief.send(
    stage.chain.contracts.seaport,
    stage.fill(order, signature ?? (await stage.victim.sign(order)), {
      conduitKey: `0x${'00'.repeat(32)}`,
      ...more,
    }),
    value,
  )
export const isOwnedByThief = async (stage: Stage, token: Address, id: bigint) =>
  (await stage.ownerOf(token, id)) === stage.thief.address

/** The victim's balance of a currency before and after. */
export async function lossOf(stage: Stage, currency: Address, work: () => Promise<void>): Promise<bigint> {
  const before = await stage.money(currency, stage.victim.address)
  await work()
  return before - (await stage.money(currency, stage.victim.address))
}
