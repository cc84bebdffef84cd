import type { Address } from 'viem'
import { summed } from '../model/summed.ts'
import type { AssetDelta } from '../model/verdict.ts'
import { netOf } from './moves.ts'
import type { CallItem, ProofReceipt, ReportMissing } from './receiptLogs.ts'

/** Checks that the tokens arrived and that no more left than agreed. Less may leave if a price fell. */
export function proveMoves(item: CallItem, receipt: ProofReceipt, reportMissing: ReportMissing): undefined {
  const net = (delta: AssetDelta, whose: Address) => netOf(receipt, delta, whose)
  const { account } = item.call
  const { give, get } = item.effects
  const isLogged = ({ kind }: AssetDelta): boolean => kind !== 'native'
  const expected = [...get, ...(item.purpose === 'transfer' ? give : [])].filter(isLogged)
  const isShort = (delta: AssetDelta) => net(delta, delta.counterparty ?? account) < delta.amount
  // A trade that may be partial must have brought something: one order completely, or some units of an ERC-1155 token.
  const hasArrived = (delta: AssetDelta) =>
    !isShort(delta) || (delta.kind === 'erc1155' && net(delta, delta.counterparty ?? account) > 0n)
  const isEnough = item.partial && expected.some(hasArrived)
  for (const delta of isEnough ? [] : summed(expected).filter(isShort))
    reportMissing(`effects.get.${delta.contract}`, net(delta, delta.counterparty ?? account), delta.amount)
  // Everything that left the account counts, no matter who received it.
  for (const delta of summed(give.filter(isLogged).map(({ counterparty: _, ...own }) => own))) {
    const sent = -net(delta, account)
    if (sent > (delta.most ?? delta.amount))
      reportMissing(`effects.give.${delta.contract}`, sent, delta.amount)
  }
}
