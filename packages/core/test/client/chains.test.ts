import { zeroAddress } from 'viem'
import * as libraryChains from 'viem/chains'
import { expect, test } from 'vitest'
import type { KnownChain } from '../../src/chains/chain.ts'
import * as exported from '../../src/chains/index.ts'
import { activeChain, chainOf, createClient } from '../../src/client.ts'

const known: readonly KnownChain[] = Object.values(exported)
const at = { baseApiUrl: 'https://provider.example' }

/** The chains of the specification with their tokens, and what was wrong in its ancestor put right. */
const specified: readonly (readonly [number, string, readonly string[]])[] = [
  [
    1,
    'Ethereum',
    [
      'ETH18',
      'USDC6 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      'WETH18 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    ],
  ],
  [
    5,
    'Goerli',
    [
      'ETH18',
      'WETH18 0xb4fbf271143f4fbf7b91a5ded31805e42b2208d6',
      'USDC6 0x07865c6e87b9f70255377e024ace6630c1eaa37f',
    ],
  ],
  [
    10,
    'Optimism',
    [
      'ETH18',
      'WETH18 0x4200000000000000000000000000000000000006',
      'USDC.e6 0x7f5c764cbc14f9669b88837ca1490cca17c31607',
    ],
  ],
  [
    137,
    'Polygon',
    [
      'POL18',
      'WETH18 0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
      'USDC.e6 0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
    ],
  ],
  [
    80_001,
    'Mumbai',
    [
      'MATIC18',
      'WMATIC18 0x9c3c9283d3e44854697cd22d3faa240cfb032889',
      'USDC6 0x0fa8781a83e46826621b3bc094ea2a0212e71b23',
    ],
  ],
  [
    42_161,
    'Arbitrum',
    [
      'ETH18',
      'WETH18 0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
      'USDC.e6 0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
    ],
  ],
  [
    42_170,
    'Arbitrum Nova',
    [
      'ETH18',
      'WETH18 0x722e8bdd2ce80a4422e880164f2079488e115365',
      'USDC6 0x750ba8b76187092b0d1e87e28daaf484d1b5273b',
    ],
  ],
  [
    43_114,
    'Avalanche',
    [
      'AVAX18',
      'WAVAX18 0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
      'USDC6 0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
    ],
  ],
  [11_155_111, 'Sepolia', ['ETH18', 'WETH18 0x7b79995e5f793a07bc00c21412e50ecae098e7f9']],
  [
    8_453,
    'Base',
    [
      'ETH18',
      'WETH18 0x4200000000000000000000000000000000000006',
      'USDC6 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    ],
  ],
  [
    84_531,
    'Base Goerli',
    [
      'ETH18',
      'WETH18 0x4200000000000000000000000000000000000006',
      'USDC6 0xf175520c52418dfe19c8098071a252da48cd1c19',
    ],
  ],
  [534_352, 'Scroll', ['ETH18', 'WETH18 0x5300000000000000000000000000000000000004']],
  [
    534_353,
    'Scroll Testnet',
    [
      'ETH18',
      'WETH18 0xa1ea0b2354f5a344110af2b6ad68e75545009a03',
      'USDC6 0xa0d71b9877f44c744546d649147e3f1e70a93760',
    ],
  ],
  [
    59_144,
    'Linea',
    [
      'ETH18',
      'WETH18 0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
      'USDC6 0x176211869ca2b568f2a7d4ee941e073a821ee1ff',
    ],
  ],
  [
    56,
    'BNB Smart Chain',
    [
      'BNB18',
      'WBNB18 0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
      'USDC18 0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d',
    ],
  ],
  [7_777_777, 'Zora', ['ETH18', 'WETH18 0x4200000000000000000000000000000000000006']],
  [999, 'Zora Testnet', ['ETH18', 'WETH18 0x8a5027ea12f45a13deb6cb96a07913c6e192be84']],
  [324, 'zkSync', ['ETH18', 'WETH18 0x5aea5775959fbc2557cc8789bc1bf90a239d9a91']],
  [1_101, 'Polygon zkEVM', ['ETH18', 'WETH18 0x4f9a0e7fd2bf6067db6994cf12e4495df938e6e9']],
  [2_863_311_531, 'Ancient8 Testnet', ['ETH18', 'WETH18 0x4200000000000000000000000000000000000006']],
]

test.each(specified)(
  'chain %i, %s, has the tokens of the specification under their right names',
  (id, name, tokens) => {
    const chain = known.find((one) => one.id === id && one.name === name)
    const listed = chain?.paymentTokens.map(
      ({ symbol, decimals, address }) =>
        `${symbol}${decimals}${address === zeroAddress ? '' : ` ${address.toLowerCase()}`}`,
    )
    for (const token of tokens) expect(listed).toContain(token)
  },
)

test('a chain lists a bridged coin beside the issuer’s own, and only the latter has the plain name', () => {
  const usdc = (id: number) =>
    known
      .find((chain) => chain.id === id)
      ?.paymentTokens.filter(({ symbol }) => symbol.startsWith('USDC'))
      .map(({ symbol, address }) => [symbol, address.slice(0, 8)])
  expect(usdc(10)).toEqual([
    ['USDC', '0x0b2c63'],
    ['USDC.e', '0x7f5c76'],
  ])
  expect(usdc(137)).toEqual([
    ['USDC', '0x3c499c'],
    ['USDC.e', '0x2791bc'],
  ])
  expect(usdc(42_161)).toEqual([
    ['USDC', '0xaf88d0'],
    ['USDC.e', '0xff970a'],
  ])
})

test('the chains of today’s marketplaces are included', () => {
  const today = {
    'Base Sepolia': 84_532,
    'Polygon Amoy': 80_002,
    'OP Sepolia': 11_155_420,
    'Arbitrum Sepolia': 421_614,
    'Zora Sepolia': 999_999_999,
    Blast: 81_457,
    ApeChain: 33_139,
    Abstract: 2_741,
    Berachain: 80_094,
    Unichain: 130,
    Ronin: 2_020,
    Sei: 1_329,
    HyperEVM: 999,
    Monad: 143,
  }
  for (const [name, id] of Object.entries(today))
    expect(known.find((chain) => chain.name === name)?.id, name).toBe(id)
})

const library = Object.values(libraryChains) as readonly libraryChains.Chain[]
/** Shut down before the library kept it. */
const unknownToLibrary = new Set(['Ancient8 Testnet', 'Scroll Testnet'])

test.each(known.map((chain) => [chain.id, chain.name, chain] as const))(
  'chain %i, %s, agrees with viem',
  (id, name, chain) => {
    const found = library.filter((one) => one.id === id)
    const same = found.find(
      ({ nativeCurrency, testnet = false }) =>
        nativeCurrency.symbol === chain.nativeSymbol && testnet === (chain.testnet ?? false),
    )
    expect(same === undefined).toBe(unknownToLibrary.has(name))
    if (same === undefined) return
    expect(same.nativeCurrency.decimals).toBe(18)
    if (chain.multicall3 !== undefined)
      expect(same.contracts?.multicall3?.address.toLowerCase()).toBe(chain.multicall3)
    expect(same.blockExplorers?.default.url.replace(/\/$/, '')).toBe(chain.explorerUrl)
  },
)

test('a network that was shut down stays inactive and has no nodes', () => {
  for (const chain of known.filter(({ sunset }) => sunset)) {
    expect(chain.testnet).toBe(true)
    expect(chain.rpcUrls ?? []).toEqual([])
    const client = createClient({
      chains: [
        { ...chain, ...at },
        { ...exported.base, ...at, active: true },
      ],
    })
    expect(chainOf(client, chain.id).active).toBe(false)
    expect(activeChain(client)?.id).toBe(8_453)
  }
})

test('a custom chain is one object', () => {
  const mine = { id: 4_242, name: 'Mine', nativeSymbol: 'ME', wrappedNative: `0x${'AB'.repeat(20)}` as const }
  const client = createClient({ chains: [{ ...mine, ...at }] })
  expect(chainOf(client, 4_242).paymentTokens.map(({ symbol }) => symbol)).toEqual(['ME', 'WME'])
  expect(chainOf(client, 4_242).wrappedNative).toBe(`0x${'ab'.repeat(20)}`)
})
