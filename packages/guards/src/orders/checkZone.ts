import type { Address, Hex } from 'viem'
import { readState } from '../context/chainReads.ts'
import { addFinding } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'

/**
 * Checks that an order can be cancelled off chain, which is possible only if it is restricted to one of these zones. Any
 * other order would stay valid. If the terms of the order were not read, a confirmation is needed.
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
