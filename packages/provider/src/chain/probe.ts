import type { Address, Hex, PublicClient } from 'viem'
import { NodeFault } from './nodeFault.ts'

/** One call to a contract that nobody vouches for. */
export type Probe = {
  readonly target: Address
  readonly data: Hex
  /** Gas that the contract may use; it cannot use more. */
  readonly gas: number
  /** Whether the call may change state within the question, as a deployment does; it may not otherwise. */
  readonly mayWrite?: true
}
/** The first 32 bytes of the answer and its length; `undefined` where the contract reverted, halted or ran out of gas. */
export type ProbeAnswer = { readonly word: Hex; readonly size: number } | undefined

/** Probes in one `eth_call`, and bytes of its code (EIP-3860 allows 49,152). */
const [mostProbes, mostBytes] = [16, 40_000]
/** Gas beside what the contracts may use: the call itself, its data and its answer. */
const overhead = 3_000_000

const push1 = (value: number): string => `60${value.toString(16).padStart(2, '0')}`
const push2 = (value: number): string => `61${value.toString(16).padStart(4, '0')}`
const push4 = (value: number): string => `63${value.toString(16).padStart(8, '0')}`
/** Bytes of code for one probe that may write; the others are shorter and are filled up with `JUMPDEST`. */
const codeSize = 60

/**
 * Code that makes each call with its own gas, keeps one word and the length of each answer, and returns them all. A
 * contract can thus neither take the gas of its neighbors, nor make the whole question fail, nor answer at length.
 */
function programOf(probes: readonly Probe[]): Hex {
  const answers = probes.length * 64
  let at = probes.length * codeSize + 7
  const bodies: string[] = []
  const code = probes.map(({ target, data, gas, mayWrite }, index) => {
    const body = data.slice(2)
    const size = body.length / 2
    const copy = `${push2(size)}${push2(at)}${push2(answers)}39`
    const args = `${push1(32)}${push2(index * 64 + 32)}${push2(size)}${push2(answers)}`
    const value = mayWrite ? push1(0) : ''
    const call = `${args}${value}73${target.slice(2)}${push4(gas)}${mayWrite ? 'f1' : 'fa'}`
    // success * (returndatasize + 1), kept before the word of the answer.
    const keep = `3d${push1(1)}0102${push2(index * 64)}52`
    at += size
    bodies.push(body)
    return `${copy}${call}${keep}`.padEnd(codeSize * 2, '5b')
  })
  return `0x${code.join('')}${push2(answers)}${push2(0)}f3${bodies.join('')}` as Hex
}

/** Probes that fit into one question each. */
function groupsOf(probes: readonly Probe[]): readonly (readonly Probe[])[] {
  const groups: Probe[][] = []
  let bytes = 0
  for (const probe of probes) {
    const size = codeSize + probe.data.length / 2
    const group = groups.at(-1)
    if (group === undefined || group.length === mostProbes || bytes + size > mostBytes) {
      groups.push([probe])
      bytes = size
    } else {
      group.push(probe)
      bytes += size
    }
  }
  return groups
}

/**
 * Asks contracts of strangers, a few in each `eth_call`, one `eth_call` after another. All probes of one question run
 * one after another at one block.
 * @throws {NodeFault} when the node cannot be asked; what a contract does is never an error.
 */
export async function probeContracts(
  client: PublicClient,
  probes: readonly Probe[],
): Promise<readonly ProbeAnswer[]> {
  const answers: ProbeAnswer[] = []
  for (const group of groupsOf(probes)) {
    const gas = group.reduce((sum, probe) => sum + Math.ceil((probe.gas * 64) / 63), overhead)
    const { data = '0x' } = await client.call({ data: programOf(group), gas: BigInt(gas), batch: false })
    if (data.length !== 2 + group.length * 128) throw new NodeFault('The node did not run a question whole.')
    group.forEach((_, index) => {
      const size = Number(`0x${data.slice(2 + index * 128, 66 + index * 128)}`)
      const word: Hex = `0x${data.slice(66 + index * 128, 130 + index * 128)}`
      answers.push(size === 0 ? undefined : { word, size: size - 1 })
    })
  }
  return answers
}
