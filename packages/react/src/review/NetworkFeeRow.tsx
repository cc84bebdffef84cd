'use client'

import type { Chain, Verdict } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { useNetworkFee } from '../hooks/useNetworkFee.ts'
import { currencyOf, nativeCoin } from '../kit/currencyOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { formatAmount } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { Worth } from '../values/Worth.tsx'
import { CardRow } from './CardRow.tsx'

/** What the transactions of a plan cost in the chain's coin; nothing is drawn if there is none to send. */
export function NetworkFeeRow(props: {
  readonly items: Verdict['items']
  readonly gas: Verdict['gas']
  readonly chain: Chain
  readonly sponsored: boolean
}): ReactNode {
  const { formats } = useKit()
  const messages = useMessages()
  const { review: text } = messages
  const { items, gas, chain, sponsored } = props
  const calls = items.flatMap((item) => (item.kind === 'transaction' ? [item.call] : []))
  const { data: fee, isPending } = useNetworkFee({
    calls,
    gas,
    chainId: chain.id,
    enabled: calls.length > 0 && !sponsored,
  })
  if (calls.length === 0 && !sponsored) return null
  const { decimals } = currencyOf(chain, nativeCoin)
  const short = (wei: bigint) => formatAmount(wei, decimals, { locale: messages.locale, formats })
  const worth = (wei: bigint) => <Worth of={[moneyIn(chain, nativeCoin, wei)]} chainId={chain.id} />
  return (
    <CardRow name={text.networkFee}>
      {sponsored ? (
        text.sponsored
      ) : fee != null ? (
        short(fee.expected) === short(fee.most) ? (
          <>
            {'≈\u00a0'}
            {worth(fee.expected)}
          </>
        ) : (
          <>
            <Sentence of={text.networkFeeAbout} parts={{ fee: worth(fee.expected), most: worth(fee.most) }} />
            <small>{text.networkFeeHint}</small>
          </>
        )
      ) : isPending ? (
        // As high as what follows, so that no button below it moves under a pointer.
        <>
          <span className="sluice-awaited" aria-hidden="true" />
          <small className="sluice-held">{text.networkFeeHint}</small>
        </>
      ) : (
        text.networkFeeUnknown
      )}
    </CardRow>
  )
}
