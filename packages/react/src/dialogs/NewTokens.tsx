'use client'

import type { Execution, Token } from '@sluice/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tokensQuery } from '../hooks/queries.ts'
import { shortAddress } from '../kit/addresses.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenPicture, thumbnailOf } from '../media/TokenPicture.tsx'
import { receiptOf } from '../progress/receiptOf.ts'
import { tokenName } from '../values/names.ts'

/** Milliseconds between two looks for what the provider does not know yet, and how many there are. */
const interval = 2_000
const mostReads = 60
/** The most that the provider shows at once. */
const limit = 50

const nothing = { tokens: [], minted: [] }

/** The tokens that came with a complete run, by `contract:tokenId`, and what the provider knows of them by now. */
export function useNewTokens(execution: Execution | undefined): {
  readonly refs: readonly string[]
  readonly known: readonly Token[]
} {
  const { queryClient, ...kit } = useKit()
  const { tokens, minted } = execution === undefined ? nothing : receiptOf(execution)
  const refs = [
    ...new Set(
      [...minted, ...tokens].flatMap(({ contract, tokenId }) =>
        tokenId === undefined ? [] : [refOf({ contract, tokenId })],
      ),
    ),
  ].slice(0, limit)
  const parameters = { tokens: refs, chainId: execution?.chainId, limit, enabled: refs.length > 0 }
  const { data = [] } = useInfiniteQuery(
    {
      ...tokensQuery(kit, parameters),
      refetchInterval: ({ state }) => {
        const known = state.data?.pages.flatMap(({ items }) => items) ?? []
        const isWhole = known.length >= refs.length && known.every(({ token }) => token.image != null)
        return isWhole || state.dataUpdateCount + state.errorUpdateCount >= mostReads ? false : interval
      },
    },
    queryClient,
  )
  return { refs, known: data }
}

type NewTokensProps = {
  /** Leads to a token, given its `contract:tokenId`. */
  readonly onView: ((token: string) => void) | undefined
  /** Called before that, to close what shows the run. */
  readonly onLeave: () => void
}

/** The tokens that came with a complete run. */
export function NewTokens({ of, ...leads }: NewTokensProps & { readonly of: Execution }): ReactNode {
  return <NewTokenList of={useNewTokens(of)} {...leads} />
}

/**
 * New tokens by picture and name. What the receipt does not show by its number is left out; what the provider does not
 * know yet has its number and an empty place for its picture.
 */
export function NewTokenList(
  props: NewTokensProps & { readonly of: ReturnType<typeof useNewTokens> },
): ReactNode {
  const { messages } = useKit()
  const { of, onView, onLeave } = props
  const { refs, known: data } = of
  if (refs.length === 0) return null
  return (
    <ul className="sluice-new-tokens" data-single={refs.length === 1 ? '' : undefined}>
      {refs.map((ref) => {
        const [, tokenId = ''] = ref.split(':')
        const known = data.find(({ token }) => refOf(token) === ref)?.token
        const shown = (
          <>
            {known === undefined ? (
              <span className="sluice-media sluice-media-awaited" aria-hidden="true" />
            ) : (
              <TokenPicture image={thumbnailOf(known)} alt="" tokenId={tokenId} eager />
            )}
            <strong>
              {known === undefined
                ? messages.common.unknownToken(shortAddress(tokenId))
                : tokenName(known, messages.common.unknownToken)}
            </strong>
          </>
        )
        return (
          <li key={ref}>
            {onView === undefined ? (
              <span className="sluice-new-token">{shown}</span>
            ) : (
              <button
                type="button"
                className="sluice-new-token"
                onClick={() => {
                  onLeave()
                  onView(ref)
                }}
              >
                {shown}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
