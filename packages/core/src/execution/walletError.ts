import { rpcError } from '../chain/rpcError.ts'
import { TradeError, type TradeErrorCode } from '../errors.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { revertOf } from './followError.ts'

/** Codes of EIP-1193, EIP-1474, EIP-3085/3326 and WalletConnect, and names of wallet libraries. */
const known: Readonly<Record<string, readonly [TradeErrorCode, string]>> = {
  4001: ['wallet_refused', 'The request was refused in the wallet.'],
  5000: ['wallet_refused', 'The request was refused in the wallet.'],
  5002: ['wallet_refused', 'The request was refused in the wallet.'],
  ACTION_REJECTED: ['wallet_refused', 'The request was refused in the wallet.'],
  [-32002]: ['wallet_busy', 'The wallet has a request open already. Open the wallet to answer it.'],
  4100: ['wallet_unavailable', 'The wallet has not allowed this account.'],
  4900: ['wallet_unavailable', 'The wallet is disconnected.'],
  4901: ['wallet_unavailable', 'The wallet is not connected to this chain.'],
  4902: ['wrong_chain', 'The wallet does not know this chain.'],
  [-32003]: ['wallet_error', 'The wallet rejected the transaction.'],
  INSUFFICIENT_FUNDS: [
    'insufficient_funds',
    'The account does not hold enough for this transaction and its gas.',
  ],
  UserRejectedRequestError: ['wallet_refused', 'The request was refused in the wallet.'],
  ChainMismatchError: ['wrong_chain', 'The wallet is on another chain.'],
  SwitchChainError: ['wrong_chain', 'The wallet could not change to this chain.'],
  InsufficientFundsError: [
    'insufficient_funds',
    'The account does not hold enough for this transaction and its gas.',
  ],
}

/** What a wallet or a wallet library threw, as ours. Libraries wrap: the first known layer decides. */
export function walletError(cause: unknown): TradeError {
  if (cause instanceof TradeError) return cause
  for (const layer of layersOf(cause)) {
    const found = known[String(layer.code)] ?? known[String(layer.name)]
    if (found !== undefined) return new TradeError(found[0], found[1], { cause, data: codeData(layer.code) })
  }
  const text = layersOf(cause).map((layer) => (typeof layer.message === 'string' ? layer.message : ''))
  if (text.some((message) => /insufficient funds/i.test(message)))
    return new TradeError('insufficient_funds', known.INSUFFICIENT_FUNDS?.[1] ?? '', { cause })
  const hint = hints.find(([pattern]) => text.some((message) => pattern.test(message)))?.[1]
  const code = layersOf(cause).find((layer) => typeof layer.code === 'number')?.code
  return new TradeError('wallet_error', hint ?? 'The wallet answered with an error.', {
    cause,
    data: codeData(code),
  })
}

/** What helps with a device that refuses, by the words of its firmware and its bridges. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /blind.?sign|enable.?contract.?data|0x6a80/i,
    'Allow blind signing (contract data) in the settings of the device, and try again.',
  ],
  [/too (?:large|long|big)|0x6a84/i, 'The device cannot show this much at once. Sign fewer items at a time.'],
]

const codeData = (code: unknown) => (typeof code === 'number' ? { walletCode: code } : {})

type Layer = { readonly code?: unknown; readonly name?: unknown; readonly message?: unknown }

/** An error and what it wraps: viem nests `cause`, ethers `info.error`, wallets `data.originalError`. */
function layersOf(cause: unknown, depth = 0): readonly Layer[] {
  if (typeof cause !== 'object' || cause === null || depth > 6) return []
  const wrapped = cause as {
    cause?: unknown
    error?: unknown
    info?: { error?: unknown }
    data?: { originalError?: unknown }
  }
  const inner = [wrapped.cause, wrapped.error, wrapped.info?.error, wrapped.data?.originalError]
  return [cause as Layer, ...inner.flatMap((layer) => layersOf(layer, depth + 1))]
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    throw await withRevert(walletError(cause))
  }
}

/** With why the call would fail, where the wallet found that out by itself and nothing was sent. */
async function withRevert(error: TradeError): Promise<TradeError> {
  const said = error.code === 'wallet_error' ? rpcError(error.cause) : undefined
  if (!said?.reverted) return error
  const { code, message, cause, data, money } = error
  return new TradeError(code, message, { cause, data: { ...data, ...(await revertOf(said)) }, money })
}

/**
 * A wallet whose every rejection is a {@link TradeError}, whatever it was made with. Reads over its node stay
 * as they are: an error of the chain is not one of the wallet.
 */
export const readable = (wallet: Wallet): Wallet =>
  // Over an empty object: a frozen wallet could not be answered for otherwise.
  new Proxy({} as Wallet, {
    get(_empty, key) {
      const value: unknown = Reflect.get(wallet, key)
      if (typeof value !== 'function') return value
      if (key === 'request' || key === 'watch') return value.bind(wallet)
      return (...parameters: unknown[]) => asked(() => value.apply(wallet, parameters))
    },
  })
