import { domainSeparator, seaportDomain } from '@sluice/seaport'
import type { Address } from 'viem'
import { block, fact, type Judgement } from './judgement.ts'

/** Seaports that the plan calls, or asks to sign for. */
export function seaportsOf({ entries, seaports }: Judgement): readonly Address[] {
  const named = entries.flatMap((entry) => {
    if (entry.complete || entry.data === undefined) return []
    if (entry.kind === 'transaction') return entry.data.to
    const { sign } = entry.data
    const domain = sign?.signatureKind === 'eip712' ? (sign.domain as { verifyingContract?: unknown }) : {}
    return typeof domain?.verifyingContract === 'string'
      ? (domain.verifyingContract.toLowerCase() as Address)
      : []
  })
  return [...new Set(named)].filter((address) => seaports.has(address))
}

/**
 * Where the chain was read: Seaport is the Seaport of this chain, collections are collections and currencies are
 * there at all. Coin that is sent to where no contract is, is gone without an error.
 */
export function checkContracts(judgement: Judgement): undefined {
  const { entries, facts, intent, seaports } = judgement
  const pathOf = (address: Address) => {
    const entry = entries.find((each) => each.kind === 'transaction' && each.data?.to === address)
    return entry === undefined ? 'intent' : `${entry.path}.data.to`
  }
  for (const [address, code] of facts.strangers ?? [])
    block(judgement, 'TX_CODE', pathOf(address), code, address)
  for (const [address, version] of seaports) {
    const said = fact(judgement, facts.separators, address)
    if (said === undefined) continue
    const own = domainSeparator(seaportDomain(intent.chainId, version, address))
    if (said !== own) block(judgement, 'TX_CODE', pathOf(address), said, own)
  }
}
