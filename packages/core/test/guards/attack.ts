import { seaportAbi } from '@sluice/seaport'
import { type Address, decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { verify } from '../../src/guards/verify.ts'
import { native, nft, permit2 } from './actors.ts'
import * as honest from './honest.ts'

export type Answer = honest.Fixture['response']
export type Attack = readonly [
  id: string,
  make: () => honest.Fixture,
  change: (response: Answer, fixture: honest.Fixture) => void,
  code: string,
]

/** The last step's first item: what the plan is about. */
export const last = (response: Answer) => response.steps.at(-1).items[0]
export const order = (response: Answer) => last(response).data.sign.value
export const sign = (response: Answer) => last(response).data.sign
export const tx = (response: Answer) => last(response).data

/** Reads a Seaport call, lets it be changed, and writes it again in canonical form. */
// biome-ignore lint/suspicious/noExplicitAny: a decoded call is whatever its function takes
export const recall = (change: (args: any, data: Answer) => void) => (response: Answer) => {
  const data = tx(response)
  const { functionName, args } = decodeFunctionData({ abi: seaportAbi, data: data.data as Hex })
  const copy = structuredClone(args)
  change(copy, data)
  data.data = encodeFunctionData({ abi: seaportAbi, functionName, args: copy } as Parameters<
    typeof encodeFunctionData
  >[0])
}
export const call = (
  abi: typeof honest.erc20 | typeof honest.erc721 | typeof honest.erc1155,
  functionName: string,
  args: unknown[],
): Hex =>
  encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
export const before = (response: Answer, kind: 'transaction' | 'signature', item: unknown) =>
  response.steps.unshift(honest.step('extra', kind, [item]))
export const eip191 = (message: string) =>
  honest.incomplete({
    sign: { signatureKind: 'eip191', message },
    post: { endpoint: '/execute/auth-signature/v1', method: 'POST', body: {} },
  })
export const feeTo = (recipient: Address, amount: bigint) => ({
  itemType: 0,
  token: native,
  identifierOrCriteria: '0',
  startAmount: `${amount}`,
  endAmount: `${amount}`,
  recipient,
})
export const nftTo = (recipient: Address) => ({
  itemType: 2,
  token: nft,
  identifierOrCriteria: '1',
  startAmount: '1',
  endAmount: '1',
  recipient,
})
export const permit = (primaryType: string) => (response: Answer) =>
  Object.assign(sign(response), {
    primaryType,
    types: { [primaryType]: [] },
    domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2 },
  })

/** Each attack is blocked by its own rule, and nothing is left to prompt. */
export function testAttacks(attacks: readonly Attack[]): void {
  describe('a hostile plan', () => {
    test.each(attacks.map((attack) => [attack[0], attack] as const))(
      '%s is blocked, by its rule',
      (_, [, make, change, code]) => {
        const fixture = make()
        change(fixture.response, fixture)
        const verdict = verify(fixture.intent, fixture.response, fixture.facts, fixture.policy, {
          salts: [1n],
        })
        expect(verdict.decision).toBe('block')
        expect(verdict.items).toEqual([])
        const blocks = verdict.findings.filter(({ severity }) => severity === 'block')
        expect(blocks.map((finding) => finding.code)).toContain(code)
        for (const { path } of verdict.findings) expect(path).toMatch(/^(steps|intent)/)
      },
    )
  })
}
