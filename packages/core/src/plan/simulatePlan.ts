import type { Facts, Intent, Verdict } from '@sluice/guards'
import { agreedReadings, effectsOfCalls, readingsOf, type Simulation, weigh } from '@sluice/guards/internal'
import type { ChainReader } from '../chain/rpc.ts'
import { simulate } from '../chain/simulate.ts'
import { withObjections } from './chainFindings.ts'
import type { Session } from './session.ts'

/** Purposes whose calls move what the user holds; an approval or a cancellation alone moves nothing. */
const moves: ReadonlySet<string> = new Set(['buy', 'sell', 'transfer'])

/**
 * Has the calls of a verdict simulated, and weighs what came of it. Without a node, or for a
 * flow that moves nothing, the verdict stays as it is.
 */
export async function witness(
  { client, reader, account, signal }: Session,
  verdict: Verdict,
  intent: Intent,
  { now, baseFee, accountCode }: Pick<Facts, 'now' | 'baseFee' | 'accountCode'>,
): Promise<Verdict> {
  const { policy } = client
  const alone = verdict.awaiting !== undefined
  const calls = verdict.items.flatMap((item) => (item.kind === 'transaction' ? [item] : []))
  const second = policy.simulation.when === 'always' && calls.some(({ purpose }) => moves.has(purpose))
  if (reader === undefined || !(alone || second)) return verdict
  const run = (node: ChainReader) =>
    simulate({
      reader: node,
      account,
      calls: (verdict.awaiting ?? calls).map(({ call }) => call),
      readings: alone ? agreedReadings(intent) : readingsOf(effectsOfCalls(calls), account),
      now,
      second: alone ? 'required' : 'tried',
      baseFee,
      accountHasCode: accountCode !== 'none',
    })
  // What only a simulation proves is asked of two nodes where two can be asked; what is proven, where two must agree.
  const two = policy.quorum === 'required' || (alone && policy.quorum !== 'one')
  const nodes = two ? ((await reader.nodes?.()) ?? []).slice(0, 2) : []
  const simulations = await Promise.all((nodes.length < 2 ? [reader] : nodes).map(run))
  signal.throwIfAborted()
  const silent = ({ outcome }: Simulation) => outcome === 'unavailable' && policy.quorum !== 'required'
  const spoke = simulations.filter((one) => !silent(one))
  const [told, other] = (spoke.length > 0 ? spoke : simulations).map((one) =>
    weigh(verdict, one, intent, policy),
  )
  if (told === undefined || other === undefined) return told ?? verdict
  const values = [textOf(told), textOf(other)] as const
  return values[0] === values[1]
    ? told
    : withObjections(told, { disputes: [{ path: 'simulation', values }] }, policy, intent.action)
}

const textOf = ({ decision, witnessed = false, effects }: Verdict): string =>
  `${decision} ${witnessed} ${textOfEffects(effects)}`

/** The same for what comes to the same. */
export const textOfEffects = (effects: Verdict['effects']): string =>
  JSON.stringify(effects, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
