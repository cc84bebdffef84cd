import type { Reading, SimulatedCall } from '@sluice/guards/internal'
import { type Address, bytesToHex, type Hex, numberToHex, pad } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { callData, selectors } from '../chain/reads.ts'
import { type ReceiptLog, readLogs } from '../chain/receipts.ts'
import { property } from '../property.ts'

/** What is simulated, and on which node. */
export type BlocksParameters = {
  readonly reader: ChainReader
  readonly account: Address
  readonly calls: readonly SimulatedCall[]
  /** Milliseconds: when the calls would be mined. */
  readonly now: number
}

/** The sender of reads, which is nobody. */
const nobody: Address = '0x00000000000000000000000000000000005afe00'
/** Code placed here during a simulation returns the balance, or the code hash, of an address. */
const balanceReader: Address = '0x00000000000000000000000000000000005afe01'
const hashReader: Address = '0x00000000000000000000000000000000005afe02'
const balanceCode: Hex = '0x6000353160005260206000f3'
const hashCode: Hex = '0x6000353f60005260206000f3'

export type ReadCall = { readonly to: Address; readonly data: Hex }

/** Returns the call that makes a reading. */
export function readCall(reading: Reading, account: Address): ReadCall {
  switch (reading.kind) {
    case 'native':
      return { to: balanceReader, data: pad(reading.holder, { size: 32 }) }
    case 'code':
      return { to: hashReader, data: pad(account, { size: 32 }) }
    case 'erc20':
    case 'erc721-count':
      return { to: reading.contract, data: callData(selectors.balanceOf, reading.holder) }
    case 'erc721':
      return { to: reading.contract, data: callData(selectors.ownerOf, reading.tokenId) }
    case 'erc1155':
      return {
        to: reading.contract,
        data: callData(selectors.balanceOfToken, reading.holder, reading.tokenId),
      }
    case 'allowance':
      return { to: reading.contract, data: callData(selectors.allowance, account, reading.spender) }
    case 'operator':
      return { to: reading.contract, data: callData(selectors.isApprovedForAll, account, reading.spender) }
    case 'approved':
      return { to: reading.contract, data: callData(selectors.getApproved, reading.tokenId) }
    default:
      return reading satisfies never
  }
}

export type CallResult = {
  readonly succeeded: boolean
  readonly returned: string
  readonly gasUsed: bigint
  readonly logs: readonly ReceiptLog[]
  readonly reason: string
}

export type SimulatedBlocks = {
  readonly before: readonly CallResult[]
  readonly calls: readonly CallResult[]
  readonly after: readonly CallResult[]
}

/** What the second environment changes: the block, the account's balance, and the gas limit of each call. */
export type Environment = {
  readonly baseFee: bigint
  readonly balance: bigint
  readonly gas: readonly bigint[]
}

/** Seconds from now at which the block of the second environment is mined. */
const elsewhereAt = 13

/** Simulates three blocks in one request (`eth_simulateV1`): read, call, read again. */
export async function simulateBlocks(
  { reader, account, calls, now }: BlocksParameters,
  readings: readonly Reading[],
  environment?: Environment,
): Promise<SimulatedBlocks> {
  const seconds = Math.floor(now / 1_000) + (environment === undefined ? 1 : elsewhereAt)
  const fee = environment === undefined ? {} : { maxFeePerGas: numberToHex(environment.baseFee) }
  const overrides = (index: number) => ({
    time: numberToHex(seconds + index),
    ...(environment === undefined
      ? {}
      : {
          baseFeePerGas: numberToHex(environment.baseFee),
          feeRecipient: '0x00000000000000000000000000000000005afe03',
          prevRandao: randomWord(),
        }),
  })
  const reads = readings.map((reading) => ({
    from: nobody,
    ...readCall(reading, account),
    ...fee,
    gas: numberToHex(300_000),
  }))
  const acts = calls.map(({ to, data, value }, index) => ({
    from: account,
    to,
    data,
    value: numberToHex(value),
    ...fee,
    ...(environment === undefined ? {} : { gas: numberToHex(environment.gas[index] ?? 0n) }),
  }))
  const rich = numberToHex(10n ** 24n)
  const stateOverrides = {
    [balanceReader]: { code: balanceCode },
    [hashReader]: { code: hashCode },
    [nobody]: { balance: rich },
    ...(environment === undefined ? {} : { [account]: { balance: numberToHex(environment.balance) } }),
  }
  const answer = await reader.call('eth_simulateV1', [
    {
      blockStateCalls: [
        { blockOverrides: overrides(0), stateOverrides, calls: reads },
        { blockOverrides: overrides(1), calls: acts },
        { blockOverrides: overrides(2), calls: reads },
      ],
      traceTransfers: true,
      validation: environment !== undefined,
    },
    'latest',
  ])
  const [before, done, after, ...more] = Array.isArray(answer) ? answer.map(resultsOf) : []
  if (
    before?.length !== reads.length ||
    done?.length !== acts.length ||
    after?.length !== reads.length ||
    more.length > 0
  )
    throw new Error('The node answered a simulation of another shape')
  return { before, calls: done, after }
}

const randomWord = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))

function resultsOf(block: unknown): readonly CallResult[] {
  const calls = property(block, 'calls')
  if (!Array.isArray(calls)) return []
  return calls.map((call: Record<string, unknown>): CallResult => {
    const { status, returnData, gasUsed, logs, error } = call
    const message = property(error, 'message')
    return {
      succeeded: status === '0x1',
      returned: typeof returnData === 'string' ? returnData : '0x',
      gasUsed: typeof gasUsed === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(gasUsed) ? BigInt(gasUsed) : 0n,
      logs: readLogs(logs),
      reason: typeof message === 'string' ? message : 'reverted',
    }
  })
}
