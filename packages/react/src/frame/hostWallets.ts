import type { BrowserProvider, BrowserWallet } from '../hooks/useBrowserWallets.ts'
import {
  type FrameEvent,
  type FromFrame,
  parseFromHost,
  type RequestFailure,
  type WalletInfo,
  write,
} from './messages.ts'

/** The page that holds this frame, over the port that it gave. */
export type Host = {
  readonly tell: (name: FrameEvent, detail: unknown) => void
  /** Asks for room: pixels. */
  readonly resize: (height: number) => void
}

type Waiting = { readonly done: (result: unknown) => void; readonly fail: (error: Error) => void }
type Listener = (value: unknown) => void

/**
 * Announces the wallets of the page that holds this frame inside it (EIP-6963), so that whatever asks the browser for
 * wallets finds them, and keeps out wallets that a browser extension puts into frames: with them the user would be
 * asked by another origin than the one in the address bar.
 */
export function openHost(port: MessagePort): Host {
  const wallets = new Map<
    string,
    { readonly wallet: BrowserWallet; readonly hear: (event: string, value: unknown) => void }
  >()
  const waiting = new Map<number, Waiting>()
  const state = { next: 1, open: true }
  const say = (message: FromFrame) => port.postMessage(write(message))
  const announce = () => {
    for (const { wallet } of wallets.values())
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: wallet }))
  }
  const end = () => {
    state.open = false
    port.close()
    for (const { fail } of waiting.values())
      fail(requestError({ code: 4900, message: 'The page let go of this frame.' }))
    waiting.clear()
    for (const { hear } of wallets.values()) hear('disconnect', null)
  }
  const request = (uuid: string) => (asked: Parameters<BrowserProvider['request']>[0]) =>
    new Promise<unknown>((done, fail) => {
      if (!state.open) {
        fail(requestError({ code: 4900, message: 'The page let go of this frame.' }))
        return
      }
      const id = state.next
      state.next += 1
      waiting.set(id, { done, fail })
      say({ type: 'request', id, uuid, method: asked.method, params: asked.params ?? [] })
    })
  const settle = (id: number, act: (of: Waiting) => void) => {
    const of = waiting.get(id)
    waiting.delete(id)
    if (of !== undefined) act(of)
  }
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseFromHost(data)
    switch (message?.type) {
      case 'wallets':
        for (const info of message.wallets)
          if (!wallets.has(info.uuid)) wallets.set(info.uuid, bridged(info, request(info.uuid)))
        announce()
        return
      case 'result':
        settle(message.id, ({ done }) => done(message.result))
        return
      case 'failure':
        settle(message.id, ({ fail }) => fail(requestError(message.error)))
        return
      case 'told':
        wallets.get(message.uuid)?.hear(message.event, message.value)
        return
      case 'end':
      case undefined:
        // What cannot be read is not waited on any further either.
        end()
        return
      default:
        message satisfies never
    }
  }
  window.addEventListener(
    'eip6963:announceProvider',
    (event) => {
      const { detail } = event as CustomEvent<unknown>
      if (![...wallets.values()].some(({ wallet }) => wallet === detail)) event.stopImmediatePropagation()
    },
    true,
  )
  window.addEventListener('eip6963:requestProvider', announce)
  return {
    tell: (name, detail) => say({ type: 'event', name, detail }),
    resize: (height) => say({ type: 'size', height }),
  }
}

function bridged(info: WalletInfo, request: BrowserProvider['request']) {
  const listeners = new Map<string, Set<Listener>>()
  const provider: BrowserProvider = {
    request,
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener)
    },
  }
  return {
    wallet: Object.freeze({ info: Object.freeze(info), provider: Object.freeze(provider) }),
    hear: (event: string, value: unknown) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
}

const requestError = ({ code, message, data }: RequestFailure): Error =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) })
