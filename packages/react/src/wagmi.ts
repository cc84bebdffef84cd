'use client'

import { viemWallet, type Wallet } from '@sluice/core'
import { useMemo } from 'react'
import { useWalletClient } from 'wagmi'

/** The wallet that wagmi has connected, for `<SluiceProvider wallet={…}>`; `undefined` while there is none. */
export function useWagmiWallet(): Wallet | undefined {
  const { data } = useWalletClient()
  return useMemo(() => (data === undefined ? undefined : viemWallet(data)), [data])
}
