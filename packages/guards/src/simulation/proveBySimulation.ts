import { wholeClaims } from '../model/agreedTotals.ts'
import { seal } from '../model/checked.ts'
import { deepFreeze } from '../model/deepFreeze.ts'
import { noEffects } from '../model/effects.ts'
import { type Finding, finding } from '../model/finding.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import { callDigest } from '../model/hashes.ts'
import type { Intent } from '../model/intent.ts'
import type { AssetDelta, CheckedItem, Effects, Verdict } from '../model/verdict.ts'
import { verdictOf, withFindings } from '../model/verdictOf.ts'
import { compareAuthority } from './compareAuthority.ts'
import { fitsIntent } from './fitsIntent.ts'
import { type Movement, movementsOf, type Simulation, type SimulationResult } from './simulation.ts'

/** Codes that only mean that the bytes were not proven. */
const unprovenCodes: ReadonlySet<FindingCode> = new Set(['SIM_UNAVAILABLE', 'FLOW_FALSE_COMPLETE'])

/**
 * Makes the verdict if a simulation is the only proof. The simulation must be complete, agree in two environments, and
 * show what was agreed.
 */
export function proveBySimulation(
  verdict: Verdict,
  awaiting: NonNullable<Verdict['awaiting']>,
  simulation: Simulation,
  intent: Intent,
): Verdict {
  const others = verdict.findings.filter(({ code }) => !unprovenCodes.has(code))
  const stop = (...findings: readonly Finding[]) => withFindings(verdict, findings)
  if (others.some(({ severity }) => severity === 'block')) return verdict
  if (simulation.outcome === 'unavailable')
    return stop(finding('block', 'SIM_UNAVAILABLE', 'steps', simulation.reason))
  if (simulation.outcome === 'reverted')
    return stop(finding('block', 'SIM_REVERT', 'steps', simulation.reason))
  const { action } = intent
  if (action !== 'buy' && action !== 'sell' && action !== 'transfer')
    return stop(finding('block', 'SIM_UNAVAILABLE', 'steps', action))
  const movements = movementsOf(simulation.changes, intent.account)
  const findings = [
    ...checkComplete(simulation),
    ...fitsIntent(movements, simulation.changes, intent),
    ...compareAuthority(simulation.changes, noEffects),
  ]
  if (findings.length > 0) return stop(...findings)
  const effects = effectsOfMovements(movements)
  const items = awaiting.map(({ stepIndex, itemIndex, call }): CheckedItem => {
    const { chainId, to, data, value } = call
    return deepFreeze({
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
    })
  })
  const confirmations = awaiting.flatMap(({ path, call }) => [
    finding('confirm', 'SIM_ONLY', `${path}.data.to`, call.to),
    // Nothing shows what the call does if a part of it cannot happen.
    ...(intent.items.reduce((sum, { quantity }) => sum + quantity, 0n) > 1n && intent.action !== 'transfer'
      ? [finding('confirm', 'SIM_PARTS', `${path}.data.to`, call.to)]
      : []),
  ])
  const { settled } = verdict
  const { gas } = simulation
  return verdictOf({ proof: 'simulated', items, settled, effects, simulated: true, gas }, [
    ...others,
    ...confirmations,
  ])
}

/** Checks that a simulation found everything that the calls touch, and that two environments agree. */
function checkComplete({ complete, diverges }: SimulationResult): readonly Finding[] {
  return [
    ...(complete ? [] : [finding('block', 'SIM_UNAVAILABLE', 'steps', 'logs')]),
    ...(diverges ? [finding('block', 'SIM_ENV_DIVERGE', 'steps')] : []),
  ]
}

/** Returns the effects that a simulation shows. */
const effectsOfMovements = (movements: readonly Movement[]): Effects => {
  const deltas = (sign: 1n | -1n): readonly AssetDelta[] =>
    movements.flatMap(({ kind, contract, tokenId, amount }) =>
      amount * sign > 0n
        ? [{ kind, contract, amount: amount * sign, ...(tokenId === undefined ? {} : { tokenId }) }]
        : [],
    )
  return { ...noEffects, give: deltas(-1n), get: deltas(1n) }
}
