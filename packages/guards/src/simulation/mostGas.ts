import type { Policy } from '../model/policy.ts'

/** The most gas that a call with so many orders, or tokens that it transfers, may use before its user is asked. */
export const mostGas = ({ simulation: { maxGas } }: Pick<Policy, 'simulation'>, orders: number): bigint =>
  BigInt(Math.trunc(maxGas.call + maxGas.order * orders))
