import { openseaConduit, openseaConduitKey, seaportAddress } from '@sluice/seaport'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { ChainState } from '../../src/model/chainState.ts'
import type { PolicyInput, TrustedChain } from '../../src/model/policy.ts'
import { resolvePolicy } from '../../src/model/resolvePolicy.ts'

const actor = (byte: string): Address => `0x${byte.repeat(20)}`

/** Whose wallet it is. */
export const user = actor('11')
export const attacker = actor('a1')
/** A contract of the attacker. */
export const trap = actor('a2')
export const maker = actor('22')
export const bidder = actor('33')
export const receiver = actor('44')
export const marketplace = actor('55')
export const artist = actor('66')
export const zone = actor('77')

export const nft = actor('c1')
/** Another collection of which the user owns tokens. */
export const otherNft = actor('c2')
export const junkNft = actor('c3')
export const editions = actor('c4')
export const weth = actor('e1')
export const usdc = actor('e2')
/** Says that its symbol is WETH. */
export const fakeWeth = actor('e3')
export const permit2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
export const native = zeroAddress

export const seaport = seaportAddress['1.6']
export const conduit = openseaConduit
export const conduitKey = openseaConduitKey
export const attackerKey: Hex = `0x${'a1'.repeat(20)}${'00'.repeat(12)}`

export const eth = 10n ** 18n
/** 2025-10-09; every fixture is checked at this moment. */
export const nowSeconds = 1_760_000_000n
export const now = Number(nowSeconds) * 1_000
export const day = 86_400n
export const counter = 7n
export const signature: Hex = `0x${'ab'.repeat(64)}1b`

export const chain: TrustedChain = {
  id: 1,
  paymentTokens: [
    { address: native, decimals: 18 },
    { address: weth, decimals: 18 },
    { address: usdc, decimals: 6 },
  ],
  seaport: seaportAddress,
  conduits: [{ key: conduitKey, address: conduit }],
  wrappedNative: weth,
}

export const policyOf = (input?: PolicyInput) => resolvePolicy(input, [chain])
export const policy = policyOf()

/** What the chain says in the honest world: no allowance, no operator, 0.4 WETH, five per cent royalties. */
export function factsOf(overrides: Partial<ChainState> = {}): ChainState {
  const spenders = [conduit, seaport, seaportAddress['1.5']]
  return {
    now,
    counters: new Map([
      [seaport, counter],
      [seaportAddress['1.5'], counter],
    ]),
    makerCounters: new Map([
      [`${seaport}:${maker}`, 3n],
      [`${seaport}:${bidder}`, 4n],
      [`${seaportAddress['1.5']}:${maker}`, 3n],
    ]),
    kinds: new Map([
      [nft, 'erc721'],
      [otherNft, 'erc721'],
      [editions, 'erc1155'],
    ]),
    allowances: new Map(
      [weth, usdc].flatMap((token) => spenders.map((spender) => [`${token}:${spender}`, 0n] as const)),
    ),
    operators: new Map(
      [nft, otherNft, editions].flatMap((token) =>
        spenders.map((spender) => [`${token}:${spender}`, false] as const),
      ),
    ),
    balances: new Map([[weth, (4n * eth) / 10n]]),
    holdings: new Map(),
    royalties: new Map(
      [`${nft}:1`, `${nft}:2`, `${nft}:3`, `${nft}:9`, `${editions}:7`].map((token) => [
        token,
        { recipient: artist, bps: 500 },
      ]),
    ),
    orderStatus: new Map(),
    accountCode: 'none',
    ...overrides,
  }
}

/** Facts in which the conduit may move everything already. */
export const approvedFacts = (overrides: Partial<ChainState> = {}): ChainState => {
  const facts = factsOf(overrides)
  return {
    ...facts,
    operators: new Map([...facts.operators.keys()].map((key) => [key, key.endsWith(conduit)])),
    allowances: new Map(
      [...facts.allowances.keys()].map((key) => [key, key.endsWith(conduit) ? 1_000n * eth : 0n]),
    ),
  }
}
