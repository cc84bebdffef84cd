import {
  type ChainState,
  type Finding,
  type Policy,
  type RequiredReads,
  requiredReads,
  resolvePolicy,
  type TrustedChain,
  verify,
} from '@sluice/guards'
import { ParseError, parsePlan } from '@sluice/wire'
import type { Address, Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import type { LiveFacts, Question } from '../../chain/live.ts'
import { royaltyUnit } from '../../chain/live.ts'
import type { TradeChain, TradeContext } from '../context.ts'
import { bookZones } from '../otherBooks.ts'
import { intentOf, type PlanJson, type TradeRequest } from './intentOf.ts'
import { withoutFlatFees } from './withoutFlatFees.ts'

/** An answer that our own check rejected: a bug on our side, never the caller's fault. */
export class SelfCheckFailure extends Error {
  override readonly name = 'SelfCheckFailure'
  readonly findings: readonly Finding[]
  constructor(route: string, findings: readonly Finding[]) {
    super(`The plan of ${route} does not match the request: ${findings.map(({ code }) => code).join(', ')}`)
    this.findings = findings
  }
}

const year = 366 * 86_400

/** The chain as the guards describe one, with a policy that allows callers every choice and us no mistake. */
function trustOf(chain: TradeChain): { readonly trusted: TrustedChain; readonly policy: Policy } {
  const trusted: TrustedChain = {
    id: chain.id,
    paymentTokens: chain.currencies.map(({ contract: address, decimals }) => ({ address, decimals })),
    seaport: Object.fromEntries(chain.seaports.map(({ version, address }) => [version, address])),
    conduits: chain.conduits,
    wrappedNative: chain.wrapped,
  }
  const zones = chain.zone === undefined ? [] : [chain.zone]
  const policy = resolvePolicy(
    {
      seaport: chain.seaports.map(({ version }) => version),
      zones: { own: zones, counterparty: [...zones, ...bookZones(chain)] },
      maxFeeBps: 10_000,
      maxRoyaltyBps: 10_000,
      // Callers may name any fee; the wire's own bounds were validated before.
      orders: { maxListingSeconds: 100 * year, maxOfferSeconds: 100 * year },
      fills: { horizonSeconds: 300 },
      transferHelper: chain.transferHelper,
      seaDrop: chain.seaDrop,
    },
    [trusted],
  )
  return { trusted, policy }
}

/** How often orders of a rejected plan are left out of the next one. */
const maxReplaced = 3

/**
 * Makes a plan and checks it with the guards of the client before it is sent. A rejected plan is made once more, since
 * the chain may have changed between planning and checking; then without the orders that were chosen for it, so that one
 * order that is not what we take it for does not stand before all others.
 * @param make makes a plan for the request, or for one with more exclusions.
 * @throws {SelfCheckFailure} when every plan is rejected.
 */
export async function selfChecked<T extends object>(
  context: TradeContext,
  request: TradeRequest,
  make: (body: TradeRequest['body']) => Promise<T>,
): Promise<T> {
  const first = await make(request.body)
  if ((await objectionsTo(context, request, first)).length === 0) return first
  let answer = await make(request.body)
  let findings = await objectionsTo(context, request, answer)
  const left: Hex[] = []
  for (let count = 0; findings.length > 0; count += 1) {
    const suspects = suspectsOf(request, answer, findings).filter((id) => !left.includes(id))
    const failure = new SelfCheckFailure(request.route, findings)
    if (suspects.length === 0 || count === maxReplaced) throw failure
    left.push(...suspects)
    try {
      answer = await make(without(request, left))
    } catch (cause) {
      // There is nothing else to plan with: the check is what went wrong.
      throw cause instanceof ApiError ? failure : cause
    }
    findings = await objectionsTo(context, request, answer)
  }
  return answer
}

/** The orders that a rejected plan chose itself: those of the calls that were found wrong, or else all. */
function suspectsOf(
  { route, body }: TradeRequest,
  answer: object,
  findings: readonly Finding[],
): readonly Hex[] {
  if (route !== 'buy' && route !== 'sell') return []
  const named = new Set<unknown>(body.items.map(({ orderId }) => orderId))
  const { steps } = answer as PlanJson
  const calls = steps.flatMap(({ items }, step) =>
    items.map(({ orderIds = [] }, item) => ({ orderIds, path: `steps.${step}.items.${item}` })),
  )
  const wrong = calls.filter(({ path }) =>
    findings.some((finding) => finding.path === path || finding.path.startsWith(`${path}.`)),
  )
  const ids = (some: typeof calls) => some.flatMap(({ orderIds }) => orderIds).filter((id) => !named.has(id))
  const own = ids(wrong)
  return own.length > 0 ? own : ids(calls)
}

/** The request with these orders excluded from every item. */
function without({ route, body }: TradeRequest, ids: readonly Hex[]): TradeRequest['body'] {
  if (route !== 'buy' && route !== 'sell') return body
  const excluded = ids.map((orderId) => ({ orderId }))
  const more = <T extends { readonly exclusions?: readonly object[] | null | undefined }>(item: T) => ({
    ...item,
    exclusions: [...(item.exclusions ?? []), ...excluded],
  })
  return route === 'buy' ? { ...body, items: body.items.map(more) } : { ...body, items: body.items.map(more) }
}

/** What a client's guards reject in an answer. A quote without steps is not checked. */
async function objectionsTo(
  context: TradeContext,
  request: TradeRequest,
  answer: object,
): Promise<readonly Finding[]> {
  if (!('steps' in answer)) return []
  const sent = JSON.parse(JSON.stringify(answer)) as PlanJson
  const response = 'params' in request.body ? withoutFlatFees(request.body.params, sent) : sent
  if (response === undefined) return [{ code: 'ORD_FEE', severity: 'block', path: 'steps' }]
  try {
    const { trusted, policy } = trustOf(context.chain)
    const intent = intentOf(context.chain, request, response)
    const needs = requiredReads({ intent, plan: parsePlan(response), policy, chain: trusted })
    const facts = await readFacts(context, request, needs, intent.account)
    const { findings } = verify(intent, response, facts, policy, { salts: [1n] })
    return findings.filter(({ severity }) => severity === 'block')
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    return [{ code: 'SHAPE_PLAN', severity: 'block', path: cause.path }]
  }
}

function questionsOf(chain: TradeChain, needs: RequiredReads, account: Address): readonly Question[] {
  return [
    ...needs.counters.map((seaport): Question => ({ ask: 'counter', seaport, account })),
    ...needs.makerCounters.map(([seaport, maker]): Question => ({ ask: 'counter', seaport, account: maker })),
    ...needs.allowances.map(([token, spender]): Question => ({ ask: 'allowance', token, account, spender })),
    ...needs.operators.map(([token, operator]): Question => ({ ask: 'operator', token, account, operator })),
    ...needs.balances.map((token): Question => ({ ask: 'balance', token, account })),
    ...needs.royalties.map(
      ([token, tokenId, price = royaltyUnit]): Question => ({ ask: 'royalties', token, tokenId, price }),
    ),
    ...(needs.drops ?? []).map(([seaDrop, token]): Question => ({ ask: 'mint', seaDrop, token, account })),
    ...needs.orderStatus.flatMap((orderId) =>
      chain.seaports.map(({ address }): Question => ({ ask: 'order', seaport: address, orderId })),
    ),
  ]
}

/** Reads the chain again, independently of what the plan was made from. Collections are as they are stored. */
async function readFacts(
  { chain, live, book, now }: TradeContext,
  request: TradeRequest,
  needs: RequiredReads,
  account: Address,
): Promise<ChainState> {
  const contracts = new Set(needs.kinds)
  const questions = questionsOf(chain, needs, account)
  const [chainState, collections] = await Promise.all([
    questions.length === 0 ? undefined : live.read(questions),
    Promise.all([...contracts].map(async (contract) => [contract, await book.collection(contract)] as const)),
  ])
  const known = new Map(collections)
  const map = <K, V>(entries: readonly (readonly [K, V | undefined])[]): ReadonlyMap<K, V> =>
    new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
  return {
    now: Number(now()) * 1_000,
    counters: map(
      needs.counters.map((seaport) => [seaport, nonceOf(request) ?? chainState?.counter(seaport, account)]),
    ),
    makerCounters: map(
      needs.makerCounters.map(([seaport, maker]) => [
        `${seaport}:${maker}`,
        chainState?.counter(seaport, maker),
      ]),
    ),
    kinds: map(needs.kinds.map((contract) => [contract, known.get(contract)?.kind])),
    allowances: map(
      needs.allowances.map(([token, spender]) => [
        `${token}:${spender}`,
        chainState?.allowance(token, account, spender),
      ]),
    ),
    operators: map(
      needs.operators.map(([token, operator]) => [
        `${token}:${operator}`,
        chainState?.isOperator(token, account, operator),
      ]),
    ),
    balances: map(needs.balances.map((token) => [token, chainState?.balance(token, account)])),
    holdings: new Map(),
    royalties: map(
      needs.royalties.map(([contract, tokenId, price = royaltyUnit]) => [
        `${contract}:${tokenId}`,
        chainState?.royalties(contract, tokenId, price),
      ]),
    ),
    drops: map(
      (needs.drops ?? []).map(([seaDrop, token]) => [token, chainState?.mint(seaDrop, token, account)]),
    ),
    orderStatus: map(needs.orderStatus.map((id) => [id, chainState && statusOf(chain, chainState, id)])),
    orderStatusAt: map(
      needs.orderStatus.flatMap((id) =>
        chain.seaports.map(({ address }) => [`${address}:${id}`, chainState?.order(address, id)] as const),
      ),
    ),
    // Only accounts without code are asked for one signature of several orders.
    accountCode: 'none',
  }
}

/** A counter that the caller named replaces the chain's. */
function nonceOf(request: TradeRequest): bigint | undefined {
  if (!('params' in request.body)) return undefined
  const nonces = new Set(request.body.params.map(({ nonce }) => nonce ?? undefined))
  return nonces.size === 1 ? [...nonces][0] : undefined
}

/** The state of an order on the Seaport that knows it. */
function statusOf({ seaports }: TradeChain, facts: LiveFacts, id: Hex) {
  const states = seaports.flatMap(({ address }) => facts.order(address, id) ?? [])
  return states.find(({ cancelled, size }) => cancelled || size > 0n) ?? states[0]
}
