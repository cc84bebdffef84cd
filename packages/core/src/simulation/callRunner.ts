import type { Address, Hex } from 'viem'

/** One operation of a runner: a call from the account itself, or a look at a balance. */
export type RunnerStep =
  | { readonly op: 'call'; readonly to: Address; readonly data: Hex; readonly value: bigint }
  | { readonly op: 'balance'; readonly of: Address }

/** What one operation came to: whether it succeeded, how many bytes it answered, and the first word of them. */
export type RunnerAnswer = { readonly succeeded: boolean; readonly size: bigint; readonly word: bigint }

const op = {
  equal: '14',
  shiftLeft: '1b',
  shiftRight: '1c',
  address: '30',
  balance: '31',
  caller: '33',
  callDataLoad: '35',
  codeCopy: '39',
  returnDataSize: '3d',
  store: '52',
  jumpIf: '57',
  gas: '5a',
  jumpTarget: '5b',
  call: 'f1',
  return: 'f3',
} as const

const push = (value: bigint | number, bytes: number): string =>
  (0x5f + bytes).toString(16) +
  BigInt(value)
    .toString(16)
    .padStart(bytes * 2, '0')
const push20 = (address: Address): string => `73${address.slice(2)}`

/**
 * Any other caller of the account gets its own selector back: that is what ERC-721 and ERC-1155 receiver
 * hooks want to hear. Only the outer call, which comes from the account itself, runs the steps.
 */
const prelude = (() => {
  const head = [op.caller, op.address, op.equal]
  const hook = [
    push(0, 1),
    op.callDataLoad,
    push(0xe0, 1),
    op.shiftRight,
    push(0xe0, 1),
    op.shiftLeft,
    push(0, 1),
    op.store,
    push(32, 1),
    push(0, 1),
    op.return,
  ].join('')
  const start = head.length + 3 + 1 + hook.length / 2
  return [...head, push(start, 2), op.jumpIf, hook, op.jumpTarget].join('')
})()

const words = 3
const bytesOf = (hex: Hex): number => (hex.length - 2) / 2

/**
 * Code that, put at the account for the time of one `eth_call`, does the steps in order with the account as
 * the sender and answers three words for each: for nodes without `eth_simulateV1`.
 */
export function callRunner(steps: readonly RunnerStep[]): Hex {
  const largest = Math.max(0, ...steps.map((step) => (step.op === 'call' ? bytesOf(step.data) : 0)))
  // Answers lie behind the room that the largest call needs.
  const answers = Math.ceil(largest / 32) * 32
  const codeOf = (offsets: readonly number[]): string => {
    const body = steps.map((step, index) => {
      const at = answers + index * words * 32
      if (step.op === 'balance')
        return [
          push20(step.of),
          op.balance,
          push(at + 64, 3),
          op.store,
          push(1, 1),
          push(at, 3),
          op.store,
          push(32, 1),
          push(at + 32, 3),
          op.store,
        ].join('')
      const size = bytesOf(step.data)
      return [
        push(size, 3),
        push(offsets[index] ?? 0, 3),
        push(0, 1),
        op.codeCopy,
        push(32, 1),
        push(at + 64, 3),
        push(size, 3),
        push(0, 1),
        push(step.value, 32),
        push20(step.to),
        op.gas,
        op.call,
        push(at, 3),
        op.store,
        op.returnDataSize,
        push(at + 32, 3),
        op.store,
      ].join('')
    })
    return [prelude, ...body, push(steps.length * words * 32, 3), push(answers, 3), op.return].join('')
  }
  // Every push has a fixed width, so that the code is as long whatever the offsets are.
  const length = codeOf([]).length / 2
  const offsets: number[] = []
  const data: string[] = []
  for (const step of steps) {
    offsets.push(length + data.reduce((sum, text) => sum + text.length / 2, 0))
    if (step.op === 'call') data.push(step.data.slice(2))
  }
  return `0x${codeOf(offsets)}${data.join('')}`
}

export function runnerAnswers(answer: string, count: number): readonly RunnerAnswer[] | undefined {
  if (answer.length !== 2 + count * words * 64) return undefined
  const word = (index: number) => BigInt(`0x${answer.slice(2 + index * 64, 66 + index * 64)}`)
  return Array.from({ length: count }, (_, index) => ({
    succeeded: word(index * words) === 1n,
    size: word(index * words + 1),
    word: word(index * words + 2),
  }))
}
