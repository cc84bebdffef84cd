import {
  createClient,
  type JournalStorage,
  memoryStorage,
  type PolicyInput,
  type Run,
  resume,
  TradeError,
} from '@sluice/core'
import { createMandate, type Mandate, type MandateTerms } from '@sluice/core/mandate'
import { orderHash } from '@sluice/seaport'
import { type Address, type Hex, stringify, zeroAddress } from 'viem'
import { type SeededRandom, seededRandom } from '../../../core/test/trading/seededRandom.ts'
import { keyOf, type Stage, type StageToken } from '../counterparties/stage.ts'
import { beyond, readOutflow, takeAll } from './audit.ts'
import { type Bazaar, openBazaar } from './bazaar.ts'
import { createStandIn, type Fault, faults } from './standInWallet.ts'

/** The result of one seed. */
export type MandateResult = {
  readonly seed: number
  /** How each action ended: `complete`, or the code of its error. */
  readonly ends: readonly string[]
  readonly wrong: readonly string[]
  readonly story: string
}

const ether = 10n ** 18n
const actions = ['buy', 'sell', 'list', 'bid', 'cancel', 'transfer'] as const

export const clientOf = (stage: Stage, bazaar: Bazaar, storage: JournalStorage, policy?: PolicyInput) =>
  createClient({
    policy,
    chains: [
      {
        id: stage.chain.id,
        name: stage.chain.name,
        baseApiUrl: bazaar.url,
        rpcUrls: [stage.chain.rpcUrl],
        blockTime: 100,
        wrappedNative: stage.weth,
        multicall3: stage.contracts.multicall3,
        conduits: [{ key: stage.contracts.conduitKey, address: stage.contracts.conduit }],
        paymentTokens: [
          { address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
          { address: stage.weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
          { address: stage.usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
        ],
      },
    ],
    storage,
    pollingInterval: 30,
    maxPollingAttemptsBeforeTimeout: 8,
  })

/** Draws a mandate that is narrower than what is asked of it. */
function drawTerms({ weth, usdc, art, photos, makers }: Stage, random: SeededRandom): MandateTerms {
  const some = random.some([...actions], actions.length)
  const amount = () => (ether * BigInt(1 + random.below(8))) / 20n
  return {
    spend: [
      ...(random.odds(0.8) ? [{ currency: zeroAddress, amount: amount() }] : []),
      ...(random.odds(0.8) ? [{ currency: weth, amount: amount() }] : []),
      ...(random.odds(0.2) ? [{ currency: usdc, amount: 50_000_000n }] : []),
    ],
    per: 'total',
    collections: random.pick([[art], [art], [art, photos]]),
    until: Date.now() + 90 * 86_400_000,
    actions: random.odds(0.6) ? actions : some,
    floors: random.odds(0.7)
      ? [
          { collection: art, currency: weth, amount: ether / 10n },
          { collection: art, currency: zeroAddress, amount: ether / 10n },
        ]
      : [],
    recipients: random.odds(0.3) ? [makers[0]!.address] : [],
    networkFee: random.odds(0.5) ? (ether * BigInt(1 + random.below(40))) / 1_000n : undefined,
  }
}

type Turn = {
  readonly stage: Stage
  readonly bazaar: Bazaar
  readonly random: SeededRandom
  readonly mandate: Mandate
  readonly terms: MandateTerms
  readonly price: { readonly currency: Address; readonly amount: bigint }
}

const tokensFrom = ({ stage, random }: Turn, least: bigint, most: bigint): readonly StageToken[] =>
  random.some(
    stage.tokens.filter(
      ({ kind, tokenId, contract }) =>
        kind === 'erc721' &&
        tokenId >= least &&
        tokenId <= most &&
        contract === (random.odds(0.95) ? stage.art : stage.photos),
    ),
    2,
  )

const options = { automatedRoyalties: false } as const

/** Starts one action as a caller would who wants as much as possible. */
function start(turn: Turn): Run {
  const { random, mandate, terms, price, stage, bazaar } = turn
  const { currency, amount } = price
  const allowed = random.odds(0.9) ? terms.actions : actions
  switch (random.pick([...allowed, ...allowed.filter((one) => one === 'buy' || one === 'bid')])) {
    case 'buy': {
      const items = tokensFrom(turn, 5n, 12n).map((token) => ({ token: keyOf(token) }))
      const raw = amount * BigInt(items.length)
      return mandate.buyTokens({
        items: items.map((item) => ({ ...item, maxPrice: { currency, raw: amount } })),
        ...(random.odds(0.9) && { expectedPrice: { [currency]: { raw } } }),
        ...(random.odds(0.1) && { options: { taker: stage.makers[1]!.address } }),
      })
    }
    case 'sell':
      return mandate.acceptOffers({
        items: tokensFrom(turn, 1n, 4n).map((token) => ({
          token: keyOf(token),
          minPrice: { currency: stage.weth, raw: currency === stage.usdc ? 1n : amount },
        })),
      })
    case 'list':
      return mandate.listTokens({
        listings: tokensFrom(turn, 1n, 4n).map((token) => ({
          token: keyOf(token),
          weiPrice: random.odds(0.2) ? 1n : amount,
          currency: random.pick([zeroAddress, stage.weth]),
          ...options,
        })),
      })
    case 'bid':
      return mandate.placeBids({
        bids: tokensFrom(turn, 13n, 20n).map((token) => ({
          token: keyOf(token),
          weiPrice: amount,
          currency: random.odds(0.8) ? stage.weth : stage.usdc,
          ...options,
        })),
      })
    case 'cancel': {
      const ids = bazaar.posted.map(({ components }) => orderHash(components))
      return mandate.cancelOrders(
        random.odds(0.2) || ids.length === 0
          ? { orderIds: [], all: true }
          : { orderIds: random.some(ids, 2) },
      )
    }
    default:
      return mandate.transferTokens({
        to: random.pick(stage.makers).address,
        items: tokensFrom(turn, 1n, 4n).map((token) => ({ token: keyOf(token) })),
      })
  }
}

/** A storage that fails now and then, and is the same for all processes that share it. */
function failingStorage(random: SeededRandom, share: number): JournalStorage {
  const inner = memoryStorage()
  const may = async <T>(work: () => Promise<T>): Promise<T> => {
    if (random.odds(share)) throw new Error('The disk is full.')
    return work()
  }
  return {
    durable: false,
    get: (key) => may(() => inner.get(key)),
    set: (key, value) => may(() => inner.set(key, value)),
    delete: (key) => may(() => inner.delete(key)),
    keys: () => may(() => inner.keys()),
  }
}

/**
 * Plays random actions under a random mandate on a real chain, with a wallet that fails, pages that die, two processes at
 * the same time and a storage that fails. Then strangers take every order that was signed, and the chain says what left.
 */
export async function playMandate(stage: Stage, seed: number, turns: number): Promise<MandateResult> {
  const random = seededRandom(seed)
  const terms = drawTerms(stage, random)
  const bazaar = await openBazaar(stage)
  const [before, since] = [await stage.holdings(stage.user), BigInt(await stage.ask<Hex>('eth_blockNumber'))]
  const storage = random.odds(0.25) ? failingStorage(random, 0.02) : memoryStorage()
  const ends: string[] = []
  const said: string[] = []
  const running: { run?: Run | undefined } = {}
  const held: { fault: Fault } = { fault: 'none' }
  const standIn = createStandIn(
    stage,
    () => held.fault,
    () => running.run?.abort(),
  )
  const open = () => createMandate(clientOf(stage, bazaar, storage), standIn.wallet, terms)
  let mandate = open()
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      held.fault = random.odds(0.7) ? 'none' : random.pick(faults)
      const currency = random.pick([zeroAddress, zeroAddress, stage.weth, stage.usdc])
      const amount =
        currency === stage.usdc
          ? BigInt(1 + random.below(60)) * 10n ** 6n
          : (ether * BigInt(1 + random.below(8))) / 60n
      bazaar.price({ currency, amount })
      const isTwice = held.fault === 'none' && random.odds(0.15)
      const price = { currency, amount }
      running.run = start({ stage, bazaar, random, mandate, terms, price })
      // Another process under the same mandate, at the same moment.
      const other = isTwice ? start({ stage, bazaar, random, mandate: open(), terms, price }) : undefined
      const finished = await Promise.all([running.run.done, other?.done])
      await standIn.idle()
      for (const end of finished)
        if (end !== undefined) {
          ends.push(end.status === 'complete' ? 'complete' : (end.error?.code ?? end.status))
          said.push(
            `${end.action} ${amount} of ${currency.slice(0, 6)} (${held.fault}): ${end.error?.message ?? 'done'}`,
          )
        }
      if (held.fault.startsWith('dies') || random.odds(0.1)) {
        held.fault = 'none'
        await resume(clientOf(stage, bazaar, storage), { wallet: standIn.wallet }).catch((cause: unknown) => {
          if (!(cause instanceof TradeError) && !String(cause).includes('disk')) throw cause
        })
        mandate = open()
      }
    }
    await takeAll(stage, bazaar, standIn.signed)
    const outflow = await readOutflow(stage, since, standIn.sent)
    const after = await stage.holdings(stage.user)
    const wrong = beyond(stage, terms, outflow, before, after)
    return { seed, ends, wrong, story: `${stringify(terms)}\n  ${said.join('\n  ')}` }
  } finally {
    await bazaar.stop()
  }
}
