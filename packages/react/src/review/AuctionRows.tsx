import type { ReviewCard as Card, Chain } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { AssetAmount } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { formatBps, Price } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { CardRow } from './CardRow.tsx'

/** What a signature says of an auction: every term of an announcement, or which one ends. */
export function AuctionRows(props: {
  readonly of: NonNullable<Card['auction']>
  readonly chain: Chain
  readonly names: TokenNames | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of, chain, names } = props
  const { contract, tokenId, terms } = of
  const text = messages.auction
  const token = (
    <AssetAmount of={{ kind: 'erc721', contract, tokenId, amount: 1n }} chain={chain} names={names} />
  )
  if (terms === undefined)
    return (
      <CardRow name={text.withdraws} strong>
        {token} <small>{text.offersStay}</small>
      </CardRow>
    )
  const { currency, reserve, stepBps, stepAmount } = terms
  const percent = formatBps(Number(stepBps), messages.locale)
  const amount = <Price of={moneyIn(chain, currency, stepAmount)} exact />
  return (
    <>
      <CardRow name={text.announces} strong>
        {token} <small>{text.binds}</small>
      </CardRow>
      <CardRow name={text.currency}>{moneyIn(chain, currency, 0n).symbol}</CardRow>
      <CardRow name={text.reserve} strong>
        {reserve === 0n ? text.noReserve : <Price of={moneyIn(chain, currency, reserve)} exact />}
      </CardRow>
      <CardRow name={text.step}>
        {stepBps === 0n && stepAmount === 0n ? (
          text.noStep
        ) : stepAmount === 0n ? (
          percent
        ) : stepBps === 0n ? (
          amount
        ) : (
          <Sentence of={text.eitherStep(percent)} parts={{ amount }} />
        )}
      </CardRow>
    </>
  )
}
