import { verify } from '../src/verify.ts'
import type { Fixture } from './honest.ts'

/** What the guards say of a fixture. */
export const judged = ({ intent, response, facts, policy }: Fixture) =>
  verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })

/** The rules that stop a fixture. */
export const stopped = (fixture: Fixture) =>
  judged(fixture)
    .findings.filter(({ severity }) => severity === 'block')
    .map(({ code }) => code)
