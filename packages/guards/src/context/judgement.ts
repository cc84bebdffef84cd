import type { SeaportVersion } from '@sluice/seaport'
import type { Plan, SignatureData, TransactionData } from '@sluice/wire'
import { type Address, concatHex, type Hex, keccak256, numberToHex, zeroHash } from 'viem'
import { seal } from '../model/checked.ts'
import type { Facts, OrderStatus } from '../model/facts.ts'
import type { Intent } from '../model/intent.ts'
import type { Policy, TrustedChain } from '../model/policy.ts'
import type {
  AwaitingCall,
  CheckedItem,
  Claim,
  Effects,
  Finding,
  FindingCode,
  ItemIndex,
  Purpose,
} from '../model/verdict.ts'
import { type Parts, part, provingParts } from './parts.ts'

/** Everything a judgement may look at. Same input, same verdict. */
export type JudgeInput = {
  readonly intent: Intent
  readonly plan: Plan
  readonly facts: Facts
  readonly policy: Policy
  readonly chain: TrustedChain
  /** Items already executed in this run; their claims stay used up. */
  readonly done: readonly CheckedItem[]
  /** Entropy for our orders' salts, drawn and kept by the caller; more are derived from the last one. */
  readonly salts: readonly bigint[]
}

/** An item of the plan, flat. `data` is absent while the provider has not filled it in. */
export type Entry = ItemIndex & {
  readonly path: string
  readonly complete: boolean
} & (
    | { readonly kind: 'transaction'; readonly data: TransactionData | undefined }
    | { readonly kind: 'signature'; readonly data: SignatureData | undefined }
  )
export type TransactionEntry = Extract<Entry, { kind: 'transaction' }> & { readonly data: TransactionData }
export type SignatureEntry = Extract<Entry, { kind: 'signature' }> & { readonly data: SignatureData }

/** Where one verdict is put together. Lives for one call of `judge`. */
export type Judgement<TIntent extends Intent = Intent> = Omit<JudgeInput, 'intent'> & {
  readonly intent: TIntent
  readonly entries: readonly Entry[]
  /** Groups of rules that were loaded for this plan. */
  readonly parts: Parts
  /** Some item still waits for its data: what is missing now may come later, and is judged then. */
  readonly pending: boolean
  /** Seaport contracts in use, by address. */
  readonly seaports: ReadonlyMap<Address, SeaportVersion>
  /** Who may move tokens, by conduit key. */
  readonly spenders: ReadonlyMap<Hex, Address>
  readonly findings: Finding[]
  readonly items: CheckedItem[]
  readonly settled: ItemIndex[]
  /** Agreed orders that the chain shows as ended already. */
  readonly over: Hex[]
  readonly awaiting: AwaitingCall[]
  /** Whether a chain read took part in the proof. */
  usedFacts: boolean
}

/** Opens a judgement: flattens the plan, resolves what the policy allows on this chain. */
export function openJudgement(input: JudgeInput, parts: Parts): Judgement {
  const { policy, chain } = input
  const entries = entriesOf(input.plan)
  const seaports = new Map<Address, SeaportVersion>()
  for (const version of policy.seaport) {
    const address = chain.seaport[version]
    if (address) seaports.set(address.toLowerCase() as Address, version)
  }
  const spenders = new Map<Hex, Address>()
  for (const { key, address } of chain.conduits)
    if (policy.conduitKeys === 'chain' || policy.conduitKeys.includes(key))
      spenders.set(key.toLowerCase() as Hex, address.toLowerCase() as Address)
  return {
    ...input,
    parts,
    entries,
    pending: entries.some((entry) => !entry.complete && entry.data === undefined),
    seaports,
    spenders,
    findings: [],
    items: [],
    settled: [],
    over: [],
    awaiting: [],
    usedFacts: false,
  }
}

function entriesOf(plan: Plan): readonly Entry[] {
  return plan.steps.flatMap((step, stepIndex) =>
    (step.items ?? []).map((item, itemIndex): Entry => {
      return {
        kind: step.kind,
        stepIndex,
        itemIndex,
        path: `steps.${stepIndex}.items.${itemIndex}`,
        complete: item.status === 'complete',
        data: ('data' in item && item.data) || undefined,
      } as Entry
    }),
  )
}

/** Provider text and values travel into a verdict only as a short, printable `actual`. */
export function shown(value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'bigint' ? `${value}` : JSON.stringify(value)
  return String(text)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 80)
}

export function find(
  { findings }: Pick<Judgement, 'findings'>,
  severity: Finding['severity'],
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): void {
  findings.push({
    code,
    severity,
    path,
    ...(expected !== undefined && { expected: shown(expected) }),
    ...(actual !== undefined && { actual: shown(actual) }),
  })
}

/** Records an objection that stops the flow; answers `undefined` so that a reader can return it. */
export function block(
  judgement: Pick<Judgement, 'findings'>,
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): undefined {
  find(judgement, 'block', code, path, actual, expected)
}

export const hasBlocked = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'block')

/** Where the provider claims that something is done already. */
export function claimedPath({ entries }: Judgement, kind?: Entry['kind']): string {
  const entry = entries.find((each) => each.complete && (kind ?? each.kind) === each.kind)
  return entry === undefined ? 'steps' : `${entry.path}.status`
}

/** What the cancellation of an order claims. */
export const cancelSlot = (orderId: Hex): string => `cancel:${orderId}`

/** Units of a slot used by what is done and what was accepted so far. */
export function used(judgement: Judgement, slot: string): bigint {
  let units = 0n
  for (const item of [...judgement.done, ...judgement.items])
    for (const claim of item.claims) if (claim.slot === slot) units += claim.units
  return units
}

/** Whether this very item was executed already: same place, same claims. It is not prompted again. */
export const settleIfDone = (judgement: Judgement, entry: ItemIndex, claims: readonly Claim[]): boolean =>
  judgement.done.length > 0 && part(judgement, 'several').settle(judgement, entry, claims)

type Rebuilt = {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly purpose: Purpose
  readonly effects: Effects
  readonly claims: readonly Claim[]
  readonly orders?: readonly Hex[]
  readonly partial?: boolean
}

/** Accepts a call that was rebuilt here. */
export function acceptCall(judgement: Judgement, entry: ItemIndex, rebuilt: Rebuilt): void {
  const { chainId, account } = judgement.intent
  const { to, data, value, ...rest } = rebuilt
  // What its receipt is proven with is there before it is asked for.
  for (const name of provingParts(rebuilt)) part(judgement, name)
  let digest: Hex | undefined
  judgement.items.push({
    kind: 'transaction',
    stepIndex: entry.stepIndex,
    itemIndex: entry.itemIndex,
    orders: [],
    partial: false,
    ...rest,
    call: seal({ kind: 'transaction', chainId, account, to, data, value }),
    // Hashed when it is first read: of its own, so that every copy has it.
    get digest() {
      return (digest ??= callDigest(chainId, to, value, data))
    },
  })
}

/** Hash of parts one after the other. */
export const hashOf = (...parts: readonly Hex[]): Hex => keccak256(concatHex(parts))
const word = (value: bigint | number): Hex => numberToHex(value, { size: 32 })

/** Hash over what will be sent: chain, target, value and data. */
export const callDigest = (chainId: number, to: Address, value: bigint, data: Hex): Hex =>
  hashOf(word(chainId), to, word(value), data)

/** The address that moves tokens for a conduit key, or `undefined` for a key nobody listed. */
export function spenderOf(judgement: Judgement, conduitKey: Hex, seaport: Address): Address | undefined {
  if (conduitKey === zeroHash) return judgement.policy.seaportDirect ? seaport : undefined
  return judgement.spenders.get(conduitKey)
}

/** Every address that this chain and policy let move tokens. */
export function allSpenders(judgement: Judgement): readonly Address[] {
  const direct = judgement.policy.seaportDirect ? [...judgement.seaports.keys()] : []
  return [...judgement.spenders.values(), ...direct]
}

/** The salt of our `index`-th order: drawn by the caller, or derived from what was drawn. */
export function saltAt(judgement: Judgement, index: number): bigint {
  const drawn = judgement.salts[index]
  if (drawn !== undefined) return drawn
  const seed = judgement.salts.at(-1) ?? 0n
  return BigInt(hashOf(word(seed), word(index), judgement.intent.account))
}

/** Salt of our unsigned side of a match: ours, below 2²⁴⁰. */
export const matchSalt = (judgement: Judgement): bigint => saltAt(judgement, 0) & ((1n << 240n) - 1n)

/** Unix seconds of the judgement. */
export const nowSeconds = (judgement: Judgement): bigint => BigInt(Math.floor(judgement.facts.now / 1_000))

/** Reads a fact and remembers that the chain took part in the proof. */
export function fact<K, V>(judgement: Judgement, map: ReadonlyMap<K, V> | undefined, key: K): V | undefined {
  const value = map?.get(key)
  if (value !== undefined) judgement.usedFacts = true
  return value
}

/** Where an order stands on one Seaport; on any of them where a node's answer was not told apart. */
export const statusAt = (judgement: Judgement, seaport: Address, order: Hex): OrderStatus | undefined =>
  judgement.facts.orderStatusAt === undefined
    ? fact(judgement, judgement.facts.orderStatus, order)
    : fact(judgement, judgement.facts.orderStatusAt, `${seaport}:${order}`)

/**
 * Whether a contract keeps money. As a collection it is a trap: Seaport moves an ERC-20 by an ERC-721's call, and
 * the token id is then the amount.
 */
export const isMoney = (judgement: Judgement, contract: Address): boolean =>
  isListed(judgement, contract) || judgement.chain.wrappedNative?.toLowerCase() === contract

/** Whether a currency is one of the chain's payment tokens. */
export const isListed = ({ chain }: Judgement, currency: Address): boolean =>
  chain.paymentTokens.some((token) => token.address.toLowerCase() === currency)
