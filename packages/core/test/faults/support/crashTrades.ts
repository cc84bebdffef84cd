import { erc20Abi, erc721Abi } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { acceptOffers } from '../../../src/actions/acceptOffers.ts'
import { buyTokens } from '../../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../../src/actions/cancelOrders.ts'
import { listTokens } from '../../../src/actions/listTokens.ts'
import { placeBids } from '../../../src/actions/placeBids.ts'
import type { RunParameters } from '../../../src/actions/startAction.ts'
import { transferTokens } from '../../../src/actions/transferTokens.ts'
import type { Client } from '../../../src/client.ts'
import type { Run } from '../../../src/run/run.ts'
import type { FaultyWallet } from './wallet.ts'
import { eth, type World } from './world.ts'

/** Something to do, as far as it is not done yet: `undefined` when the chain and the provider show all of it. */
export type Todo = (client: Client, how: Pick<RunParameters, 'wallet' | 'again'>) => Promise<Run | undefined>
export type Trade = {
  readonly by: () => FaultyWallet
  /** Done before the page opens. */
  readonly begin: () => Promise<Todo>
  readonly transactions: number
  readonly signatures: number
}

/** What an account does before it, with its journal and its wallet, is killed. */
export function tradesIn(world: World): Readonly<Record<string, Trade>> {
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

  return {
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
          return orderIds.length === 0
            ? undefined
            : cancelOrders(client, { ...how, orderIds, options: { orderKind: 'seaport-v1.6' } })
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
}

/** What a wallet has sent, as calls. */
export const callsOf = (world: World, wallet: FaultyWallet) =>
  Promise.all(
    wallet.sent.map(async (hash) => {
      const { to, input, value } = await world.node.real<Record<string, Hex>>('eth_getTransactionByHash', [
        hash,
      ])
      return `${to} ${input} ${value}`
    }),
  )
/** The orders that were posted. */
export const postsIn = (world: World) =>
  world.provider.requests
    .filter(({ path }) => path.startsWith('/order/'))
    .map(({ text, query }) => `${text} ${query}`)
