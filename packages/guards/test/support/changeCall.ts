import { seaportAbi } from '@sluice/seaport'
import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import type { Fixture } from '../honest/honest.ts'

/** Arguments of a call to Seaport. */
// biome-ignore lint/suspicious/noExplicitAny: a call is changed in any of its arguments
export type Args = any

/** Changes the arguments of the last call to Seaport in a fixture. */
export function changeCall(fixture: Fixture, change: (args: Args) => void): Fixture {
  const { data } = fixture.response.steps.at(-1).items[0]
  const { functionName, args } = decodeFunctionData({ abi: seaportAbi, data: data.data as Hex })
  const changed: Args = structuredClone(args)
  change(changed)
  data.data = encodeFunctionData({ abi: seaportAbi, functionName, args: changed as never })
  return fixture
}
