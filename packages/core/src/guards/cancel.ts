import {
  cancel,
  encodeCall,
  incrementCounterFunction,
  type OrderComponents,
  orderId,
  readCall,
} from '@sluice/seaport'
import { type Address, type Hex, hashTypedData } from 'viem'
import { type ActionGuards, requestsOf, splitCalls } from './action.ts'
import { readCanonical, sendsExactly } from './call.ts'
import { seal } from './checked.ts'
import { noEffects } from './effects.ts'
import type { CancelIntent } from './intent.ts'
import {
  acceptCall,
  block,
  fact,
  find,
  type Judgement,
  type SignatureEntry,
  settleIfDone,
  type TransactionEntry,
  used,
} from './judgement.ts'
import { refuseMessage } from './message.ts'
import { readEndpoint } from './posting.ts'
import { isRecord } from './record.ts'

type Cancel = Judgement<CancelIntent>

const everything = 'cancel:all'
const slotOf = (orderId: Hex): string => `cancel:${orderId}`

/** Guards of a cancellation. */
export const cancelGuards: ActionGuards<CancelIntent> = {
  route: (judgement) => {
    const { seaport } = splitCalls(judgement, 'cancel', () => false)
    for (const entry of seaport) judgeCancel(judgement, entry)
    for (const entry of requestsOf(judgement)) judgeCancelSignature(judgement, entry)
    checkCancel(judgement)
  },
  wishes: ({ intent }) => ({ orderStatus: intent.orderIds }),
}

/** Judges a cancellation: exactly the agreed orders, all of them the account's own, and nothing paid. */
function judgeCancel(judgement: Cancel, entry: TransactionEntry): undefined {
  const { data } = entry.data
  const { suffixBytes } = judgement.policy.fills
  const call = readCanonical<{ readonly orders?: readonly OrderComponents[] }>(
    judgement,
    entry,
    () => readCall(cancel, data, suffixBytes) ?? readCall(incrementCounterFunction, data, suffixBytes),
  )
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return
  const path = `${entry.path}.data.data`
  const seaport = entry.data.to
  if (!isRightSeaport(judgement, entry)) return
  if (call.orders === undefined) return cancelEverything(judgement, entry, seaport, path)
  if (judgement.intent.mode !== 'orders') return block(judgement, 'TX_SELECTOR', path, 'cancel')
  const orders: { readonly components: OrderComponents; readonly id: Hex }[] = []
  for (const [index, components] of call.orders.entries()) {
    const at = `${path}#orders.${index}`
    if (components.offerer !== judgement.intent.account)
      return block(judgement, 'CALL_OFFERER', at, components.offerer, judgement.intent.account)
    const id = orderId(components)
    if (!judgement.intent.orderIds.includes(id) || orders.some((order) => order.id === id))
      return block(judgement, 'CALL_CANCEL_SET', at, id)
    orders.push({ components, id })
  }
  if (orders.length === 0) return block(judgement, 'CALL_CANCEL_SET', path, 'no orders')
  const claims = orders.map(({ id }) => ({ slot: slotOf(id), units: 1n }))
  if (settleIfDone(judgement, entry, claims)) return
  if (claims.some(({ slot }) => used(judgement, slot) > 0n))
    return block(judgement, 'FLOW_BUDGET', entry.path)
  acceptCall(judgement, entry, {
    to: seaport,
    data: encodeCall(cancel, { orders: orders.map(({ components }) => components) }),
    value: 0n,
    purpose: 'cancel',
    effects: noEffects,
    claims,
    orders: orders.map(({ id }) => id),
  })
}

/**
 * An order has the same id on every Seaport: cancelled on one it stays alive on the other. The version comes
 * from the user; where nobody named one, the older contract is asked about.
 */
function isRightSeaport(judgement: Cancel, entry: TransactionEntry): boolean {
  const { seaports, intent } = judgement
  const path = `${entry.path}.data.to`
  const current = seaports.keys().next().value
  if (intent.version !== undefined) {
    if (seaports.get(entry.data.to) === intent.version) return true
    block(judgement, 'CALL_CANCEL_SET', path, entry.data.to, intent.version)
    return false
  }
  if (entry.data.to !== current) find(judgement, 'ask', 'CALL_CANCEL_SET', path, entry.data.to, current)
  return true
}

/** Bumping the counter voids every order there is: only where just that was asked for. */
function cancelEverything(
  judgement: Cancel,
  entry: TransactionEntry,
  seaport: Address,
  path: string,
): undefined {
  if (judgement.intent.mode !== 'all') return block(judgement, 'TX_SELECTOR', path, 'incrementCounter')
  const claims = [{ slot: `${everything}:${seaport}`, units: 1n }]
  if (settleIfDone(judgement, entry, claims)) return
  if (used(judgement, claims[0]?.slot ?? '') > 0n) return block(judgement, 'FLOW_BUDGET', entry.path)
  acceptCall(judgement, entry, {
    to: seaport,
    data: incrementCounterFunction.selector,
    value: 0n,
    purpose: 'cancel',
    effects: noEffects,
    claims,
  })
}

const types = { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] } as const

/** Judges an off-chain cancellation: the ids of agreed orders, for a zone of ours. It holds until the zone forgets. */
function judgeCancelSignature(judgement: Cancel, entry: SignatureEntry): undefined {
  const { intent } = judgement
  const path = `${entry.path}.data.sign`
  const { sign, post } = entry.data
  if (sign == null) return block(judgement, 'SHAPE_SIGN', path)
  if (sign.signatureKind === 'eip191') return refuseMessage(judgement, entry, sign.message)
  if (sign.primaryType !== 'OrderHashes')
    return block(judgement, 'TD_UNKNOWN', `${path}.primaryType`, sign.primaryType)
  const endpoint = readEndpoint(judgement, entry)
  if (endpoint === undefined) return
  if (endpoint !== '/execute/cancel-signature/v1')
    return block(judgement, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
  const domain = zoneDomain(judgement, sign.domain)
  if (domain === undefined) return block(judgement, 'TD_DOMAIN', `${path}.domain`, sign.domain)
  if (!plainTypes(sign.types)) return block(judgement, 'TD_TYPES', `${path}.types`)
  const named = isRecord(sign.value) ? sign.value.orderHashes : undefined
  const orderHashes = (Array.isArray(named) ? named : []).map((hash) => String(hash).toLowerCase() as Hex)
  const agreed = orderHashes.length > 0 && orderHashes.every((hash) => intent.orderIds.includes(hash))
  if (!agreed || new Set(orderHashes).size !== orderHashes.length || intent.mode !== 'orders')
    return block(judgement, 'CALL_CANCEL_SET', `${path}.value`, orderHashes.length)
  const claims = orderHashes.map((hash) => ({ slot: slotOf(hash), units: 1n }))
  if (settleIfDone(judgement, entry, claims)) return
  if (claims.some(({ slot }) => used(judgement, slot) > 0n))
    return block(judgement, 'FLOW_BUDGET', entry.path)
  const message = { orderHashes }
  const digest = hashTypedData({ domain, types, primaryType: 'OrderHashes', message })
  const said = isRecord(post?.body) ? post.body.orderKind : undefined
  const { chainId, account } = intent
  judgement.items.push({
    kind: 'signature',
    stepIndex: entry.stepIndex,
    itemIndex: entry.itemIndex,
    request: seal({
      kind: 'typedData',
      chainId,
      account,
      domain,
      types,
      primaryType: 'OrderHashes',
      message,
      digest,
    }),
    post: {
      endpoint,
      body: {
        orderIds: orderHashes.toSorted(),
        orderKind: said === 'seaport-v1.5' ? 'seaport-v1.5' : 'seaport-v1.6',
      },
      orderIds: [],
    },
    digest,
    effects: noEffects,
    purpose: 'sign-cancel',
    claims,
  })
}

/** The signing domain of a cancel zone that the policy lists, rebuilt. */
function zoneDomain({ intent, policy }: Cancel, value: unknown) {
  if (!isRecord(value) || typeof value.verifyingContract !== 'string') return undefined
  const zone = value.verifyingContract.toLowerCase() as Address
  const known =
    policy.zones.own.includes(zone) &&
    Object.keys(value).length === 4 &&
    value.name === 'SignedZone' &&
    value.version === '1.0.0' &&
    value.chainId === intent.chainId
  if (!known) return undefined
  return { name: 'SignedZone', version: '1.0.0', chainId: intent.chainId, verifyingContract: zone }
}

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

/** Every agreed order is being cancelled, or the chain shows that it can no longer be filled. */
function checkCancel(judgement: Cancel): undefined {
  const { intent, pending } = judgement
  if (pending) return
  const done = judgement.entries.find((entry) => entry.complete)
  const path = done === undefined ? 'steps' : `${done.path}.status`
  if (intent.mode === 'all') {
    const bumped = [...judgement.done, ...judgement.items].some((item) =>
      item.claims.some(({ slot }) => slot.startsWith(everything)),
    )
    if (!bumped) block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, 'incrementCounter')
    return
  }
  for (const id of intent.orderIds) {
    if (used(judgement, slotOf(id)) > 0n) continue
    const status = fact(judgement, judgement.facts.orderStatus, id)
    const over =
      status !== undefined && (status.cancelled || (status.size > 0n && status.filled >= status.size))
    if (!over) block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, id)
  }
}
