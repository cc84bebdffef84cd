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
  readonly dispatch: (name: FrameEvent, detail: unknown) => void
  /** Asks for a height, in pixels. */
  readonly resize: (height: number) => void
}

type Waiting = { readonly done: (result: unknown) => void; readonly fail: (error: Error) => void }
type Listener = (value: unknown) => void

/**
 * Announces the wallets of the page that holds this frame inside it (EIP-6963), so that code that looks for wallets
 * finds them, and hides wallets that a browser extension puts into frames: they would show the user another origin than
 * the one in the address bar.
 */
export function openHost(port: MessagePort): Host {
  const wallets = new Map<
    string,
    { readonly wallet: BrowserWallet; readonly emit: (event: string, value: unknown) => void }
  >()
  const waiting = new Map<number, Waiting>()
  const state = { next: 1, open: true }
  const send = (message: FromFrame) => port.postMessage(write(message))
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
    for (const { emit } of wallets.values()) emit('disconnect', null)
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
      send({ type: 'request', id, uuid, method: asked.method, params: asked.params ?? [] })
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
      case 'walletEvent':
        wallets.get(message.uuid)?.emit(message.event, message.value)
        return
      case 'end':
      case undefined:
        // A message that cannot be read ends the connection, too.
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
    dispatch: (name, detail) => send({ type: 'event', name, detail }),
    resize: (height) => send({ type: 'size', height }),
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
    emit: (event: string, value: unknown) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
}

const requestError = ({ code, message, data }: RequestFailure): Error =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) })
