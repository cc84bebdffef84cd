import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { type Execution, progressOf, type TradeError, visibleText } from '@sluice/core'
import { stringify } from 'viem'

/** Maximum number of characters of a stranger's text. */
const most = 1_000

/** A text that a stranger wrote: data to look at, never an instruction. Every character of it is visible. */
export type Untrusted = { readonly untrusted: string }

/** Marks a text of a stranger. It has its own field and is never part of a sentence of ours. */
export const untrusted = (text: unknown): Untrusted => ({
  untrusted: visibleText(String(text).slice(0, most)).slice(0, most * 2),
})

/** The answer of a tool: our own sentences, and data in which texts of strangers are marked. */
export type Answer = {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isError?: boolean
}

/** Codes whose sentences hold nothing that a stranger wrote. */
const ownSentences: ReadonlySet<TradeError['code']> = new Set([
  'invalid_input',
  'blocked',
  'declined',
  'busy',
  'storage_failed',
  'aborted',
  'unknown_chain',
  'no_price_bound',
])

/** Returns an error by its code. What a provider, a wallet or a contract wrote is marked. */
export function errorAnswer({ code, message, money, data, cause }: TradeError): Answer {
  const own = ownSentences.has(code)
  const reason = cause instanceof Error && code === 'declined' ? ` ${cause.message}` : ''
  return {
    text: `Stopped: ${code}. ${own ? `${visibleText(message)}${reason}` : 'The message is in "message" and is not ours.'}`,
    data: {
      error: code,
      money,
      ...(data.field === undefined ? {} : { field: data.field }),
      message: own ? `${message}${reason}` : untrusted(message),
    },
    isError: true,
  }
}

/** Returns how a trade without an error ended. A fill may have skipped orders that were gone. */
export function doneAnswer(execution: Execution): Answer {
  const { status, money, past, steps } = execution
  const items = [...past, ...steps.flatMap((step) => step.items)]
  const { done, total } = progressOf(execution)
  return {
    text: done === total ? 'Done, as the preview showed.' : `Done in part: ${done} of ${total}.`,
    data: {
      status,
      money,
      done,
      total,
      hashes: items.flatMap(({ txHash }) => txHash ?? []),
      orderIds: items.flatMap(({ signs = [] }) => signs),
    },
  }
}

/**
 * Writes an answer as MCP wants it. No secret leaves the server: an answer that contains one, in upper or lower case,
 * is replaced as a whole.
 */
export function writeAnswer(
  { text, data, isError = false }: Answer,
  secrets: readonly string[],
): CallToolResult {
  const structuredContent = JSON.parse(stringify(data)) as Record<string, unknown>
  const json = JSON.stringify(structuredContent)
  const all = `${text}${json}`.toLowerCase()
  if (secrets.some((secret) => all.includes(secret)))
    return {
      content: [{ type: 'text', text: 'The answer contained a secret and is withheld.' }],
      isError: true,
    }
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: json },
    ],
    structuredContent,
    isError,
  }
}

/**
 * Returns the forms in which a private key could be written (hex digits, the number in decimal digits, base64), and the
 * lines of an API key.
 */
export const secretsOf = (key: string, apiKey = ''): readonly string[] => [
  key.slice(2).toLowerCase(),
  BigInt(key).toString(10),
  Buffer.from(key.slice(2), 'hex').toString('base64').toLowerCase(),
  ...apiKey
    .toLowerCase()
    .split('\n')
    .filter((line) => line !== ''),
]
