'use client'

import type { AssetDelta, Chain } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { shortAddress } from '../kit/addresses.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { PageMessages } from '../locales/messages.ts'
import { Address } from './Address.tsx'
import type { TokenNames } from './names.ts'
import { Price } from './Price.tsx'

/** Whether an asset is an amount of a currency, not a token. */
export const isMoney = ({ kind }: Pick<AssetDelta, 'kind'>): boolean => kind === 'native' || kind === 'erc20'

/** Whether an asset is a token, not an amount of a currency. */
export const isNft = ({ kind }: Pick<AssetDelta, 'kind'>): boolean => kind === 'erc721' || kind === 'erc1155'

type Asset = Pick<AssetDelta, 'kind' | 'contract' | 'tokenId' | 'oneOf' | 'amount'>

const numberOf = (id: bigint, { common }: PageMessages): string =>
  common.unknownToken(shortAddress(String(id)))

/** What a token is called, with its units; where it is from stands in {@link TokenOrigin}. */
export function assetName(
  { contract, tokenId, oneOf, amount }: Asset,
  names: TokenNames | undefined,
  messages: PageMessages,
  isNew = false,
): string {
  const { units, anyToken, newToken, oneOf: oneOfList } = messages.common
  const name =
    tokenId !== undefined
      ? (names?.get(`${contract}:${tokenId}`) ?? numberOf(tokenId, messages))
      : oneOf !== undefined
        ? oneOfList(oneOf.count)
        : (isNew ? newToken : anyToken)(names?.get(contract))
  return amount > 1n ? `${units(amount)} ${name}` : name
}

/**
 * Whether a name, which anybody may have chosen, ends with exactly this number: "Work #50" and "Work 50" do for 50, and
 * neither "Work #5050" nor "Work #50 of 99".
 */
const endsWithNumber = (name: string, id: bigint): boolean =>
  new RegExp(`(^|#|[^\\p{N}\\s]\\s)${id}$`, 'u').test(name)

/** The number of a token, unless its name ends with it, and its contract. */
export function TokenOrigin(props: {
  readonly of: Asset
  readonly names: TokenNames | undefined
}): ReactNode {
  const { messages } = useKit()
  const { contract, tokenId, oneOf } = props.of
  const name = tokenId === undefined ? undefined : props.names?.get(`${contract}:${tokenId}`)
  return (
    <small>
      {tokenId === undefined || name === undefined || endsWithNumber(name, tokenId)
        ? null
        : `${numberOf(tokenId, messages)} · `}
      <Address of={contract} />
      {oneOf === undefined ? null : <code> {oneOf.root.toString(16).padStart(64, '0').slice(0, 8)}</code>}
    </small>
  )
}

/** One asset and exactly how much of it: a currency by its symbol, a token by its name, contract and id. */
export function AssetAmount(props: {
  readonly of: Asset
  readonly chain: Chain
  readonly names: TokenNames | undefined
  /** Whether a token without an id is one that a mint makes; else it is any that there is. */
  readonly isNew?: boolean | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of: asset, chain, names, isNew } = props
  if (isMoney(asset)) return <Price of={moneyIn(chain, asset.contract, asset.amount)} exact />
  return (
    <>
      {assetName(asset, names, messages, isNew)} <TokenOrigin of={asset} names={names} />
    </>
  )
}
