import type { Address, Hex } from 'viem'
import { fact } from '../context/chainReads.ts'
import { find } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'

/**
 * An order ends by a signature only where a zone of ours decides who may fill it: any other stays as it is, for
 * whoever has its own signature. Where its terms are not known, the user is asked.
 */
export function checkZone(context: GuardContext, path: string, order: Hex, zones: readonly Address[]): void {
  const zone = fact(context, context.chainState.zones, order)
  if (zone === undefined || !zones.includes(zone))
    find(
      context,
      zone === undefined ? 'confirm' : 'block',
      'ORD_ZONE',
      path,
      zone ?? 'order not read',
      zones.join(),
    )
}
