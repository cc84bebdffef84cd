import {
  getSignedOrders,
  type JournalEntry,
  listTokens,
  memoryStorage,
  resume,
  transferTokens,
  type Wallet,
} from '@sluice/core'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { type ScriptedWallet, useMarket } from '../../core/test/support/market.ts'
import { mutantsOf } from '../src/mutate.ts'

const eth = 10n ** 18n
const key = 'sluice.journal.1.kept'
/** Only every n-th change of an entry is tried. */
const stride = 11

const market = useMarket()

const durable = () => ({ ...memoryStorage(), durable: true })
type Texts = Readonly<Record<string, string>>
type Told = Pick<Wallet, 'callsStatus'>

/**
 * A page that finds these entries in its storage, with a wallet that must get no request. The provider answers each post
 * with `orderId`.
 */
async function reopened(wallet: ScriptedWallet, texts: Texts, told: Told = {}, orderId?: Hex) {
  const storage = durable()
  for (const [name, text] of Object.entries(texts)) await storage.set(name, text)
  const client = market.client({ storage, pollingInterval: 1, maxPollingAttemptsBeforeTimeout: 3 })
  const before = wallet.prompts.length
  const posts: { readonly order: string; readonly signature: string | null }[] = []
  for (const path of ['/order/v3', '/order/v4', '/execute/cancel-signature/v1'])
    market.front.on(path, ({ body, query }) => {
      posts.push({ order: inNumbers(body?.order?.data), signature: query.get('signature') })
      return { body: { orderId } }
    })
  // These tests end by stopping the run; an order of a stopped run is posted only where the user asks for it.
  const resumed = await resume(client, { wallet: { ...wallet, ...told }, postStopped: true })
  await getSignedOrders(client, { wallet })
  expect(wallet.prompts, 'nothing is asked for').toHaveLength(before)
  return { states: resumed.map(({ entry }) => entry.state), posts }
}

/** An order with its numbers in any notation: as JSON numbers, decimal or hexadecimal text. */
const inNumbers = (order: unknown): string =>
  JSON.stringify(order, (_, value) =>
    /^(?:0x[0-9a-f]+|[0-9]+)$/i.test(String(value)) ? `${BigInt(value)}` : value,
  )

/** The journal of a page that crashed while its wallet was asked to transfer a token. */
async function interrupted(owner: ScriptedWallet): Promise<JournalEntry> {
  const died = new AbortController()
  const client = market.client({ storage: durable() })
  owner.script = () => {
    died.abort()
    return new Promise(() => undefined)
  }
  const items = [{ token: await market.mint(owner) }]
  await transferTokens(client, { wallet: owner, to: market.wallet(5).account, items, signal: died.signal })
    .done
  owner.script = () => undefined
  return (await client.journal.entries()).at(-1) as JournalEntry
}

/** Transactions that succeeded and are not the entry's: of the account, of others, and of others that name it. */
async function foreignHashes(owner: ScriptedWallet): Promise<readonly Hex[]> {
  const other = market.wallet(6)
  const permit = async (wallet: ScriptedWallet, spender: string) => {
    const data: Hex = `0x095ea7b3${spender.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
    const call = { kind: 'transaction', value: 0n, chainId: market.chain.id } as const
    const from = { account: wallet.account, to: market.chain.contracts.weth, data }
    return (await market.sendRaw(wallet, { ...call, ...from } as never)) as Hex
  }
  return [
    await permit(owner, other.account),
    await permit(other, market.wallet(7).account),
    await permit(other, owner.account),
  ]
}

test('a call that was never sent is never reported as done, whatever its entry says or whichever hash the wallet returns', async () => {
  const owner = market.wallet(4)
  const prompting = await interrupted(owner)
  expect(prompting).toMatchObject({ state: 'prompting', kind: 'transaction' })
  const foreign = await foreignHashes(owner)
  const entries = [
    prompting,
    { ...prompting, state: 'sent', hash: `0x${'5e'.repeat(32)}` },
    { ...prompting, bundle: { id: `0x${'b1'.repeat(48)}`, index: 1 } },
  ]
  const lies = entries.flatMap((entry) => [
    ...foreign.map((hash) => ({ ...entry, hash })),
    ...[...mutantsOf(entry)].filter((_, index) => index % stride === 0).map(({ answer }) => answer),
  ])
  const wrong: unknown[] = []
  for (const [index, lie] of [...entries, ...lies].entries()) {
    const hashes = [foreign[index % foreign.length] as Hex]
    const callsStatus = async () => ({ state: 'confirmed' as const, hashes })
    const { states } = await reopened(owner, { [key]: JSON.stringify(lie) }, { callsStatus })
    if (states.includes('done')) wrong.push(lie)
  }
  expect(wrong).toEqual([])
})

test('only the stored order of a signed and unposted entry is posted, whatever the entry says', async () => {
  const owner = market.wallet(4)
  const token = await market.mint(owner)
  const died = new AbortController()
  const page = market.client({ storage: durable() })
  market.front.on('/order/v3', () => {
    died.abort()
    return { silent: true }
  })
  const listings = [{ token, weiPrice: eth }]
  await listTokens(page, { wallet: owner, listings, signal: died.signal }).done
  const entry = (await page.journal.entries()).at(-1) as JournalEntry
  const reopen = (text: string) => reopened(owner, { [key]: text }, {}, entry.orderIds[0])
  const honest = await reopen(JSON.stringify(entry))
  expect(honest).toMatchObject({ states: ['posted'], posts: [{ order: expect.stringContaining('offer') }] })
  const wrong: unknown[] = []
  const changes = [...mutantsOf(entry)].filter((_, index) => index % stride === 0)
  for (const { change, answer } of changes) {
    const { posts, states } = await reopen(JSON.stringify(answer))
    const same = JSON.stringify(posts) === JSON.stringify(honest.posts)
    if (!same && (posts.length > 0 || states.includes('posted'))) wrong.push([change, posts])
  }
  expect(wrong).toEqual([])
  expect(changes.length).toBeGreaterThan(60)
})

test('data that is not a journal entry is left alone, and does not keep others from being resumed', async () => {
  const owner = market.wallet(4)
  const entry = await interrupted(owner)
  const text = JSON.stringify(entry)
  const strange: Texts = {
    'sluice.journal.0.old': text,
    'another.journal': text,
    'sluice.journal.1.cut': text.slice(0, -9),
    'sluice.journal.1.list': `[${text}]`,
    'sluice.journal.1.null': 'null',
    'sluice.journal.1.run': JSON.stringify({ ...entry, run: { toString: 'x' } }),
    'sluice.journal.1.heir': `{"__proto__":${text}}`,
    'sluice.journal.1.state': JSON.stringify({ ...entry, state: 'constructor' }),
    'sluice.journal.1.other': JSON.stringify({ ...entry, account: market.wallet(6).account }),
    'sluice.journal.1.chain': JSON.stringify({ ...entry, id: 'chain', chainId: 424_242 }),
  }
  const { states } = await reopened(owner, { ...strange, [key]: text })
  // The prompt was never answered: its outcome is unknown.
  expect(states).toEqual(['unknown'])
})
