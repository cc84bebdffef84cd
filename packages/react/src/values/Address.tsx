'use client'

import type { ReactNode } from 'react'
import { shortAddress } from '../kit/addresses.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

/**
 * An account or a contract, short to see and whole to point at; the reader's own is called so.
 *
 * @param of The account or contract.
 * @example
 * <Address of="0xd8da6bf26964af9d7eed9e03e53415d37aa96045" />
 */
export function Address({ of }: { readonly of: string }): ReactNode {
  const { account, messages } = useKit()
  if (of.toLowerCase() === account) return <span title={of}>{messages.common.you}</span>
  return (
    <bdi className="sluice-address" title={of}>
      {shortAddress(of)}
    </bdi>
  )
}

const foursOf = (address: string): readonly string[] => address.slice(2).match(/.{4}/g) ?? []

/** The whole address, for which a phone has no room in one line, in parts that can be compared one by one. */
export function WholeAddress(props: {
  readonly of: string
  /** An address that looks like it: the parts in which they differ are marked. */
  readonly unlike?: string | undefined
}): ReactNode {
  const { of: address, unlike } = props
  const others = unlike === undefined ? undefined : foursOf(unlike)
  return (
    <code className="sluice-fours">
      {foursOf(address).map((four, index) => {
        const differs = others !== undefined && others[index]?.toLowerCase() !== four.toLowerCase()
        const Part = differs ? 'mark' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never move
        return <Part key={index}>{index === 0 ? `0x${four}` : four}</Part>
      })}
    </code>
  )
}
