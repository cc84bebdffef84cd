import type { Address, Hex } from 'viem'
import { effectsOf } from '../model/effects.ts'
import type { Facts } from '../model/facts.ts'
import type { Intent } from '../model/intent.ts'
import type { Purpose, Verdict } from '../model/verdict.ts'
import type { Prove } from '../receipts/receipt.ts'
import { conduitsIn, seaportsOf } from './contracts.ts'
import {
  allSpenders,
  block,
  type Entry,
  find,
  hasBlocked,
  hashOf,
  type JudgeInput,
  type Judgement,
  openJudgement,
  type SignatureEntry,
  type TransactionEntry,
} from './judgement.ts'
import type { FactNeeds, NeedsInput } from './needs.ts'
import { type Chunks, MissingPart, type PartName, type Parts, part } from './parts.ts'

/** The reads that one action wants; of currencies and collections, for every spender. */
export type FactWishes = {
  readonly [K in
    | 'makerCounters'
    | 'kinds'
    | 'balances'
    | 'holdings'
    | 'royalties'
    | 'orderStatus'
    | 'tokenApprovals']?: FactNeeds[K]
} & {
  readonly counters?: boolean
  readonly allowances?: readonly Address[]
  readonly operators?: readonly Address[]
}

/** What one action adds to the judgement: how its items are bound, what must be read, and how it is proven. */
export type ActionGuards<TIntent extends Intent> = {
  readonly route: (judgement: Judgement<TIntent>) => undefined
  readonly wishes: (judgement: Judgement<TIntent>) => FactWishes
  /** Groups of rules that a plan calls for, by its items that are not complete. */
  readonly partsOf: (judgement: Judgement<TIntent>, entries: readonly Entry[]) => readonly PartName[]
  /** How those groups are loaded. */
  readonly chunks: Chunks
  /** Whether a mined call of this action did what it was to do. */
  readonly prove?: Prove
}

/**
 * Judges a provider's plan against what the user agreed to. Pure: same input, same verdict. Every item is
 * read strictly, bound to one slot of what was agreed, and rebuilt from our own data; whatever is left over,
 * unread or unproven blocks the whole plan.
 */
export function judgeBy<TIntent extends Intent>(
  guards: ActionGuards<TIntent>,
  parts: Parts,
  input: JudgeInput,
): Verdict {
  const judgement = openJudgement(input, parts)
  try {
    checkEnvelope(judgement)
    guards.route(judgement as Judgement<TIntent>)
    if (judgement.items.length + judgement.done.length > 1) part(judgement, 'several').checkOrder(judgement)
  } catch (cause) {
    if (cause instanceof MissingPart) throw cause
    block(judgement, 'FLOW_UNDECIDED', 'steps', cause instanceof Error ? cause.name : typeof cause)
  }
  return close(judgement)
}

/** Answers that were not read. */
const noFacts = { now: 0 } as Facts

const unread = (input: NeedsInput, parts: Parts) =>
  openJudgement({ ...input, facts: noFacts, done: [], salts: [] }, parts)

/** Groups of rules without which a plan cannot be judged. */
export function partsBy<TIntent extends Intent>(
  { partsOf }: ActionGuards<TIntent>,
  input: NeedsInput,
): readonly PartName[] {
  const judgement = unread(input, {}) as Judgement<TIntent>
  const open = judgement.entries.filter(({ complete }) => !complete)
  return [...partsOf(judgement, open), ...(judgement.entries.length > 1 ? (['several'] as const) : [])]
}

const unique = <T>(list: readonly T[] = []): readonly T[] => [
  ...new Map(list.map((one) => [`${one}`, one])).values(),
]

/** The chain reads for judging a plan. Pure; reads nothing itself. */
export function factsBy<TIntent extends Intent>(
  guards: ActionGuards<TIntent>,
  parts: Parts,
  input: NeedsInput,
): FactNeeds {
  const judgement = unread(input, parts)
  const wishes = guards.wishes(judgement as Judgement<TIntent>)
  const currencies = unique(wishes.allowances)
  const pairs = (tokens: readonly Address[]) =>
    tokens.flatMap((token) => allSpenders(judgement).map((spender) => [token, spender] as const))
  return {
    counters: wishes.counters === true ? [...judgement.seaports.keys()] : [],
    makerCounters: unique(wishes.makerCounters),
    kinds: unique(wishes.kinds),
    allowances: pairs(currencies),
    operators: pairs(unique(wishes.operators)),
    balances: unique(wishes.balances),
    holdings: wishes.holdings ?? [],
    royalties: wishes.royalties ?? [],
    orderStatus: unique(wishes.orderStatus),
    tokenApprovals: wishes.tokenApprovals ?? [],
    codes: parts.others?.routersIn(callsOf(judgement), judgement.policy) ?? [],
    seaports: seaportsOf(judgement),
    conduits: conduitsIn(judgement),
    // No more than these: a hostile plan can make us look at any.
    currencies: currencies.slice(0, 20),
    accountCode: true,
  }
}

const isCall = (entry: Judgement['entries'][number]): entry is TransactionEntry =>
  entry.kind === 'transaction' && !entry.complete && entry.data !== undefined
const isRequest = (entry: Judgement['entries'][number]): entry is SignatureEntry =>
  entry.kind === 'signature' && !entry.complete && entry.data !== undefined

export const callsOf = ({ entries }: Judgement): readonly TransactionEntry[] => entries.filter(isCall)
export const requestsOf = ({ entries }: Judgement): readonly SignatureEntry[] => entries.filter(isRequest)

/** Chain and sender are the user's; what the provider says about gas is not used. */
function checkEnvelope(judgement: Judgement): undefined {
  const { intent, chain, facts } = judgement
  if (facts.strangers?.size || typeof facts.accountCode === 'object')
    part(judgement, 'others').judgeContracts(judgement)
  if (intent.chainId !== chain.id) block(judgement, 'FLOW_CHAIN', 'steps', chain.id, intent.chainId)
  for (const { data, path } of callsOf(judgement)) {
    const { chainId, from, gas, maxFeePerGas, maxPriorityFeePerGas } = data
    if (chainId != null && chainId !== intent.chainId)
      block(judgement, 'FLOW_CHAIN', `${path}.data.chainId`, chainId, intent.chainId)
    if (from != null && from !== intent.account)
      block(judgement, 'TX_FROM', `${path}.data.from`, from, intent.account)
    if ((gas ?? maxFeePerGas ?? maxPriorityFeePerGas) != null)
      find(judgement, 'info', 'TX_FEE', `${path}.data`)
  }
}

/** Splits the calls: to Seaport, to a token that has a place here, and all others, which are refused. */
export function splitCalls(judgement: Judgement, purpose: Purpose, isToken: (token: Address) => boolean) {
  const seaport: TransactionEntry[] = []
  const others: TransactionEntry[] = []
  for (const entry of callsOf(judgement)) {
    if (judgement.seaports.has(entry.data.to)) seaport.push(entry)
    else if (isToken(entry.data.to)) others.push(entry)
    else part(judgement, 'others').refuse(judgement, entry, purpose)
  }
  return { seaport, others }
}

/** Signatures where no slot asks for one. */
export function refuseSignatures(judgement: Judgement): undefined {
  for (const entry of requestsOf(judgement)) part(judgement, 'others').refuseSignature(judgement, entry)
}

/** A call to Seaport in an action that needs none. */
export function refuseFunctions(judgement: Judgement, entries: readonly TransactionEntry[]): undefined {
  for (const entry of entries) part(judgement, 'others').refuseFunction(judgement, entry)
}

function close(judgement: Judgement): Verdict {
  const { items, settled, over, done, policy, usedFacts, awaiting, parts } = judgement
  const findings = parts.others?.entrusted(judgement.findings) ?? judgement.findings
  const isBlocked = hasBlocked(findings)
  const asks = findings.some(({ severity }) => severity === 'ask')
  const kept = isBlocked ? [] : items
  const read: Verdict['proof'] = usedFacts ? 'static+read' : 'static'
  let digest: Hex | undefined
  return Object.freeze({
    decision: isBlocked ? 'block' : asks ? 'ask' : 'allow',
    proof: policy.level.mode === 'trust' || isBlocked ? 'none' : read,
    findings: Object.freeze([...findings]),
    items: Object.freeze([...kept]),
    settled: Object.freeze(isBlocked ? [] : [...settled]),
    ...(over.length > 0 && !isBlocked && { over: Object.freeze([...over]) }),
    effects: effectsOf(
      judgement,
      [...done, ...kept].map((item) => item.effects),
    ),
    ...(awaiting.length > 0 && { awaiting: Object.freeze([...awaiting]) }),
    get digest() {
      return (digest ??= hashOf(...kept.map((item) => item.digest)))
    },
  })
}
