import { buildBid } from '@sluice/seaport'
import { numberToHex, zeroAddress } from 'viem'
import type { LiveFacts, Question } from '../../chain/live.ts'
import { royaltyUnit } from '../../chain/live.ts'
import type { TransferRules } from '../../chain/transferRules.ts'
import type { StoredCollection } from '../../storage/chain/collections.ts'
import type { TradeContext } from '../context.ts'
import { withFlatFees } from '../fees.ts'
import type { BidRequest } from '../requests.ts'
import { allowanceItems, type RequiredAllowance } from '../steps/approvals.ts'
import { signatureItems, type Unsigned } from '../steps/signatureItems.ts'
import { bidSteps } from '../steps/steps.ts'
import { incomplete, transactionData, wrapCall } from '../steps/transactions.ts'
import { type BidTarget, bidTarget, keepMembers, rootOf } from './bidTarget.ts'
import {
  checkTransferRules,
  collectionsOf,
  exchangesOf,
  type FailedTerm,
  failedTerm,
  movesOf,
  noneMade,
  settleTerms,
  TermError,
} from './orderTerms.ts'

type Built = Unsigned & RequiredAllowance & { readonly shortfall: bigint }

/** The token whose royalties apply to a target: its own, or the first of several. */
const royaltyToken = ({ tokenId }: BidTarget): bigint => tokenId ?? 1n

/** Builds one bid, and stores the members of its criteria so that they can be proven later. */
async function buildOne(
  context: TradeContext,
  body: BidRequest,
  index: number,
  target: BidTarget,
  collection: StoredCollection | undefined,
  facts: LiveFacts,
  rules: TransferRules,
): Promise<Built> {
  const { chain } = context
  const bid = body.params[index]
  if (bid === undefined || collection === undefined) throw new TermError('collection', 'Unknown collection')
  if (bid.usePermit) throw new TermError('usePermit', 'Permit not supported for currency')
  const royalties = facts.royalties(target.contract, royaltyToken(target), royaltyUnit)
  const terms = settleTerms(context, bid, royalties, body.source ?? undefined, chain.wrapped)
  const currency = terms.currency.contract
  if (currency === zeroAddress) throw new TermError('currency', 'Unsupported currency')
  if (collection.kind === 'erc721' && target.tokenId !== undefined && bid.quantity > 1)
    throw new TermError('quantity', 'An ERC-721 token has a quantity of one')
  const balance = facts.balance(currency, body.maker)
  const shortfall = balance >= bid.weiPrice ? 0n : bid.weiPrice - balance
  if (shortfall > 0n && (currency !== chain.wrapped || facts.balance(zeroAddress, body.maker) < shortfall))
    throw new TermError('weiPrice', 'Maker does not have sufficient balance')
  checkTransferRules(rules, target.contract, terms, royalties, 'collection')
  const root = rootOf(context, target)
  const { kind, contract: token } = collection
  const quantity = BigInt(bid.quantity)
  const order = buildBid({
    maker: body.maker,
    gross: bid.weiPrice,
    currency,
    quantity,
    fees: terms.fees,
    startTime: terms.startTime,
    endTime: terms.endTime,
    salt: terms.salt,
    conduitKey: terms.conduit.key,
    zone: terms.zone,
    counter: bid.nonce ?? facts.counter(terms.exchange.address, body.maker) ?? 0n,
    target: target.tokenId === undefined ? { kind, token, root } : { kind, token, tokenId: target.tokenId },
  })
  const components = withFlatFees(order, bid.marketplaceFlatFees ?? [], quantity)
  if (components === undefined) throw new TermError('marketplaceFlatFees', 'Custom fees not supported')
  await keepMembers(context, target, root)
  return {
    index,
    exchange: terms.exchange,
    components,
    orderbook: bid.orderbook,
    orderbookApiKey: bid.orderbookApiKey ?? undefined,
    target: target.posted,
    token: currency,
    spender: terms.conduit.address,
    amount: bid.weiPrice,
    shortfall,
  }
}

function factsFor(context: TradeContext, { maker, params }: BidRequest): readonly Question[] {
  const { chain } = context
  const exchanges = exchangesOf(
    chain,
    params.map(({ orderKind }) => orderKind),
  )
  const spenders = [...chain.conduits, ...exchanges].map(({ address }) => address)
  const tokens = chain.currencies
    .map(({ contract }) => contract)
    .filter((contract) => contract !== zeroAddress)
  return [
    { ask: 'balance', token: zeroAddress, account: maker },
    ...exchanges.map(({ address }): Question => ({ ask: 'counter', seaport: address, account: maker })),
    ...tokens.map((token): Question => ({ ask: 'balance', token, account: maker })),
    ...tokens.flatMap((token) =>
      spenders.map((spender): Question => ({ ask: 'allowance', token, account: maker, spender })),
    ),
  ]
}

/**
 * Plans offers: wrapping of missing coin, an allowance for exactly these offers and the open ones, and the orders to
 * sign. Several offers may share one balance, so that the largest shortfall is wrapped, not their sum.
 * @throws {ApiError} when not one offer can be made.
 */
export async function bid(context: TradeContext, body: BidRequest) {
  const { chain, live, book } = context
  const { maker, params } = body
  const errors: FailedTerm[] = []
  const settled = await Promise.all(
    params.map(async (one, orderIndex) => {
      try {
        return { orderIndex, target: await bidTarget(context, one) }
      } catch (cause) {
        errors.push(failedTerm(cause, orderIndex))
        return undefined
      }
    }),
  )
  const targets = settled.filter((one) => one !== undefined)
  const [collections, facts, hasCode] = await Promise.all([
    collectionsOf(
      context,
      targets.map(({ target }) => target.contract),
    ),
    live.read([
      ...factsFor(context, body),
      ...targets.flatMap(({ target }): readonly Question[] => [
        {
          ask: 'royalties',
          token: target.contract,
          tokenId: royaltyToken(target),
          price: royaltyUnit,
        },
        { ask: 'validator', token: target.contract },
      ]),
    ]),
    params.length > 1 ? live.hasCode(maker) : false,
  ])
  const rules = await live.transferRules(
    movesOf(
      chain,
      targets.map(({ target }) => target.contract),
    ),
    facts,
  )
  const built: Built[] = []
  for (const { orderIndex, target } of targets) {
    try {
      const collection = collections.get(target.contract)
      built.push(await buildOne(context, body, orderIndex, target, collection, facts, rules))
    } catch (cause) {
      errors.push(failedTerm(cause, orderIndex))
    }
  }
  if (built.length === 0) throw noneMade(errors)
  const shortfall = built.reduce((most, one) => (one.shortfall > most ? one.shortfall : most), 0n)
  const wrapping =
    shortfall === 0n ? [] : [incomplete(transactionData(maker, wrapCall(chain.wrapped, shortfall)))]
  const signatures = signatureItems(built, {
    chainId: chain.id,
    source: body.source ?? undefined,
    bulk: !hasCode,
    keccak: context.keccak,
  })
  // An offer whose id is the salt of a new one is replaced when the new one is posted.
  const promised = await book.promisedBy(
    maker,
    built.map(({ components }) => numberToHex(components.salt, { size: 32 })),
  )
  const requestId = context.requestId()
  await book.saveExecution({ requestId, kind: 'bid', account: maker })
  const approvals = allowanceItems(
    maker,
    built,
    facts,
    (token, spender) => promised.get(`${token}|${spender}`) ?? 0n,
  )
  return {
    requestId,
    steps: bidSteps({ wrapping, approvals, signatures }),
    errors: errors.map(({ error }) => error),
  }
}
