import type { WalletErrorKind } from '../errors.ts'
import { type ErrorLayer, errorLayers } from './errorLayers.ts'
import { type WalletErrorRule, walletErrorRules } from './walletErrorRules.ts'

/** What a wallet's error says, as far as the table of wallets knows it. */
export type WalletErrorReading = {
  readonly kind: WalletErrorKind
  /** `no` only where it is certain that nothing was signed or sent, and nothing will be. */
  readonly sent: 'no' | 'maybe'
  /** The number that decided, else the first that any layer bears. */
  readonly code: number | undefined
  readonly sentence: string | undefined
}

/** The kinds of a wallet's error, the most telling first. */
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
 * Reads whatever a wallet, its library or its device threw: a string, an error that wraps others at any depth, one
 * that throws when it is looked at.
 *
 * A refusal is believed only where nothing can have been sent: an error that also says that the request timed
 * out, expired, or that a node knows the transaction, or that bears a transaction's hash, is `unknown`, and the words of
 * a reverted contract are nobody's refusal.
 *
 * @example
 * readWalletError({ code: 4001 }) // { kind: 'refused', sent: 'no', code: 4001 }
 * readWalletError('transaction rejected: already known') // { kind: 'unknown', sent: 'maybe' }
 */
export function readWalletError(cause: unknown): WalletErrorReading {
  const layers = errorLayers(cause)
  const codes = new Set(layers.flatMap((layer) => layer.codes.map(keyOf)))
  const texts = layers.flatMap((layer) => layer.texts)
  const words = new Set(texts.flatMap(statusWordsIn))
  const reverted = texts.some((text) => /\brevert/.test(text))
  const ofNode = [...codes].some((code) => typeof code === 'number' && code <= -32_000 && code >= -32_099)

  const byCode = ({ codes: own = [], statusWords = [], kind }: WalletErrorRule): boolean =>
    own.some((code) => codes.has(keyOf(code)) && !(code === 5000 && isUnknown(texts))) ||
    statusWords.some((word) => codes.has(word) || words.has(word)) ||
    (!(kind === 'refused' && reverted) && own.some((name) => isNamed(name, texts)))
  const byWords = ({ words: own, exact, kind }: WalletErrorRule): boolean =>
    own !== undefined &&
    !(exact === true && ofNode) &&
    !(kind === 'refused' && reverted) &&
    texts.some((text) => own.test(text))

  const found = Object.values<WalletErrorRule>(walletErrorRules).flatMap((row) => {
    const told = byCode(row)
    return told || byWords(row) ? [{ row, weight: weigh(row, told) }] : []
  })
  const [best] = found.sort((a, b) => a.weight - b.weight)
  const row = best?.row
  const deciding = row?.codes?.find((code) => typeof code === 'number' && codes.has(code))
  return {
    kind: row?.kind ?? 'unknown',
    sent: row === undefined || layers.some(({ hash }) => hash) ? 'maybe' : row.sent,
    code: typeof deciding === 'number' ? deciding : firstNumber(layers),
    sentence: row?.sentence,
  }
}

/** What overrules first, what says nothing last; between them a code before mere words, and then the more telling kind. */
function weigh({ kind, overrules }: WalletErrorRule, told: boolean): number {
  if (overrules) return -1
  if (kind === 'unknown') return 3 * walletErrorKinds.length
  return walletErrorKinds.indexOf(kind) + (told ? 0 : walletErrorKinds.length)
}

/** Where a library lost the name of an error, its message may still bear it. */
const isNamed = (name: number | string, texts: readonly string[]): boolean =>
  typeof name === 'string' && name.length > 10 && texts.some((text) => text.includes(name.toLowerCase()))

/** Codes come as numbers, as decimal text, and as hexadecimal text. */
function keyOf(code: number | string): number | string {
  if (typeof code === 'string' && /^(?:-?[0-9]{1,6}|0x[0-9a-f]{4})$/i.test(code.trim())) return Number(code)
  return code
}

/** 5000 is a refusal to some and an unknown error to others (CAIP-25): the words decide. */
const isUnknown = (texts: readonly string[]) =>
  texts.some((text) => /\b(?:unknown|internal|server) error\b/.test(text))

/** Status words of a device, as its libraries write them into a message. */
function statusWordsIn(text: string): readonly number[] {
  const told = /ledger|device|status|apdu|transport/.test(text)
  const found = text.match(told ? /\b0x[0-9a-f]{4}\b/g : /\(0x[0-9a-f]{4}\)/g) ?? []
  return found.map((word) => Number(word.replace(/[()]/g, '')))
}

const firstNumber = (layers: readonly ErrorLayer[]): number | undefined =>
  layers.flatMap(({ codes }) => codes).find((code) => typeof code === 'number')
