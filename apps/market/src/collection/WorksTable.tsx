import type { Token } from '@sluice/core'
import { useKit } from '@sluice/react'
import { TokenPicture } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { CardName, cardName } from '../grid/TokenCard.tsx'
import { type Pages, useListBox, useVirtualRows } from '../grid/useVirtualRows.ts'
import { Account } from '../header/Account.tsx'
import { CartToggle } from '../header/CartToggle.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { ProviderAmount } from '../parts/ProviderAmount.tsx'
import { OrderAmount } from '../prices/OrderAmount.tsx'

/** Height of a row, in pixels; `works.css` has the same. */
const step = 68

/** The works of a collection in rows, to compare prices and owners. Only the rows near the view exist. */
export function WorksTable(props: { readonly of: readonly Token[]; readonly pages: Pages }): ReactNode {
  const { of, pages } = props
  const { facts, search, token, views, common } = useMessages()
  const { element, ...box } = useListBox()
  const near = useVirtualRows(box, of.length, step, pages)
  const [first = 0] = near
  const after = of.length - first - near.length
  return (
    <div ref={element}>
      <table
        className="works-table"
        aria-label={views.works}
        aria-rowcount={pages.hasNextPage ? -1 : of.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{search.kinds.token}</th>
            <th scope="col">{token.price}</th>
            <th scope="col" className="works-sale">
              {facts.lastSale}
            </th>
            <th scope="col" className="works-owner">
              {token.owner}
            </th>
            <th scope="col">
              <span className="hidden">{common.action}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Space rows={first} />
          {of.slice(first, first + near.length).map((item, index) => (
            <Row key={item.token.tokenId} of={item} index={first + index} />
          ))}
          <Space rows={after} />
        </tbody>
      </table>
    </div>
  )
}

/** A spacer as high as the rows that are not drawn. */
const Space = ({ rows }: { readonly rows: number }): ReactNode =>
  rows === 0 ? null : <tr className="works-space" style={{ height: rows * step }} />

function Row({ of, index }: { readonly of: Token; readonly index: number }): ReactNode {
  const { chain } = useMarket()
  const { account } = useKit()
  const { common } = useMessages()
  const { token, market } = of
  const ask = market?.floorAsk
  return (
    <tr aria-rowindex={index + 2}>
      <td className="works-token">
        <Link href={`/${token.contract}/${token.tokenId}`}>
          <TokenPicture image={token.imageSmall ?? token.image} alt="" tokenId={token.tokenId} />
          <CardName of={cardName(token)} />
        </Link>
      </td>
      <td className="works-price">
        {ask?.price == null ? (
          <span className="none">{common.notForSale}</span>
        ) : (
          <OrderAmount chain={chain} of={ask} />
        )}
      </td>
      <td className="works-sale">
        <ProviderAmount chain={chain} of={token.lastSale?.price} />
      </td>
      <td className="works-owner">
        {token.owner == null || token.kind === 'erc1155' ? (
          <span className="none">—</span>
        ) : (
          <Account of={token.owner} />
        )}
      </td>
      <td className="works-cart">
        {ask?.price != null && ask.maker !== account ? (
          <CartToggle token={`${token.contract}:${token.tokenId}`} />
        ) : null}
      </td>
    </tr>
  )
}
