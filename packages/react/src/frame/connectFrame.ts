import {
  answer,
  type FromHost,
  greeting,
  parseFromFrame,
  type RequestFailure,
  textLimit,
  type WalletInfo,
  walletEvents,
  walletMethods,
  write,
} from './messages.ts'

/** A wallet of the page: an EIP-1193 provider and what it calls itself (EIP-6963). */
export type HostWallet = {
  readonly info: WalletInfo
  readonly provider: {
    request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
    on?(event: string, listener: (value: unknown) => void): void
    removeListener?(event: string, listener: (value: unknown) => void): void
  }
}

export type FrameConnectionOptions = {
  /** The wallets that the dialogs may use; by default all that announce themselves to the page (EIP-6963). */
  readonly wallets?: readonly HostWallet[]
  /** Called once when the frame sent an invalid message; it is disconnected by then. */
  readonly onRefused?: (reason: string) => void
}

/** Requests of a frame that may wait for a wallet at once. */
const pendingLimit = 64
/** Pixels a frame may make itself high. */
const heightLimit = 4_000

/**
 * Lets the dialogs in a frame use the wallets of this page (EIP-1193, EIP-6963). The frame must be of another origin
 * and sandboxed, so that it reaches nothing of the page; it may ask the wallet only for what trading needs. The frame's
 * height follows its dialogs. The iframe element gets the events `sluice:open`, `sluice:close`, `sluice:done` and
 * `sluice:failed`.
 *
 * @returns A function that disconnects the frame. Pending requests fail, and the frame can no longer use the wallets.
 * @throws {Error} for a frame without `sandbox`, or of the page's own origin.
 * @example
 * ```ts
 * const frame = document.querySelector('iframe')
 * const letGo = frame === null ? undefined : connectFrame(frame)
 * frame?.addEventListener('sluice:done', () => letGo?.())
 * ```
 */
export function connectFrame(frame: HTMLIFrameElement, options: FrameConnectionOptions = {}): () => void {
  const { origin } = new URL(frame.src, document.baseURI)
  if (origin === 'null' || origin === location.origin)
    throw new Error('A frame with dialogs is served from an origin of its own.')
  if (!frame.hasAttribute('sandbox'))
    throw new Error('A frame with dialogs needs sandbox="allow-scripts allow-same-origin allow-popups".')
  const wallets = options.wallets === undefined ? announced() : given(options.wallets)
  const state: { leave: (() => void) | undefined } = { leave: undefined }
  const onMessage = (event: MessageEvent<unknown>) => {
    const { contentWindow } = frame
    if (contentWindow === null || event.source !== contentWindow) return
    if (event.origin !== origin || event.data !== greeting) return
    // Each document of the frame gets one port; the previous document's port is closed.
    state.leave?.()
    const { port1, port2 } = new MessageChannel()
    state.leave = serve(port1, frame, wallets, (reason) => {
      console.error(`The frame of ${origin} was cut off: ${reason}`)
      options.onRefused?.(reason)
    })
    contentWindow.postMessage(answer, origin, [port2])
  }
  window.addEventListener('message', onMessage)
  // A frame that sent its greeting before this script ran sends it again on this message, which carries nothing else.
  frame.contentWindow?.postMessage(answer, '*')
  return () => {
    window.removeEventListener('message', onMessage)
    state.leave?.()
    wallets.stop()
  }
}

type Wallets = {
  readonly all: () => readonly HostWallet[]
  readonly subscribe: (listener: () => void) => () => void
  readonly stop: () => void
}

const given = (wallets: readonly HostWallet[]): Wallets => ({
  all: () => wallets,
  subscribe: () => () => {},
  stop: () => {},
})

function announced(): Wallets {
  const found = new Map<string, HostWallet>()
  const listeners = new Set<() => void>()
  const onAnnounce = (event: Event) => {
    const { info, provider } = ((event as CustomEvent<unknown>).detail ?? {}) as Partial<HostWallet>
    const named = [info?.uuid, info?.name, info?.icon, info?.rdns].every((text) => typeof text === 'string')
    if (info === undefined || provider === undefined || !named || found.has(info.uuid)) return
    const { uuid, name, icon, rdns } = info
    found.set(uuid, { info: { uuid, name: name.slice(0, 100), icon, rdns }, provider })
    for (const listener of [...listeners]) listener()
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return {
    all: () => [...found.values()],
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => window.removeEventListener('eip6963:announceProvider', onAnnounce),
  }
}

/** Answers a frame over its port until it is disconnected or sends an invalid message. */
function serve(
  port: MessagePort,
  frame: HTMLIFrameElement,
  wallets: Wallets,
  refused: (reason: string) => void,
): () => void {
  const state = { pending: 0, open: true }
  const listening = new Map<string, () => void>()
  const send = (message: FromHost) => {
    const text = write(message)
    if (text.length > textLimit) throw new Error('The answer is too long.')
    if (state.open) port.postMessage(text)
  }
  const walletOf = (uuid: string) => wallets.all().find(({ info }) => info.uuid === uuid)
  const sendWallets = () => {
    for (const wallet of wallets.all()) {
      const { uuid } = wallet.info
      if (!listening.has(uuid)) listening.set(uuid, listen(wallet, send))
    }
    send({ type: 'wallets', wallets: wallets.all().map(({ info }) => info) })
  }
  const leave = () => {
    if (!state.open) return
    send({ type: 'end' })
    state.open = false
    unsubscribe()
    for (const stop of listening.values()) stop()
    port.close()
  }
  const unsubscribe = wallets.subscribe(sendWallets)
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseFromFrame(data)
    if (message === undefined) {
      leave()
      refused('it sent something that is not a message of a dialog.')
      return
    }
    if (message.type === 'size') {
      frame.style.height = `${Math.min(message.height, heightLimit)}px`
      return
    }
    if (message.type === 'event') {
      frame.dispatchEvent(new CustomEvent(message.name, { detail: message.detail }))
      return
    }
    const { id, uuid, method, params } = message
    const fail = (error: RequestFailure) => send({ type: 'failure', id, error })
    const provider = walletOf(uuid)?.provider
    if (!walletMethods.some((known) => known === method))
      return fail({ code: 4200, message: `${method} is not available to a frame.` })
    if (provider === undefined) return fail({ code: 4900, message: 'The wallet is not there.' })
    if (state.pending >= pendingLimit) return fail({ code: -32005, message: 'Too many requests at once.' })
    state.pending += 1
    void ask(provider, method, params)
      .then((result) => send({ type: 'result', id, result: result ?? null }))
      .catch((cause: unknown) => fail(failureOf(cause)))
      .finally(() => {
        state.pending -= 1
      })
  }
  sendWallets()
  return leave
}

const ask = async (
  provider: HostWallet['provider'],
  method: string,
  params: readonly unknown[],
): Promise<unknown> => provider.request(params.length === 0 ? { method } : { method, params })

/**
 * The parts of a wallet's error that the dialogs use: its code (EIP-1193, EIP-1474), its message, and a node's data.
 */
function failureOf(cause: unknown): RequestFailure {
  const { code, message, data } = (typeof cause === 'object' && cause !== null ? cause : {}) as {
    code?: unknown
    message?: unknown
    data?: unknown
  }
  return {
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: typeof message === 'string' ? message.slice(0, 1_000) : 'The wallet failed.',
    ...(typeof data === 'string' ? { data } : {}),
  }
}

function listen({ info, provider }: HostWallet, send: (message: FromHost) => void): () => void {
  const stops = walletEvents.map((event) => {
    const forward = (value: unknown) => {
      const payload = event === 'disconnect' ? null : value
      send({ type: 'walletEvent', uuid: info.uuid, event, value: payload })
    }
    provider.on?.(event, forward)
    return () => provider.removeListener?.(event, forward)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
