import { join } from 'node:path'
import { defaultPolicy } from '@sluice/guards'
import { root } from './exportsOf.ts'
import { type Field, typeReader } from './typeFields.ts'

/** One field of the policy. */
export type PolicyRow = {
  /** Such as `orders.maxListingSeconds`. */
  readonly path: string
  readonly type: string
  /** As it is written in code. */
  readonly otherwise: string
  /** Its comment in the source. */
  readonly about: string
  readonly stops: string
}

/** What each field stops, and the codes of its findings. */
const stops: Readonly<Record<string, string>> = {
  level: 'Calls and messages that cannot be proven from their bytes (`FLOW_EXTRA_STEP`).',
  seaport: 'Orders that are signed for another contract (`TD_DOMAIN`).',
  conduitKeys: 'An approval for, or an order with, a conduit of a stranger (`ORD_CONDUIT`, `APR_SPENDER`).',
  seaportDirect: 'Orders and approvals that do without a conduit (`ORD_CONDUIT`, `APR_SPENDER`).',
  'zones.own': 'Your order in a zone that decides against you (`ORD_ZONE`).',
  'zones.counterparty': 'A purchase of an order whose zone is not known.',
  sharedContracts: 'An offer for “any token” that would buy a token of another collection (`ORD_CRITERIA`).',
  maxFeeBps:
    'A form that signs away the price as fees (`ORD_FEE`); the sum of all fees is compared with the sum of both limits.',
  maxRoyaltyBps: 'A royalty that was raised on chain just before the sale.',
  'orders.maxListingSeconds': 'Listings that are forgotten and bought years later (`ORD_TIME`, refused).',
  'orders.maxOfferSeconds': 'Offers that are forgotten and accepted years later (`ORD_TIME`, refused).',
  'orders.longListingSeconds': 'Listings that outlive the price they were made for (`ORD_TIME`, asked).',
  'orders.longOfferSeconds': 'Offers that outlive the price they were made for (`ORD_TIME`, asked).',
  'orders.startSkewSeconds': 'Orders that start at another time than agreed (`ORD_TIME`).',
  'orders.maxPerSignature': 'One signature for more orders than anyone can review (`ORD_BULK`).',
  'approvals.nft':
    'With `token`: a whole collection that is approved for the sale of one token (`APR_OPERATOR`).',
  'approvals.resetFirst': 'Transactions that revert because the token refuses to change an allowance.',
  'approvals.channels':
    'A conduit that moves tokens for a contract that is not known (`APR_CHANNEL`, asked).',
  'fills.horizonSeconds': 'A price that gets worse while the wallet waits.',
  'fills.suffixBytes': 'Hidden data after a call: longer data makes the call unknown.',
  transferHelper: 'Calls to another contract that moves several tokens at once.',
  seaDrop: 'Mints at a contract that is not known.',
  messages: 'Sign-ins, and texts that stand for something else (`MSG_TEXT`, `MSG_HASHLIKE`, `MSG_SITE`).',
  site: 'Sign-ins to another site (`MSG_SITE`).',
  endpoints: 'A signature that is posted to a place where it means something else (`POST_ENDPOINT`).',
  delegates: 'Unknown code that acts for the account and could undo what was proven (`FLOW_DELEGATE`).',
  routers: 'At the level `simulate`, calls to contracts that the host did not name.',
  'simulation.when': 'Tokens that behave differently than their calls say (`SIM_OUTFLOW`, `SIM_INFLOW`).',
  'simulation.maxAge': 'A result that was true when the card was shown, and no longer is (`SIM_CHANGED`).',
  'simulation.maxGas': 'A call that burns gas for somebody else (`SIM_GAS`, asked).',
  quorum: 'A node that lies about the chain (`FLOW_QUORUM`).',
  gas: 'A network fee that multiplied while the card was open (`GAS_JUMP`, asked).',
}

/** What counts as the default of fields that the default policy leaves out. */
const elsewhere: Readonly<Record<string, string>> = {
  site: 'the host name of the page',
  quorum: "'two'",
  gas: '{ maxFeeMultiple: 5 }',
}

const valueAt = (path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
      defaultPolicy,
    )

/** A value as code: seconds of whole days as a product, since nobody reads 15638400. */
function written(value: unknown): string {
  if (typeof value === 'number')
    return value >= 86_400 && value % 86_400 === 0
      ? `${value / 86_400} * 86_400`
      : String(value).replace(/\B(?=(\d{3})+$)/g, '_')
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${written(inner)}`)
      .join(', ')} }`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** Groups of fields whose parts each have a row. */
const groups = ['zones', 'orders', 'approvals', 'fills', 'simulation']

/**
 * Every field of the policy that a host may set: type and comment from its declaration, the default from the package.
 * @throws {Error} if the page does not say what a field stops: then it has to be added here.
 */
export function policyRows(): readonly PolicyRow[] {
  const reader = typeReader()
  const policy = reader.typeNamed('Policy', join(root, 'packages/guards/src/model/policy.ts'))
  if (policy === undefined) throw new Error('The guards declare no Policy.')
  const rowOf = (field: Field, path: string): PolicyRow => {
    const stopped = stops[path]
    if (stopped === undefined) throw new Error(`policyRows.ts does not say what ${path} stops.`)
    return {
      path,
      type: path === 'level' ? 'PolicyLevel' : field.type,
      otherwise: elsewhere[path] ?? written(valueAt(path)),
      // Lines of a comment are joined; its lists stay lists.
      about: field.about.replace(/\n(?!\n|- )\s*/g, ' ').replace(/\n+/g, '\n'),
      stops: stopped,
    }
  }
  return (reader.fieldsOf(policy) ?? []).flatMap((field) => {
    if (field.name === 'chains') return []
    if (!groups.includes(field.name)) return [rowOf(field, field.name)]
    const inner = reader.memberOf(policy, field.name)
    const parts = inner === undefined ? undefined : reader.fieldsOf(inner)
    if (parts === undefined) throw new Error(`The policy's ${field.name} has no fields.`)
    return parts.map((part) => rowOf(part, `${field.name}.${part.name}`))
  })
}
