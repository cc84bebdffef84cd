import { type Address, numberToHex } from 'viem'
import type { TrialCall } from './trial.ts'

/** Wei that an account has beside what its calls cost, as accounts have it. */
export const spare = 10n ** 17n

/** Wei for which a call can be sent at most. */
export const costOf = (call: TrialCall, gasPrice: bigint): bigint =>
  call.value + BigInt(call.gas) * 2n * gasPrice

/** A call as nodes take it. */
export const callJson = (account: Address, call: TrialCall, gasPrice: bigint) => ({
  from: call.from ?? account,
  to: call.to,
  data: call.data,
  value: numberToHex(call.value),
  gas: numberToHex(call.gas),
  maxFeePerGas: numberToHex(2n * gasPrice),
  maxPriorityFeePerGas: numberToHex(gasPrice / 20n),
})
