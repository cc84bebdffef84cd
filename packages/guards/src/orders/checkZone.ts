import type { Address, Hex } from 'viem'
import { fact } from '../context/chainReads.ts'
import { find } from '../context/findings.ts'
import type { Judgement } from '../context/guardContext.ts'

/**
 * An order ends by a signature only where a zone of ours decides who may fill it: any other stays as it is, for
 * whoever has its own signature. Where its terms are not known, the user is asked.
 */
export function checkZone(judgement: Judgement, path: string, order: Hex, zones: readonly Address[]): void {
  const zone = fact(judgement, judgement.facts.zones, order)
  if (zone === undefined || !zones.includes(zone))
    find(
      judgement,
      zone === undefined ? 'ask' : 'block',
      'ORD_ZONE',
      path,
      zone ?? 'order not read',
      zones.join(),
    )
}
