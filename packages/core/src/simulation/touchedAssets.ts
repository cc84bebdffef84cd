import { distinctReadings, movesOf, type Reading } from '@sluice/guards/internal'
import { tokenTopics } from '@sluice/seaport'
import type { Address } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'

/** Where nodes log moves of the native coin. */
const nativeLogs = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const addressIn = (word = ''): Address => `0x${word.slice(-40)}`

/** What logs say was touched of the account: hints of what to read, believed in nothing. */
export function touchedBy(logs: readonly ReceiptLog[], account: Address): readonly Reading[] {
  const readings = logs.flatMap((log): readonly Reading[] => {
    const { address: contract, topics } = log
    if (contract === nativeLogs) return []
    const [first, owner, spender, tokenId] = topics
    if (first === tokenTopics.Approval && addressIn(owner) === account)
      return tokenId === undefined
        ? [{ kind: 'allowance', contract, spender: addressIn(spender) }]
        : [{ kind: 'approved', contract, tokenId: BigInt(tokenId) }]
    if (first === tokenTopics.ApprovalForAll && addressIn(owner) === account)
      return [{ kind: 'operator', contract, spender: addressIn(spender) }]
    return movesOf(log)
      .filter(({ from, to }) => from === account || to === account)
      .flatMap((move): readonly Reading[] => {
        if (move.tokenId === undefined) return [{ kind: 'erc20', contract, holder: account }]
        const token = { contract, tokenId: move.tokenId }
        return first === tokenTopics.Transfer
          ? [
              { kind: 'erc721', ...token },
              { kind: 'approved', ...token },
            ]
          : [{ kind: 'erc1155', ...token, holder: account }]
      })
  })
  return distinctReadings(readings)
}
