import { defaultPolicy } from '@sluice/guards'
import { size } from 'viem'
import { needsProof } from '../fills/availability.ts'
import type { Chosen } from '../fills/quote.ts'

/** The most gas of a transaction (EIP-7825). */
const largest = 2 ** 24

/**
 * Gas that a call may use in a trial: what a client with the default policy lets a trade use before it asks. Honest tokens
 * need less, and a hostile one cannot waste more.
 */
export function trialGas(orders: number): number {
  const { call, order } = defaultPolicy.simulation.maxGas
  return Math.min(largest, call + order * orders)
}

/** Gas of an approval, of a deposit, or of a transfer that prepares a trial. */
export const approvalGas = 150_000

/** Whether an order has all that its fill needs: data of its zone, a proof and a signature are fetched for chosen ones. */
export const isComplete = ({ order, proof, extraData }: Chosen): boolean =>
  (order.components.orderType < 2 || extraData !== undefined) &&
  (!needsProof(order) || proof !== undefined) &&
  size(order.signature) > 0
