import type { ErrorLayer } from './errorLayers.ts'
import type { WalletErrorRule } from './walletErrorRules.ts'

/** Names of JSON-RPC methods in a lower-cased message: of nodes, wallets, bundlers and paymasters. */
const methodNames =
  /\b(?:aa|account|alchemy|bundler|debug|eth|net|personal|pimlico|pm|rundler|safe|skandha|trace|txpool|wallet|web3|zd)_[a-z0-9_]+/g

/** Methods that a page asks a wallet for, in lower case. */
const askedMethods: ReadonlySet<string> = new Set([
  'eth_sendtransaction',
  'eth_signtypeddata',
  'eth_signtypeddata_v3',
  'eth_signtypeddata_v4',
  'personal_sign',
  'wallet_addethereumchain',
  'wallet_sendcalls',
  'wallet_sendtransaction',
  'wallet_switchethereumchain',
])

/**
 * Returns whether an error that fits a rule is what the wallet says of itself: it names the method that was asked for, or
 * the code or the words are those of the wallet's own answer. A message that names any other method is a service's.
 */
export function isFromWallet({ codes = [], words }: WalletErrorRule, layers: readonly ErrorLayer[]): boolean {
  const texts = layers.flatMap((layer) => layer.texts)
  const named = texts.flatMap(methodsIn)
  if (named.some((method) => !askedMethods.has(method))) return false
  if (words !== undefined && texts.some((text) => methodsIn(words.exec(text)?.[0] ?? '').length > 0))
    return true
  const own = layers.filter(({ inner }) => !inner)
  // Libraries write what they wrap into their own message, as JSON.
  const ownTexts = own.flatMap((layer) => layer.texts).map((text) => text.replace(/\{[\s\S]*$/, ''))
  const ownCodes = own.flatMap((layer) => layer.codes.map(keyOf))
  const answer = ownCodes.filter((code) => typeof code === 'number' && code !== -1)
  // The name that a library gives to an answer says no more than the answer's number, where there is one.
  const hasCode =
    answer.length > 0
      ? codes.some((code) => answer.includes(code))
      : codes.some((code) => ownCodes.includes(code) || isNamed(code, ownTexts))
  return hasCode || (words !== undefined && ownTexts.some((text) => words.test(text)))
}

const methodsIn = (text: string): readonly string[] => text.match(methodNames) ?? []

/** Whether a message holds the name of an error; some libraries drop the name itself. */
export const isNamed = (name: number | string, texts: readonly string[]): boolean =>
  typeof name === 'string' && name.length > 10 && texts.some((text) => text.includes(name.toLowerCase()))

/** Reads a code that is a number, or a decimal or hexadecimal string. */
export function keyOf(code: number | string): number | string {
  if (typeof code === 'string' && /^(?:-?[0-9]{1,6}|0x[0-9a-f]{4})$/i.test(code.trim())) return Number(code)
  return code
}
