'use client'

import { viemWallet, type Wallet, type WalletOptions } from '@sluice/core'
import { useMemo } from 'react'
import { useWalletClient } from 'wagmi'

/**
 * The wallet that wagmi has connected, for `<SluiceProvider wallet={…}>`; `undefined` while there is none.
 * `capabilities` are what the host wants of its batches (EIP-5792); keep the object the same from render to render.
 *
 * @example
 * const wallet = useWagmiWallet()
 * return <SluiceProvider client={client} wallet={wallet}>{children}</SluiceProvider>
 */
export function useWagmiWallet({ capabilities }: WalletOptions = {}): Wallet | undefined {
  const { data } = useWalletClient()
  return useMemo(
    () => (data === undefined ? undefined : viemWallet(data, { capabilities })),
    [data, capabilities],
  )
}
