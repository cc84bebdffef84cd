import type { BrowserWallet } from '@sluice/react'
import type { Pairing, Session, SessionOptions } from './openSession.ts'

export type WalletConnectOptions = Omit<SessionOptions, 'onPairing'> & {
  readonly onPairing: (pairing: Pairing) => void
  /** Loads the library at the first use; another one in tests. */
  readonly load?: (options: SessionOptions) => Promise<Session>
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"%3E%3Crect width="28" height="28" rx="7" fill="%233b99fc"/%3E%3Cpath d="M8.6 11.4c3-2.9 7.8-2.9 10.8 0M6.4 13.9l3.8 3.7 3.8-3.7 3.8 3.7 3.8-3.7" fill="none" stroke="%23fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/%3E%3C/svg%3E'

/**
 * A wallet on another device, by WalletConnect, with the interface of a browser's wallet. The library is loaded only
 * when an account is first requested.
 */
export function walletConnect(options: WalletConnectOptions): BrowserWallet {
  const { load = loadSession, ...settings } = options
  const state: { opened: Promise<Session> | undefined } = { opened: undefined }
  const session = (): Promise<Session> => {
    state.opened ??= load(settings).catch((cause: unknown) => {
      // The next try loads it again.
      state.opened = undefined
      throw cause
    })
    return state.opened
  }
  return {
    info: { uuid: 'walletconnect', name: 'WalletConnect', rdns: 'com.walletconnect', icon },
    provider: {
      request: async (call) => (await session()).request(call),
      on: (event, listener) => {
        void state.opened?.then((opened) => opened.on(event, listener))
      },
      removeListener: (event, listener) => {
        void state.opened?.then((opened) => opened.off(event, listener))
      },
    },
  }
}

const loadSession = async (options: SessionOptions): Promise<Session> =>
  (await import('./openSession.ts')).openSession(options)
