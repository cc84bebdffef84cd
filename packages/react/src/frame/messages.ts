/**
 * The messages between a page and the frame that holds its dialogs. Two are sent between windows, each to be believed
 * only from the right window and the right origin: the frame's {@link greeting}, and the page's answer to it with a
 * port. Everything else is sent over that port, to which no other page can write, as JSON text.
 */
export const greeting = 'sluice-frame/1'
export const answer = 'sluice-host/1'

/** Characters of one message over the port. A larger one is refused. */
export const textLimit = 4_000_000

/** What a frame may ask of a wallet: what the wallet adapter asks, and what is read of the chain if no node is known. */
export const walletMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'eth_simulateV1',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_switchEthereumChain',
] as const

/** The wallet events that the dialogs need. */
export const walletEvents = ['accountsChanged', 'chainChanged', 'disconnect'] as const
export type WalletEvent = (typeof walletEvents)[number]

/** The events that the dialogs dispatch on the page. */
export const frameEvents = ['sluice:open', 'sluice:close', 'sluice:done', 'sluice:failed'] as const
export type FrameEvent = (typeof frameEvents)[number]

/** A wallet of the page, as it announced itself (EIP-6963). */
export type WalletInfo = {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

export type RequestFailure = { readonly code: number; readonly message: string; readonly data?: unknown }

export type FromFrame =
  | {
      readonly type: 'request'
      readonly id: number
      readonly uuid: string
      readonly method: string
      readonly params: readonly unknown[]
    }
  /** Pixels that the dialogs need. */
  | { readonly type: 'size'; readonly height: number }
  | { readonly type: 'event'; readonly name: FrameEvent; readonly detail: unknown }

export type FromHost =
  | { readonly type: 'wallets'; readonly wallets: readonly WalletInfo[] }
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly error: RequestFailure }
  | {
      readonly type: 'walletEvent'
      readonly uuid: string
      readonly event: WalletEvent
      readonly value: unknown
    }
  /** The page lets go of the frame. */
  | { readonly type: 'end' }

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value.length <= limit
const isCount = (value: unknown, limit: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= limit
const isOneOf = <T extends string>(known: readonly T[], value: unknown): value is T =>
  known.some((one) => one === value)

/** The fields of a message; `undefined` for anything but a JSON object of a size we send. */
function fieldsOf(data: unknown): Fields | undefined {
  if (!isText(data, textLimit)) return undefined
  try {
    const value: unknown = JSON.parse(data)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Reads what came from the frame; `undefined` for what no frame of ours would send. */
export function parseFromFrame(data: unknown): FromFrame | undefined {
  const { type, id, uuid, method, params, height, name, detail } = fieldsOf(data) ?? {}
  if (type === 'request')
    return isCount(id, Number.MAX_SAFE_INTEGER) &&
      isText(uuid, 100) &&
      isText(method, 100) &&
      Array.isArray(params)
      ? { type, id, uuid, method, params }
      : undefined
  if (type === 'size') return isCount(height, 100_000) ? { type, height } : undefined
  if (type === 'event') return isOneOf(frameEvents, name) ? { type, name, detail } : undefined
  return undefined
}

/** Reads what came from the page; `undefined` for what no page with our script would send. */
export function parseFromHost(data: unknown): FromHost | undefined {
  const { type, wallets, id, result, error, uuid, event, value } = fieldsOf(data) ?? {}
  if (type === 'wallets') {
    if (!Array.isArray(wallets) || wallets.length > 50) return undefined
    const read = wallets.map(parseInfo)
    return read.every((info) => info !== undefined) ? { type, wallets: read } : undefined
  }
  if (type === 'result') return isCount(id, Number.MAX_SAFE_INTEGER) ? { type, id, result } : undefined
  if (type === 'failure') {
    if (!isCount(id, Number.MAX_SAFE_INTEGER) || !isFields(error)) return undefined
    const { code, message, data: more } = error
    return Number.isSafeInteger(code) && isText(message, 1_000)
      ? { type, id, error: { code: code as number, message, ...(more === undefined ? {} : { data: more }) } }
      : undefined
  }
  if (type === 'walletEvent')
    return isText(uuid, 100) && isOneOf(walletEvents, event) ? { type, uuid, event, value } : undefined
  return type === 'end' ? { type } : undefined
}

function parseInfo(value: unknown): WalletInfo | undefined {
  if (!isFields(value)) return undefined
  const { uuid, name, icon, rdns } = value
  return isText(uuid, 100) && isText(name, 100) && isText(icon, 100_000) && isText(rdns, 200)
    ? { uuid, name, icon, rdns }
    : undefined
}

/** Writes a message. @throws what cannot be written as JSON, such as a circle. */
export const write = (message: FromFrame | FromHost): string =>
  JSON.stringify(message, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
