import { randomBytes, randomUUID } from 'node:crypto'
import { seaportDomain } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { postOrders } from '../orders/postOrders.ts'
import { revalidateOrders } from '../orders/revalidateOrders.ts'
import { verifyContractSignatures } from '../orders/signatures/contractSignatures.ts'
import { readCollection } from '../storage/chain/collections.ts'
import { isFlagged, unflaggedOf } from '../storage/metadata/flags.ts'
import type { Currency } from '../storage/orders/currency.ts'
import { bestBids, cheapestAsks, cheapestOfCollection, openOrders } from '../storage/orders/fillable.ts'
import { readOrders } from '../storage/orders/orders.ts'
import { promisedBy } from '../storage/orders/readings.ts'
import { saveTokenSet, tokenIdsOfAttribute, tokenIdsOfSet } from '../storage/orders/tokenSets.ts'
import { saveExecution } from '../storage/service/executions.ts'
import type { TradeChain, TradeContext } from './context.ts'
import { exchangeFor, exchangeOf } from './exchange.ts'

/** What prices on a chain may be stated in; the native coin first. */
function currenciesOf({ config }: ChainDeps): readonly Currency[] {
  const { nativeSymbol: symbol } = config
  const name = symbol === 'ETH' ? 'Ether' : symbol
  const usdc = config.usdc
  return [
    { contract: zeroAddress, name, symbol, decimals: 18 },
    { contract: config.wrappedNative, name: `Wrapped ${name}`, symbol: `W${symbol}`, decimals: 18 },
    ...(usdc === undefined ? [] : [{ contract: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }]),
  ]
}

function tradeChain(deps: ChainDeps): TradeChain {
  const { config } = deps
  return {
    id: config.id,
    currencies: currenciesOf(deps),
    wrapped: config.wrappedNative,
    seaports: [
      { version: '1.6', address: config.seaport },
      ...(config.seaport15 === undefined ? [] : [{ version: '1.5' as const, address: config.seaport15 }]),
    ],
    orderBooks: deps.orderBooks,
    conduits: [{ key: config.conduitKey, address: config.conduit }],
    transferHelper: config.transferHelper,
    ...(deps.cosigner === undefined ? {} : { zone: deps.cosigner.zone }),
  }
}

/** Makes the context of one chain: its book, its nodes, its clock. */
export function createTradeContext(deps: ChainDeps): TradeContext {
  const { config, db } = deps
  const chain = tradeChain(deps)
  const now = () => BigInt(Math.floor(deps.clock() / 1000))
  const nativeLike: readonly Address[] = [zeroAddress, chain.wrapped]
  return {
    chain,
    live: deps.live,
    cosigner: deps.cosigner,
    stillSigned: async ({ id, version, maker, signature }) => {
      const domain = seaportDomain(config.id, version, exchangeOf(chain, version).address)
      const asked = { account: maker, digest: deps.verifier.digest(domain, id), signature }
      return (await verifyContractSignatures(deps, [asked]))[0] === true
    },
    now,
    randomBytes,
    requestId: randomUUID,
    keccak: deps.verifier.keccak,
    postOrder: async (order, source) => {
      const { signature, ...components } = order.data
      if (signature == null) return { reason: 'invalid-signature' }
      const version = exchangeFor(chain, order.kind).version
      const [posted] = await postOrders(deps, [{ components, signature, version, source }])
      if (posted === undefined) return { reason: 'invalid-format' }
      return posted.stored ? { id: posted.id } : { reason: posted.reason }
    },
    book: {
      ordersById: (ids) => readOrders(db, config.id, ids),
      cheapestAsks: ({ tokenId, ...query }) =>
        tokenId === undefined
          ? cheapestOfCollection(db, config.id, { ...query, nativeLike, now: now() })
          : cheapestAsks(db, config.id, { ...query, tokenId, nativeLike, now: now() }),
      bestBids: (query) => bestBids(db, config.id, { ...query, nativeLike, now: now() }),
      openOrders: (maker, kind, contract, tokenId) =>
        openOrders(db, config.id, { maker, kind, contract, tokenId }),
      promisedBy: (maker, replaced) => promisedBy(db, config.id, maker, replaced, now()),
      collection: async (contract) => {
        const known = await readCollection(db, config.id, contract)
        if (known !== undefined) return known
        await deps.discovery.discover([contract])
        return readCollection(db, config.id, contract)
      },
      tokenIdsOfSet: (id) => tokenIdsOfSet(db, config.id, id),
      tokenIdsOfAttribute: (contract, key, value, limit) =>
        tokenIdsOfAttribute(db, config.id, { contract, key, value }, limit),
      isFlagged: (contract, tokenId) => isFlagged(db, config.id, contract, tokenId),
      unflaggedOf: (contract, limit) => unflaggedOf(db, config.id, contract, limit),
      saveTokenSet: (set) => saveTokenSet(db, config.id, set),
      revalidate: (ids) => revalidateOrders(deps, ids),
      saveExecution: ({ requestId, kind, account }) =>
        saveExecution(db, config.id, { requestId, action: kind, account }),
    },
  }
}
