import { type Address, bytesToHex, isHex, numberToHex } from 'viem'
import { isRecord } from '../../isRecord.ts'
import type { Rpc } from '../rpc.ts'
import { callJson, costOf, spare } from './callJson.ts'
import type { Outcome, Trial, TrialCall } from './trial.ts'

/** What the node said of one call of a block. */
function outcomeOf(answered: unknown, { gas }: TrialCall): Outcome {
  if (!isRecord(answered)) return undefined
  const { status, returnData, gasUsed } = answered
  if (status === '0x1') return 'succeeds'
  if (status !== '0x0') return undefined
  const data = isHex(returnData) ? returnData : '0x'
  const used = isHex(gasUsed) ? Number(gasUsed) : 0
  return { reverted: data === '0x' && used > gas * 0.9 ? 'out-of-gas' : data }
}

/** The outcome of a trial by those of its calls; what prepares it must have succeeded. */
function outcomeOfTrial(block: unknown, { calls, after = [] }: Trial): Outcome {
  const answered: unknown = isRecord(block) ? block.calls : undefined
  if (!Array.isArray(answered) || answered.length !== calls.length + after.length) return undefined
  const outcomes = calls.map((call, index) => outcomeOf(answered[index], call))
  const isPrepared = outcomes.slice(0, -1).every((outcome) => outcome === 'succeeds')
  return isPrepared ? outcomes.at(-1) : undefined
}

/** All trials in one request, each in a block of its own. Blocks, fees and balances look as those of a real call. */
export async function simulateBlocks(
  ask: Rpc,
  account: Address,
  trials: readonly Trial[],
  gasPrice: bigint,
  time: bigint,
): Promise<readonly Outcome[]> {
  const funds = new Map<Address, bigint>()
  for (const { calls, after = [] } of trials)
    for (const call of [...calls, ...after]) {
      const from = call.from ?? account
      funds.set(from, (funds.get(from) ?? spare) + costOf(call, gasPrice))
    }
  const balances = [...funds].map(([from, balance]) => [from, { balance: numberToHex(balance) }] as const)
  const answer = await ask('eth_simulateV1', [
    {
      blockStateCalls: trials.map(({ calls, after = [] }, index) => ({
        blockOverrides: {
          time: numberToHex(time + BigInt(index)),
          baseFeePerGas: numberToHex(gasPrice),
          prevRandao: bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32))),
        },
        ...(index === 0 ? { stateOverrides: Object.fromEntries(balances) } : {}),
        calls: [...calls, ...after].map((call) => callJson(account, call, gasPrice)),
      })),
      validation: false,
    },
    'latest',
  ])
  if (!Array.isArray(answer) || answer.length !== trials.length) return trials.map(() => undefined)
  return trials.map((trial, index) => outcomeOfTrial(answer[index], trial))
}
