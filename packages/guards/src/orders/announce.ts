import { auctionsPath, auctionWithdrawalPath } from '@sluice/wire/paths'
import { acceptSignature } from '../context/acceptSignature.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { claimedPath, isDue, used } from '../context/claims.ts'
import { block } from '../context/findings.ts'
import { callsOf, type GuardContext, requestsOf, type SignatureEntry } from '../context/guardContext.ts'
import { readEndpoint } from '../context/readEndpoint.ts'
import { type AuctionStatement, auctionTypedData } from '../model/auctionStatement.ts'
import { noEffects } from '../model/effects.ts'
import type { AnnounceIntent } from '../model/intent.ts'
import { isRecord } from '../model/isRecord.ts'
import { itemSlot } from '../model/slots.ts'
import { readTypedData } from './typedData.ts'

type Announce = GuardContext<AnnounceIntent>

const slot = itemSlot(0)

/** The guards of an auction's announcement and of its withdrawal: one signature and no transaction. */
export const announceGuards: Guards = guardsOf<AnnounceIntent>({
  check: (context) => {
    for (const { path } of callsOf(context)) block(context, 'FLOW_EXTRA_STEP', path)
    for (const entry of requestsOf(context)) checkStatement(context, entry)
    if (!context.pending && used(context, slot) === 0n)
      block(context, 'FLOW_FALSE_COMPLETE', claimedPath(context), undefined, slot)
  },
  requiredReads: () => ({}),
})

/**
 * Returns a value of typed data as text for a comparison. How the JSON writes numbers and addresses does not matter, nor
 * does the order of the fields.
 */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (!isRecord(value)) return `${typeof value === 'number' ? BigInt(value) : value}`.toLowerCase()
  const fields = Object.entries(value).map(([name, field]) => `${name}:${textOf(field)}`)
  return `{${fields.sort().join()}}`
}

/** Compares the typed data with the agreed statement, and accepts the typed data that the guards build from it. */
function checkStatement(context: Announce, entry: SignatureEntry): undefined {
  const { intent } = context
  const path = `${entry.path}.data.sign`
  const sign = readTypedData(context, entry)
  if (sign === undefined) return
  const own = auctionTypedData(intent.chainId, statementOf(intent))
  const { domain, types, primaryType, message } = own
  if (sign.primaryType !== primaryType)
    return block(context, 'TD_UNKNOWN', `${path}.primaryType`, sign.primaryType, primaryType)
  if (textOf(sign.domain) !== textOf(domain))
    return block(context, 'TD_DOMAIN', `${path}.domain`, sign.domain)
  const { EIP712Domain: _, ...given } = isRecord(sign.types) ? sign.types : {}
  if (textOf(given) !== textOf(types)) return block(context, 'TD_TYPES', `${path}.types`)
  if (textOf(sign.value) !== textOf(message)) return block(context, 'TD_VALUE', `${path}.value`)
  const endpoint = readEndpoint(context, entry)
  if (endpoint === undefined) return
  if (endpoint !== pathOf(intent))
    return block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint, pathOf(intent))
  const claims = [{ slot, units: 1n }]
  if (!isDue(context, entry, claims)) return
  const { contract, tokenId, terms } = intent
  const effects = { ...noEffects, auction: { contract, tokenId, terms } }
  acceptSignature(context, entry, {
    request: { kind: 'typedData', ...own },
    post: { endpoint, body: auctionBody(statementOf(intent)), orderIds: [] },
    effects: terms === undefined ? effects : { ...effects, until: terms.endsAt },
    purpose: terms === undefined ? 'sign-withdrawal' : 'sign-auction',
    claims,
  })
}

/** Returns the path that a statement is posted to. */
const pathOf = ({ terms }: AnnounceIntent) => (terms === undefined ? auctionWithdrawalPath : auctionsPath)

const statementOf = ({ account, contract, tokenId, at, terms }: AnnounceIntent): AuctionStatement => ({
  seller: account,
  contract,
  tokenId,
  at,
  terms,
})

/** Returns the body of a post: amounts in base units as decimal strings, times in unix seconds. */
function auctionBody({ seller, contract, tokenId, at, terms }: AuctionStatement) {
  const subject = { seller, token: `${contract}:${tokenId}` }
  if (terms === undefined) return { ...subject, withdrawnAt: Number(at) }
  const { currency, reserve, stepBps, stepAmount, endsAt } = terms
  return {
    ...subject,
    currency,
    reserve: `${reserve}`,
    stepBps: Number(stepBps),
    stepAmount: `${stepAmount}`,
    announcedAt: Number(at),
    endsAt: Number(endsAt),
  }
}

/**
 * Returns the plan of a statement in the form of a provider's response. No provider is needed for it: the client makes
 * the plan, and the guards check it like any other.
 *
 * @example
 * ```ts
 * const { decision } = verify(intent, announcePlan(intent), chainState, policy)
 * ```
 */
export function announcePlan(intent: AnnounceIntent): unknown {
  const { domain, types, primaryType, message } = auctionTypedData(intent.chainId, statementOf(intent))
  const value = Object.fromEntries(Object.entries(message).map(([name, field]) => [name, `${field}`]))
  const sign = { signatureKind: 'eip712', domain, types, primaryType, value }
  const post = { endpoint: pathOf(intent), method: 'POST', body: auctionBody(statementOf(intent)) }
  const items = [{ status: 'incomplete', data: { sign, post } }]
  return { steps: [{ id: 'auction-signature', action: '', description: '', kind: 'signature', items }] }
}
