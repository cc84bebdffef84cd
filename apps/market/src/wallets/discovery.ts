import { useSyncExternalStore } from 'react'

/** An EIP-1193 provider with the events that browser wallets send. */
export type BrowserProvider = {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): void
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** A wallet that announced itself (EIP-6963). */
export type AnnouncedWallet = {
  readonly info: {
    readonly uuid: string
    readonly name: string
    readonly icon: string
    readonly rdns: string
  }
  readonly provider: BrowserProvider
}

export type Discovery = {
  subscribe(listener: () => void): () => void
  wallets(): readonly AnnouncedWallet[]
}

/** Collects the browser wallets of this page for as long as somebody listens. */
export function discoverWallets(): Discovery {
  const state: { found: readonly AnnouncedWallet[] } = { found: [] }
  const listeners = new Set<() => void>()
  const learn = (event: Event) => {
    const { detail } = event as CustomEvent<AnnouncedWallet>
    if (state.found.some(({ info }) => info.uuid === detail.info.uuid)) return
    state.found = [...state.found, detail]
    for (const listener of listeners) listener()
  }
  return {
    wallets: () => state.found,
    subscribe(listener) {
      listeners.add(listener)
      window.addEventListener('eip6963:announceProvider', learn)
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('eip6963:announceProvider', learn)
      }
    },
  }
}

export const useWallets = (discovery: Discovery): readonly AnnouncedWallet[] =>
  useSyncExternalStore(discovery.subscribe, discovery.wallets)
