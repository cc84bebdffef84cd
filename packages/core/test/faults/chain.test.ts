import { cancelOrders, erc20Abi, incrementCounter } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import type { LogLine } from '../../src/log.ts'
import type { Review } from '../../src/run/execution.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { purchaseOf } from './support/purchaseOf.ts'
import { type RpcCall, walletRefusal } from './support/wallet.ts'
import { type Ending, eth, native, useWorld } from './support/world.ts'

const world = useWorld()
afterEach(() => world.node.real('evm_setAutomine', [true]))

const withChain = (change: object) => ({ chains: [{ ...world.client().chains[0]!, ...change }] })
const itemOf = ({ execution }: Ending) => execution.steps.at(-1)!.items.at(-1)!
const mine = () => world.node.real('evm_mine')
const noMining = () => world.node.real('evm_setAutomine', [false])

/** The wallet sends, and the person then replaces it in the wallet with a call of a higher fee. */
function replacing(change: (sent: RpcCall) => RpcCall): void {
  world.buyer.on('eth_sendTransaction', async ({ params }, next) => {
    const hash = (await next()) as Hex
    const { nonce, gasPrice } = await world.node.real<{ nonce: Hex; gasPrice: Hex }>(
      'eth_getTransactionByHash',
      [hash],
    )
    setTimeout(async () => {
      const call = change(params[0] as RpcCall)
      await world.buyer.send({ ...call, nonce: Number(nonce), gasPrice: BigInt(gasPrice) * 3n })
      await mine()
    }, 4_000)
    return hash
  })
}

test('F31: a node of another chain is detected before the wallet opens', async () => {
  world.node.on('eth_chainId', (_params, next, asker) => (asker === 'client' ? '0xa' : next()))
  world.buyer.shows.chainId = 10
  const client = world.client()
  const { error, execution } = await world.end(client, await world.buy(client))
  expect(error?.code).toBe('wrong_chain')
  expect(execution.money).toBe('untouched')
  expect(world.buyer.prompts.map(({ method }) => method)).not.toContain('eth_sendTransaction')
})

test('F35: a node without a receipt for a mined transaction is asked again, and nothing is reported as dropped', async () => {
  const seen = { asks: 0 }
  const lag = async (_params: readonly unknown[], next: () => Promise<unknown>) => {
    seen.asks += 1
    return seen.asks < 40 ? null : next()
  }
  world.node.on('eth_getTransactionReceipt', lag)
  const ending = await world.buyToEnd()
  expect(ending.execution.status).toBe('complete')
  expect(itemOf(ending).hashes).toHaveLength(1)
  expect(world.buyer.sent).toHaveLength(1)
})

test('F36: a transaction that every node forgot ends as dropped, not as failed, and is not sent again', async () => {
  await noMining()
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = await next()
    setTimeout(() => world.clock.track(world.node.real('anvil_dropTransaction', [hash])), 3_000)
    return hash
  })
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client))
  expect(error?.code).toBe('transaction_dropped')
  expect(error?.message).toBe(
    'The network has forgotten the transaction. It may still come: speed it up or cancel it in your wallet.',
  )
  expect(error?.money).toBe('sent')
  expect(error?.data).toMatchObject({ hash: world.buyer.sent[0] })
  expect(world.buyer.sent).toHaveLength(1)
  expect(await client.journal.entries()).toMatchObject([{ state: 'sent' }])
})

test('F37: a sped-up transaction is followed under its new hash with new attempts', async () => {
  await noMining()
  replacing((call) => call)
  const ending = await world.buyToEnd()
  expect(ending.error).toBeUndefined()
  expect(ending.execution.status).toBe('complete')
  expect(itemOf(ending).hashes).toEqual(world.buyer.sent)
  expect(itemOf(ending).txHash).toBe(world.buyer.sent[1])
  expect(world.buyer.prompts).toHaveLength(1)
})

test('F38: a different transaction in its place stops the run, and the journal records it', async () => {
  await noMining()
  replacing(() => ({ to: world.seller.account, value: '0x1' }))
  const client = world.client()
  const { error, execution } = await world.end(client, await world.buy(client))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('transaction_replaced')
  expect(error?.message).toBe('Another transaction took the place of this one.')
  expect(error?.data).toMatchObject({ replaced: world.buyer.sent[0], hash: world.buyer.sent[1] })
  expect(await client.journal.entries()).toMatchObject([{ state: 'replaced' }])
})

test('F39: a transaction that was cancelled in the wallet has the message of the specification', async () => {
  await noMining()
  replacing(() => ({ to: world.buyer.account, value: '0x0' }))
  const { error, took, execution } = await world.buyToEnd()
  expect(error?.code).toBe('transaction_cancelled')
  expect(error?.message).toBe('Transaction cancelled')
  expect(took).toBeLessThan(10_000)
  expect(execution.money).toBe('gas_only')
})

test('F40: a hash that no node knows is resolved by its nonce and its effect', async () => {
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    return `0x${'ab'.repeat(32)}`
  })
  const ending = await world.buyToEnd()
  expect(ending.execution.status).toBe('complete')
  expect(itemOf(ending).txHash).toBe(world.buyer.sent[0])
  expect(itemOf(ending).proof).toBe('chain')
})

/** Somebody else buys the token first. */
async function soldToAnother(orderId: Hex): Promise<void> {
  await world.seller.send(await purchaseOf(world, orderId))
}

test('F41: a transaction that reverts on chain is a failure with its reason and cost, never a success', async () => {
  const { token, orderId } = await world.listed()
  world.buyer.on('eth_sendTransaction', async ({ params }) => {
    await soldToAnother(orderId)
    return world.buyer.send(params[0] as RpcCall)
  })
  const client = world.client()
  const ending = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(ending.error?.code).toBe('transaction_reverted')
  expect(ending.error?.message).toBe('The transaction failed on chain. Only its gas was paid.')
  expect(ending.error?.money).toBe('gas_only')
  // OrderAlreadyFilled(bytes32)
  expect(ending.error?.data.reason).toMatch(/^0x10fda3e1/)
  expect(ending.error?.data.revert).toEqual({ name: 'OrderAlreadyFilled(bytes32)', reason: 'order_filled' })
  expect(ending.error?.data.gasCost).toBeGreaterThan(0n)
  expect(itemOf(ending).receipt?.status).toBe('reverted')
  expect(await client.journal.entries()).toMatchObject([{ state: 'failed' }])
})

/** Undoes the newest blocks and mines empty ones in their place. */
async function reorg(snapshot: Hex, depth: number): Promise<void> {
  await world.node.real('evm_revert', [snapshot])
  for (let block = 0; block < depth; block += 1) await mine()
}

test.each([1, 2, 3])(
  'F42: a transaction that is reorged out %i blocks deep is pending again, and done only when it is deep enough',
  async (depth) => {
    const { token } = await world.listed()
    const snapshot = await world.node.real<Hex>('evm_snapshot')
    const phases: string[] = []
    world.buyer.on('eth_sendTransaction', async ({ params }, next) => {
      const hash = (await next()) as Hex
      for (let block = 1; block < depth; block += 1) await mine()
      setTimeout(async () => {
        await reorg(snapshot, depth)
        // It waits in the pool again, and is mined later.
        setTimeout(async () => {
          await world.buyer.send(params[0] as RpcCall)
          for (let block = 0; block < 4; block += 1) await mine()
        }, 5_000)
      }, 2_000)
      return hash
    })
    const client = world.client(withChain({ confirmations: 4 }))
    const run = await world.buy(client, { items: [{ token }] })
    run.subscribe(({ steps }) => phases.push(steps[0]?.items[0]?.phase ?? ''))
    const ending = await world.end(client, run)
    expect(ending.execution.status).toBe('complete')
    expect(ending.took).toBeGreaterThanOrEqual(7_000)
    expect(phases.slice(0, phases.indexOf('mined'))).not.toContain('complete')
  },
)

test('F42: a transaction that nobody told of is found although a reorganization put it below the block before the prompt', async () => {
  const { token } = await world.listed()
  const snapshot = await world.node.real<Hex>('evm_snapshot')
  for (let block = 0; block < 5; block += 1) await mine()
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await reorg(snapshot, 1)
    await next()
    for (let block = 0; block < 6; block += 1) await mine()
    throw walletRefusal(-32603, 'Internal JSON-RPC error.')
  })
  const client = world.client()
  const { error, execution } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(error).toBeUndefined()
  expect(execution.status).toBe('complete')
})

test('F43: a transaction that is reorged out and fails when mined again has failed', async () => {
  const { token, orderId } = await world.listed()
  const snapshot = await world.node.real<Hex>('evm_snapshot')
  world.buyer.on('eth_sendTransaction', async ({ params }, next) => {
    const hash = await next()
    setTimeout(async () => {
      await world.node.real('evm_revert', [snapshot])
      await soldToAnother(orderId)
      await world.buyer.send(params[0] as RpcCall)
      await mine()
    }, 2_000)
    return hash
  })
  const client = world.client(withChain({ confirmations: 2 }))
  const { error, execution } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('transaction_reverted')
  expect(error?.money).toBe('gas_only')
})

test('F45: an earlier stuck transaction is named as what this one waits for', async () => {
  await noMining()
  const first = await world.buyer.send({ to: world.seller.account, value: '0x1' })
  setTimeout(() => world.clock.track(mine()), 20_000)
  const lines: LogLine[] = []
  world.node.on('eth_getTransactionReceipt', async ([hash], next) => (hash === first ? next() : next()))
  const ending = await world.buyToEnd({ logLevel: 2, logger: (line) => lines.push(line) })
  expect(ending.execution.status).toBe('complete')
  const behind = ending.pictures.find(({ steps }) => steps.at(-1)?.items[0]?.behind === true)
  expect(behind?.steps.at(-1)?.items[0]?.phase).toBe('sent')
  expect(itemOf(ending).behind).toBeUndefined()
})

/** The next block costs `times` as much for gas. */
async function gasRises(times: bigint): Promise<void> {
  const { baseFeePerGas } = await world.node.real<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', [
    'latest',
    false,
  ])
  const next = (BigInt(baseFeePerGas) + 1n) * times
  await world.node.real('anvil_setNextBlockBaseFeePerGas', [`0x${next.toString(16)}`])
  await mine()
}

test('F46: gas that became twenty times as expensive during the review is shown before the wallet opens', async () => {
  world.provider.on('/execute/buy/v7', async (_request, _count, next) => {
    const { body } = await next()
    const text = JSON.stringify(body).replaceAll(
      '"data":{',
      '"data":{"maxFeePerGas":"0x1","maxPriorityFeePerGas":"0x1","gas":"0x5208",',
    )
    return { text }
  })
  const client = world.client()
  const cards: Review[] = []
  const run = await world.buy(client, {
    confirm: async (card) => {
      expect(world.buyer.prompts).toEqual([])
      if (cards.push(card) === 1) await gasRises(20n)
      return true
    },
  })
  const { execution } = await world.end(client, run)
  expect(execution.status).toBe('complete')
  expect(cards.map(({ verdict }) => verdict.decision)).toEqual(['allow', 'confirm'])
  expect(cards[1]?.verdict.findings.at(-1)).toMatchObject({ code: 'GAS_JUMP', severity: 'confirm' })
  // The fee is the wallet's own: nothing of the provider's is handed to it.
  const [prompt] = world.buyer.prompts
  expect(Object.keys(prompt!.params[0] as object).sort()).toEqual(['chainId', 'data', 'from', 'to', 'value'])
})

test.each([
  ['nobody can be asked', undefined, 'blocked'],
  ['nobody agrees', ({ verdict }: Review) => verdict.decision === 'allow', 'declined'],
])('F46: where %s, gas that became more expensive stops the action', async (_name, confirm, code) => {
  let dear = false
  world.node.on('eth_getBlockByNumber', async (_params, next) => {
    const block = (await next()) as { baseFeePerGas: Hex }
    const baseFeePerGas = `0x${(BigInt(block.baseFeePerGas) * 20n).toString(16)}`
    return dear ? { ...block, baseFeePerGas } : block
  })
  const client = world.client()
  const run = await world.buy(client, confirm === undefined ? {} : { confirm })
  run.subscribe(({ verdict }) => {
    dear = verdict !== undefined
  })
  const { error } = await world.end(client, run)
  expect(error?.code).toBe(code)
  expect(error?.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
})

test('F46: a gas price within the policy continues without a question', async () => {
  const client = world.client({ policy: { gas: { maxFeeMultiple: 50 } } })
  const cards: Review[] = []
  const confirm = async (card: Review) => {
    if (cards.push(card) === 1) await gasRises(20n)
    return true
  }
  const { execution } = await world.end(client, await world.buy(client, { confirm }))
  expect(execution.status).toBe('complete')
  expect(cards).toHaveLength(1)
})

test('F47: a call that would fail because its order was filled is not prompted, and the user learns why', async () => {
  const { token, orderId } = await world.listed()
  world.provider.on('/execute/buy/v7', async (_request, _count, next) => {
    const reply = await next()
    await soldToAnother(orderId)
    return reply
  })
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(error?.code).toBe('order_unavailable')
  expect(error?.message).toBe('The order is no longer available: it was filled or cancelled.')
  expect(error?.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
})

test('F47: a purchase whose order was filled does not approve its currency first, and says why', async () => {
  const { weth, conduit, seaport } = world.chain.contracts
  const none = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, 0n] })
  await world.node.mined(await world.buyer.send({ to: weth, data: none }))
  const tokenId = world.token()
  const { order } = await world.market.list(tokenId, eth, { currency: weth })
  world.provider.on('/execute/buy/v7', async (_request, _count, next) => {
    const reply = await next()
    const { to, data } = cancelOrders(seaport, [order])
    await world.node.mined(await world.seller.send({ to, data }))
    return reply
  })
  const client = world.client()
  const items = [{ token: `${world.nft}:${tokenId}` }]
  const { error } = await world.end(
    client,
    await world.buy(client, { items, expectedPrice: { [weth]: { raw: eth } } }),
  )
  expect(error?.code).toBe('order_unavailable')
  expect(error?.data.findings).toContainEqual(expect.objectContaining({ code: 'CALL_EXPIRED' }))
  expect(world.buyer.prompts).toEqual([])
})

test.each(['with an order named', 'by token'] as const)(
  'F47: a purchase %s whose maker has just ended all its orders stops, and accuses nobody',
  async (how) => {
    const { token, orderId } = await world.listed()
    world.provider.on('/execute/buy/v7', async (_request, _count, next) => {
      const reply = await next()
      const { to, data } = incrementCounter(world.chain.contracts.seaport)
      await world.node.mined(await world.seller.send({ to, data }))
      return reply
    })
    const client = world.client()
    const items = [how === 'by token' ? { token } : { orderId }]
    const { error } = await world.end(client, await world.buy(client, { items }))
    expect(error?.code).toBe(how === 'by token' ? 'transaction_would_fail' : 'order_unavailable')
    expect(error?.money).toBe('untouched')
    expect(world.buyer.prompts).toEqual([])
  },
)

test('an order that started since the last block is bought on a chain that was idle for an hour', async () => {
  const hourAgo = Number(await world.market.chainTime()) - 3_600
  world.node.on('eth_call', (params, next) => {
    const [call, block] = params as [RpcCall, string]
    // As a node answers whose latest block is that old.
    if (call.from?.toLowerCase() === world.buyer.account && block === 'latest')
      (params as unknown[]).push({}, { time: `0x${hourAgo.toString(16)}` })
    return next()
  })
  expect((await world.buyToEnd()).execution.status).toBe('complete')
})

test('F48: an account that cannot pay the gas is reported before the wallet opens', async () => {
  const client = world.client()
  const before = await world.node.real<Hex>('eth_getBalance', [world.buyer.account, 'latest'])
  await world.node.real('anvil_setBalance', [world.buyer.account, `0x${(eth + 1n).toString(16)}`])
  const { error } = await world.end(client, await world.buy(client))
  await world.node.real('anvil_setBalance', [world.buyer.account, before])
  expect(error?.code).toBe('insufficient_funds')
  expect(error?.message).toBe('The account does not have enough funds for this transaction and its gas.')
  expect(error?.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
})

test('F49: a node without a gas price leaves the fees to the wallet', async () => {
  for (const method of ['eth_gasPrice', 'eth_feeHistory', 'eth_maxPriorityFeePerGas'])
    world.node.on(method, () => {
      throw walletRefusal(-32603, 'fee history is not available')
    })
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(world.buyer.prompts[0]?.params[0]).not.toHaveProperty('maxFeePerGas')
})

test('F50: a price that rose between two answers is reported on the first step, before the wallet opens', async () => {
  world.provider.on('/execute/buy/v7', async (_request, count, next) => {
    const plan = structuredClone((await next()).body) as { steps: { items: object[] }[]; path: object[] }
    if (count === 1) plan.steps[0]!.items = [{ status: 'incomplete' }]
    else Object.assign(plan.path[0]!, { rawQuote: `${2n * eth}` })
    return { body: plan }
  })
  const { error, execution } = await world.buyToEnd()
  expect(error?.message).toBe('Attention: the price of this token is now 2')
  expect(execution.steps[0]?.error).toBe(error?.message)
  expect(execution.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
})

test('F51: a token that was sold during the review is unavailable, and no gas is spent', async () => {
  const { token, orderId } = await world.listed()
  const client = world.client()
  const run = await world.buy(client, {
    items: [{ token }],
    confirm: async () => {
      await soldToAnother(orderId)
      return true
    },
  })
  const { error } = await world.end(client, run)
  expect(error?.code).toBe('order_unavailable')
  expect(error?.message).toBe('The order is no longer available: it was filled or cancelled.')
  expect(error?.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
})

test('F52: a chain that stops for ten minutes is waited for as long as its configuration says', async () => {
  await noMining()
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    const hash = await next()
    setTimeout(() => world.clock.track(mine()), 600_000)
    return hash
  })
  const patient = await world.buyToEnd(withChain({ maxPollingAttemptsBeforeTimeout: 200 }))
  expect(patient.execution.status).toBe('complete')
  expect(patient.took).toBeGreaterThanOrEqual(600_000)
})

test('F52: without that configuration the specification’s limit applies, and the money is reported as sent', async () => {
  await noMining()
  const { error, took } = await world.buyToEnd()
  await mine()
  expect(error?.code).toBe('transaction_timeout')
  expect(error?.message).toBe(
    `Failed to receive a successful response for transaction with hash ${world.buyer.sent[0]} after 30 attempt(s).`,
  )
  expect(error?.data.explorerUrl).toBe(`https://explorer.example/tx/${world.buyer.sent[0]}`)
  expect(error?.money).toBe('sent')
  expect(took).toBe(150_000)
})

test('F53: a receipt whose logs show another effect is never done', async () => {
  world.node.on('eth_getTransactionReceipt', async (_params, next) => {
    const receipt = (await next()) as { logs: { topics: Hex[] }[] } | null
    const stranger = `0x${'66'.repeat(20).padStart(64, '0')}` as Hex
    for (const log of receipt?.logs ?? []) if (log.topics.length === 4) log.topics[2] = stranger
    return receipt
  })
  const { error, execution } = await world.buyToEnd()
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('effect_missing')
  expect(error?.message).toBe('The transaction succeeded, but did not do what it was checked to do.')
  expect(error?.data.findings).toMatchObject([{ code: 'RCPT_EFFECT' }])
  expect(error?.money).toBe('spent')
})

/** A node that is on another branch: of its own block of the same number it says that nothing has moved. */
function onAnotherBranch({ takesHashes, hash }: { takesHashes: boolean; hash?: Hex }): void {
  world.node.on('eth_call', (params, next) => {
    const block = params[1]
    if (block === 'latest' || block === 'pending' || block === undefined) return next()
    if (typeof block === 'string') return `0x${'00'.repeat(32)}`
    if (takesHashes) return next()
    throw walletRefusal(-32602, 'invalid argument 1: hex string expected')
  })
  world.node.on('eth_getBlockByNumber', async (params, next) => {
    const block = (await next()) as object
    return String(params[0]).startsWith('0x') && hash !== undefined ? { ...block, hash } : block
  })
}

test.each([
  ['whose node reads by hash', { takesHashes: true }],
  [
    'whose node has another block of this number',
    { takesHashes: false, hash: `0x${'99'.repeat(32)}` as Hex },
  ],
])('F42: a purchase %s is not called failed by the state of another branch', async (_how, node) => {
  onAnotherBranch(node)
  const { error, execution } = await world.buyToEnd()
  expect(error).toBeUndefined()
  expect(execution.status).toBe('complete')
})

test('F53: a purchase after which the token is somebody else’s is never done, on a node that reads by number too', async () => {
  onAnotherBranch({ takesHashes: false })
  const { error } = await world.buyToEnd()
  expect(error?.code).toBe('effect_missing')
  expect(error?.data.findings).toMatchObject([{ code: 'RCPT_EFFECT' }])
})

test('F53: a receipt that does not name its block by hash does not escape the proof by the state', async () => {
  onAnotherBranch({ takesHashes: false, hash: `0x${'99'.repeat(32)}` })
  world.node.on('eth_getTransactionReceipt', async (_params, next) => {
    const receipt = (await next()) as object | null
    return receipt === null ? null : { ...receipt, blockHash: undefined }
  })
  const { error } = await world.buyToEnd()
  expect(error?.code).toBe('effect_missing')
})

test.each([
  ['ahead of', 600_000],
  ['behind', -600_000],
])(
  'F54: a clock ten minutes %s the chain’s makes orders by the chain’s time, and logs a warning',
  async (_name, skew) => {
    const lines: LogLine[] = []
    const client = world.client({ logLevel: 2, logger: (line) => lines.push(line) })
    const { vi } = await import('vitest')
    const chainNow = Number(await world.market.chainTime()) * 1_000
    vi.setSystemTime(chainNow + skew)
    const tokenId = world.token()
    const listing = listTokens(client, {
      wallet: eip1193Wallet(world.seller.provider),
      listings: [{ token: `${world.nft}:${tokenId}`, weiPrice: eth }],
    })
    const listed = await world.end(client, listing)
    expect(listed.error).toBeUndefined()
    const orderId = listed.execution.steps.at(-1)?.items[0]?.orderData?.[0]?.orderId as Hex
    const { startTime } = world.market.orders.get(orderId)!.order
    expect(Number(startTime) * 1_000).toBeLessThanOrEqual(chainNow + 5_000)
    expect(lines.filter(({ message }) => message.includes('clock'))).toHaveLength(1)
    const bought = await world.buy(client, {
      items: [{ token: `${world.nft}:${tokenId}` }],
      expectedPrice: { [native]: { raw: eth } },
    })
    expect((await world.end(client, bought)).execution.status).toBe('complete')
  },
)
