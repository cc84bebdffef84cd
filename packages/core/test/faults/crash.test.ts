import { erc20Abi, erc721Abi } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import type { RunParameters } from '../../src/actions/startAction.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type Death, openDyingPage } from './crash.ts'
import type { FaultyWallet } from './wallet.ts'
import { eth, useWorld } from './world.ts'

/** A page dies right before each thing it does, in every action; the next page finds out, and the rest is done once. */
const world = useWorld()

/** Something to do, as far as it is not done yet: `undefined` when the chain and the provider show all of it. */
type Todo = (client: Client, how: Pick<RunParameters, 'wallet' | 'again'>) => Promise<Run | undefined>
type Trade = {
  readonly by: () => FaultyWallet
  /** Done before the page opens. */
  readonly begin: () => Promise<Todo>
  readonly transactions: number
  readonly signatures: number
}

const nftOf = (tokenId: bigint) => `${world.nft}:${tokenId}`
const notYet = async (tokenIds: readonly bigint[], owner: string) => {
  const owners = await Promise.all(tokenIds.map(world.ownerOf))
  return tokenIds.filter((_id, index) => owners[index] !== owner)
}
const unapproved = async (wallet: FaultyWallet) => {
  const { conduit, weth } = world.chain.contracts
  const coin = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 0n] })
  const token = encodeFunctionData({
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [conduit, false],
  })
  await world.node.mined(await wallet.send({ to: weth, data: coin }))
  await world.node.mined(await wallet.send({ to: world.nft, data: token }))
}
const isOrdered = (maker: string, tokenId: bigint) =>
  [...world.market.orders.values()].some(
    ({ order }) =>
      order.offerer === maker &&
      [...order.offer, ...order.consideration].some((item) => item.identifierOrCriteria === tokenId),
  )
const isCancelled = async (id: Hex) => {
  const { seaport } = world.chain.contracts
  const data: Hex = `0x46423aa7${id.slice(2)}`
  const words = await world.node.real<Hex>('eth_call', [{ to: seaport, data }, 'latest'])
  return BigInt(`0x${words.slice(66, 130)}`) === 1n
}

const trades: Readonly<Record<string, Trade>> = {
  'approves wrapped coin and buys with it': {
    by: () => world.buyer,
    transactions: 2,
    signatures: 0,
    begin: async () => {
      await unapproved(world.buyer)
      const currency = world.chain.contracts.weth
      const tokenId = world.token()
      await world.market.list(tokenId, eth, { currency })
      return async (client, how) => {
        const items = (await notYet([tokenId], world.buyer.account)).map((id) => ({ token: nftOf(id) }))
        if (items.length === 0) return undefined
        return buyTokens(client, { ...how, items, expectedPrice: { [currency]: { raw: eth } } })
      }
    },
  },
  'approves a collection and accepts an offer': {
    by: () => world.seller,
    transactions: 2,
    signatures: 0,
    begin: async () => {
      await unapproved(world.seller)
      const { weth, conduit } = world.chain.contracts
      const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, eth] })
      await world.node.mined(await world.buyer.send({ to: weth, data: approve }))
      const tokenId = world.token()
      await world.market.offer(tokenId, eth)
      return async (client, how) => {
        const items = (await notYet([tokenId], world.buyer.account)).map((id) => ({ token: nftOf(id) }))
        if (items.length === 0) return undefined
        return acceptOffers(client, { ...how, items, expectedPrice: { [weth]: { raw: eth } } })
      }
    },
  },
  'approves a collection and lists two tokens': {
    by: () => world.seller,
    transactions: 1,
    signatures: 2,
    begin: async () => {
      await unapproved(world.seller)
      const both = [world.token(), world.token()]
      return async (client, how) => {
        const listings = both
          .filter((id) => !isOrdered(world.seller.account, id))
          .map((id) => ({ token: nftOf(id), weiPrice: eth }))
        return listings.length === 0 ? undefined : listTokens(client, { ...how, listings })
      }
    },
  },
  'wraps coin, approves it and places an offer': {
    by: () => world.buyer,
    transactions: 2,
    signatures: 1,
    begin: async () => {
      await unapproved(world.buyer)
      const tokenId = world.token()
      return async (client, how) => {
        if (isOrdered(world.buyer.account, tokenId)) return undefined
        // More than there is of wrapped coin.
        return placeBids(client, { ...how, bids: [{ token: nftOf(tokenId), weiPrice: 500n * eth }] })
      }
    },
  },
  'cancels two orders': {
    by: () => world.seller,
    transactions: 1,
    signatures: 0,
    begin: async () => {
      const both = [(await world.listed()).orderId, (await world.listed()).orderId]
      return async (client, how) => {
        const gone = await Promise.all(both.map(isCancelled))
        const orderIds = both.filter((_id, index) => !gone[index])
        return orderIds.length === 0 ? undefined : cancelOrders(client, { ...how, orderIds })
      }
    },
  },
  'transfers two tokens': {
    by: () => world.seller,
    transactions: 2,
    signatures: 0,
    begin: async () => {
      const both = [world.token(), world.token()]
      return async (client, how) => {
        const items = (await notYet(both, world.buyer.account)).map((id) => ({ token: nftOf(id) }))
        if (items.length === 0) return undefined
        return transferTokens(client, { ...how, to: world.buyer.account, items })
      }
    },
  },
}

/** What a wallet has sent, as calls. */
const callsOf = (wallet: FaultyWallet) =>
  Promise.all(
    wallet.sent.map(async (hash) => {
      const { to, input, value } = await world.node.real<Record<string, Hex>>('eth_getTransactionByHash', [
        hash,
      ])
      return `${to} ${input} ${value}`
    }),
  )
const posts = () =>
  world.provider.requests
    .filter(({ path }) => path.startsWith('/order/'))
    .map(({ text, query }) => `${text} ${query}`)

/**
 * A life that ends where it is told, a second one that dies in the middle of finding out what became of the first,
 * and a third. Answers whether the first died, and what it did.
 */
async function live({ by, transactions, signatures }: Trade, todo: Todo, death: Death) {
  const wallet = by()
  const how = { wallet: eip1193Wallet(wallet.provider) }
  const page = openDyingPage(world, wallet, death)
  const run = (await todo(page.client, how))!
  const died = await page.live(run.done)
  // Whatever a dead page has begun ends with it.
  run.abort()
  await world.clock.settle()
  if (!died) expect(run.execution.error).toBeUndefined()

  const { length: prompted } = wallet.prompts
  const again = page.reopen({ at: signatures > 0 ? 2 : 1 })
  const control = new AbortController()
  await again.live(resume(again.client, { ...how, signal: control.signal }).catch(() => undefined))
  control.abort()
  await world.clock.settle()
  const { client } = again.reopen({})
  await world.clock.until(resume(client, how))
  expect(wallet.prompts, 'a reopened page asks for nothing').toHaveLength(prompted)
  const entries = await client.journal.entries()
  const done = entries.filter(({ kind, state }) => kind === 'transaction' && state === 'done')
  expect(done.map(({ hash }) => hash).sort(), 'what was sent is found').toEqual([...wallet.sent].sort())
  // Of a window that nobody answered, nobody knows whether somebody still will.
  for (const { kind, state } of entries)
    expect(kind === 'signature' ? ['posted', 'unknown'] : ['done', 'unknown']).toContain(state)

  // What is left is done now, and after it nothing is left.
  const rest = await todo(client, { ...how, again: true })
  if (rest !== undefined) expect((await world.clock.until(rest.done)).error).toBeUndefined()
  expect(await todo(client, how)).toBeUndefined()
  const calls = await callsOf(wallet)
  expect(calls).toHaveLength(transactions)
  expect(new Set(calls).size, 'no call was sent twice').toBe(transactions)
  expect(new Set(posts()).size, 'no order was posted as two').toBe(signatures)
  return { died, deeds: page.deeds }
}

test.each(Object.entries(trades))(
  'F78: a page that dies at any point while an account %s sends nothing twice, loses nothing, and leaves only the rest to do',
  async (_name, trade) => {
    const before = await world.node.real<Hex>('evm_snapshot')
    const todo = await trade.begin()
    const known = new Map(world.market.orders)
    const once = async (death: Death) => {
      const start = await world.node.real<Hex>('evm_snapshot')
      trade.by().reset()
      const life = await live(trade, todo, death)
      await world.node.real('evm_revert', [start])
      world.provider.reset()
      world.market.orders.clear()
      for (const [id, order] of known) world.market.orders.set(id, order)
      return life
    }
    const { deeds } = await once({})
    expect(deeds.filter((deed) => deed === 'prompt')).toHaveLength(trade.transactions + trade.signatures)
    for (const [index, deed] of deeds.entries()) {
      expect((await once({ at: index + 1 })).died).toBe(true)
      const signs = deeds.slice(0, index).filter((one) => one === 'prompt').length >= trade.transactions
      if (deed === 'prompt' && !signs) expect((await once({ at: index + 1, unmined: true })).died).toBe(true)
    }
    await world.node.real('evm_revert', [before])
  },
)
