import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import { hashTypedData } from 'viem'
import { acceptSignature } from '../context/acceptSignature.ts'
import { isDue } from '../context/claims.ts'
import { block } from '../context/findings.ts'
import type { GuardContext, SignatureEntry } from '../context/guardContext.ts'
import { readEndpoint } from '../context/readEndpoint.ts'
import { noEffects } from '../model/effects.ts'
import type { CancelIntent } from '../model/intent.ts'
import { isRecord } from '../model/isRecord.ts'
import { cancelSlot } from '../model/slots.ts'
import { checkZone } from './checkZone.ts'
import { contractOf, readTypedData, sameDomain } from './typedData.ts'

type Cancel = GuardContext<CancelIntent>

const types = { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] } as const

/**
 * Checks an off-chain cancellation: a signature over ids of agreed orders, for a zone of the policy. Its effect relies on
 * the zone, which must then stop approving fills of these orders.
 */
export function checkCancelSignature(context: Cancel, entry: SignatureEntry): undefined {
  const { intent } = context
  const path = `${entry.path}.data.sign`
  const sign = readTypedData(context, entry)
  if (sign === undefined) return
  if (sign.primaryType !== 'OrderHashes')
    return block(context, 'TD_UNKNOWN', `${path}.primaryType`, sign.primaryType)
  const endpoint = readEndpoint(context, entry)
  if (endpoint === undefined) return
  if (endpoint !== '/execute/cancel-signature/v1')
    return block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
  const domain = zoneDomain(context, sign.domain)
  if (domain === undefined) return block(context, 'TD_DOMAIN', `${path}.domain`, sign.domain)
  if (!plainTypes(sign.types)) return block(context, 'TD_TYPES', `${path}.types`)
  const named = isRecord(sign.value) ? sign.value.orderHashes : undefined
  const offered: readonly unknown[] = Array.isArray(named) ? named : []
  const orderHashes = offered.filter(isBytes32).map(lowerHex)
  const agreed = orderHashes.length > 0 && orderHashes.every((hash) => intent.orderIds.includes(hash))
  if (!agreed || new Set(orderHashes).size !== offered.length || intent.mode !== 'orders')
    return block(context, 'CALL_CANCEL_SET', `${path}.value`, offered.length)
  for (const [index, hash] of orderHashes.entries())
    checkZone(context, `${path}.value.orderHashes.${index}`, hash, [domain.verifyingContract])
  const claims = orderHashes.map((hash) => ({ slot: cancelSlot(hash), units: 1n }))
  if (!isDue(context, entry, claims)) return
  const message = { orderHashes }
  const digest = hashTypedData({ domain, types, primaryType: 'OrderHashes', message })
  const { post } = entry.data
  const orderKind = isRecord(post?.body) ? post.body.orderKind : undefined
  acceptSignature(context, entry, {
    request: { kind: 'typedData', domain, types, primaryType: 'OrderHashes', message, digest },
    post: {
      endpoint,
      body: {
        orderIds: orderHashes.toSorted(),
        orderKind: orderKind === 'seaport-v1.5' ? 'seaport-v1.5' : 'seaport-v1.6',
      },
      orderIds: [],
    },
    effects: { ...noEffects, ends: orderHashes.map((order) => ({ order })) },
    purpose: 'sign-cancel',
    claims,
  })
}

/** Returns the rebuilt signing domain of a zone that the policy lists, or `undefined` for any other domain. */
function zoneDomain({ intent, policy }: Cancel, value: unknown) {
  const domain = { name: 'SignedZone', version: '1.0.0', chainId: intent.chainId }
  const zone = contractOf(value)
  return zone !== undefined && policy.zones.own.includes(zone) && sameDomain(value, domain)
    ? { ...domain, verifyingContract: zone }
    : undefined
}

/** Returns whether the types are exactly those of a list of order hashes. */
function plainTypes(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { EIP712Domain: _, ...rest } = value
  const fields = rest.OrderHashes
  const field: unknown = Array.isArray(fields) && fields.length === 1 ? fields[0] : undefined
  return (
    Object.keys(rest).length === 1 &&
    isRecord(field) &&
    field.name === 'orderHashes' &&
    field.type === 'bytes32[]'
  )
}
