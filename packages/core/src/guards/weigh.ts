import type { Address } from 'viem'
import { wholeTotals } from './bounds.ts'
import { seal } from './checked.ts'
import { noEffects } from './effects.ts'
import { type Intent, wholeClaims } from './intent.ts'
import { callDigest, hashOf, shown } from './judgement.ts'
import { mergeEffects } from './several.ts'
import { type Change, type Movement, movementsOf, type Reading, type Simulation } from './simulation.ts'
import type { AssetDelta, CheckedItem, Effects, Finding, FindingCode, Verdict } from './verdict.ts'

type Done = Extract<Simulation, { outcome: 'done' }>

/** What the calls of a verdict do together; signatures do nothing now. */
export const effectsOfCalls = (items: readonly CheckedItem[]): Effects =>
  mergeEffects(items.filter(({ kind }) => kind === 'transaction').map(({ effects }) => effects))

/** What must be read to see whether an unread call does what the intent says. */
export function agreedReadings(intent: Intent): readonly Reading[] {
  const { account } = intent
  const own: readonly Reading[] = [{ kind: 'code' }, { kind: 'native', holder: account }]
  if (intent.action !== 'transfer') return own
  return [
    ...own,
    ...intent.items.flatMap(({ contract, tokenId }): readonly Reading[] => [
      { kind: 'erc721', contract, tokenId },
      { kind: 'erc1155', contract, tokenId, holder: account },
      { kind: 'erc1155', contract, tokenId, holder: intent.to },
    ]),
  ]
}

/**
 * Weighs a simulation against a verdict. Where the bytes were proven it is a second witness: it can stop the
 * flow, its absence cannot. Where only a simulation can prove them (a router that the policy lists), it must
 * show exactly what was agreed, twice, and even then the user is asked.
 */
export function weigh(verdict: Verdict, simulation: Simulation, intent: Intent): Verdict {
  if (verdict.awaiting !== undefined) return weighAlone(verdict, verdict.awaiting, simulation, intent)
  if (verdict.decision === 'block') return verdict
  if (simulation.outcome === 'unavailable')
    return withFindings(verdict, [finding('info', 'SIM_UNAVAILABLE', 'steps', simulation.reason)])
  if (simulation.outcome === 'reverted')
    return withFindings(verdict, [finding('block', 'SIM_REVERT', 'steps', simulation.reason)])
  const { account } = intent
  const expected = effectsOfCalls(verdict.items)
  const partial = verdict.items.some((item) => item.kind === 'transaction' && item.partial)
  const findings = [
    ...compareMovements(movementsOf(simulation.changes, account), expected, partial),
    ...compareArrivals(simulation.changes, expected),
    ...compareAuthority(simulation.changes, expected),
  ]
  return findings.length > 0
    ? withFindings(verdict, findings)
    : Object.freeze({ ...verdict, witnessed: true })
}

function finding(
  severity: Finding['severity'],
  code: FindingCode,
  path: string,
  actual?: unknown,
  expected?: unknown,
): Finding {
  return {
    code,
    severity,
    path,
    ...(expected === undefined ? {} : { expected: shown(expected) }),
    ...(actual === undefined ? {} : { actual: shown(actual) }),
  }
}

function withFindings(verdict: Verdict, more: readonly Finding[]): Verdict {
  const findings = Object.freeze([...verdict.findings, ...more])
  if (!more.some(({ severity }) => severity === 'block')) return Object.freeze({ ...verdict, findings })
  return Object.freeze({
    ...verdict,
    findings,
    decision: 'block',
    proof: 'none',
    items: [],
    settled: [],
  })
}

const keyOf = ({
  kind,
  contract,
  tokenId,
}: Pick<AssetDelta, 'kind' | 'contract'> & { readonly tokenId?: bigint | undefined }): string =>
  `${kind}:${contract}:${tokenId ?? ''}`

const sums = (deltas: readonly AssetDelta[]): ReadonlyMap<string, bigint> => {
  const map = new Map<string, bigint>()
  for (const delta of deltas) map.set(keyOf(delta), (map.get(keyOf(delta)) ?? 0n) + delta.amount)
  return map
}

/** Nothing leaves the account beyond what was agreed, and what was to come to it comes. */
function compareMovements(
  movements: readonly Movement[],
  { give, get }: Effects,
  partial: boolean,
): readonly Finding[] {
  const findings: Finding[] = []
  const moved = new Map(movements.map((movement) => [keyOf(movement), movement.amount]))
  const given = sums(give)
  const own = get.filter(({ counterparty }) => counterparty === undefined)
  const gotten = sums(own)
  for (const [key, amount] of moved) {
    // A price may have fallen: less may leave. Of a partial purchase less may come.
    const net = (partial ? 0n : (gotten.get(key) ?? 0n)) - (given.get(key) ?? 0n)
    const floor = net < 0n ? net : 0n
    if (amount < floor) findings.push(finding('block', 'SIM_OUTFLOW', `effects.give.${key}`, amount, floor))
  }
  const short = [...gotten].filter(
    ([key, amount]) => (moved.get(key) ?? 0n) < amount - (given.get(key) ?? 0n),
  )
  if (short.length > 0 && !(partial && short.length < gotten.size))
    for (const [key, amount] of short)
      findings.push(finding('block', 'SIM_INFLOW', `effects.get.${key}`, moved.get(key) ?? 0n, amount))
  return findings
}

/** What was to come to somebody else comes to them. */
function compareArrivals(changes: readonly Change[], { give, get }: Effects): readonly Finding[] {
  return [...give, ...get].flatMap((delta) => {
    const { counterparty } = delta
    if (counterparty === undefined || delta.kind === 'native') return []
    const key = keyOf(delta)
    const arrived = movementsOf(changes, counterparty).find((movement) => keyOf(movement) === key)
    if ((arrived?.amount ?? 0n) >= delta.amount) return []
    return [
      finding(
        'block',
        'SIM_INFLOW',
        `effects.give.${key}:${counterparty}`,
        arrived?.amount ?? 0n,
        delta.amount,
      ),
    ]
  })
}

/** No permission appears that was not agreed, and the account's own code stays. */
function compareAuthority(changes: readonly Change[], { authority }: Effects): readonly Finding[] {
  return changes.flatMap(({ reading, before = 0n, after = 0n }) => {
    if (reading.kind === 'code')
      return before === after
        ? []
        : [finding('block', 'SIM_CODE', 'effects.authority.account', after, before)]
    if (reading.kind === 'approved') {
      const agreed = authority.some(
        (one) =>
          one.kind === 'nft-token' && one.contract === reading.contract && BigInt(one.spender) === after,
      )
      const fresh = after !== 0n && after !== before && !agreed
      return fresh
        ? [
            finding(
              'block',
              'SIM_AUTHORITY',
              `effects.authority.${reading.contract}:${reading.tokenId}`,
              after,
            ),
          ]
        : []
    }
    if (reading.kind !== 'allowance' && reading.kind !== 'operator') return []
    if (after <= before) return []
    const kind = reading.kind === 'allowance' ? 'erc20' : 'nft-operator'
    const agreed = authority.find(
      (one) => one.kind === kind && one.contract === reading.contract && one.spender === reading.spender,
    )
    const within = agreed !== undefined && (kind === 'nft-operator' || after <= (agreed.amount ?? 0n))
    return within
      ? []
      : [
          finding(
            'block',
            'SIM_AUTHORITY',
            `effects.authority.${reading.contract}:${reading.spender}`,
            after,
            agreed?.amount,
          ),
        ]
  })
}

/** Findings that say no more than that the bytes were not proven. */
const unproven: ReadonlySet<FindingCode> = new Set(['SIM_UNAVAILABLE', 'FLOW_FALSE_COMPLETE'])

/** A simulation is all there is: it must have looked everywhere, in two environments, and show what was agreed. */
function weighAlone(
  verdict: Verdict,
  awaiting: NonNullable<Verdict['awaiting']>,
  simulation: Simulation,
  intent: Intent,
): Verdict {
  const others = verdict.findings.filter(({ code }) => !unproven.has(code))
  const stop = (...findings: readonly Finding[]) =>
    withFindings({ ...verdict, findings: verdict.findings }, findings)
  if (others.some(({ severity }) => severity === 'block')) return verdict
  if (simulation.outcome === 'unavailable')
    return stop(finding('block', 'SIM_UNAVAILABLE', 'steps', simulation.reason))
  if (simulation.outcome === 'reverted')
    return stop(finding('block', 'SIM_REVERT', 'steps', simulation.reason))
  const { action } = intent
  if (action !== 'buy' && action !== 'sell' && action !== 'transfer')
    return stop(finding('block', 'SIM_UNAVAILABLE', 'steps', action))
  const movements = movementsOf(simulation.changes, intent.account)
  const objections = [
    ...whole(simulation),
    ...fitsIntent(movements, simulation.changes, intent),
    ...compareAuthority(simulation.changes, noEffects),
  ]
  if (objections.length > 0) return stop(...objections)
  const effects = effectsOf(movements)
  const items = awaiting.map(({ stepIndex, itemIndex, call }): CheckedItem => {
    const { chainId, to, data, value } = call
    return {
      kind: 'transaction',
      stepIndex,
      itemIndex,
      claims: wholeClaims(intent),
      partial: false,
      orders: [],
      call: seal(call),
      digest: callDigest(chainId, to, value, data),
      effects,
      purpose: action,
    }
  })
  const asked = awaiting.flatMap(({ path, call }) => [
    finding('ask', 'SIM_ONLY', `${path}.data.to`, call.to),
    // Nobody has read what the call does where a part of it cannot be done.
    ...(intent.items.reduce((sum, { quantity }) => sum + quantity, 0n) > 1n && intent.action !== 'transfer'
      ? [finding('ask', 'SIM_PARTS', `${path}.data.to`, call.to)]
      : []),
  ])
  return Object.freeze({
    decision: 'ask',
    proof: 'simulated',
    findings: Object.freeze([...others, ...asked]),
    items: Object.freeze(items),
    settled: verdict.settled,
    effects,
    digest: hashOf(...items.map(({ digest }) => digest)),
    witnessed: true,
  })
}

function whole({ complete, diverges }: Done): readonly Finding[] {
  return [
    ...(complete ? [] : [finding('block', 'SIM_UNAVAILABLE', 'steps', 'logs')]),
    ...(diverges ? [finding('block', 'SIM_ENV_DIVERGE', 'steps')] : []),
  ]
}

const effectsOf = (movements: readonly Movement[]): Effects => {
  const deltas = (sign: 1n | -1n): readonly AssetDelta[] =>
    movements.flatMap(({ kind, contract, tokenId, amount }) =>
      amount * sign > 0n
        ? [{ kind, contract, amount: amount * sign, ...(tokenId === undefined ? {} : { tokenId }) }]
        : [],
    )
  return { ...noEffects, give: deltas(-1n), get: deltas(1n) }
}

/** The holdings change as the intent says, token by token; an intent that names no bound is not met by anything. */
function fitsIntent(
  movements: readonly Movement[],
  changes: readonly Change[],
  intent: Intent,
): readonly Finding[] {
  const left = movements.filter(({ amount }) => amount < 0n)
  const outflow = (movement: Movement, most: bigint) =>
    -movement.amount > most
      ? [finding('block', 'SIM_OUTFLOW', `effects.give.${keyOf(movement)}`, -movement.amount, most)]
      : []
  const isCurrency = ({ kind }: Movement): boolean => kind === 'native' || kind === 'erc20'
  const came = (contract: Address, tokenId: bigint | undefined): bigint =>
    movements
      .filter((one) => one.contract === contract && (tokenId === undefined || one.tokenId === tokenId))
      .filter((one) => !isCurrency(one) && one.amount > 0n)
      .reduce((sum, { amount }) => sum + amount, 0n)
  switch (intent.action) {
    case 'buy': {
      const { recipient, account, items } = intent
      const limits = wholeTotals(intent)
      const missing = items.flatMap(({ target }) => {
        // An order's id says nothing about what came: only its own bytes would.
        if (target.kind === 'order' || recipient !== account)
          return [finding('block', 'SIM_INFLOW', 'steps', target.kind)]
        const { contract } = target
        const tokenId = target.kind === 'token' ? target.tokenId : undefined
        // What is named twice comes twice, and what is any of a collection is none that was named beside it.
        const wanted = items.reduce((sum, { target: other, quantity }) => {
          const named = other.kind === 'token' ? other.tokenId : undefined
          const counts = other.kind !== 'order' && other.contract === contract
          return counts && (tokenId === undefined || tokenId === named) ? sum + quantity : sum
        }, 0n)
        const got = came(contract, tokenId)
        return got >= wanted ? [] : [finding('block', 'SIM_INFLOW', `effects.get.${contract}`, got, wanted)]
      })
      return [
        ...left.flatMap((one) => outflow(one, isCurrency(one) ? (limits?.get(one.contract) ?? 0n) : 0n)),
        ...missing,
      ]
    }
    case 'sell': {
      const { items } = intent
      const minimums = wholeTotals(intent)
      if (minimums === undefined) return [finding('block', 'NO_PRICE_BOUND', 'steps')]
      const sold = (one: Movement) =>
        items
          .filter((item) => item.contract === one.contract && item.tokenId === one.tokenId)
          .reduce((sum, { quantity }) => sum + quantity, 0n)
      const paid = [...minimums].flatMap(([currency, least]) => {
        const got = movements.find((one) => one.contract === currency && isCurrency(one))?.amount ?? 0n
        return got >= least ? [] : [finding('block', 'SIM_INFLOW', `effects.get.${currency}`, got, least)]
      })
      return [...left.flatMap((one) => outflow(one, isCurrency(one) ? 0n : sold(one))), ...paid]
    }
    case 'transfer': {
      const { items, to } = intent
      const moved = ({ contract, tokenId }: Pick<Movement, 'contract' | 'tokenId'>) =>
        items
          .filter((item) => item.contract === contract && item.tokenId === tokenId)
          .reduce((sum, { quantity }) => sum + quantity, 0n)
      const arrived = movementsOf(changes, to)
      const missing = items.flatMap((item) => {
        const { contract, tokenId } = item
        const got = arrived.find((one) => one.contract === contract && one.tokenId === tokenId)?.amount ?? 0n
        return got >= moved(item)
          ? []
          : [finding('block', 'SIM_INFLOW', `effects.get.${contract}:${tokenId}`, got, moved(item))]
      })
      return [...left.flatMap((one) => outflow(one, isCurrency(one) ? 0n : moved(one))), ...missing]
    }
    default:
      return [finding('block', 'SIM_UNAVAILABLE', 'steps', intent.action)]
  }
}
