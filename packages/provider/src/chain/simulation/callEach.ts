import { decodeRevert } from '@sluice/seaport'
import { type Address, numberToHex } from 'viem'
import { mapConcurrently } from '../../mapConcurrently.ts'
import type { Rpc } from '../rpc.ts'
import { callFailureOf } from '../transferRules.ts'
import { callJson, costOf, spare } from './callJson.ts'
import type { Outcome, Trial, TrialCall } from './trial.ts'

/** Calls on their way at once. */
const atOnce = 8

/** A call by itself with `eth_call`. */
async function callAlone(ask: Rpc, account: Address, call: TrialCall, gasPrice: bigint): Promise<Outcome> {
  const balance = numberToHex(spare + costOf(call, gasPrice))
  try {
    await ask('eth_call', [callJson(account, call, gasPrice), 'latest', { [account]: { balance } }])
    return 'succeeds'
  } catch (cause) {
    const failed = callFailureOf(cause)
    // The node's own trouble with one call says nothing of the others.
    if (failed === undefined) return undefined
    // Without data it may be the gas, which some chains count otherwise; and the newest block of a quiet chain may be
    // older than the order.
    const isUnclear = failed.data === '0x' || decodeRevert(failed.data).reason === 'order_expired'
    return isUnclear ? undefined : { reverted: failed.data }
  }
}

/** Each trial by itself, for nodes without `eth_simulateV1`: nothing is known where calls have to be made before. */
export const callEach = (
  ask: Rpc,
  account: Address,
  trials: readonly Trial[],
  gasPrice: bigint,
): Promise<readonly Outcome[]> =>
  mapConcurrently(trials, atOnce, async ({ calls: [call, ...others] }) =>
    call === undefined || others.length > 0 ? undefined : callAlone(ask, account, call, gasPrice),
  )
