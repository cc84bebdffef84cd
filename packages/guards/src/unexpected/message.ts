import { hashMessage } from 'viem'
import { acceptSignature } from '../context/acceptSignature.ts'
import { isDue } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext, SignatureEntry } from '../context/guardContext.ts'
import { readEndpoint } from '../context/readEndpoint.ts'
import { noEffects } from '../model/effects.ts'
import { messageSlot } from '../model/slots.ts'

/**
 * Checks a text to sign (EIP-191). What it is used for cannot be checked, so the policy either refuses it, or shows it in
 * full and requires a confirmation. A text that looks like a hash is always refused, because its signature could be used
 * as a signature of those bytes.
 */
export function checkMessage(context: GuardContext, entry: SignatureEntry, message: string): undefined {
  if (context.policy.messages === 'confirm') return acceptMessage(context, entry, message)
  const path = `${entry.path}.data.sign.message`
  if (/0x[0-9a-fA-F]{64}|^(?:0x)?[0-9a-fA-F]+$/.test(message) || byteLength(message) === 32)
    block(context, 'MSG_HASHLIKE', path, message)
  if (hidden.test(message.replace(/[\n\t]/g, '')) || message.includes('\n\n\n\n'))
    block(context, 'MSG_CTRL', path, message)
  return block(context, 'FLOW_EXTRA_STEP', entry.path)
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length
/** Control and format characters: they are invisible or change the order of others. */
const hidden = /[\p{Cc}\p{Cf}]/u

/** Returns whether a text contains 32 bytes as hex digits, with or without separators, or is 32 bytes of binary data. */
const looksLikeHash = (message: string): boolean =>
  /[0-9a-f]{64}/i.test(message.replace(/[\s,;:_'"`|.-]|\p{Cf}/gu, '')) ||
  (byteLength(message) === 32 && !/^[\x20-\x7e]+$/.test(message))

/** Accepts a text that the user must confirm. It is signed as text, never as bytes, and posted with the provider's body. */
function acceptMessage(context: GuardContext, entry: SignatureEntry, message: string): undefined {
  const path = `${entry.path}.data.sign.message`
  const endpoint = readEndpoint(context, entry)
  if (endpoint === undefined) return
  // Orders and cancellations are signed only as typed data.
  if (endpoint.startsWith('/order/') || endpoint.startsWith('/execute/cancel'))
    return block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
  if (message === '' || looksLikeHash(message)) return block(context, 'MSG_HASHLIKE', path, message)
  const digest = hashMessage(message)
  const claims = [{ slot: messageSlot(digest), units: 1n }]
  if (!isDue(context, entry, claims)) return
  addFinding(context, 'confirm', 'MSG_TEXT', path, message)
  const elsewhere = signsInElsewhere(context, message)
  if (elsewhere !== undefined)
    addFinding(context, 'confirm', 'MSG_SITE', path, elsewhere, context.policy.site)
  acceptSignature(context, entry, {
    request: { kind: 'message', message, digest },
    post: { endpoint, body: entry.data.post?.body ?? {}, orderIds: [] },
    effects: noEffects,
    purpose: 'sign-message',
    claims,
  })
}

/**
 * Returns the site, account, URI or chain that a sign-in (EIP-4361) names, if it is not that of this page. The first
 * matching lines count, as they do for a verifier. A text that only looks like a sign-in is treated as one.
 */
function signsInElsewhere({ intent, policy }: GuardContext, message: string): string | undefined {
  const named = /^\s*(\S+)\s+wants you to sign in/i.exec(message)?.[1]
  if (named === undefined) return undefined
  const domain = named.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').toLowerCase()
  const host = domain.replace(/:[0-9]+$/, '')
  if (policy.site === undefined || (host !== policy.site && domain !== policy.site)) return domain
  const account = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(message)?.[0]
  if (account !== undefined && account.toLowerCase() !== intent.account) return account
  const uri = /^URI:\s*(\S+)/im.exec(message)?.[1]
  if (uri !== undefined && (!URL.canParse(uri) || new URL(uri).hostname !== host)) return uri
  const chainId = /^Chain ID:\s*(\S+)/im.exec(message)?.[1]
  return chainId !== undefined && chainId !== `${intent.chainId}` ? `chain ${chainId}` : undefined
}
