'use client'

import type { ReactNode } from 'react'
import type { SaleSum } from '../flows/deductions.ts'
import type { Money } from '../flows/flow.ts'
import type { AcceptOfferForm, SaleRow } from '../flows/useAcceptOffer.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { PageMessages } from '../locales/messages.ts'
import { TokenPicture, thumbnailOf } from '../media/TokenPicture.tsx'
import { Estimate } from '../values/Estimate.tsx'
import { Measures } from '../values/Measures.tsx'
import type { TokenNames } from '../values/names.ts'
import { formatBps, Price } from '../values/Price.tsx'
import { DeductionLines } from '../values/Proceeds.tsx'
import { SmallText } from '../values/SmallText.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { ConfirmLowPrices } from './ConfirmLowPrices.tsx'

type Placed = { readonly chainId: number | undefined }

/** What offers pay, what to compare that with, the fees, and the proceeds. */
export function SaleTerms(
  props: Placed & { readonly of: AcceptOfferForm; readonly names: TokenNames },
): ReactNode {
  const { of: form, names, chainId } = props
  const [first, ...others] = form.rows
  const only = others.length === 0 ? first : undefined
  return (
    <>
      {only === undefined ? null : <SaleMeasures of={only} chainId={chainId} />}
      {others.length === 0 ? null : <SaleRows of={form} names={names} chainId={chainId} />}
      <ConfirmLowPrices of={form.lowPrices} names={only === undefined ? names : undefined} areProceeds />
      {form.sums.map((sum) => (
        <SaleSumLines
          key={sum.net.currency}
          of={sum}
          // The warning about proceeds far below the floor is enough.
          standing={form.lowPrices === undefined && only !== undefined ? only : undefined}
          chainId={chainId}
        />
      ))}
    </>
  )
}

/** The lowest listing of the collection and the last sale of the token; the text says so if one is unknown. */
function SaleMeasures({ of, chainId }: Placed & { readonly of: SaleRow }): ReactNode {
  const { accept, fields, offer } = useKit().messages
  const { floor, lastSale, nothingListed, token } = of
  const wasSold = token.token.lastSale?.price != null
  const worthOf = (money: Money | undefined, absent: string): ReactNode =>
    money === undefined ? absent : <Worth of={[money]} exact chainId={chainId} />
  return (
    <dl className="sluice-sum">
      <SumLine name={offer.lowestAsk}>
        {worthOf(floor, nothingListed ? accept.nothingListed : accept.unknown)}
      </SumLine>
      <SumLine name={fields.lastSale}>{worthOf(lastSale, wasSold ? accept.unknown : accept.noSale)}</SumLine>
    </dl>
  )
}

function SaleSumLines(
  props: Placed & { readonly of: SaleSum; readonly standing: SaleRow | undefined },
): ReactNode {
  const { messages } = useKit()
  const { accept, fields } = messages
  const { gross, deductions, net } = props.of
  const standing = props.standing === undefined ? undefined : standingText(props.standing, messages)
  return (
    <dl className="sluice-sum">
      <SumLine name={accept.offer}>
        {gross === undefined ? accept.unknown : <Price of={gross} exact />}
        {standing === undefined ? null : <small className="sluice-standing">{standing}</small>}
      </SumLine>
      {deductions === undefined || deductions.length === 0 ? (
        <SumLine name={accept.fees}>{deductions === undefined ? accept.unknown : fields.noFees}</SumLine>
      ) : (
        <DeductionLines of={deductions} />
      )}
      <SumLine name={fields.youReceive} strong>
        <Worth of={[net]} exact chainId={props.chainId} />
      </SumLine>
    </dl>
  )
}

/** How an offer compares with the lowest listing; nothing if either is unknown. */
function standingText({ offer, floor, floorBps }: SaleRow, messages: PageMessages): string | undefined {
  if (offer === undefined || floor === undefined) return undefined
  const { above, below, equal, otherCurrency } = messages.accept
  if (floorBps === undefined) return otherCurrency
  if (offer.amount === floor.amount) return equal
  const size = Math.abs(floorBps)
  // Whole percents, but no difference becomes none.
  const percent = formatBps(size < 100 ? Math.max(size, 1) : Math.floor(size / 100) * 100, messages.locale)
  return (offer.amount < floor.amount ? below : above)(percent)
}

/** Each of several tokens with the proceeds of its offer, and what to compare them with. */
function SaleRows(props: Placed & { readonly of: AcceptOfferForm; readonly names: TokenNames }): ReactNode {
  const { messages } = useKit()
  const { unknownFloor, nothingListed } = messages.accept
  const { rows, lowPrices } = props.of
  // Of them the warning tells what arrives, after fees; a second percentage, before fees, would contradict it.
  const warned = new Set(lowPrices?.prices.map(({ ref }) => ref))
  const standingOf = (row: SaleRow): string | undefined => {
    if (warned.has(row.ref)) return undefined
    if (row.floor !== undefined) return standingText(row, messages)
    return row.nothingListed ? nothingListed : unknownFloor
  }
  return (
    <ul className="sluice-entries">
      {rows.map((row) => (
        <li key={row.ref} className="sluice-entry">
          <TokenPicture image={thumbnailOf(row.token.token)} alt="" tokenId={row.token.token.tokenId} />
          <span className="sluice-entry-name">
            <strong>{props.names.get(row.ref)}</strong>
            <Measures of={row} />
            <SmallText of={standingOf(row)} />
          </span>
          {row.proceeds === undefined ? null : (
            <span className="sluice-entry-price">
              <Price of={row.proceeds} exact />
              <Estimate of={row.proceeds} chainId={props.chainId} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
