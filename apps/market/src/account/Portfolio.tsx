import type { UserToken } from '@sluice/core'
import { useUserTokens } from '@sluice/react'
import { Estimate } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useMessages, useNumber } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Fact } from '../parts/Fact.tsx'
import { Volume } from '../parts/ProviderAmount.tsx'
import { reads } from '../reads.ts'
import { floorValueOf } from './floorValueOf.ts'

/** The number of works that an account holds, and their value at the floor prices of their collections. */
export function Portfolio({ user }: { readonly user: string }): ReactNode {
  const { chain } = useMarket()
  const { account, facts } = useMessages()
  const formatNumber = useNumber()
  const tokens = useUserTokens(reads.held(chain.id, user))
  const held: readonly UserToken[] | undefined = tokens.data
  const all = !tokens.hasNextPage
  const value = held && floorValueOf(held)
  return (
    <div className="facts portfolio">
      <Fact name={facts.works}>
        {held === undefined ? '—' : `${formatNumber(held.length)}${all ? '' : '+'}`}
      </Fact>
      <Fact name={account.estimate}>
        {value === undefined ? (
          '—'
        ) : (
          <>
            ≈ <Volume of={value} />
            {Number.isFinite(value) ? <Estimate of={inCoins(value)} chainId={chain.id} /> : null}
          </>
        )}
      </Fact>
      {held !== undefined && value === undefined ? null : (
        <p className="quiet">
          {held === undefined || all ? account.estimateHint : account.estimatePart(held.length)}
        </p>
      )}
    </div>
  )
}

const decimals = 6
/** Returns whole native coins as an amount, rounded to six decimals: enough to show. */
const inCoins = (value: number) =>
  ({ amount: BigInt(Math.round(value * 10 ** decimals)), currency: `0x${'0'.repeat(40)}`, decimals }) as const
