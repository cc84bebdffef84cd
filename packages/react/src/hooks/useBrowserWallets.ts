'use client'

import { useState, useSyncExternalStore } from 'react'

/** An EIP-1193 provider with the events that browser wallets send. */
export type BrowserProvider = {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): void
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** A wallet that announced itself to the page (EIP-6963). */
export type BrowserWallet = {
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

/** The browser's wallets, as they announce themselves. */
export function useBrowserWallets(): readonly BrowserWallet[] {
  const [discovery] = useState(discover)
  return useSyncExternalStore(discovery.subscribe, discovery.wallets, () => none)
}

/** Collects announcements for as long as somebody listens. */
function discover() {
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

/** Any script of the page may announce anything: what is no wallet is passed over. */
function readAnnouncement(detail: unknown): BrowserWallet | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  const { info, provider } = detail as Partial<BrowserWallet>
  const named = [info?.uuid, info?.name, info?.icon, info?.rdns].every((text) => typeof text === 'string')
  return named && typeof provider?.request === 'function' ? (detail as BrowserWallet) : undefined
}
