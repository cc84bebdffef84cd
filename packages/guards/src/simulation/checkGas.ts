import { type Finding, finding } from '../model/finding.ts'
import type { Policy } from '../model/policy.ts'
import type { CheckedItem } from '../model/verdict.ts'
import { mostGas } from './mostGas.ts'
import type { Simulation } from './simulation.ts'

/**
 * Reports calls that use far more gas than their effects need, because the user would pay for code that does something
 * else. For a call that was not decoded, the moved assets count instead of the orders.
 */
export function checkGas(
  items: readonly CheckedItem[],
  simulation: Simulation,
  policy: Policy,
): readonly Finding[] {
  const used = (simulation.outcome === 'done' ? simulation.gas : undefined) ?? []
  const calls = items.flatMap((item) => (item.kind === 'transaction' ? [item] : []))
  return calls.flatMap(({ orders, effects, stepIndex, itemIndex }, index) => {
    const parts = orders.length > 0 ? orders.length : effects.give.length + effects.get.length
    const most = mostGas(policy, parts)
    const gas = used[index] ?? 0n
    return gas > most
      ? [finding('confirm', 'SIM_GAS', `steps.${stepIndex}.items.${itemIndex}`, gas, most)]
      : []
  })
}
