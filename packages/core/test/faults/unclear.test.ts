import { erc721Abi } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { cancelSignedOrders, getSignedOrders } from '../../src/actions/signedOrders.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { faultyStorage } from './support/storage.ts'
import { type PromptHandler, type RpcCall, walletRefusal } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

/** A wallet that was asked and did not refuse for certain: what is told of the money, and what the chain says. */
const world = useWorld()

/** Whatever is asked of it, it throws. */
const unreadable = new Proxy({} as Error, {
  get: () => {
    throw new Error('no')
  },
  getPrototypeOf: () => {
    throw new Error('no')
  },
})
const cyclic = Object.assign(new Error('oops'), { cause: undefined as unknown })
cyclic.cause = cyclic

/** What wallets throw although they may have sent. */
const unclear: readonly (readonly [string, unknown])[] = [
  ['a timeout', new Error('request timed out')],
  ['that the node knows the transaction', walletRefusal(-32_000, 'already known')],
  ['an expired request', new Error('Request expired. Please try again.')],
  ['a word', 'oops'],
  ['nothing', undefined],
  ['an error that is its own cause', cyclic],
  ['what cannot be read', unreadable],
  ['a disconnection', walletRefusal(4900, 'Disconnected')],
  ['that it takes too long', new Error('The request is taking too long. Please check your wallet.')],
  [
    'what its bundler lacks',
    Object.assign(new Error('Internal error'), {
      code: -32_603,
      data: {
        originalError: { code: -32_601, message: 'the method eth_getUserOperationReceipt does not exist' },
      },
    }),
  ],
]

test.each(unclear)(
  'a wallet that sends and then throws %s is followed to its success',
  async (_name, thrown) => {
    world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
      await next()
      throw thrown
    })
    const client = world.client()
    const { execution, pictures } = await world.end(client, await world.buy(client))
    expect(execution.error).toBeUndefined()
    expect(execution).toMatchObject({ status: 'complete', money: 'spent', proof: 'chain' })
    expect(execution.steps.at(-1)?.items[0]?.txHash).toBe(world.buyer.sent[0])
    expect(pictures.some(({ steps }) => steps.at(-1)?.items[0]?.phase === 'searching')).toBe(true)
    expect(world.buyer.prompts).toHaveLength(1)
  },
)

test.each(unclear)(
  'a wallet that sends nothing and throws %s does not prove that no money moved',
  async (_name, thrown) => {
    world.buyer.on('eth_sendTransaction', () => {
      throw thrown
    })
    const client = world.client()
    const { error, execution } = await world.end(client, await world.buy(client))
    expect(execution.status).toBe('failed')
    expect(error?.money).toBe('unknown')
    expect(error?.data.progress).toMatchObject({ done: 0, items: [{ state: 'unknown' }] })
    expect(await client.journal.entries()).toMatchObject([{ state: 'unknown' }])
  },
)

test('a listener that throws an unreadable value stops nothing', async () => {
  const client = world.client()
  const run = await world.buy(client)
  run.subscribe(() => {
    throw unreadable
  })
  client.on('*', () => {
    throw unreadable
  })
  expect((await world.end(client, run)).execution.status).toBe('complete')
})

test('a rejection that is its own cause is a rejection', async () => {
  const refusal: Error & { cause?: unknown } = walletRefusal(4001)
  refusal.cause = refusal
  world.buyer.on('eth_sendTransaction', () => {
    throw refusal
  })
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client))
  expect(error).toMatchObject({ code: 'wallet_refused', money: 'untouched' })
})

test('a wallet that sends and then says that its user refused is not asked to send the same again', async () => {
  world.seller.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    throw walletRefusal(4001)
  })
  const client = world.client()
  const token = `${world.nft}:${world.token()}`
  const give = () =>
    transferTokens(client, {
      wallet: eip1193Wallet(world.seller.provider),
      to: world.buyer.account,
      items: [{ token }],
    })
  await world.node.real('evm_setAutomine', [false])
  expect((await world.end(client, give())).error?.code).toBe('wallet_refused')
  expect((await world.end(client, give())).error).toMatchObject({ code: 'busy', data: { state: 'unknown' } })
  await world.node.real('evm_setAutomine', [true])
  await world.node.real('evm_mine')
  const hash = world.seller.sent[0]
  expect((await world.end(client, give())).error).toMatchObject({ code: 'busy', data: { hash } })
  expect(world.seller.sent).toHaveLength(1)
  const wallet = eip1193Wallet(world.seller.provider)
  const [resumed] = await world.clock.until(resume(client, { wallet }))
  expect(resumed?.entry).toMatchObject({ state: 'done', hash })
})

test('a refused transaction can be tried again after others of the account, and so can the same one after that', async () => {
  const client = world.client()
  const to = world.buyer.account
  const tip = () => world.seller.send({ to, value: '0x1' })
  const token = `${world.nft}:${world.token()}`
  const wallet = eip1193Wallet(world.seller.provider)
  const give = () => transferTokens(client, { wallet, to, items: [{ token }] })
  world.seller.on('eth_sendTransaction', () => {
    throw walletRefusal(4001)
  })
  expect((await world.end(client, give())).error?.code).toBe('wallet_refused')
  await tip()
  world.seller.reset()
  expect((await world.end(client, give())).execution.status).toBe('complete')
  const back = encodeFunctionData({
    abi: erc721Abi,
    functionName: 'safeTransferFrom',
    args: [to, world.seller.account, BigInt(token.split(':')[1] ?? '')],
  })
  await world.node.mined(await world.buyer.send({ to: world.nft, data: back }))
  expect((await world.end(client, give())).execution.status).toBe('complete')
})

test('a transaction that is mined late, after its wallet timed out, is waited for while it is pending', async () => {
  await world.node.real('evm_setAutomine', [false])
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    setTimeout(() => world.clock.track(world.node.real('evm_mine')), 90_000)
    throw new Error('request timed out')
  })
  const client = world.client()
  const { execution } = await world.end(client, await world.buy(client))
  await world.node.real('evm_setAutomine', [true])
  expect(execution.error).toBeUndefined()
  expect(execution.status).toBe('complete')
})

test('a signature that failed without a rejection is unknown, and its order can be cancelled', async () => {
  world.seller.on('eth_signTypedData_v4', () => {
    throw new Error('request timed out')
  })
  const client = world.client()
  const { error } = await world.end(client, world.sell(client))
  expect(error?.money).toBe('unknown')
  expect(error?.data.mayBeLive).toHaveLength(1)
  const wallet = eip1193Wallet(world.seller.provider)
  const signed = await world.clock.until(getSignedOrders(client, { account: world.seller.account, wallet }))
  expect(signed.at(0)).toMatchObject({ state: 'asked', orderId: error?.data.mayBeLive?.[0] })
})

/** A window that a test answers. */
function held(answer: PromptHandler) {
  const gate: { open: () => void } = { open: () => {} }
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  const handler: PromptHandler = async (prompt, next) => {
    await world.clock.held(opened)
    return answer(prompt, next)
  }
  return { handler, open: () => gate.open() }
}
const prompted = (run: Run) =>
  world.clock.until(
    new Promise<void>((resolve) => {
      run.subscribe(({ steps }) => {
        if (steps.at(-1)?.items[0]?.phase === 'prompted') resolve()
      })
    }),
  )
const heardLater = (run: Run, isHeard: () => boolean) =>
  world.clock.until(
    new Promise<void>((resolve) => {
      run.subscribe(() => {
        if (isHeard()) resolve()
      })
      if (isHeard()) resolve()
    }),
  )

test('an action that is stopped with an open prompt is unknown, and is updated when the prompt sends later', async () => {
  const window = held((_prompt, next) => next())
  world.buyer.on('eth_sendTransaction', window.handler)
  const client = world.client()
  const run = await world.buy(client)
  await prompted(run)
  run.abort()
  const execution = await world.clock.until(run.done)
  expect(execution).toMatchObject({ status: 'aborted', money: 'unknown' })
  expect(execution.error?.money).toBe('unknown')
  window.open()
  await heardLater(run, () => run.execution.money === 'sent')
  expect(run.execution.error).toMatchObject({ code: 'aborted', money: 'sent' })
  expect(run.execution.steps.at(-1)?.items[0]?.txHash).toBe(world.buyer.sent[0])
  const wallet = eip1193Wallet(world.buyer.provider)
  const [found] = await world.clock.until(resume(client, { wallet }))
  expect(found?.entry).toMatchObject({ state: 'done', hash: world.buyer.sent[0] })
})

test('an action that is stopped with an open prompt is untouched once the prompt is rejected', async () => {
  const window = held(() => {
    throw walletRefusal(4001)
  })
  world.buyer.on('eth_sendTransaction', window.handler)
  const client = world.client()
  const run = await world.buy(client)
  await prompted(run)
  run.abort()
  await world.clock.until(run.done)
  window.open()
  await heardLater(run, () => run.execution.money === 'untouched')
  expect(run.execution.error).toMatchObject({ code: 'aborted', money: 'untouched' })
})

test('an action that was stopped, resumed and found on chain stays done when its prompt is rejected later', async () => {
  const window = held(() => {
    throw walletRefusal(4001)
  })
  world.buyer.on('eth_sendTransaction', async (prompt, next) => {
    await world.buyer.send(prompt.params[0] as RpcCall)
    return window.handler(prompt, next)
  })
  const client = world.client()
  const run = await world.buy(client)
  await prompted(run)
  run.abort()
  await world.clock.until(run.done)
  await world.clock.until(resume(client, { wallet: eip1193Wallet(world.buyer.provider) }))
  const found = await client.journal.entries()
  expect(found).toMatchObject([{ state: 'done', hash: world.buyer.sent[0] }])
  window.open()
  await world.clock.pass(1_000)
  expect(await client.journal.entries()).toEqual(found)
  expect(run.execution.money).not.toBe('untouched')
})

test('a stopped listing that is signed later is reported as signed, posted only on request, and can be cancelled', async () => {
  const window = held((_prompt, next) => next())
  world.seller.on('eth_signTypedData_v4', window.handler)
  const client = world.client()
  const run = world.sell(client)
  await prompted(run)
  run.abort()
  await world.clock.until(run.done)
  window.open()
  await heardLater(run, () => run.execution.money === 'signed')
  const { error } = run.execution
  expect(error).toMatchObject({ code: 'aborted', money: 'signed' })
  expect(error?.data.mayBeLive).toHaveLength(1)
  const wallet = eip1193Wallet(world.seller.provider)
  const posts = () => world.provider.count('/order/v3')
  const [found] = await world.clock.until(resume(client, { wallet }))
  expect(found?.entry).toMatchObject({ state: 'signed', stopped: true })
  expect(posts()).toBe(0)
  const other = await world.clock.until(resume(client, { wallet, postStopped: ['another'] }))
  expect(other[0]?.entry.state).toBe('signed')
  const [posted] = await world.clock.until(resume(client, { wallet, postStopped: true }))
  expect(posted?.entry.state).toBe('posted')
  expect(posts()).toBe(1)
  const ended = await world.end(
    client,
    cancelSignedOrders(client, { wallet, orderIds: error?.data.mayBeLive ?? [] }),
  )
  expect(ended.execution.status).toBe('complete')
})

test('after a mined approval, an order whose post failed is named as one that may be live', async () => {
  const data = `0xa22cb465${world.chain.contracts.conduit.slice(2).padStart(64, '0')}${'0'.repeat(64)}` as Hex
  await world.node.mined(await world.seller.send({ to: world.nft, data }))
  world.seller.reset()
  world.provider.on('/order/v3', { status: 500, body: { message: 'No' } })
  const client = world.client()
  const { error } = await world.end(client, world.sell(client))
  expect(error).toMatchObject({ code: 'provider_error', money: 'spent' })
  expect(error?.data.mayBeLive).toHaveLength(1)
})

test('an order that may be live and was cancelled on chain is not posted again after a reload', async () => {
  world.provider.on('/order/v3', { status: 500, body: { message: 'No' } })
  const storage = faultyStorage()
  const client = world.client({ storage })
  await world.end(client, world.sell(client))
  // From another page or device: the account takes back all that it signed.
  const mined = await world.seller.send({ to: world.chain.contracts.seaport, data: '0x5b34b966' })
  await world.node.mined(mined)
  const posted = world.provider.count('/order/v3')
  const reopened = world.client({ storage: faultyStorage(storage.values) })
  const wallet = eip1193Wallet(world.seller.provider)
  const resumed = await world.clock.until(resume(reopened, { wallet, postStopped: true }))
  expect(resumed.map(({ entry }) => entry.state)).toEqual(['failed'])
  expect(world.provider.count('/order/v3')).toBe(posted)
})

test('a page that reloads with an open prompt reports it as unknown, and finds what the prompt sends', async () => {
  const storage = faultyStorage()
  world.buyer.on('eth_sendTransaction', () => world.hang())
  const run = await world.buy(world.client({ storage }))
  await prompted(run)
  const values = new Map(storage.values)
  const { params = [] } = world.buyer.prompts[0] ?? {}
  run.abort()
  await world.clock.until(run.done)
  const looks: string[] = []
  const wallet = eip1193Wallet(world.buyer.provider)
  const again = world.client({ storage: faultyStorage(values) })
  const onLook = ({ entry }: { entry: { state: string } }) => {
    looks.push(entry.state)
    if (looks.length === 1) void world.clock.track(world.buyer.send(params[0] as never))
  }
  const [found] = await world.clock.until(resume(again, { wallet, onLook }))
  expect(looks).toEqual(['unknown', 'done'])
  expect(found?.entry).toMatchObject({ state: 'done', hash: world.buyer.sent[0] })
})

test('an unanswered prompt stays unknown until no wallet can still hold it', async () => {
  const storage = faultyStorage()
  world.buyer.on('eth_sendTransaction', () => world.hang())
  const run = await world.buy(world.client({ storage }))
  await prompted(run)
  run.abort()
  await world.clock.until(run.done)
  const wallet = eip1193Wallet(world.buyer.provider)
  const client = world.client({ storage })
  const look = async () => (await world.clock.until(resume(client, { wallet })))[0]?.entry.state
  expect(await look()).toBe('unknown')
  expect(await look()).toBe('unknown')
  const { vi } = await import('vitest')
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  expect(await look()).toBe('rejected')
})

test('a purchase that the chain has proven is complete, even if the provider never reports it', async () => {
  world.provider.on('/transfers/bulk/v1', { body: { transfers: [] } })
  const withheld = world.client()
  const first = await world.end(withheld, await world.buy(withheld))
  expect(first.execution.error).toBeUndefined()
  expect(first.execution).toMatchObject({ status: 'complete', proof: 'chain', money: 'spent' })
  world.provider.on('/transactions/*', { body: { synced: false } })
  const unseen = world.client()
  const second = await world.end(unseen, await world.buy(unseen))
  expect(second.execution.error).toBeUndefined()
  expect(second.execution).toMatchObject({ status: 'complete', proof: 'chain', money: 'spent' })
})

const answers: readonly (readonly [string, object])[] = [
  ['an empty object', { body: {} }],
  ['nothing', { status: 204, text: '' }],
  ['a text', { text: 'Created', headers: { 'content-type': 'text/plain' } }],
]

test.each(answers)(
  'an accepted order answered with %s is looked up, and not posted again',
  async (_name, answer) => {
    world.provider.on('/order/v3', async (_request, _count, next) => {
      await next()
      return answer
    })
    world.provider.on('/orders/asks/v5', ({ query }) => ({
      body: {
        orders: query
          .getAll('ids')
          .filter((id) => world.market.orders.has(id as Hex))
          .map((id) => ({
            id,
            kind: 'seaport-v1.6',
            side: 'sell',
            tokenSetId: 'token',
            maker: world.seller.account,
          })),
      },
    }))
    const client = world.client()
    const { execution } = await world.end(client, world.sell(client))
    expect(execution.error).toBeUndefined()
    expect(execution.status).toBe('complete')
    expect(world.provider.count('/order/v3')).toBe(1)
    expect(await client.journal.entries()).toMatchObject([{ state: 'posted' }])
  },
)

test.each(answers)(
  'an order answered with %s that the provider does not show may be live',
  async (_name, answer) => {
    world.provider.on('/order/v3', answer)
    const client = world.client()
    const { error } = await world.end(client, world.sell(client))
    expect(error).toMatchObject({ code: 'provider_malformed', money: 'signed' })
    expect(error?.message).toContain('may be live')
    expect(error?.data.mayBeLive).toHaveLength(1)
    expect(world.provider.count('/order/v3')).toBe(1)
    expect(await client.journal.entries()).toMatchObject([{ state: 'maybe_live' }])
  },
)

/** A page that died with the window open, and the call that the window holds. */
async function diedWithWindow() {
  const storage = faultyStorage()
  world.buyer.on('eth_sendTransaction', () => world.hang())
  const run = await world.buy(world.client({ storage }))
  await prompted(run)
  const values = new Map(storage.values)
  const { params = [] } = world.buyer.prompts[0] ?? {}
  run.abort()
  await world.clock.until(run.done)
  return {
    send: async () => {
      const hash = await world.buyer.send(params[0] as never)
      await world.node.mined(hash)
      return hash
    },
    /** Something else that the account sends. */
    sendOther: async () => world.node.mined(await world.buyer.send({ to: world.seller.account })),
    resumed: async () => {
      const client = world.client({ storage: faultyStorage(values) })
      const wallet = eip1193Wallet(world.buyer.provider)
      const [found] = await world.clock.until(resume(client, { wallet }))
      return found?.entry
    },
  }
}
const blocksPass = (blocks: number) => world.node.real('anvil_mine', [`0x${blocks.toString(16)}`])

test('a call of an open prompt is found after a reload, after any number of blocks and transactions', async () => {
  const page = await diedWithWindow()
  await blocksPass(200)
  await page.sendOther()
  await blocksPass(300)
  const hash = await page.send()
  await blocksPass(400)
  await page.sendOther()
  await blocksPass(500)
  world.node.asked.length = 0
  expect(await page.resumed()).toMatchObject({ state: 'done', hash })
  // By bisection: as many reads as a block for each would take were over a thousand.
  expect(world.node.asked.length).toBeLessThan(120)
})

test('a call is unknown, not untouched, if no node has the account’s older nonces', async () => {
  const page = await diedWithWindow()
  const head = Number(await world.node.real('eth_blockNumber'))
  await page.send()
  await blocksPass(500)
  await page.sendOther()
  const pruned: Parameters<typeof world.node.on>[1] = async ([, block], next) => {
    if (typeof block === 'string' && block.startsWith('0x') && Number(block) < head + 450)
      throw { code: -32_000, message: 'missing trie node' }
    return next()
  }
  world.node.on('eth_getTransactionCount', pruned)
  expect(await page.resumed()).toMatchObject({ state: 'unknown' })
})

test('a hash that no node knows is not reported as replaced while part of the account’s history is unreadable', async () => {
  const storage = faultyStorage()
  const lost = `0x${'ab'.repeat(32)}`
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    return lost
  })
  const run = await world.buy(world.client({ storage }))
  await world.clock.until(
    new Promise<void>((resolve) => {
      run.subscribe(({ steps }) => {
        if (steps.at(-1)?.items[0]?.txHash === lost) resolve()
      })
    }),
  )
  const values = new Map(storage.values)
  run.abort()
  await world.clock.until(run.done)
  await blocksPass(300)
  const head = Number(await world.node.real('eth_blockNumber'))
  const refuses = { on: true }
  world.node.on('eth_getTransactionCount', async ([, block], next) => {
    if (refuses.on && typeof block === 'string' && block.startsWith('0x') && Number(block) < head - 10)
      throw { code: -32_000, message: 'missing trie node' }
    return next()
  })
  const look = async () => {
    const client = world.client({ storage: faultyStorage(values) })
    const wallet = eip1193Wallet(world.buyer.provider)
    return (await world.clock.until(resume(client, { wallet })))[0]?.entry
  }
  expect(await look()).toMatchObject({ state: 'sent' })
  refuses.on = false
  expect(await look()).toMatchObject({ state: 'done', hash: world.buyer.sent[0] })
})
