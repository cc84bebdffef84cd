'use client'

import { useState, useSyncExternalStore } from 'react'

/** An EIP-1193 provider with the events of browser wallets. */
export type BrowserProvider = {
  /** Sends a JSON-RPC request to the wallet (EIP-1193). */
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  /** Adds a listener of an event. */
  on?(event: string, listener: (value: unknown) => void): void
  /** Removes a listener. */
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** A wallet that announced itself to the page (EIP-6963). */
export type BrowserWallet = {
  /** How the wallet announced itself (EIP-6963). */
  readonly info: {
    readonly uuid: string
    readonly name: string
    /** A picture as a data URI; empty if the wallet announced none that may be shown. */
    readonly icon: string
    /** Reverse domain name: the same for every visit. */
    readonly rdns: string
  }
  /** The wallet's provider; `eip1193Wallet` makes a wallet from it. */
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
  const onAnnounce = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (wallet === undefined || state.found.some(({ info }) => info.uuid === wallet.info.uuid)) return
    state.found = [...state.found, wallet]
    for (const listener of [...listeners]) listener()
  }
  return {
    wallets: () => state.found,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (listeners.size === 1) window.addEventListener('eip6963:announceProvider', onAnnounce)
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('eip6963:announceProvider', onAnnounce)
      }
    },
  }
}

/** Characters of a data URI: more than any wallet needs for an icon. */
const iconLimit = 100_000
/** Characters of a name, an id or a domain. */
const textLimit = 100

/** EIP-6963 asks for a data URI. A picture on a server would tell that server who visits the page. */
const isIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= iconLimit && /^data:image\//.test(icon)

const isShort = (text: unknown): text is string =>
  typeof text === 'string' && text.length > 0 && text.length <= textLimit

/** Any script of the page may announce anything: what is not a wallet is ignored. */
function readAnnouncement(detail: unknown): BrowserWallet | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  const { info, provider } = detail as Partial<BrowserWallet>
  if (typeof provider?.request !== 'function' || info == null) return undefined
  const { uuid, name, icon, rdns } = info
  if (!isShort(uuid) || !isShort(name) || !isShort(rdns)) return undefined
  return { info: { uuid, name, icon: isIcon(icon) ? icon : '', rdns }, provider }
}
