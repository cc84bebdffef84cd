import { erc20Abi, wrappedNativeAbi } from '@sluice/seaport'
import { encodeFunctionData } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import type { RunParameters } from '../../src/actions/startAction.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import type { Client } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Review } from '../../src/run/execution.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type Death, openDyingPage } from './support/crash.ts'
import { faultyStorage, withWebLocks } from './support/storage.ts'
import { type FaultyWallet, type RpcCall, walletRefusal } from './support/wallet.ts'
import { eth, native, useWorld } from './support/world.ts'

const world = useWorld()
beforeAll(async () => {
  world.begin()
  const { weth, conduit } = world.chain.contracts
  const send = async (data: `0x${string}`, value?: `0x${string}`) =>
    world.node.mined(await world.buyer.send({ to: weth, data, ...(value && { value }) }))
  await send(
    encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }),
    `0x${(50n * eth).toString(16)}`,
  )
  await send(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 50n * eth] }))
  await world.finish()
})

type How = Omit<RunParameters, 'wallet'>
type Start = (client: Client, how?: How) => Run
type Action = { readonly by: () => FaultyWallet; readonly begin: () => Promise<Start> }

const nftOf = (tokenId: bigint) => `${world.nft}:${tokenId}`
const walletOf = ({ provider }: FaultyWallet) => ({ wallet: eip1193Wallet(provider) })

const actions: Readonly<Record<string, Action>> = {
  buy: {
    by: () => world.buyer,
    begin: async () => {
      const items = [{ token: (await world.listed()).token }]
      return (client, how) =>
        buyTokens(client, {
          ...walletOf(world.buyer),
          ...how,
          items,
          expectedPrice: { [native]: { raw: eth } },
        })
    },
  },
  sell: {
    by: () => world.seller,
    begin: async () => {
      const tokenId = world.token()
      await world.market.offer(tokenId, eth)
      return (client, how) =>
        acceptOffers(client, {
          ...walletOf(world.seller),
          ...how,
          items: [{ token: nftOf(tokenId) }],
          expectedPrice: { [world.chain.contracts.weth]: { raw: eth } },
        })
    },
  },
  list: {
    by: () => world.seller,
    begin: async () => {
      const listings = [{ token: nftOf(world.token()), weiPrice: eth }]
      return (client, how) => listTokens(client, { ...walletOf(world.seller), ...how, listings })
    },
  },
  bid: {
    by: () => world.buyer,
    begin: async () => {
      const bids = [{ token: nftOf(world.token()), weiPrice: eth }]
      return (client, how) => placeBids(client, { ...walletOf(world.buyer), ...how, bids })
    },
  },
  cancel: {
    by: () => world.seller,
    begin: async () => {
      const orderIds = [(await world.listed()).orderId]
      return (client, how) =>
        cancelOrders(client, {
          ...walletOf(world.seller),
          ...how,
          orderIds,
          options: { orderKind: 'seaport-v1.6' },
        })
    },
  },
  transfer: {
    by: () => world.seller,
    begin: async () => {
      const items = [{ token: nftOf(world.token()) }]
      return (client, how) =>
        transferTokens(client, { ...walletOf(world.seller), ...how, to: world.buyer.account, items })
    },
  },
}
const all = Object.entries(actions)

const reached = (run: Run, phase: string) =>
  world.clock.until(
    new Promise<void>((resolve) => {
      run.subscribe(({ steps }) => {
        if (steps.some(({ items }) => items.some((item) => item.phase === phase))) resolve()
      })
    }),
  )
/** A window that stays open until the test answers it. */
function gateOf(wallet: FaultyWallet): () => void {
  const held = { open: () => {} }
  const opened = new Promise<void>((resolve) => {
    held.open = resolve
  })
  for (const method of ['eth_sendTransaction', 'eth_signTypedData_v4'])
    wallet.on(method, async (_prompt, next) => {
      await world.clock.held(opened)
      return next()
    })
  return () => held.open()
}
const openEntry = async (client: Client) => (await client.journal.entries()).at(-1)
/** A `confirm` that keeps what it was asked about. */
function asking(answer: boolean) {
  const codes: string[][] = []
  const confirm = ({ verdict }: Review) => {
    codes.push(verdict.findings.filter(({ severity }) => severity === 'confirm').map(({ code }) => code))
    return answer
  }
  return { codes, confirm }
}

const platforms = {
  'with Web Locks': withWebLocks,
  'without Web Locks': <T>(body: () => Promise<T>) => body(),
}
const everywhere = all.flatMap(([name, action]) =>
  Object.entries(platforms).map(([platform, within]) => [name, platform, action, within] as const),
)

test.each(everywhere)(
  'the same %s, started in another tab %s while its prompt is open, is busy and opens no prompt',
  async (_name, _platform, { by, begin }, within) => {
    await within(async () => {
      const values = new Map<string, string>()
      const [here, there] = [0, 1].map(() => world.client({ storage: faultyStorage(values) }))
      const start = await begin()
      by().reset()
      const answer = gateOf(by())
      const first = start(here!)
      await reached(first, 'prompted')
      await world.clock.pass(1_500)
      for (const client of [here!, there!]) {
        const { error } = await world.clock.until(start(client, asking(true)).done)
        const { id, run, state } = (await openEntry(here!))!
        expect(error).toMatchObject({ code: 'busy', money: 'untouched', data: { entry: id, run, state } })
      }
      expect(by().prompts).toHaveLength(1)
      answer()
      const { execution } = await world.end(here!, first)
      expect(execution.error).toBeUndefined()
      expect(by().prompts).toHaveLength(1)
    })
  },
)

test.each(all)(
  'one of many tabs that start the same %s at once opens a prompt',
  async (_name, { by, begin }) => {
    const values = new Map<string, string>()
    const start = await begin()
    by().reset()
    const runs = Array.from({ length: 5 }, () => start(world.client({ storage: faultyStorage(values) })))
    const ends = await world.clock.until(Promise.all(runs.map(({ done }) => done)))
    expect(by().prompts.length).toBeLessThanOrEqual(1)
    const codes = ends.map(({ error }) => error?.code ?? 'complete').sort()
    expect(codes.slice(0, 4)).toEqual(['busy', 'busy', 'busy', 'busy'])
    expect(['busy', 'complete']).toContain(codes[4])
  },
)

/** A page that dies right before one of its deeds, and the one that is opened after it without `resume`. */
async function crashed({ by, begin }: Action, death: Death) {
  const start = await begin()
  by().reset()
  const page = openDyingPage(world, by(), death)
  const run = start(page.client)
  const died = await page.live(run.done)
  run.abort()
  await world.clock.settle()
  const { client } = page.reopen({})
  return { start, died, deeds: page.deeds, client }
}

test.each(all)(
  'after a page died while its %s was open, the next page asks before it repeats anything',
  async (_name, action) => {
    const before = await world.node.real<`0x${string}`>('evm_snapshot')
    const { deeds } = await crashed(action, {})
    await world.node.real('evm_revert', [before])
    const first = deeds.indexOf('prompt') + 1
    for (let at = first; at <= deeds.length; at += 1) {
      const snapshot = await world.node.real<`0x${string}`>('evm_snapshot')
      const known = new Map(world.market.orders)
      const { start, died, client } = await crashed(action, { at })
      expect(died).toBe(true)
      const entry = (await openEntry(client))!
      const windows = () => action.by().prompts.length
      const opened = windows()
      const { error } = await world.clock.until(start(client).done)
      expect(error).toMatchObject({ code: 'busy', money: 'untouched', data: { entry: entry.id } })
      expect(error?.message).toContain('The same action is still open')
      const { codes, confirm } = asking(false)
      const asked = await world.clock.until(start(client, { confirm }).done)
      // What is done already, a provider answers with nothing to do, or that it is gone.
      if (codes.length > 0) {
        expect(asked.error?.code).toBe('declined')
        expect(codes[0]).toContain('FLOW_REPEAT')
      }
      expect(windows()).toBe(opened)
      const again = await world.clock.until(start(client, { again: true }).done)
      expect(again.error?.code).not.toBe('busy')
      await world.node.real('evm_revert', [snapshot])
      world.provider.reset()
      world.market.orders.clear()
      for (const [id, order] of known) world.market.orders.set(id, order)
    }
  },
)

test('what the user agrees to repeat is repeated', async () => {
  const { start, client } = await crashed(actions.transfer!, { at: 2 })
  const { codes, confirm } = asking(true)
  const { status } = await world.clock.until(start(client, { confirm }).done)
  expect(codes).toEqual([['FLOW_REPEAT']])
  expect(status).toBe('complete')
})

test('what the user agrees to repeat is not repeated if the chain shows meanwhile that it was carried out', async () => {
  const start = await actions.cancel!.begin()
  const client = world.client({ storage: faultyStorage() })
  const asked: RpcCall[] = []
  world.seller.on('eth_sendTransaction', ({ params }) => {
    asked.push(params[0] as RpcCall)
    throw walletRefusal(-32_603, 'Internal JSON-RPC error.')
  })
  expect((await world.clock.until(start(client).done)).money).toBe('unknown')
  const codes: string[][] = []
  const confirm = async ({ verdict }: Review) => {
    codes.push(verdict.findings.map(({ code }) => code))
    await world.node.mined(await world.seller.send(asked[0]!))
    await resume(client, walletOf(world.seller))
    return true
  }
  const { error } = await world.clock.until(start(client, { confirm }).done)
  expect(codes).toEqual([['FLOW_REPEAT']])
  expect(error).toMatchObject({ code: 'busy', money: 'untouched', data: { state: 'done' } })
  expect(asked).toHaveLength(1)
})

test('after a resume, only what may not have ended is asked about', async () => {
  const page = await crashed(actions.transfer!, { at: 2 })
  const look = () => world.clock.until(resume(page.client, walletOf(world.seller)))
  await look()
  // Its window may still be open.
  expect((await world.clock.until(page.start(page.client).done)).error?.code).toBe('busy')
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  await look()
  const { codes, confirm } = asking(true)
  const { status } = await world.clock.until(page.start(page.client, { confirm }).done)
  expect(codes.flat()).not.toContain('FLOW_REPEAT')
  expect(status).toBe('complete')
})

test('what has ended may be repeated at once: the same token is listed again, and the same offer made twice', async () => {
  const client = world.client({ storage: faultyStorage() })
  for (const name of ['list', 'bid']) {
    const start = await actions[name]!.begin()
    for (let turn = 0; turn < 3; turn += 1) {
      const { execution } = await world.end(client, start(client))
      expect(execution.status).toBe('complete')
    }
  }
})

test('a listing of a token that has an open one at another price asks first, and an offer does not', async () => {
  const client = world.client({ storage: faultyStorage() })
  const [listed, wanted] = [nftOf(world.token()), nftOf(world.token())]
  const list = (weiPrice: bigint, how: How = {}) =>
    listTokens(client, { ...walletOf(world.seller), ...how, listings: [{ token: listed, weiPrice }] })
  const bid = (weiPrice: bigint) =>
    placeBids(client, { ...walletOf(world.buyer), bids: [{ token: wanted, weiPrice }] })
  const answers = [gateOf(world.seller), gateOf(world.buyer)]
  const open = [list(eth), bid(eth)]
  await Promise.all(open.map((run) => reached(run, 'prompted')))
  const { codes, confirm } = asking(false)
  expect((await world.clock.until(list(2n * eth, { confirm }).done)).error?.code).toBe('declined')
  expect(codes).toEqual([['FLOW_REPEAT']])
  expect((await world.clock.until(list(2n * eth).done)).error?.code).toBe('busy')
  const other = bid(eth / 2n)
  await reached(other, 'prompted')
  for (const answer of answers) answer()
  const ends = await world.clock.until(Promise.all([...open, other].map(({ done }) => done)))
  expect(ends.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete'])
})

test('a page that was frozen and counted as dead opens no prompt when it wakes', async () => {
  const storage = faultyStorage()
  const client = world.client({ storage })
  const start = await actions.transfer!.begin()
  world.seller.reset()
  const { confirm } = {
    confirm: async () => {
      // Somebody else has taken its place meanwhile.
      for (const key of storage.values.keys())
        if (key.startsWith('sluice.lease.')) storage.values.set(key, 'somebody else.1')
      return true
    },
  }
  const { error } = await world.end(client, start(client, { confirm })).then(({ execution }) => execution)
  expect(error?.code).toBe('busy')
  expect(world.seller.prompts).toEqual([])
})

test('a start that is aborted before it holds the lock leaves the lock free', async () => {
  const storage = faultyStorage()
  const start = await actions.transfer!.begin()
  const control = new AbortController()
  const stopped = start(world.client({ storage }), { signal: control.signal })
  while (storage.values.size === 0) await world.clock.settle()
  control.abort()
  expect((await world.clock.until(stopped.done)).status).toBe('aborted')
  await world.clock.settle()
  expect([...storage.values.keys()]).toEqual([])
  const client = world.client({ storage })
  expect((await world.end(client, start(client))).execution.status).toBe('complete')
})
