import type { Address } from 'viem'
import { summed } from '../model/summed.ts'
import type { AssetDelta } from '../model/verdict.ts'
import { netOf } from './moves.ts'
import type { CallItem, ProofReceipt, ReportMissing } from './receiptLogs.ts'

/** Checks that the tokens arrived, and that no more left than agreed; less may leave if a price fell. */
export function proveMoves(item: CallItem, receipt: ProofReceipt, reportMissing: ReportMissing): undefined {
  const net = (delta: AssetDelta, whose: Address) => netOf(receipt, delta, whose)
  const { account } = item.call
  const { give, get } = item.effects
  const logged = ({ kind }: AssetDelta): boolean => kind !== 'native'
  const awaited = [...get, ...(item.purpose === 'transfer' ? give : [])].filter(logged)
  const isShort = (delta: AssetDelta) => net(delta, delta.counterparty ?? account) < delta.amount
  // Of a purchase that may be partial, something must have come: an order whole, or units of a token.
  const hasCome = (delta: AssetDelta) =>
    !isShort(delta) || (delta.kind === 'erc1155' && net(delta, delta.counterparty ?? account) > 0n)
  const enough = item.partial && awaited.some(hasCome)
  for (const delta of enough ? [] : summed(awaited).filter(isShort))
    reportMissing(`effects.get.${delta.contract}`, net(delta, delta.counterparty ?? account), delta.amount)
  // What left the account counts, whoever received it.
  for (const delta of summed(give.filter(logged).map(({ counterparty: _, ...own }) => own))) {
    const left = -net(delta, account)
    if (left > (delta.most ?? delta.amount))
      reportMissing(`effects.give.${delta.contract}`, left, delta.amount)
  }
}
