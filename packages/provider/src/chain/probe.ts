import type { Address, Hex, PublicClient } from 'viem'
import { NodeFault } from './nodeFault.ts'

/** One call to an unknown contract. */
export type Probe = {
  readonly target: Address
  readonly data: Hex
  /** Gas that the contract may use; it cannot use more. */
  readonly gas: number
  /** 32-byte words of the answer that are kept; 1 when absent. */
  readonly words?: number
  /** Whether the call may change state within the question, as a deployment does; it may not otherwise. */
  readonly mayWrite?: true
}
/** The native balance of an account, which no contract can influence. */
export type BalanceProbe = { readonly balanceOf: Address }
/**
 * The beginning of the answer, as many whole bytes as there are and are kept, and its full length; `undefined` where
 * the contract reverted, halted or ran out of gas.
 */
export type ProbeAnswer = { readonly data: Hex; readonly size: number } | undefined

/** The outcome of a question: `undefined` if the gas was not enough to ask it. */
type Outcome = { readonly answer: ProbeAnswer; readonly used: number } | undefined

/** Bytes of one question (EIP-3860 allows 49,152) and of its answer (EIP-170 allows 24,576). */
const [maxBytes, maxAnswered] = [40_000, 24_000]
/** Gas for the program's own work: once, for each probe, and for each byte that it returns. */
const [baseGas, probeGas, byteGas] = [50_000, 5_000, 200]
/** Gas that a node takes before the program runs: once, and for each byte of it. */
const [startGas, codeGas] = [100_000, 48]

/** Opcodes of the program, as hex. */
const op = {
  add: '01',
  mul: '02',
  lessThan: '10',
  shiftLeft: '1b',
  balance: '31',
  codeCopy: '39',
  answerSize: '3d',
  store: '52',
  jumpIf: '57',
  gas: '5a',
  jumpTarget: '5b',
  call: 'f1',
  return: 'f3',
  staticCall: 'fa',
} as const
const push1 = (value: number): string => `60${value.toString(16).padStart(2, '0')}`
/** The gas that is left, in the upper half of a word. */
const gasLeft = `${op.gas}${push1(128)}${op.shiftLeft}`
/** success * (returndatasize + 1), below the gas that is left. */
const callOutcome = `${op.answerSize}${push1(1)}${op.add}${op.mul}${gasLeft}${op.add}`
/** The outcome of a balance, which is always one word. */
const balanceOutcome = `${gasLeft}${push1(33)}${op.add}`

/** Bytes of code for one probe that may write; the others are shorter and are filled up with `JUMPDEST`. */
const codeSize = 84
/** Bytes of code that keep the gas at the beginning. */
const headSize = 4
/** Bytes of code that return the answers. */
const tailSize = 8

const isBalance = (probe: Probe | BalanceProbe): probe is BalanceProbe => 'balanceOf' in probe
const wordsOf = (probe: Probe | BalanceProbe): number => (isBalance(probe) ? 1 : (probe.words ?? 1))
/** Bytes of a probe in the answer: its outcome, and what is kept of its result. */
const answerSize = (probe: Probe | BalanceProbe): number => 32 + wordsOf(probe) * 32
const questionSize = (probe: Probe | BalanceProbe): number =>
  codeSize + (isBalance(probe) ? 0 : (probe.data.length - 2) / 2)
/** Gas for a call that may use `gas`: a caller always keeps a 64th for itself. */
const withKept = (gas: number): number => Math.ceil((gas * 64) / 63)
const sum = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((total, one) => total + of(one), 0)
/** Gas that the program needs from a probe on, beside what contracts use. */
const reserve = (answers: number, left: number): number => baseGas + probeGas * left + byteGas * answers

/**
 * Code that makes each call with its own gas, keeps the beginning and the length of each answer and the gas that was
 * left, and returns them all. A call whose gas is not there any more is not made. A contract can thus neither take the
 * gas of its neighbors, nor make the whole question fail, nor answer at length.
 */
function programOf(probes: readonly (Probe | BalanceProbe)[]): Hex {
  const answers = 32 + sum(probes, answerSize)
  const tail = headSize + probes.length * codeSize
  const program = Buffer.alloc(headSize + tailSize + sum(probes, questionSize), op.jumpTarget, 'hex')
  let end = 0
  const write = (hex: string): void => {
    end += program.write(hex, end, 'hex')
  }
  const push = (bytes: number, value: number): void => {
    program[end] = 0x5f + bytes
    end = program.writeUIntBE(value, end + 1, bytes)
  }
  write(`${op.gas}${push1(0)}${op.store}`)
  let place = 32
  let body = tail + tailSize
  for (const [index, probe] of probes.entries()) {
    const next = headSize + (index + 1) * codeSize
    end = next - codeSize + 1
    if (isBalance(probe)) {
      write(`73${probe.balanceOf.slice(2)}${op.balance}`)
      push(3, place + 32)
      write(`${op.store}${balanceOutcome}`)
    } else {
      const { target, data, gas, mayWrite } = probe
      const size = (data.length - 2) / 2
      // Skips the call where its gas is not there any more.
      push(4, withKept(gas) + reserve(answers, probes.length - index))
      write(`${op.gas}${op.lessThan}`)
      push(3, next)
      write(op.jumpIf)
      push(2, size)
      push(3, body)
      push(3, answers)
      write(op.codeCopy)
      push(2, wordsOf(probe) * 32)
      push(3, place + 32)
      push(2, size)
      push(3, answers)
      write(`${mayWrite ? push1(0) : ''}73${target.slice(2)}`)
      push(4, gas)
      write(`${mayWrite ? op.call : op.staticCall}${callOutcome}`)
      body += program.write(data.slice(2), body, 'hex')
    }
    // The outcome is followed by the words of the answer.
    push(3, place)
    write(op.store)
    place += answerSize(probe)
  }
  end = tail + 1
  push(3, answers)
  write(`${push1(0)}${op.return}`)
  return `0x${program.toString('hex')}`
}

/** Asks what fits into one `eth_call`. @param gas for all the contracts together. */
async function askTogether(
  client: PublicClient,
  probes: readonly (Probe | BalanceProbe)[],
  gas: number,
  block?: number,
): Promise<readonly Outcome[]> {
  const answers = 32 + sum(probes, answerSize)
  const program = programOf(probes)
  const own = startGas + (codeGas * program.length) / 2 + reserve(answers, probes.length)
  const { data = '0x' } = await client.call({
    data: program,
    gas: BigInt(Math.ceil(gas + own)),
    ...(block === undefined ? {} : { blockNumber: BigInt(block) }),
  })
  if (data.length !== 2 + answers * 2) throw new NodeFault('The node did not run a call to its end.')
  const hexAt = (at: number, bytes: number): Hex => `0x${data.slice(2 + at * 2, 2 + (at + bytes) * 2)}`
  let left = Number(hexAt(0, 32))
  let place = 32
  return probes.map((probe) => {
    const at = place
    place += answerSize(probe)
    const now = Number(hexAt(at, 16))
    if (now === 0) return undefined
    const used = left - now
    left = now
    const size = Number(hexAt(at + 16, 16)) - 1
    const kept = Math.min(size, wordsOf(probe) * 32)
    return { answer: size < 0 ? undefined : { data: hexAt(at + 32, kept), size }, used }
  })
}

/** Probes that fit into one question each, by their bytes and by what `fits` says of a group and the next one. */
function groupsOf<T extends Probe | BalanceProbe>(
  probes: readonly T[],
  fits: (group: readonly T[], next: T) => boolean,
): readonly (readonly T[])[] {
  const groups: T[][] = []
  let [asked, answered] = [0, 32]
  for (const probe of probes) {
    asked += questionSize(probe)
    answered += answerSize(probe)
    const group = groups.at(-1)
    if (group !== undefined && asked <= maxBytes && answered <= maxAnswered && fits(group, probe))
      group.push(probe)
    else {
      groups.push([probe])
      asked = questionSize(probe)
      answered = 32 + answerSize(probe)
    }
  }
  return groups
}

/** Probes in one question, where each is sure of its gas. */
const maxSure = 16

/**
 * Calls unknown contracts, a few in each `eth_call`, one `eth_call` after another. All probes of one question run
 * one after another at one block, and each has its gas whatever the others use.
 * @throws {NodeFault} when the node cannot be asked; what a contract does is never an error.
 */
export async function probeContracts(
  client: PublicClient,
  probes: readonly Probe[],
): Promise<readonly ProbeAnswer[]> {
  const answers: ProbeAnswer[] = []
  for (const group of groupsOf(probes, ({ length }) => length < maxSure)) {
    const outcomes = await askTogether(
      client,
      group,
      sum(group, ({ gas }) => withKept(gas)),
    )
    for (const outcome of outcomes) {
      if (outcome === undefined) throw new NodeFault('The gas limit of the node is too low for a call.')
      answers.push(outcome.answer)
    }
  }
  return answers
}

/** A read of a contract, which costs little as a rule. */
export type ContractRead = Pick<Probe, 'target' | 'data' | 'words'> | BalanceProbe

/** Reads in one question: nodes cap the gas and the answer of one. */
const maxReads = 250
/** Gas that one read may use beside others, beside others of its contract, and that a question may use in all. */
const [shareGas, aloneGas, questionGas] = [1_000_000, 5_000_000, 16_000_000]

/**
 * Reads unknown contracts, many in each `eth_call`. One that uses up its share of the gas is read once more,
 * together with nothing but the other such reads of the same contract: it can take nothing from its neighbors. Asks
 * the node once for every 250 reads, and for every 15 that burn their share, and once for each contract that does.
 * @param block reads the state after this block; the newest one when absent.
 * @throws {NodeFault} when the node cannot be asked; what a contract does is never an error.
 */
export async function readContracts(
  client: PublicClient,
  reads: readonly ContractRead[],
  block?: number,
): Promise<readonly ProbeAnswer[]> {
  const answers = new Map<Probe | BalanceProbe, ProbeAnswer>()
  const spenders = new Map<Address, Probe[]>()
  /** @returns the reads for which no gas was left. */
  const ask = async (group: readonly (Probe | BalanceProbe)[]) => {
    const outcomes = await askTogether(client, group, questionGas, block)
    if (outcomes.every((outcome) => outcome === undefined))
      throw new NodeFault('The gas limit of the node is too low for a call.')
    return group.filter((probe, index) => {
      const outcome = outcomes[index]
      if (outcome === undefined) return true
      answers.set(probe, outcome.answer)
      // Reads that returned may be repeated as well: a contract may have caught that another one ran out of gas.
      if (!isBalance(probe) && outcome.used > shareGas * 0.9)
        spenders.set(probe.target, [...(spenders.get(probe.target) ?? []), probe])
      return false
    })
  }
  const probes = reads.map((read) => ('balanceOf' in read ? { ...read } : { ...read, gas: shareGas }))
  for (let open: readonly (Probe | BalanceProbe)[] = probes; open.length > 0; ) {
    const groups = groupsOf(open, ({ length }) => length < maxReads)
    open = (await Promise.all(groups.map(ask))).flat()
  }
  for (const own of spenders.values())
    for (const group of groupsOf(own, () => true)) {
      const alone = group.map((probe) => ({ ...probe, gas: aloneGas }))
      const outcomes = await askTogether(client, alone, questionGas, block)
      group.forEach((probe, index) => {
        const outcome = outcomes[index]
        if (outcome !== undefined) answers.set(probe, outcome.answer)
      })
    }
  return probes.map((probe) => answers.get(probe))
}
