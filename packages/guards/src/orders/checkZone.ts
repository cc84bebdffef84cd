import type { Address, Hex } from 'viem'
import { readState } from '../context/chainReads.ts'
import { addFinding } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'

/**
 * Checks that an order can be ended by a signature: only a zone of the policy that decides who may fill it can do that,
 * any other order stays valid. If the terms of the order are not known, a confirmation is needed.
 */
export function checkZone(context: GuardContext, path: string, order: Hex, zones: readonly Address[]): void {
  const zone = readState(context, context.chainState.zones, order)
  if (zone === undefined || !zones.includes(zone))
    addFinding(
      context,
      zone === undefined ? 'confirm' : 'block',
      'ORD_ZONE',
      path,
      zone ?? 'order not read',
      zones.join(),
    )
}
