import type { CheckedItem, Intent } from '@sluice/core'
import { mintPublic, readCall, seaDropAddress, seaportAbi, zeroAddress } from '@sluice/seaport'
import { decodeFunctionData, parseAbi } from 'viem'
import type { Json } from '../src/parts.ts'

type Call = Extract<CheckedItem, { kind: 'transaction' }>

/** What an account receives minus what it gives, by `contract:tokenId` in lower case; currencies have no id. */
export type Movements = Map<string, bigint>
/** By holder in lower case. */
export type Balances = Map<string, Movements>

const lower = (address: string) => address.toLowerCase()
const assetOf = (itemType: number, token: string, id: bigint): string =>
  itemType < 2 ? lower(token) : `${lower(token)}:${id}`

function move(balances: Balances, holder: string, asset: string, amount: bigint): void {
  const own = balances.get(lower(holder)) ?? new Map<string, bigint>()
  own.set(asset, (own.get(asset) ?? 0n) + amount)
  balances.set(lower(holder), own)
}

/** Seaport's amount of an item at a time, in unix seconds: offered amounts are rounded down, considered ones up. */
function amountAt(order: Json, item: Json, time: bigint, up: boolean): bigint {
  const part = (amount: bigint) => (amount * BigInt(order.numerator)) / BigInt(order.denominator)
  const from: bigint = part(item.startAmount)
  const to: bigint = part(item.endAmount)
  if (from === to) return to
  const { startTime, endTime }: { startTime: bigint; endTime: bigint } = order.parameters
  const elapsed = time - startTime
  const duration = endTime - startTime
  const total = from * (duration - elapsed) + to * elapsed
  if (total === 0n) return 0n
  return up ? (total - 1n) / duration + 1n : total / duration
}

/** A basic order in the general form. */
function ofBasic(basic: Json): Json {
  const route = Math.floor(basic.basicOrderType / 4)
  const [paid, given] = [
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 1],
    [3, 1],
  ][route] as [number, number]
  const fixed = (amount: bigint) => ({ startAmount: amount, endAmount: amount })
  const money =
    route < 4 ? { itemType: paid, token: basic.considerationToken } : { itemType: 1, token: basic.offerToken }
  return {
    numerator: 1n,
    denominator: 1n,
    parameters: {
      ...basic,
      offer: [
        {
          itemType: given,
          token: basic.offerToken,
          identifierOrCriteria: basic.offerIdentifier,
          ...fixed(basic.offerAmount),
        },
      ],
      consideration: [
        {
          itemType: paid,
          token: basic.considerationToken,
          identifierOrCriteria: basic.considerationIdentifier,
          recipient: basic.offerer,
          ...fixed(basic.considerationAmount),
        },
        ...basic.additionalRecipients.map(({ amount, recipient }: Json) => ({
          ...money,
          identifierOrCriteria: 0n,
          recipient,
          ...fixed(amount),
        })),
      ],
    },
  }
}

/** The token that a criteria item resolves to. */
const idOf = (resolvers: readonly Json[], order: number, side: number, index: number, item: Json): bigint =>
  resolvers.find(
    (each) => Number(each.orderIndex) === order && each.side === side && Number(each.index) === index,
  )?.identifier ?? item.identifierOrCriteria

/** New tokens of a collection, whose ids are not known yet. */
const newOf = (collection: string) => `${lower(collection)}:new`

/** What a mint at SeaDrop moves. */
function minted({ call }: Call): Balances {
  const balances: Balances = new Map()
  const { nftContract, minterIfNotPayer, quantity } = readCall(mintPublic, call.data) as Json
  move(balances, call.account, zeroAddress, -call.value)
  move(
    balances,
    minterIfNotPayer === zeroAddress ? call.account : minterIfNotPayer,
    newOf(nftContract),
    quantity,
  )
  return balances
}

const decodeFill = ({ call }: Call) => decodeFunctionData({ abi: seaportAbi, data: call.data })

/** What a call to Seaport moves if it is mined at a moment; with `only`, where all other orders are skipped. */
function filled(item: Call, time: bigint, fill = decodeFill(item), only?: number): Balances {
  const { call } = item
  const balances: Balances = new Map()
  const { functionName, args } = fill
  const [first, ...rest] = args as readonly Json[]
  const basic = functionName.startsWith('fulfillBasic')
  const many = Array.isArray(first)
  const orders: readonly Json[] = (basic ? [ofBasic(first)] : many ? first : [first]).map((order: Json) => ({
    numerator: 1n,
    denominator: 1n,
    ...order,
  }))
  const match = functionName.startsWith('match')
  const resolvers: readonly Json[] = basic || functionName === 'fulfillOrder' ? [] : (rest[0] ?? [])
  const named =
    basic || functionName === 'fulfillOrder' ? undefined : many ? rest.at(match ? -1 : -2) : rest.at(-1)
  const receiver = named === undefined || named === zeroAddress ? call.account : String(named)
  for (const [index, order] of orders.entries()) {
    if (only !== undefined && only !== index) continue
    const { offerer, offer, consideration } = order.parameters
    for (const [at, item] of offer.entries()) {
      const asset = assetOf(item.itemType, item.token, idOf(resolvers, index, 0, at, item))
      const amount = amountAt(order, item, time, false)
      move(balances, offerer, asset, -amount)
      // In a match, offered items go to their consideration's recipients, and the rest to the recipient of the call.
      move(balances, match ? 'left' : receiver, asset, amount)
    }
    for (const [at, item] of consideration.entries()) {
      const asset = assetOf(item.itemType, item.token, idOf(resolvers, index, 1, at, item))
      const amount = amountAt(order, item, time, true)
      move(balances, match ? 'left' : call.account, asset, -amount)
      move(balances, item.recipient, asset, amount)
    }
  }
  for (const [asset, amount] of balances.get('left') ?? []) {
    // Native coin that no order offers is paid from the value of the call.
    const payer = amount < 0n && asset === zeroAddress ? call.account : receiver
    move(balances, payer, asset, amount)
  }
  return balances
}

/** The independent parts of a call: an order of a call that skips unavailable ones, or all of it. */
export function partsOf(item: Call, time: bigint): readonly Balances[] {
  if (item.call.to === seaDropAddress) return [minted(item)]
  const fill = decodeFill(item)
  if (!fill.functionName.startsWith('fulfillAvailable')) return [filled(item, time, fill)]
  return (fill.args[0] as readonly Json[]).map((_, index) => filled(item, time, fill, index))
}

const transferAbi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'struct Item { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
  'struct Items { Item[] items; address recipient; bool validateERC721Receiver; }',
  'function bulkTransfer(Items[] items, bytes32 conduitKey)',
])

function transferred({ call }: Call): Balances {
  const balances: Balances = new Map()
  const give = (to: string, token: string, id: bigint, amount: bigint) => {
    move(balances, call.account, assetOf(2, token, id), -amount)
    move(balances, to, assetOf(2, token, id), amount)
  }
  const { functionName, args } = decodeFunctionData({ abi: transferAbi, data: call.data })
  if (functionName === 'bulkTransfer')
    for (const { items, recipient } of args[0] as Json)
      for (const { token, identifier, amount } of items) give(recipient, token, identifier, amount)
  else if (functionName === 'safeBatchTransferFrom')
    for (const [index, id] of (args[2] as readonly bigint[]).entries())
      give(args[1] as string, call.to, id, (args[3] as readonly bigint[])[index] as bigint)
  else give(args[1] as string, call.to, args[2] as bigint, (args[3] as bigint | undefined) ?? 1n)
  return balances
}

/** What a checked call moves if it is mined at a given time: decoded again from the bytes that the wallet gets. */
export function movementsOf(item: Call, time: bigint): Balances {
  if (item.purpose === 'buy' || item.purpose === 'sell')
    return item.call.to === seaDropAddress ? minted(item) : filled(item, time)
  if (item.purpose === 'transfer') return transferred(item)
  const balances: Balances = new Map()
  if (item.purpose === 'wrap') {
    move(balances, item.call.account, zeroAddress, -item.call.value)
    move(balances, item.call.account, item.call.to, item.call.value)
  }
  return balances
}

/** What the card says of the same call. */
export function shownOf({ effects, call }: Call): Balances {
  const balances: Balances = new Map()
  for (const { contract, tokenId, amount, counterparty } of effects.give) {
    const asset = tokenId === undefined ? contract : `${contract}:${tokenId}`
    move(balances, call.account, asset, -amount)
    if (counterparty !== undefined) move(balances, counterparty, asset, amount)
  }
  for (const { kind, contract, tokenId, amount, counterparty } of effects.get) {
    const unnamed = kind === 'erc721' ? newOf(contract) : contract
    const asset = tokenId === undefined ? unnamed : `${contract}:${tokenId}`
    move(balances, counterparty ?? call.account, asset, amount)
  }
  return balances
}

/** What an approval permits beyond its card. */
function unshown({ call, effects, purpose }: Call): readonly string[] {
  const argument = purpose.startsWith('approve') ? BigInt(`0x${call.data.slice(74)}`) : 0n
  if (argument === 0n) return []
  const spender = `0x${call.data.slice(34, 74)}`
  const isShown = effects.authority.some(
    (one) =>
      one.contract === call.to &&
      one.spender === spender &&
      (one.kind === 'erc20' ? one.amount === argument : purpose === 'approve-token'),
  )
  return isShown ? [] : [`${call.to} permits ${spender} ${argument}`]
}

/** Where the chain would take more, or give less, than the card says: for the account and everyone it names. */
export function uncovered(item: CheckedItem, intent: Intent, times: readonly bigint[]): readonly string[] {
  if (item.kind === 'signature') return []
  const shown = shownOf(item)
  const holders = new Set([intent.account, ...shown.keys()])
  // A falling price may be higher in an earlier block: the excess value is refunded.
  const kept = item.effects.give
    .filter(({ contract }) => contract === zeroAddress)
    .reduce((sum, { amount, most }) => sum + (most ?? amount), 0n)
  const moved = times.flatMap((time) => {
    const real = movementsOf(item, time)
    const paid = -(real.get(intent.account)?.get(zeroAddress) ?? 0n)
    const short = item.call.value < paid ? [`sends ${item.call.value} of ${paid}`] : []
    if (item.call.value > kept) short.push(`sends ${item.call.value}, shows ${kept}`)
    return [...holders]
      .flatMap((holder) => {
        const assets = new Set([...(real.get(holder)?.keys() ?? []), ...(shown.get(holder)?.keys() ?? [])])
        return [...assets].flatMap((asset) => {
          const [is, said] = [real, shown].map((one) => one.get(holder)?.get(asset) ?? 0n) as [bigint, bigint]
          return is < said ? [`${holder} ${asset}: ${is}, shown ${said}, at ${time}`] : []
        })
      })
      .concat(short)
  })
  return [...moved, ...unshown(item)]
}
