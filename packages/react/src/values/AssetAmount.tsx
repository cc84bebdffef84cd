'use client'

import type { AssetDelta, Chain } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { shortAddress } from '../kit/shortAddress.ts'
import { Address } from './Address.tsx'
import type { TokenNames } from './names.ts'
import { Price } from './Price.tsx'

/** Whether an asset is an amount of a currency, not a token. */
export const isMoney = ({ kind }: Pick<AssetDelta, 'kind'>): boolean => kind === 'native' || kind === 'erc20'

/** One asset and exactly how much of it: a currency by its symbol, a token by its name, contract and id. */
export function AssetAmount(props: {
  readonly of: Pick<AssetDelta, 'kind' | 'contract' | 'tokenId' | 'oneOf' | 'amount'>
  readonly chain: Chain
  readonly names: TokenNames | undefined
  /** Whether a token without an id is one that a mint makes; else it is any that there is. */
  readonly isNew?: boolean | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of: asset, chain, names, isNew } = props
  const { anyToken, newToken, oneOf } = messages.common
  if (isMoney(asset)) return <Price of={moneyIn(chain, asset.contract, asset.amount)} exact />
  if (asset.tokenId === undefined)
    return (
      <>
        {asset.amount > 1n ? `${messages.common.units(asset.amount)} ` : null}
        {asset.oneOf === undefined
          ? (isNew === true ? newToken : anyToken)(names?.get(asset.contract))
          : oneOf(asset.oneOf.count)}{' '}
        <small>
          <Address of={asset.contract} />
          {asset.oneOf === undefined ? null : (
            <code> {asset.oneOf.root.toString(16).padStart(64, '0').slice(0, 8)}</code>
          )}
        </small>
      </>
    )
  const id = String(asset.tokenId)
  const name = names?.get(`${asset.contract}:${id}`)
  const number = messages.common.unknownToken(shortAddress(id))
  return (
    <>
      {asset.amount > 1n ? `${messages.common.units(asset.amount)} ` : null}
      {name ?? number}{' '}
      <small>
        {name === undefined || name.includes(number) ? null : `${number} · `}
        <Address of={asset.contract} />
      </small>
    </>
  )
}
