'use client'

import { useState, useSyncExternalStore } from 'react'

/** An EIP-1193 provider with the events of browser wallets. */
export interface BrowserProvider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): void
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** A wallet that announced itself to the page (EIP-6963). */
export interface BrowserWallet {
  readonly info: {
    readonly uuid: string
    readonly name: string
    readonly icon: string
    /** Reverse domain name: the same for every visit. */
    readonly rdns: string
  }
  readonly provider: BrowserProvider
}

const none: readonly BrowserWallet[] = []

/**
 * The browser's wallets, as they announce themselves (EIP-6963).
 *
 * @example
 * const wallets = useBrowserWallets()
 * return wallets.map(({ info, provider }) => <button key={info.uuid} onClick={() => connect(provider)}>{info.name}</button>)
 */
export function useBrowserWallets(): readonly BrowserWallet[] {
  const [discovery] = useState(discover)
  return useSyncExternalStore(discovery.subscribe, discovery.wallets, () => none)
}

type Discovery = {
  readonly wallets: () => readonly BrowserWallet[]
  readonly subscribe: (listener: () => void) => () => void
}

/** Collects announcements while something listens. */
function discover(): Discovery {
  const state = { found: none }
  const listeners = new Set<() => void>()
  const learn = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (wallet === undefined || state.found.some(({ info }) => info.uuid === wallet.info.uuid)) return
    state.found = [...state.found, wallet]
    for (const listener of [...listeners]) listener()
  }
  return {
    wallets: () => state.found,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (listeners.size === 1) window.addEventListener('eip6963:announceProvider', learn)
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('eip6963:announceProvider', learn)
      }
    },
  }
}

/** Any script of the page may announce anything: what is not a wallet is ignored. */
function readAnnouncement(detail: unknown): BrowserWallet | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  const { info, provider } = detail as Partial<BrowserWallet>
  const named = [info?.uuid, info?.name, info?.icon, info?.rdns].every((text) => typeof text === 'string')
  return named && typeof provider?.request === 'function' ? (detail as BrowserWallet) : undefined
}
