export { type AttackContext, defaultContext } from './attackContext.ts'
export { type PlanAttack, routeOf } from './attacks/attack.ts'
export { contentAttacks } from './attacks/content.ts'
export { planAttacks } from './attacks/plan.ts'
export { type ReplyAttack, replyAttacks } from './attacks/replies.ts'
export { type Change, type Mutant, mutantsOf, randomMutant } from './mutate.ts'
export {
  type Attack,
  attackNamed,
  attacksFor,
  type HostileOptions,
  type HostileProxy,
  type Lie,
  startHostileProxy,
  type Tactic,
} from './proxy.ts'
export { createRandom, type Random } from './random.ts'
export type { Reply, Request } from './reply.ts'
