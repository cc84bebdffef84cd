import type { Address } from 'viem'
import { noEffects } from './effects.ts'
import { acceptCall, block, find, type Judgement, type TransactionEntry } from './judgement.ts'
import type { Policy } from './policy.ts'
import type { Purpose } from './verdict.ts'

/** The listed router at an address, at the level that lets one be simulated. */
const routerOf = ({ level, routers }: Policy, to: Address) =>
  level.mode === 'simulate' ? routers.find(({ address }) => address === to) : undefined

/** Contracts whose code must be read, because their calls may be simulated. */
export const routersIn = (targets: readonly Address[], policy: Policy): readonly Address[] =>
  [...new Set(targets)].filter((to) => routerOf(policy, to) !== undefined)

/**
 * A stranger's call. A policy typed out as "trust" leaves it to the user, with nothing proven; the level
 * "simulate" leaves one to a listed router, with the code that was listed, to a simulation.
 */
export function refuse(judgement: Judgement, entry: TransactionEntry, purpose: Purpose): undefined {
  const { policy, facts, intent, awaiting } = judgement
  const { chainId, account } = intent
  const { stepIndex, itemIndex } = entry
  const { to, data } = entry.data
  const value = entry.data.value ?? 0n
  const path = `${entry.path}.data.to`
  const router = routerOf(policy, to)
  if (router !== undefined) {
    const code = facts.codes?.get(to)
    if (code !== router.codeHash) return block(judgement, 'TX_CODE', path, code, router.codeHash)
    const call = { kind: 'transaction' as const, chainId, account, to, data, value }
    awaiting.push({ stepIndex, itemIndex, path: entry.path, call })
    return block(judgement, 'SIM_UNAVAILABLE', path, to)
  }
  const trusted = policy.level.mode === 'trust' && facts.now < Date.parse(policy.level.expires)
  find(judgement, trusted ? 'ask' : 'block', 'TX_TO', path, to)
  if (!trusted) return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
  acceptCall(judgement, entry, { to, data, value, purpose, effects: noEffects, claims: [] })
}
