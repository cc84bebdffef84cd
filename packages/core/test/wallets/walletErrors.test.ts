import { connect, createConfig, createConnector, getWalletClient } from '@wagmi/core'
import { BrowserProvider, JsonRpcSigner } from 'ethers'
import { createWalletClient, custom, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { type Eip1193Provider, eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { ethersWallet } from '../../src/wallets/ethers.ts'
import { readWalletError } from '../../src/wallets/readWalletError.ts'
import { viemWallet } from '../../src/wallets/viem.ts'
import type { Wallet } from '../../src/wallets/wallet.ts'
import { isRefusal, walletError, withTradeErrors } from '../../src/wallets/walletError.ts'
import { walletErrorSources } from '../../src/wallets/walletErrorSources.ts'
import { type WalletErrorRow, walletErrors } from '../../src/wallets/walletErrors.ts'

const account = `0x${'a1'.repeat(20)}` as const
const chain = {
  id: 31_337,
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const

/** A wallet that is on the chain, and throws when it is to sign or send. */
const throwing = (thrown: unknown): Eip1193Provider => ({
  request: async ({ method }: { method: string }) => {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
    if (method === 'eth_chainId') return '0x7a69'
    if (method === 'eth_blockNumber') return '0x1'
    throw thrown
  },
})

const adapters: readonly (readonly [string, (provider: Eip1193Provider) => Promise<Wallet>])[] = [
  ['EIP-1193', async (provider) => eip1193Wallet(provider)],
  ['viem', async (provider) => viemWallet(createWalletClient({ chain, transport: custom(provider) }))],
  [
    'wagmi',
    async (provider) => {
      const held = { accounts: [account], chainId: chain.id } as const
      const connector = createConnector(() => ({
        id: 'test',
        name: 'Test',
        type: 'test',
        connect: async () => held as never,
        disconnect: async () => undefined,
        getAccounts: async () => held.accounts,
        getChainId: async () => held.chainId,
        getProvider: async () => provider,
        isAuthorized: async () => true,
        onAccountsChanged: () => undefined,
        onChainChanged: () => undefined,
        onDisconnect: () => undefined,
      }))
      const config = createConfig({
        chains: [chain],
        connectors: [connector],
        multiInjectedProviderDiscovery: false,
        storage: null,
        transports: { [chain.id]: custom(provider) },
      })
      await connect(config as never, { connector: config.connectors[0]! } as never)
      return viemWallet(await getWalletClient(config as never))
    },
  ],
  [
    'ethers',
    async (provider) => ethersWallet(new JsonRpcSigner(new BrowserProvider(provider), account) as never),
  ],
]

const call = {
  kind: 'transaction',
  chainId: chain.id,
  account,
  to: account,
  data: '0x',
  value: 0n,
  gas: 50_000n,
}
/** What a wallet's rejection of a transaction is read as. */
const sending = async (wallet: Wallet) =>
  withTradeErrors(wallet)
    .sendTransaction(call as never)
    .then(
      () => undefined,
      (error: unknown) => error as ReturnType<typeof walletError>,
    )

const hexOf = (word: number) => `0x${word.toString(16)}`

/** Each way in which a row's error is thrown. */
const thrownOf = ({ codes = [], statusWords = [], words, example }: WalletErrorRow) => [
  ...codes.map((code) =>
    typeof code === 'number'
      ? { how: `code ${code}`, thrown: Object.assign(new Error(example), { code }) }
      : { how: code, thrown: Object.assign(new Error(example), { name: code, code }) },
  ),
  ...statusWords.map((statusCode) => ({
    how: hexOf(statusCode),
    thrown: Object.assign(new Error(`Ledger device: UNKNOWN_ERROR (${hexOf(statusCode)})`), {
      name: 'TransportStatusError',
      statusCode,
    }),
  })),
  ...(words === undefined
    ? []
    : [
        { how: 'an error in words', thrown: new Error(example) },
        {
          how: 'inside of MetaMask',
          thrown: Object.assign(new Error(`Error: ${example}`), { code: -32_603 }),
        },
      ]),
]
const cases = walletErrors.flatMap((row) =>
  thrownOf(row)
    // What is exact is not believed of a node, and an example of ours counts by its beginning.
    .filter(({ how }) => !(row.exact && how === 'inside of MetaMask'))
    .map(({ how, thrown }) => ({ row, how, thrown, name: `${row.wallet}: ${row.example} (${how})` })),
)

for (const [adapter, make] of adapters)
  test.each(cases)(`through ${adapter}, as the table says: $name`, async ({ row, thrown }) => {
    const error = await sending(await make(throwing(thrown)))
    expect([error?.data.walletError, isRefusal(error)]).toEqual([row.kind, row.sent === 'no'])
  })

test('every source has a row', () => {
  const used = new Set<string>(walletErrors.map(({ source }) => source))
  expect(Object.keys(walletErrorSources).filter((source) => !used.has(source))).toEqual([])
})

const wrapped = (inner: unknown): readonly (readonly [string, unknown])[] => [
  ['cause', new Error('x', { cause: inner })],
  ['error.error', { message: 'x', error: { error: inner } }],
  [
    'info.error',
    Object.assign(new Error('could not coalesce error'), { code: 'UNKNOWN_ERROR', info: { error: inner } }),
  ],
  [
    'data.originalError',
    { code: -32_603, message: 'Internal JSON-RPC error.', data: { originalError: inner } },
  ],
  ['data', { code: -32_603, message: 'Internal JSON-RPC error.', data: inner }],
  [
    'JSON in a message',
    new Error(`[ethjs-query] while formatting outputs '{"value":${JSON.stringify(inner)}}'`),
  ],
  ['JSON in a body', { code: 'SERVER_ERROR', body: JSON.stringify({ jsonrpc: '2.0', error: inner }) }],
  ['an AggregateError', new AggregateError([new Error('first'), inner])],
  ['forty causes', Array.from({ length: 40 }).reduce((cause) => new Error('x', { cause }), inner)],
]

test.each(
  wrapped({ code: 4001, message: 'User rejected the request.' }).filter(
    ([how]) => !how.startsWith('JSON in a m'),
  ),
)('a rejection in %s is a rejection', (_how, thrown) => {
  expect(readWalletError(thrown)).toMatchObject({ kind: 'refused', sent: 'no', code: 4001 })
})
test.each(wrapped({ code: -32_000, message: 'insufficient funds for transfer' }))(
  'insufficient funds in %s are insufficient funds',
  (_how, thrown) => {
    expect(walletError(thrown).code).toBe('insufficient_funds')
  },
)

test.each([
  'User rejected the request',
  'user rejected transaction',
  'User denied transaction signature.',
  'User canceled',
  'user cancelled',
  'User declined transaction',
  'USER_REJECTED',
  'rejectedByUser',
  'Cancelled by user',
  'Transaction signature denied by user.',
  'The request was refused by the user',
  'You canceled the request',
  'cancelled',
  'Rejected',
  'Transaction was rejected',
  'User closed modal',
  'Der Nutzer hat die Anfrage abgelehnt',
  'El usuario rechazó la solicitud',
  'L’utilisateur a rejeté la demande',
  'O usuário rejeitou a solicitação',
  '用户取消了操作',
  '使用者拒絕',
  'ユーザーがリクエストを拒否しました',
  '사용자가 요청을 거부했습니다',
])('“%s”, thrown as a string or an error, is a rejection', (words) => {
  for (const thrown of [words, new Error(words), { message: words }, { reason: words }])
    expect(readWalletError(thrown)).toMatchObject({ kind: 'refused', sent: 'no' })
})

const hash = `0x${'ab'.repeat(32)}`
test.each([
  ['transaction rejected: already known', new Error('transaction rejected: already known')],
  ['a node that rejected it', { code: -32_003, message: 'Transaction rejected' }],
  ['a node that says no more than that', { code: -32_000, message: 'rejected' }],
  [
    'a revert in the words of a contract',
    { code: -32_603, message: 'execution reverted: User rejected the request' },
  ],
  ['a revert with JSON', { code: -32_603, message: 'execution reverted: {"code":4001}' }],
  ['an unknown error of CAIP-25', { code: 5000, message: 'Unknown error' }],
  ['a refusal of what is known', { code: 4001, message: 'User rejected', cause: new Error('already known') }],
  ['a node’s timeout', { code: -32_002, message: 'request timed out' }],
  ['an expired request', { message: 'Request expired. Please try again.' }],
  ['an error that bears a hash', { code: 4001, message: 'User rejected', transactionHash: hash }],
  ['a disconnected wallet', { code: 4900 }],
  ['nothing', undefined],
  ['a number', 4001],
  ['an aborted fetch', Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' })],
  ['a chain whose id looks like a status word', new Error('No answer for call 0x6985')],
])('%s is not believed to be a rejection', (_name, thrown) => {
  expect(readWalletError(thrown).sent).toBe('maybe')
  expect(isRefusal(walletError(thrown))).toBe(false)
})

/** The error of a service behind a wallet, inside of the wallet's own. */
const behind = (inner: object) => ({
  code: -32_603,
  message: 'Internal JSON-RPC error.',
  data: { originalError: inner },
})
const missing = 'the method eth_getUserOperationReceipt does not exist/is not available'
const afterSending: readonly (readonly [string, unknown])[] = [
  ['a bundler without a method', behind({ code: -32_601, message: missing })],
  ['a service that lacks something unnamed', behind({ code: -32_601, message: 'Method not found' })],
  ['a service that does not support a method', behind({ code: -32_004, message: 'Method not supported' })],
  ['a bundler’s words as the wallet’s own', { code: -32_601, message: missing }],
  ['a bundler’s words without a code', new Error(missing)],
  ['a cause without a method', new Error('Internal error', { cause: { code: -32_601, message: missing } })],
  ['a service that does not know the key', behind({ code: 4100, message: 'Unauthorized' })],
  ['a service that does not know the chain', behind({ code: 5100, message: 'Unsupported chain' })],
  ['a service that carries no batches', behind({ code: 5710, message: 'Not supported here' })],
  ['a request that takes too long', new Error('The request is taking too long. Please check your wallet.')],
  ['a device that takes too long', new Error('The Ledger device takes too long to answer')],
  ['a page that was open too long', new Error('The window was open too long')],
]
for (const [adapter, make] of adapters)
  test.each(afterSending)(
    `through ${adapter}, %s does not prove that nothing was sent`,
    async (_name, thrown) => {
      const error = await sending(await make(throwing(thrown)))
      expect(error?.data.nothingSent).toBeUndefined()
      expect(isRefusal(error)).toBe(false)
    },
  )

test.each([
  ['by the code of its own answer', { code: -32_601, message: 'Method not found' }],
  ['in its own words', { code: -32_603, message: 'Error: This method is not supported' }],
  [
    'by name, at any depth',
    behind({ code: -32_601, message: 'The method "wallet_sendCalls" does not exist / is not available.' }),
  ],
  ['that its library wraps', new Error('x', { cause: { code: 4200, message: 'Unsupported' } })],
  ['of a batch that is too large', new Error('The call bundle is too large for the Wallet to process.')],
  ['of a device that cannot show so much', new Error('Ledger device: Typed data too large')],
])('a wallet that does not support a request, %s, has sent nothing', (_how, thrown) => {
  expect(readWalletError(thrown)).toMatchObject({ kind: 'unsupported', sent: 'no' })
})

test('an error that wraps itself, throws when read, or never ends is readable', () => {
  const cyclic: Record<string, unknown> = { message: 'x', data: { code: 4001 } }
  cyclic.cause = cyclic
  cyclic.error = { cause: cyclic, info: cyclic }
  expect(readWalletError(cyclic).kind).toBe('refused')
  const bad = Object.defineProperties(
    { code: 4001 },
    Object.fromEntries(
      ['message', 'cause', 'data', 'name', 'info'].map((key) => [
        key,
        {
          get() {
            throw new Error('no')
          },
        },
      ]),
    ),
  )
  expect(walletError(bad).code).toBe('wallet_refused')
  const closed = new Proxy(
    {},
    {
      get() {
        throw new Error('closed')
      },
      getPrototypeOf() {
        throw new Error('closed')
      },
    },
  )
  expect(walletError(closed).code).toBe('wallet_error')
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  expect(walletError(proxy).code).toBe('wallet_error')
  const endless: object = new Proxy(
    {},
    { get: (_target, key) => (typeof key === 'string' ? endless : undefined) },
  )
  expect(walletError(endless).code).toBe('wallet_error')
  expect(walletError({ code: -32_603, cause: cyclic, error: closed }).code).toBe('wallet_refused')
})

test('an empty signature of everything else stays a wallet error that leaves open what was sent', async () => {
  const error = walletError(new Error('Something broke') as never as Hex)
  expect(error).toMatchObject({ code: 'wallet_error', message: 'The wallet returned an error.' })
  expect(error.data).toEqual({ walletError: 'unknown' })
})
