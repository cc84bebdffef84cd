import { buildListing } from '@sluice/seaport'
import { splitToken } from '@sluice/wire'
import { type Address, zeroAddress } from 'viem'
import { holdingQuestion, type LiveFacts, type Question, royaltyUnit } from '../../chain/live.ts'
import type { TransferRules } from '../../chain/transferRules.ts'
import type { StoredCollection } from '../../storage/chain/collections.ts'
import type { TradeContext } from '../context.ts'
import { withFlatFees } from '../fees.ts'
import type { ListRequest } from '../requests.ts'
import { operatorItems, type RequiredOperator } from '../steps/approvals.ts'
import { signatureItems, type Unsigned } from '../steps/signatureItems.ts'
import { listSteps } from '../steps/steps.ts'
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

type Built = Unsigned & RequiredOperator

function buildOne(
  context: TradeContext,
  body: ListRequest,
  index: number,
  collection: StoredCollection | undefined,
  facts: LiveFacts,
  rules: TransferRules,
): Built {
  const listing = body.params[index]
  if (listing === undefined || collection === undefined)
    throw new TermError('token', "Could not retrieve token's collection")
  const { maker } = body
  const { contract, tokenId } = splitToken(listing.token)
  const royalties = facts.royalties(contract, tokenId, royaltyUnit)
  const terms = settleTerms(context, listing, royalties, body.source ?? undefined, zeroAddress)
  if (collection.kind === 'erc721' && listing.quantity > 1)
    throw new TermError('quantity', 'An ERC-721 token has a quantity of one')
  if (facts.held(collection.kind, contract, tokenId, maker) < BigInt(listing.quantity))
    throw new TermError('token', 'Maker does not own token')
  checkTransferRules(rules, contract, terms, royalties, 'token')
  if (listing.taker === maker)
    throw new TermError('taker', 'A private listing needs another taker than its maker')
  const quantity = BigInt(listing.quantity)
  const order = buildListing({
    maker,
    gross: listing.weiPrice,
    endGross: listing.endWeiPrice ?? undefined,
    currency: terms.currency.contract,
    quantity,
    fees: terms.fees,
    startTime: terms.startTime,
    endTime: terms.endTime,
    salt: terms.salt,
    conduitKey: terms.conduit.key,
    zone: terms.zone,
    counter: listing.nonce ?? facts.counter(terms.exchange.address, maker) ?? 0n,
    token: contract,
    tokenId,
    kind: collection.kind,
    taker: listing.taker == null || listing.taker === zeroAddress ? undefined : listing.taker,
  })
  const components = withFlatFees(order, listing.marketplaceFlatFees ?? [], quantity)
  if (components === undefined) throw new TermError('marketplaceFlatFees', 'Custom fees not supported')
  return {
    index,
    exchange: terms.exchange,
    components,
    orderbook: listing.orderbook,
    orderbookApiKey: listing.orderbookApiKey ?? undefined,
    collection: contract,
    operator: terms.conduit.address,
  }
}

/**
 * Plans listings: the missing approvals and the orders to sign. A listing that cannot be made is left out and named in
 * `errors`; nothing is stored before the signed order is posted.
 * @throws {ApiError} when no listing can be made.
 */
export async function list(context: TradeContext, body: ListRequest) {
  const { chain, live, book } = context
  const { maker, params } = body
  const contracts = params.map(({ token }) => splitToken(token).contract)
  const collections = await collectionsOf(context, contracts)
  const exchanges = exchangesOf(
    chain,
    params.map(({ orderKind }) => orderKind),
  )
  const operators = [
    ...chain.conduits.map(({ address }) => address),
    ...exchanges.map(({ address }) => address),
  ]
  const [facts, hasCode] = await Promise.all([
    live.read([
      ...exchanges.map(({ address }): Question => ({ ask: 'counter', seaport: address, account: maker })),
      ...params.flatMap((listing, index) => {
        const collection = collections.get(contracts[index] ?? '')
        const { contract, tokenId } = splitToken(listing.token)
        return collection === undefined
          ? []
          : [
              holdingQuestion(collection.kind, contract, tokenId, maker),
              { ask: 'royalties', token: contract, tokenId, price: royaltyUnit } as const,
              { ask: 'validator', token: contract } as const,
            ]
      }),
      ...[...collections.keys()].flatMap((token) =>
        operators.map(
          (operator): Question => ({ ask: 'operator', token: token as Address, account: maker, operator }),
        ),
      ),
    ]),
    params.length > 1 ? live.hasCode(maker) : false,
  ])
  const rules = await live.transferRules(movesOf(chain, contracts), facts)
  const built: Built[] = []
  const errors: FailedTerm[] = []
  params.forEach((_, orderIndex) => {
    try {
      const collection = collections.get(contracts[orderIndex] ?? '')
      built.push(buildOne(context, body, orderIndex, collection, facts, rules))
    } catch (cause) {
      errors.push(failedTerm(cause, orderIndex))
    }
  })
  if (built.length === 0) throw noneMade(errors)
  const signatures = signatureItems(built, {
    chainId: chain.id,
    source: body.source ?? undefined,
    bulk: !hasCode,
    keccak: context.keccak,
  })
  const requestId = context.requestId()
  await book.saveExecution({ requestId, kind: 'list', account: maker })
  return {
    requestId,
    steps: listSteps({ approvals: operatorItems(maker, built, facts), signatures }),
    errors: errors.map(({ error }) => error),
  }
}
