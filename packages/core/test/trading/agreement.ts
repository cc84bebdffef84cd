import type { Hex } from 'viem'
import type { Client } from '../../src/client.ts'
import { getActivity, getListings, getOffers, getTokens, getUserTokens } from '../../src/reads/marketReads.ts'
import type { Mined } from './ledger.ts'
import {
  type Chain,
  type Entry,
  key,
  sizeOf,
  statusOf,
  takerOf,
  tokenOf,
  unitsLeft,
  type Watched,
  type World,
} from './truth.ts'

const low = (text: string) => text.toLowerCase()

/** Waits until the provider has seen a transaction. It answers 409 for one that failed. */
export async function synced({ baseApiUrl }: Chain, hash: string): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const answer = await fetch(`${baseApiUrl}/transactions/${hash}/synced/v1`)
    if (((await answer.json()) as { readonly synced?: boolean }).synced === true) return
    await new Promise((wake) => setTimeout(wake, 25))
  }
  throw new Error(`The provider never saw ${hash}`)
}

type Read = {
  readonly client: Client
  readonly chain: Chain
  readonly book: Map<Hex, Entry>
  readonly watched: Watched
  readonly world: World
}

/** What the provider says otherwise than the chain. */
export async function disagreements(
  { client, chain, world, book, watched }: Read,
  mined: Mined,
  touched: readonly string[],
): Promise<readonly string[]> {
  const said: string[] = []
  const say = (what: string, provider: unknown, truth: unknown) => {
    if (`${provider}` !== `${truth}`) said.push(`${what}: provider ${provider}, chain ${truth}`)
  }
  const now = BigInt(Math.floor(Date.now() / 1000))
  const all = [...book.values()]
  for (const side of ['sell', 'buy'] as const) {
    const ids = all.filter((entry) => entry.side === side).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += 50) {
      const part = ids.slice(at, at + 50)
      const { items } = await (side === 'sell' ? getListings : getOffers)(client, {
        ids: part,
        limit: 50,
      } as never)
      const shown = new Map(items.map((order) => [order.id, order]))
      for (const id of part) {
        const entry = book.get(id)!
        const order = shown.get(id)
        // An order whose end is this very second may be shown either way.
        const near = entry.order.endTime - now
        if (near >= -1n && near <= 1n) continue
        const truth = statusOf(entry, world, now)
        // What ended stays ended the way it did first.
        const over = entry.order.endTime <= now && order?.status === 'expired' && truth === 'cancelled'
        if (!over) say(`status of ${side} ${id} ${tokenOf(entry)}`, order?.status, truth)
        const left = unitsLeft(entry, world)
        if (order?.status !== 'cancelled') say(`remaining of ${id}`, order?.quantityRemaining, left)
        if (order?.status !== 'cancelled') say(`filled of ${id}`, order?.quantityFilled, sizeOf(entry) - left)
      }
    }
  }
  const active = all.filter((entry) => statusOf(entry, world, now) === 'active')
  const tokens = [...new Set(touched)].slice(0, 40)
  if (tokens.length > 0) {
    const { items } = await getTokens(client, { tokens, includeTopBid: true, limit: 50 })
    for (const { token, market } of items) {
      const name = `${token.contract}:${token.tokenId}`
      const asks = active.filter(
        (entry) =>
          entry.side === 'sell' &&
          tokenOf(entry) === name &&
          takerOf(entry) === undefined &&
          entry.order.startTime <= now,
      )
      const ask = market?.floorAsk?.id
      const fixed = asks.every(({ order }) =>
        order.consideration.every((item) => item.startAmount === item.endAmount),
      )
      const oneCurrency = new Set(asks.map(({ order }) => order.consideration[0]!.token)).size <= 1
      if (asks.length === 0) say(`floor of ${name}`, ask ?? 'none', 'none')
      else if (!asks.some(({ id }) => id === ask))
        said.push(`floor of ${name}: provider ${ask}, chain one of ${asks.map(({ id }) => id)}`)
      else if (fixed && oneCurrency) {
        const unit = (entry: Entry) =>
          entry.order.consideration.reduce(
            (sum, item) => sum + (item.itemType <= 1 ? item.startAmount : 0n),
            0n,
          ) / sizeOf(entry)
        const least = asks.map(unit).reduce((a, b) => (a < b ? a : b))
        say(`floor price of ${name}`, unit(book.get(ask as Entry['id'])!), least)
        say(`floor price said of ${name}`, market?.floorAsk?.price?.amount.raw, least)
      }
      const owner = watched.holders.find((holder) => (world.balances.get(key(holder, name)) ?? 0n) > 0n)
      if (
        chain.contracts.collections.find(({ address }) => low(address) === token.contract)?.kind === 'erc721'
      )
        say(`owner of ${name}`, token.owner, owner)
      const bids = active.filter(
        (entry) =>
          entry.side === 'buy' &&
          entry.order.startTime <= now &&
          low(entry.order.consideration[0]!.token) === token.contract &&
          (entry.tokenIds === undefined || entry.tokenIds.includes(BigInt(token.tokenId))) &&
          entry.order.offerer !== owner,
      )
      const bid = market?.topBid?.id
      if (bids.length === 0 && bid != null && book.get(bid as Entry['id'])?.order.offerer !== owner)
        said.push(`top bid of ${name}: provider ${bid}, chain none`)
      if (bids.length > 0 && bid == null)
        said.push(`top bid of ${name}: provider none, chain ${bids.map(({ id }) => id)}`)
      if (
        bids.length > 0 &&
        bid != null &&
        new Set(bids.map(({ order }) => order.offer[0]!.token)).size === 1
      ) {
        const value = ({ order, ...entry }: Entry) =>
          order.consideration.reduce(
            (sum, item) => sum - (item.itemType <= 1 ? item.startAmount : 0n),
            order.offer[0]!.startAmount,
          ) / sizeOf({ order, ...entry })
        const best = bids.map(value).reduce((a, b) => (a > b ? a : b))
        const own = book.get(bid as Entry['id'])
        if (
          own !== undefined &&
          own.order.offerer !== owner &&
          own.order.offer[0]!.token === bids[0]!.order.offer[0]!.token &&
          value(own) < best
        )
          said.push(`top bid of ${name}: provider ${value(own)} (${bid}), chain ${best}`)
      }
    }
    for (const trader of watched.traders) {
      const { items: owned } = await getUserTokens(client, { user: trader, tokens, limit: 50 })
      const counts = new Map(
        owned.map((row) => [`${row.token.contract}:${row.token.tokenId}`, row.ownership.tokenCount]),
      )
      for (const name of tokens)
        say(`${trader} owns of ${name}`, counts.get(name) ?? 0, world.balances.get(key(trader, name)) ?? 0n)
    }
  }
  for (const { entry, token, units, hash } of mined.fills) {
    const { items } = await getActivity(client, { token, types: ['sale'], limit: 50 } as never)
    const found = items.filter((line) => line.txHash === hash && line.order?.id === entry.id)
    if (found.length === 0) said.push(`sale of ${token} by ${entry.id} in ${hash}: no activity`)
    else if (!found.some(({ amount }) => BigInt(amount ?? 0) === units) && found.length === 1)
      said.push(`sale of ${token} by ${entry.id}: amount ${found[0]?.amount}, chain ${units}`)
  }
  for (const { token, hash } of mined.undone ?? []) {
    const { items } = await getActivity(client, { token, types: ['sale'], limit: 50 } as never)
    if (items.some(({ txHash }) => txHash === hash))
      said.push(`sale of ${token} in ${hash}: it was taken back`)
  }
  return said
}
