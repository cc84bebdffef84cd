import { randomBytes, randomUUID } from 'node:crypto'
import { seaportDomain } from '@sluice/seaport'
import { zeroAddress } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { postOrders } from '../orders/postOrders.ts'
import { verifyByContracts, verifyContractSignatures } from '../orders/signatures/contractSignatures.ts'
import type { Currency } from '../storage/orders/currency.ts'
import { saveSignatures } from '../storage/orders/orders.ts'
import { unixTime } from '../unixTime.ts'
import { createBook } from './book.ts'
import type { TradeChain, TradeContext } from './context.ts'
import { createCriteriaRoots } from './createCriteriaRoots.ts'
import { exchangeFor, exchangeOf } from './exchange.ts'
import { createFillTrials } from './simulation/fillTrials.ts'

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
    conduits: [{ key: config.conduitKey, address: config.conduit }, ...(config.conduits ?? [])],
    transferHelper: config.transferHelper,
    seaDrop: config.seaDrop,
    ...(deps.cosigner === undefined ? {} : { zone: deps.cosigner.zone }),
  }
}

/** Makes the context of one chain: its book, its nodes, its clock. */
export function createTradeContext(deps: ChainDeps): TradeContext {
  const { config } = deps
  const chain = tradeChain(deps)
  const now = () => BigInt(unixTime(deps.clock))
  return {
    chain,
    live: deps.live,
    trials: createFillTrials(deps),
    cosigner: deps.cosigner,
    acceptSignature: async ({ id, version, maker }, signature) => {
      const domain = seaportDomain(config.id, version, exchangeOf(chain, version).address)
      const [byKey] = await deps.verifier.signedByMakers([{ domain, id, maker, signature }])
      const [byContract] = byKey
        ? []
        : await verifyByContracts(
            deps,
            [{ domain, id, maker, signature }],
            deps.signatureBudget(deps.reads.nodes.caller()),
          )
      const signed = byKey ? { by: 'key' as const, signature } : byContract
      if (typeof signed !== 'object' || signed.by === 'book') return false
      await saveSignatures(deps.db, config.id, signed.by, [{ id, version, signature: signed.signature }])
      return true
    },
    stillSigned: async ({ id, version, maker, signature }) => {
      const domain = seaportDomain(config.id, version, exchangeOf(chain, version).address)
      const asked = { account: maker, digest: deps.verifier.digest(domain, id), signature }
      return (await verifyContractSignatures(deps, [asked]))[0] === true
    },
    usd: deps.rates.usd,
    now,
    randomBytes,
    requestId: randomUUID,
    keccak: deps.verifier.keccak,
    criteriaRoot: createCriteriaRoots(deps.verifier.keccak),
    postOrder: async (order, source) => {
      const { signature, ...components } = order.data
      if (signature == null) return { reason: 'invalid-signature' }
      const version = exchangeFor(chain, order.kind).version
      const [posted] = await postOrders(deps, [{ components, signature, version, source }])
      if (posted === undefined) return { reason: 'invalid-format' }
      return posted.stored ? { id: posted.id } : { reason: posted.reason }
    },
    book: createBook(deps, [zeroAddress, chain.wrapped], now),
  }
}
