import type { Address } from 'viem'
import type { Policy } from '../model/policy.ts'
import type { TransactionEntry } from './guardContext.ts'

/** Returns the policy's router at an address, if the level of the policy is "simulate". */
export const routerOf = ({ level, routers }: Policy, to: Address) =>
  level.mode === 'simulate' ? routers.find(({ address }) => address === to) : undefined

/** Returns the routers that the plan calls. Their code must be read before a simulation can prove a call. */
export const routersIn = (calls: readonly TransactionEntry[], policy: Policy): readonly Address[] =>
  [...new Set(calls.map(({ data }) => data.to))].filter((to) => routerOf(policy, to) !== undefined)
