import type { Intent } from '../guards/intent.ts'
import type { Verdict } from '../guards/verdict.ts'
import type { Session } from './session.ts'

/** Purposes whose calls move what the user holds; an approval or a cancellation alone moves nothing. */
const moves: ReadonlySet<string> = new Set(['buy', 'sell', 'transfer'])

/**
 * Has the calls of a verdict simulated, and weighs what came of it. The code for it is loaded when it is first
 * needed. Without a node, or for a flow that moves nothing, the verdict stays as it is.
 */
export async function witness(
  { client, reader, account, signal }: Session,
  verdict: Verdict,
  intent: Intent,
  now: number,
  accountHasCode: boolean,
): Promise<Verdict> {
  const { policy } = client
  const alone = verdict.awaiting !== undefined
  const calls = verdict.items.flatMap((item) => (item.kind === 'transaction' ? [item] : []))
  const second = policy.simulation.when === 'always' && calls.some(({ purpose }) => moves.has(purpose))
  if (reader === undefined || !(alone || second)) return verdict
  const [{ simulate }, { weigh, effectsOfCalls, agreedReadings }, { readingsOf }] = await Promise.all([
    import('../chain/simulate.ts'),
    import('../guards/weigh.ts'),
    import('../guards/simulation.ts'),
  ])
  const simulation = await simulate({
    reader,
    account,
    calls: (verdict.awaiting ?? calls).map(({ call }) => call),
    readings: alone ? agreedReadings(intent) : readingsOf(effectsOfCalls(calls), account),
    now,
    environments: alone ? 2 : 1,
    accountHasCode,
  })
  signal.throwIfAborted()
  return weigh(verdict, simulation, intent)
}
