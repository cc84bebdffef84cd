import { seaportAddress } from '@sluice/seaport'
import type { AttackContext } from '../attackContext.ts'
import { inData, inOrder, inSign, type Json, sign } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

/** Replaces the order by typed data of another kind. */
const instead =
  (primaryType: string, name: string, fields: Json = {}) =>
  (answer: Json) =>
    Object.assign(sign(answer), {
      primaryType,
      types: { [primaryType]: Object.keys(fields).map((field) => ({ name: field, type: 'uint256' })) },
      domain: { ...sign(answer).domain, name },
      value: fields,
    })

/** Requests to sign something other than the agreed order. */
export function signatureAttacks(context: AttackContext): readonly PlanAttack[] {
  const { attacker, trap } = context

  return rows('LIST', inSign, [
    [
      'G-01 a hash to sign as text',
      { signatureKind: 'eip191', message: `0x${'ab'.repeat(32)}` },
      'MSG_HASHLIKE',
    ],
    ['G-02 32 raw characters', { signatureKind: 'eip191', message: 'x'.repeat(32) }, 'MSG_HASHLIKE'],
    [
      'G-03 a hash inside a sentence',
      { signatureKind: 'eip191', message: `Sign in: 0x${'ab'.repeat(32)}` },
      'MSG_HASHLIKE',
    ],
    [
      'G-04 text with a hidden clause',
      { signatureKind: 'eip191', message: `Hello\u202e${'\n'.repeat(2000)}I give all` },
      'MSG_CTRL',
    ],
    ['G-05 an ERC-2612 permit', instead('Permit', 'USD Coin'), 'TD_UNKNOWN'],
    ['G-07 a Permit2 batch', instead('PermitBatch', 'Permit2'), 'TD_UNKNOWN'],
    ['G-10 a user operation', instead('PackedUserOperation', 'Account'), 'TD_UNKNOWN'],
    ['G-13 a chain id as text', { 'domain.chainId': '1' }, 'TD_DOMAIN'],
    ['G-13 no chain id', { 'domain.chainId': undefined }, 'TD_DOMAIN'],
    ['G-14 another verifying contract', { 'domain.verifyingContract': trap }, 'TD_DOMAIN'],
    [
      'G-15 another Seaport than agreed',
      (r) => Object.assign(sign(r).domain, { version: '1.5', verifyingContract: seaportAddress['1.5'] }),
      'TD_DOMAIN',
    ],
    ['G-16 another domain type', { 'types.EIP712Domain': [{ name: 'name', type: 'string' }] }, 'TD_TYPES'],
    ['G-17 a field of another type', { 'types.OfferItem.3.type': 'uint8' }, 'TD_TYPES'],
    [
      'G-06 DAI’s own permit',
      instead('Permit', 'Dai Stablecoin', { nonce: 0, expiry: 0, allowed: 1 }),
      'TD_UNKNOWN',
    ],
    ['G-07 a Permit2 single', instead('PermitSingle', 'Permit2'), 'TD_UNKNOWN'],
    ['G-07 a Permit2 transfer', instead('PermitTransferFrom', 'Permit2'), 'TD_UNKNOWN'],
    ['G-07 a Permit2 witness', instead('PermitWitnessTransferFrom', 'Permit2'), 'TD_UNKNOWN'],
    ['G-08 a transfer with authorization', instead('TransferWithAuthorization', 'USD Coin'), 'TD_UNKNOWN'],
    ['G-08 a receipt with authorization', instead('ReceiveWithAuthorization', 'USD Coin'), 'TD_UNKNOWN'],
    ['G-09 a Safe’s transaction', instead('SafeTx', ''), 'TD_UNKNOWN'],
    ['G-09 a Safe’s message', instead('SafeMessage', ''), 'TD_UNKNOWN'],
    ['G-10 a delegation', instead('Delegation', 'DelegationManager'), 'TD_UNKNOWN'],
    ['G-10 a forwarded request', instead('ForwardRequest', 'Forwarder'), 'TD_UNKNOWN'],
    ['G-10 a meta transaction', instead('MetaTransaction', 'USD Coin (PoS)'), 'TD_UNKNOWN'],
    ['G-11 an order of another market', instead('Order', 'Blur Exchange'), 'TD_UNKNOWN'],
    ['G-11 an order of 0x', instead('ERC721Order', 'ZeroEx'), 'TD_UNKNOWN'],
    [
      'G-12 a permit that carries the whole order as extra keys',
      (r) => {
        const request = sign(r)
        request.primaryType = 'Permit'
        request.types = { ...request.types, Permit: [{ name: 'spender', type: 'address' }] }
        request.value.spender = attacker
      },
      'TD_UNKNOWN',
    ],
    ['G-13 the chain id of another chain', { 'domain.chainId': 137 }, 'TD_DOMAIN'],
    ['G-14 a name with a space', { 'domain.name': 'Seaport ' }, 'TD_DOMAIN'],
    ['G-15 an unknown version', { 'domain.version': '1.7' }, 'TD_DOMAIN'],
    ['G-16 a salt in the domain', { 'domain.salt': `0x${'00'.repeat(32)}` }, 'TD_DOMAIN'],
    ['G-17 an additional type', { 'types.Permit': [{ name: 'spender', type: 'address' }] }, 'TD_TYPES'],
    [
      'G-17 fields in another order',
      (r) => {
        sign(r).types.OrderComponents.reverse()
      },
      'TD_TYPES',
    ],
    ['G-17 an additional field', { 'types.OrderComponents.+': { name: 'tip', type: 'uint256' } }, 'TD_TYPES'],
    ['G-18 several orders declared as one', { primaryType: 'OrderComponents' }, 'TD_TYPES', 'LIST_B'],
    ['G-18 one order declared as several', { primaryType: 'BulkOrder' }, 'TD_TYPES'],
    ['G-19 an order of a megabyte', inOrder({ zoneHash: `0x${'ab'.repeat(500_000)}` }), 'SHAPE_ORDER'],
    ['G-19 a counter in hex', inOrder({ counter: '0x7' }), 'harmless'],
    ['G-20 nothing to sign', inData({ sign: undefined }), 'SHAPE_SIGN'],
    ['G-20 an unknown kind of signature', { signatureKind: 'eip7702' }, 'SHAPE_SIGN'],
    [
      'G-21 text with lookalike letters',
      { signatureKind: 'eip191', message: `Welcome\u200b to ${'\u0430'}pp.example` },
      'MSG_CTRL',
    ],
    ['G-21 a hex text without 0x', { signatureKind: 'eip191', message: 'AB'.repeat(32) }, 'MSG_HASHLIKE'],
  ])
}
