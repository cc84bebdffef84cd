import type { WalletErrorKind } from '../errors.ts'
import { type ErrorLayer, errorLayers } from './errorLayers.ts'
import { isFromWallet, isNamed, keyOf } from './ownAnswer.ts'
import { type WalletErrorRule, walletErrorRules } from './walletErrorRules.ts'

/** What a wallet's error means, as far as the rules know it. */
export type WalletErrorReading = {
  /** What the error means. */
  readonly kind: WalletErrorKind
  /** `no` only if it is certain that nothing was or will be signed or sent. */
  readonly sent: 'no' | 'maybe'
  /** The number that matched a rule, else the first number in any layer. */
  readonly code: number | undefined
  /** What the rules say that the error means, in a sentence; absent for an unknown error. */
  readonly sentence: string | undefined
}

type Found = {
  readonly row: WalletErrorRule
  readonly rank: number
  readonly sent: WalletErrorReading['sent']
}

/** The kinds of a wallet's error, the most specific first. */
export const walletErrorKinds: readonly WalletErrorKind[] = [
  'refused',
  'busy',
  'not_ready',
  'unknown_chain',
  'unsupported',
  'funds',
  'chain',
  'unknown',
]

/**
 * Reads anything that a wallet, its library or its device threw: a string, an error that wraps others at any depth, or an
 * object whose properties throw.
 *
 * A rejection counts only if nothing can have been sent. An error is `unknown` if it also says that the request timed out
 * or expired, or that a node knows the transaction, or if it carries a transaction's hash. The message of a reverted
 * contract is never a rejection. That something is not supported counts only of the wallet itself: a service that it asked
 * may lack a method after the wallet has sent.
 *
 * @param cause What was thrown.
 * @example
 * ```ts
 * readWalletError({ code: 4001 }) // { kind: 'refused', sent: 'no', code: 4001 }
 * readWalletError('transaction rejected: already known') // { kind: 'unknown', sent: 'maybe' }
 * ```
 */
export function readWalletError(cause: unknown): WalletErrorReading {
  const layers = errorLayers(cause)
  const codes = new Set(layers.flatMap((layer) => layer.codes.map(keyOf)))
  const texts = layers.flatMap((layer) => layer.texts)
  const words = new Set(texts.flatMap(statusWordsIn))
  const reverted = texts.some((text) => /\brevert/.test(text))
  const isNodeError = [...codes].some(
    (code) => typeof code === 'number' && code <= -32_000 && code >= -32_099,
  )

  const byCode = ({ codes: own = [], statusWords = [], kind }: WalletErrorRule): boolean =>
    own.some((code) => codes.has(keyOf(code)) && !(code === 5000 && isUnknown(texts))) ||
    statusWords.some((word) => codes.has(word) || words.has(word)) ||
    (!(kind === 'refused' && reverted) && own.some((name) => isNamed(name, texts)))
  const byWords = ({ words: own, exact, kind }: WalletErrorRule): boolean =>
    own !== undefined &&
    !(exact === true && isNodeError) &&
    !(kind === 'refused' && reverted) &&
    texts.some((text) => own.test(text))

  const found = Object.values<WalletErrorRule>(walletErrorRules).flatMap((row): readonly Found[] => {
    const hasCode = byCode(row)
    if (!hasCode && !byWords(row)) return []
    const certain = row.fromWallet !== true || isFromWallet(row, layers)
    if (!certain && row.kind === 'unsupported') return []
    return [{ row, rank: rankOf(row, hasCode), sent: certain ? row.sent : 'maybe' }]
  })
  const [best] = found.sort((a, b) => a.rank - b.rank)
  const row = best?.row
  const deciding = row?.codes?.find((code) => typeof code === 'number' && codes.has(code))
  return {
    kind: row?.kind ?? 'unknown',
    sent: best === undefined || layers.some(({ hash }) => hash) ? 'maybe' : best.sent,
    code: typeof deciding === 'number' ? deciding : firstNumber(layers),
    sentence: row?.sentence,
  }
}

/** Ranks overruling rules first and `unknown` last; in between codes before words, then the more specific kind. */
function rankOf({ kind, overrules }: WalletErrorRule, hasCode: boolean): number {
  if (overrules) return -1
  if (kind === 'unknown') return 3 * walletErrorKinds.length
  return walletErrorKinds.indexOf(kind) + (hasCode ? 0 : walletErrorKinds.length)
}

/** Code 5000 means a rejection or an unknown error (CAIP-25), so that the message decides. */
const isUnknown = (texts: readonly string[]) =>
  texts.some((text) => /\b(?:unknown|internal|server) error\b/.test(text))

/** Returns the status words of a device that its library wrote into a message. */
function statusWordsIn(text: string): readonly number[] {
  const isDevice = /ledger|device|status|apdu|transport/.test(text)
  const found = text.match(isDevice ? /\b0x[0-9a-f]{4}\b/g : /\(0x[0-9a-f]{4}\)/g) ?? []
  return found.map((word) => Number(word.replace(/[()]/g, '')))
}

const firstNumber = (layers: readonly ErrorLayer[]): number | undefined =>
  layers.flatMap(({ codes }) => codes).find((code) => typeof code === 'number')
