import { mergeEffects } from '../model/effects.ts'
import { type Finding, finding } from '../model/finding.ts'
import type { Intent } from '../model/intent.ts'
import { defaultPolicy, type Policy } from '../model/policy.ts'
import { addTo, summed } from '../model/summed.ts'
import type { AssetDelta, CheckedItem, Effects, Verdict } from '../model/verdict.ts'
import { verdictOf, withFindings } from '../model/verdictOf.ts'
import { checkGas } from './checkGas.ts'
import { compareAuthority } from './compareAuthority.ts'
import { filledEffects } from './filledEffects.ts'
import { proveBySimulation } from './proveBySimulation.ts'
import {
  type Change,
  keyOf,
  type Movement,
  movementsOf,
  type Reading,
  type Simulation,
  type SimulationResult,
} from './simulation.ts'

/** Returns the combined effects of the calls of a verdict. Signatures have no effect yet. */
export const effectsOfCalls = (items: readonly CheckedItem[]): Effects =>
  mergeEffects(items.filter(({ kind }) => kind === 'transaction').map(({ effects }) => effects))

/** Ends the path of an inflow that is too small only because fewer units are left, if what moved is right for these. */
const fewerUnits = '.units'

/** Returns what must be read to see whether a call that was not decoded does what the intent says. */
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
 * Compares a simulation with a verdict. If the bytes were proven, the simulation is a second proof: its result can block
 * the plan, but a missing simulation cannot. If only a simulation can prove a call (to a router of the policy), it must
 * show exactly what was agreed in two environments, and the user still has to confirm the call.
 */
export function compareSimulation(
  verdict: Verdict,
  simulation: Simulation,
  intent: Intent,
  policy: Policy = defaultPolicy,
): Verdict {
  if (verdict.awaiting !== undefined) {
    const proven = proveBySimulation(verdict, verdict.awaiting, simulation, intent)
    return proven.decision === 'block'
      ? proven
      : withFindings(proven, checkGas(proven.items, simulation, policy))
  }
  if (verdict.decision === 'block') return verdict
  if (simulation.outcome === 'unavailable')
    return withFindings(verdict, [finding('info', 'SIM_UNAVAILABLE', 'steps', simulation.reason)])
  if (simulation.outcome === 'reverted')
    return withFindings(verdict, [finding('block', 'SIM_REVERT', 'steps', simulation.reason)])
  const findings = compare(verdict, simulation.changes, intent)
  if (findings.length > 0) return withFindings(verdict, findings)
  const { proof, items, settled, ended, filled, effects } = verdict
  const { gas } = simulation
  return verdictOf({ proof, items, settled, ended, filled, effects, simulated: true, gas }, [
    ...verdict.findings,
    ...compareElsewhere(verdict, simulation, intent),
    ...checkGas(items, simulation, policy),
  ])
}

/** Compares the changes of a simulation with the effects of the proven calls. */
function compare(verdict: Verdict, changes: readonly Change[], intent: Intent): readonly Finding[] {
  const calls = verdict.items.filter((item) => item.kind === 'transaction')
  const whole = effectsOfCalls(calls)
  const trades = calls.filter(({ effects }) => effects.trades !== undefined)
  const parts = trades.filter(({ partial }) => partial)
  const filled = filledEffects(calls, parts, changes, intent)
  // A trade that may be partial must bring something.
  const findings = [
    ...compareEffects(changes, filled.isAny ? filled.effects : whole, intent),
    ...compareAuthority(changes, whole),
  ]
  if (findings.some(({ code }) => code !== 'SIM_INFLOW')) return findings
  const left = filledEffects(calls, trades, changes, intent)
  return compareEffects(changes, left.effects, intent).length > 0
    ? findings
    : findings.map((one) => ({ ...one, path: `${one.path}${fewerUnits}` }))
}

/** Compares the changes of a simulation with what the calls move. */
const compareEffects = (
  changes: readonly Change[],
  expected: Effects,
  { account }: Intent,
): readonly Finding[] => [
  ...compareMovements(movementsOf(changes, account), expected),
  ...compareArrivals(changes, expected),
]

/**
 * Compares the second environment. Code that detects a simulation may behave differently in another block with real fees.
 */
function compareElsewhere(
  verdict: Verdict,
  { elsewhere }: SimulationResult,
  intent: Intent,
): readonly Finding[] {
  // An order that is about to expire reverts there. In that case only gas would be lost.
  if (elsewhere === 'reverted') return [finding('confirm', 'SIM_ENV_DIVERGE', 'steps', 'reverted')]
  if (elsewhere === undefined) return []
  return compare(verdict, elsewhere, intent).map((one) => ({ ...one, code: 'SIM_ENV_DIVERGE' as const }))
}

/** Returns the sum of the largest amounts of each asset. */
const sums = (deltas: readonly AssetDelta[]): ReadonlyMap<string, bigint> => {
  const map = new Map<string, bigint>()
  // A price that falls was higher when the latest block was made, and a node may simulate at that time.
  for (const delta of deltas) addTo(map, keyOf(delta), delta.most ?? delta.amount)
  return map
}

/** Checks that no more leaves the account than agreed, and that what was agreed arrives. */
function compareMovements(movements: readonly Movement[], { give, get }: Effects): readonly Finding[] {
  const findings: Finding[] = []
  const moved = new Map(movements.map((movement) => [keyOf(movement), movement.amount]))
  const given = sums(give)
  const received = sums(get.filter(({ counterparty }) => counterparty === undefined))
  for (const [key, amount] of moved) {
    // Less may leave if a price fell.
    const net = (received.get(key) ?? 0n) - (given.get(key) ?? 0n)
    const floor = net < 0n ? net : 0n
    if (amount < floor) findings.push(finding('block', 'SIM_OUTFLOW', `effects.give.${key}`, amount, floor))
  }
  for (const [key, amount] of received) {
    const arrived = moved.get(key) ?? 0n
    if (arrived < amount - (given.get(key) ?? 0n))
      findings.push(finding('block', 'SIM_INFLOW', `effects.get.${key}`, arrived, amount))
  }
  return findings
}

/** Checks that other accounts receive what they should. */
function compareArrivals(changes: readonly Change[], { give, get }: Effects): readonly Finding[] {
  return summed([...give, ...get]).flatMap((delta) => {
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
