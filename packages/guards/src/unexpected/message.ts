import { hashMessage } from 'viem'
import { acceptSignature } from '../context/acceptSignature.ts'
import { settleIfDone, used } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext, SignatureEntry } from '../context/guardContext.ts'
import { readEndpoint } from '../context/postEndpoint.ts'
import { noEffects } from '../model/effects.ts'

/**
 * Text to sign (EIP-191). What it is used for cannot be checked, so that the policy refuses it, or has it shown whole
 * and asks. What looks like a hash is refused either way: somebody may take its signature for one of those bytes.
 */
export function checkMessage(context: GuardContext, entry: SignatureEntry, message: string): undefined {
  if (context.policy.messages === 'confirm') return askMessage(context, entry, message)
  const path = `${entry.path}.data.sign.message`
  if (/0x[0-9a-fA-F]{64}|^(?:0x)?[0-9a-fA-F]+$/.test(message) || byteLength(message) === 32)
    block(context, 'MSG_HASHLIKE', path, message)
  if (hidden.test(message.replace(/[\n\t]/g, '')) || message.includes('\n\n\n\n'))
    block(context, 'MSG_CTRL', path, message)
  return block(context, 'FLOW_EXTRA_STEP', entry.path)
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length
/** Control and format characters: they draw nothing, or draw others in another order. */
const hidden = /[\p{Cc}\p{Cf}]/u

/** 32 bytes as digits, wherever they stand, also with blanks, commas and the like between them. */
const looksLikeHash = (message: string): boolean =>
  /[0-9a-f]{64}/i.test(message.replace(/[\s,;:_'"`|.-]|\p{Cf}/gu, '')) ||
  (byteLength(message) === 32 && !/^[\x20-\x7e]+$/.test(message))

/** Takes a text as it is: signed as text and never as bytes, posted with the body that the provider named. */
function askMessage(context: GuardContext, entry: SignatureEntry, message: string): undefined {
  const path = `${entry.path}.data.sign.message`
  const endpoint = readEndpoint(context, entry)
  if (endpoint === undefined) return
  // An order, and its end, is signed as typed data alone.
  if (endpoint.startsWith('/order/') || endpoint.startsWith('/execute/cancel'))
    return block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
  if (message === '' || looksLikeHash(message)) return block(context, 'MSG_HASHLIKE', path, message)
  const digest = hashMessage(message)
  const claims = [{ slot: `message:${digest}`, units: 1n }]
  if (settleIfDone(context, entry, claims)) return
  if (used(context, `message:${digest}`) > 0n) return block(context, 'FLOW_BUDGET', entry.path)
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
 * Of a sign-in (EIP-4361) for another site, account or chain, what it names. The first lines decide, as they do for
 * whoever verifies it; a text that only looks like one is told as the same.
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
