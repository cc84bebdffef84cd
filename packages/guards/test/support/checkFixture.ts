import { verify } from '../../src/verify.ts'
import type { Fixture } from '../honest/honest.ts'

/** Returns the guards’ verdict on a fixture. */
export const checkFixture = ({ intent, response, facts, policy }: Fixture) =>
  verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })

/** Returns the codes of the findings that block a fixture. */
export const blockingCodes = (fixture: Fixture) =>
  checkFixture(fixture)
    .findings.filter(({ severity }) => severity === 'block')
    .map(({ code }) => code)
