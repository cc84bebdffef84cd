import type { ChainState, Intent, Verdict } from '@sluice/guards'
import {
  agreedReadings,
  compareSimulation,
  disputeFinding,
  effectsOfCalls,
  readingsOf,
  type Simulation,
  withFindings,
} from '@sluice/guards/internal'
import { stringify } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { simulate } from '../simulation/simulate.ts'
import type { PlanContext } from './planContext.ts'

/** Purposes whose calls move what the user holds; an approval or a cancellation alone moves nothing. */
const moving: ReadonlySet<string> = new Set(['buy', 'sell', 'transfer'])

/**
 * Simulates the calls of a verdict and compares the outcome with it. Without a node, or for a flow that moves nothing,
 * the verdict stays as it is.
 */
export async function simulatePlan(
  { client, reader, account, signal }: Pick<PlanContext, 'client' | 'reader' | 'account' | 'signal'>,
  verdict: Verdict,
  intent: Intent,
  { now, baseFee, accountCode }: Pick<ChainState, 'now' | 'baseFee' | 'accountCode'>,
): Promise<Verdict> {
  const { policy } = client
  const onlyProof = verdict.awaiting !== undefined
  const calls = verdict.items.flatMap((item) => (item.kind === 'transaction' ? [item] : []))
  const secondProof = policy.simulation.when === 'always' && calls.some(({ purpose }) => moving.has(purpose))
  if (reader === undefined || !(onlyProof || secondProof)) return verdict
  const run = (node: ChainReader) =>
    simulate({
      reader: node,
      account,
      calls: (verdict.awaiting ?? calls).map(({ call }) => call),
      readings: onlyProof ? agreedReadings(intent) : readingsOf(effectsOfCalls(calls), account),
      now,
      second: onlyProof ? 'required' : 'tried',
      baseFee,
      accountHasCode: accountCode !== 'none',
    })
  // What only a simulation proves is simulated on two nodes if there are two; what is proven already, only where the
  // policy requires two nodes.
  const twoNodes = policy.quorum === 'required' || (onlyProof && policy.quorum !== 'one')
  const nodes = twoNodes ? ((await reader.nodes?.()) ?? []).slice(0, 2) : []
  const simulations = await Promise.all((nodes.length < 2 ? [reader] : nodes).map(run))
  signal.throwIfAborted()
  const ignored = ({ outcome }: Simulation) => outcome === 'unavailable' && policy.quorum !== 'required'
  const answered = simulations.filter((one) => !ignored(one))
  const [first, second] = (answered.length > 0 ? answered : simulations).map((one) =>
    compareSimulation(verdict, one, intent, policy),
  )
  if (first === undefined || second === undefined) return first ?? verdict
  const values = [outcomeText(first), outcomeText(second)] as const
  return values[0] === values[1]
    ? first
    : withFindings(first, [disputeFinding(policy, { path: 'simulation', values })])
}

const outcomeText = ({ decision, simulated = false, effects }: Verdict): string =>
  `${decision} ${simulated} ${stringify(effects)}`
