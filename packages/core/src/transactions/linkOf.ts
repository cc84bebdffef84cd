import type { Hex } from 'viem'
import { transactionUrl } from '../chains/chain.ts'
import type { Session } from '../plan/session.ts'

/** The link to a transaction in the chain's explorer, where it has one. */
export const linkOf = ({ chain }: Session, hash: Hex) => {
  const explorerUrl = transactionUrl(chain, hash)
  return explorerUrl === undefined ? {} : { explorerUrl }
}
