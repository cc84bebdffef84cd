import type { Address } from 'viem'
import type { Policy } from '../model/policy.ts'
import type { TransactionEntry } from './guardContext.ts'

/** Returns the listed router at an address, if the level of the policy allows to simulate it. */
export const routerOf = ({ level, routers }: Policy, to: Address) =>
  level.mode === 'simulate' ? routers.find(({ address }) => address === to) : undefined

/** Returns the contracts whose code must be read, because their calls may be simulated. */
export const routersIn = (calls: readonly TransactionEntry[], policy: Policy): readonly Address[] =>
  [...new Set(calls.map(({ data }) => data.to))].filter((to) => routerOf(policy, to) !== undefined)
