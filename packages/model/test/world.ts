import type { ChainState, TrustedChain } from '@sluice/guards'
import { resolvePolicy } from '@sluice/guards'
import { openseaConduit, openseaConduitKey, seaportAddress } from '@sluice/seaport'
import { openseaSignedZone } from '@sluice/seaport/addresses'
import { type Address, concatHex, type Hex, toHex, zeroAddress, zeroHash } from 'viem'
import type { Collection, Mover, OperatorCall, Token } from '../src/operators.ts'
import type { ApproveCall, Currency, Who } from '../src/tradeCase.ts'
import type { PlanItem, Unexpected } from '../src/unexpected.ts'
import { remembered } from './remembered.ts'

/** What the words of the model mean on a chain. */

const actor = (byte: string): Address => `0x${byte.repeat(20)}`

export const addresses: Readonly<Record<Who | 'maker' | 'market' | 'artist', Address>> = {
  account: actor('11'),
  friend: actor('44'),
  stranger: actor('a1'),
  maker: actor('22'),
  market: actor('55'),
  artist: actor('66'),
}
export const currencies: Readonly<Record<Currency, Address>> = {
  coin: zeroAddress,
  weth: actor('e1'),
  usdc: actor('e2'),
  junk: actor('e3'),
}
export const collections = { A: actor('c1'), B: actor('c2'), E: actor('c4') } as const
export const tokenIdOf = (token: Token): bigint => BigInt(token.slice(1))
export const contractOf = (token: Token): Address => collections[token[0] as 'A' | 'B' | 'E']

export const seaport = seaportAddress['1.6']
const foreignKey: Hex = `0x${'a1'.repeat(20)}${'00'.repeat(12)}`
export const movers: Readonly<Record<Mover, { readonly key: Hex; readonly address: Address }>> = {
  conduit: { key: openseaConduitKey, address: openseaConduit },
  seaport: { key: zeroHash, address: seaport },
  foreign: { key: foreignKey, address: actor('a2') },
}
export const listedZone: Address = openseaSignedZone
export const ownZone = actor('77')
export const foreignZone = actor('78')
export const signature: Hex = `0x${'ab'.repeat(64)}1b`
export const now = 1_760_000_000n

export const chain: TrustedChain = {
  id: 1,
  paymentTokens: (['coin', 'weth', 'usdc'] as const).map((name) => ({
    address: currencies[name],
    decimals: name === 'usdc' ? 6 : 18,
  })),
  seaport: seaportAddress,
  conduits: [movers.conduit],
  wrappedNative: currencies.weth,
}
export const policy = resolvePolicy({ zones: { own: [ownZone], counterparty: [listedZone] } }, [chain])

export const counter = 7n
export const makerCounter = 3n

/** A chain of which everything was read and nothing is approved. */
export const bareChain: ChainState = {
  now: Number(now) * 1_000,
  counters: new Map(Object.values(seaportAddress).map((address) => [address, counter])),
  makerCounters: new Map([
    [`${seaport}:${addresses.maker}`, makerCounter],
    [`${seaport}:${addresses.account}`, counter],
  ]),
  kinds: new Map([
    [collections.A, 'erc721'],
    [collections.B, 'erc721'],
    [collections.E, 'erc1155'],
  ]),
  allowances: new Map(
    Object.values(currencies).flatMap((token) =>
      [seaport, seaportAddress['1.5']].map((spender) => [`${token}:${spender}`, 0n] as const),
    ),
  ),
  operators: new Map(
    Object.values(collections).flatMap((token) =>
      [seaport, seaportAddress['1.5']].map((spender) => [`${token}:${spender}`, false] as const),
    ),
  ),
  balances: new Map(),
  holdings: new Map(),
  royalties: new Map(),
  orderStatus: new Map(),
  accountCode: 'none',
}

/** The permissions of a bare chain, and what the conduit may move. */
export const permissionsOf = (
  allowances: ReadonlyMap<Currency, bigint>,
  operators: ReadonlyMap<Collection, boolean>,
): Pick<ChainState, 'allowances' | 'operators'> => ({
  allowances: allAllowances(allowances),
  operators: allOperators(operators),
})
const allAllowances = remembered(
  (allowances: ReadonlyMap<Currency, bigint>): ChainState['allowances'] =>
    new Map([
      ...bareChain.allowances,
      ...[...allowances].map(([name, amount]) => [permissionKey(currencies[name]), amount] as const),
    ]),
)
const allOperators = remembered(
  (operators: ReadonlyMap<Collection, boolean>): ChainState['operators'] =>
    new Map([
      ...bareChain.operators,
      ...[...operators].map(([name, open]) => [permissionKey(collections[name]), open] as const),
    ]),
)
const permissionKey = (token: Address) => `${token}:${movers.conduit.address}` as const

type Data = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** A step with one item, as a provider sends it. */
export const stepOf = (
  item: PlanItem<{ readonly does: string }>,
  kind: 'transaction' | 'signature',
  data: unknown,
): object => ({
  id: 'step',
  action: 'Do it',
  description: 'Because',
  kind,
  items: [{ status: item.isComplete ? 'complete' : 'incomplete', ...(item.isEmpty ? {} : { data }) }],
})

/** A call, with the sender and the chain that the provider names. */
export const callStep = (item: PlanItem<{ readonly does: string }>, { to, data, value }: Data) =>
  stepOf(item, 'transaction', {
    to,
    data,
    value: toHex(value),
    ...(item.from !== 'nobody' && { from: addresses[item.from] }),
    ...(item.chain !== 'none' && { chainId: item.chain === 'same' ? 1 : 10 }),
  })

const callData = (selector: Hex, ...words: readonly bigint[]): Hex =>
  concatHex([selector, ...words.map((word) => toHex(word, { size: 32 }))])

/** A step that lets a mover spend a currency. */
export const approveStep = (step: PlanItem<ApproveCall>) =>
  callStep(step, {
    to: currencies[step.token],
    data: callData('0x095ea7b3', BigInt(movers[step.to].address), step.amount),
    value: 0n,
  })

/** A step that lets a mover move all tokens of a collection. */
export const operatorStep = (step: PlanItem<OperatorCall>) =>
  callStep(step, {
    to: collections[step.collection],
    data: callData('0xa22cb465', BigInt(movers[step.to].address), step.isApproved ? 1n : 0n),
    value: 0n,
  })

const text = (message: string) => ({
  sign: { signatureKind: 'eip191', message },
  post: { endpoint: '/order/v3', method: 'POST', body: {} },
})

export function unexpectedStep(item: PlanItem<Unexpected>): object {
  switch (item.what) {
    case 'call to a stranger':
      return callStep(item, { to: addresses.stranger, data: '0x12345678', value: 1n })
    case 'raise the counter':
      return callStep(item, { to: seaport, data: '0x5b34b966', value: 0n })
    case 'unknown function of Seaport':
      return callStep(item, { to: seaport, data: '0xdeadbeef', value: 0n })
    case 'text':
      return stepOf(item, 'signature', text('Hello'))
    case 'text with a hash':
      return stepOf(item, 'signature', text(`0x${'12'.repeat(32)}`))
    case 'text with hidden characters':
      return stepOf(item, 'signature', text('Hello\u200b there'))
    case 'typed data':
      return stepOf(item, 'signature', {
        sign: {
          signatureKind: 'eip712',
          domain: { name: 'USDC', version: '2', chainId: 1, verifyingContract: currencies.usdc },
          types: { Permit: [{ name: 'owner', type: 'address' }] },
          primaryType: 'Permit',
          value: { owner: addresses.account },
        },
        post: { endpoint: '/order/v3', method: 'POST', body: {} },
      })
    default:
      return item.what satisfies never
  }
}
