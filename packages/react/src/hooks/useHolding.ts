'use client'

import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { UseTokenParameters } from './readQuery.ts'
import { useUserTokens } from './reads.ts'

/** How many units of one token the connected account holds: `held` is 0 until that is read. */
export function useHolding({ token, enabled = true, chainId }: UseTokenParameters) {
  const { account } = useKit()
  const read = useUserTokens({
    user: account ?? '0x',
    tokens: token === undefined ? [] : [token],
    chainId,
    enabled: enabled && account !== undefined && token !== undefined,
  })
  const own = read.data?.find((one) => refOf(one.token) === token?.toLowerCase())
  return { ...read, held: own?.ownership.tokenCount ?? 0 }
}
