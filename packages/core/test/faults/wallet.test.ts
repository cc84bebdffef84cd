import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { type RpcCall, walletRefusal } from './support/wallet.ts'
import { eth, useWorld } from './support/world.ts'

const world = useWorld()

const stranger = `0x${'66'.repeat(20)}` as const
const methods = () => world.buyer.prompts.map(({ method }) => method)
/** A gate that a test opens. */
function gate() {
  const held: { open: () => void } = { open: () => {} }
  const opened = new Promise<void>((resolve) => {
    held.open = resolve
  })
  return { opened, open: () => held.open() }
}

test('F55: a rejection ends the run with nothing sent and a report of its code alone, and the run can start again', async () => {
  world.buyer.on('eth_sendTransaction', () => {
    throw walletRefusal(4001, 'User rejected: my private note')
  })
  const client = world.client()
  const { token } = await world.listed()
  const { execution, error } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('wallet_refused')
  expect(error?.message).toBe('The request was rejected in the wallet.')
  expect(error?.money).toBe('untouched')
  expect(methods()).toEqual(['eth_sendTransaction'])
  expect(world.buyer.sent).toEqual([])
  expect(await client.journal.entries()).toMatchObject([{ state: 'rejected' }])
  const report = world.provider.requests.find(({ path }) => path === '/execute/results/v1')
  expect(report?.body).toEqual({
    requestId: 'request-1',
    stepId: 'sale',
    errorMessage: 'The request was rejected in the wallet.',
  })
  world.buyer.reset()
  const again = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(again.execution.status).toBe('complete')
})

test('a wallet that finds out that the order is filled reports it, and nothing is sent', async () => {
  world.buyer.on('eth_sendTransaction', () => {
    const data = `0x10fda3e1${'ab'.repeat(32)}`
    throw Object.assign(new Error('execution reverted'), { code: 3, data })
  })
  const { error } = await world.buyToEnd()
  expect(error?.code).toBe('order_unavailable')
  expect(error?.money).toBe('untouched')
  expect(error?.data).toMatchObject({ walletCode: 3, revert: { reason: 'order_filled' } })
  expect(world.buyer.sent).toEqual([])
})

test('a wallet whose gas estimate reverts sends nothing, and the error says that the transaction would fail', async () => {
  const { token } = await world.listed()
  const [contract, tokenId] = token.split(':') as [Address, string]
  world.buyer.on('eth_sendTransaction', async ({ params }) => {
    const abi = parseAbi(['function transferFrom(address from, address to, uint256 tokenId)'])
    const args = [world.seller.account, stranger, BigInt(tokenId)] as const
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
    await world.node.mined(await world.seller.send({ to: contract, data }))
    return world.node.real('eth_estimateGas', [params[0]])
  })
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(error).toMatchObject({
    code: 'transaction_would_fail',
    message: 'The transaction would fail on chain, so it was not sent.',
    money: 'untouched',
  })
  expect(error?.data.revert).toBeDefined()
  expect(world.buyer.sent).toEqual([])
  expect(await client.journal.entries()).toMatchObject([{ state: 'rejected' }])
})

test('F56: a wallet with an open prompt is not prompted again, and the first prompt still counts', async () => {
  const first = gate()
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    if (world.buyer.prompts.length > 1) throw walletRefusal(-32002, 'Request already pending')
    await world.clock.held(first.opened)
    return next()
  })
  const [one, two] = [world.client(), world.client()]
  const waiting = await world.buy(one)
  const shown = waiting.subscribe(() => {})
  const prompted = new Promise<void>((resolve) => {
    waiting.subscribe(({ steps }) => {
      if (steps.at(-1)?.items[0]?.phase === 'prompted') resolve()
    })
  })
  await world.clock.until(prompted)
  shown()
  const busy = await world.clock.until((await world.buy(two)).done)
  expect(busy.error?.code).toBe('wallet_busy')
  expect(busy.error?.message).toBe(
    'The wallet already has a pending request. Open the wallet to respond to it.',
  )
  expect(busy.error?.money).toBe('untouched')
  expect(methods()).toHaveLength(2)
  expect((await two.journal.entries()).map(({ state }) => state)).toEqual(['rejected'])
  first.open()
  expect((await world.end(one, waiting)).execution.status).toBe('complete')
  expect(world.buyer.sent).toHaveLength(1)
})

test.each([4900, 4901])(
  'F57: a disconnected wallet (%i) is waited for, and the run continues',
  async (code) => {
    const client = world.client()
    const run = await world.buy(client, {
      confirm: () => {
        const until = Date.now() + 20_000
        world.buyer.on('eth_chainId', (_prompt, next) => {
          if (Date.now() < until) throw walletRefusal(code, 'Disconnected')
          return next()
        })
        return true
      },
    })
    const { execution, pictures, took } = await world.end(client, run)
    expect(took).toBeGreaterThanOrEqual(20_000)
    expect(execution.error).toBeUndefined()
    expect(execution.status).toBe('complete')
    expect(pictures.some(({ steps }) => steps[0]?.items[0]?.phase === 'reconnecting')).toBe(true)
    expect(methods()).toEqual(['eth_sendTransaction'])
  },
)

test('F57: a wallet that never reconnects ends the run without a prompt', async () => {
  world.buyer.on('eth_chainId', () => {
    throw walletRefusal(4900, 'Disconnected')
  })
  const { error } = await world.buyToEnd()
  expect(error?.code).toBe('wallet_unavailable')
  expect(error?.message).toBe('The wallet is disconnected.')
  expect(error?.money).toBe('untouched')
  expect(methods()).toEqual([])
})

test('F58: an account other than the run’s is never prompted, and the journal keeps the run’s', async () => {
  const client = world.client()
  const run = await world.buy(client, {
    confirm: () => {
      world.buyer.shows.accounts = [stranger]
      return true
    },
  })
  const { error } = await world.end(client, run)
  expect(error?.code).toBe('account_changed')
  expect(error?.message).toBe('The wallet switched to another account after the action started.')
  expect(error?.money).toBe('untouched')
  expect(methods()).toEqual([])
  expect((await client.journal.entries()).filter(({ account }) => account === stranger)).toEqual([])
})

test('F59: a wallet that switched chain is switched back once, and one that stays elsewhere gets no transaction', async () => {
  const client = world.client()
  const moved = () => {
    world.buyer.shows.chainId = 10
    return true
  }
  const run = await world.buy(client, { confirm: moved })
  expect((await world.end(client, run)).execution.status).toBe('complete')
  expect(methods()).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction'])
  world.buyer.reset()
  world.buyer.on('wallet_switchEthereumChain', () => null)
  const { error } = await world.end(client, await world.buy(client, { confirm: moved }))
  expect(error?.code).toBe('wrong_chain')
  expect(error?.money).toBe('untouched')
  expect(methods()).toEqual(['wallet_switchEthereumChain'])
})

test('a wallet that does not say on which chain it is, after a call that would fail, holds up nothing', async () => {
  const { token } = await world.listed()
  const client = world.client()
  world.buyer.on('eth_sendTransaction', () => {
    world.buyer.on('eth_chainId', () => world.hang())
    throw walletRefusal(3, 'execution reverted')
  })
  const { error } = await world.end(client, await world.buy(client, { items: [{ token }] }))
  expect(error).toMatchObject({ code: 'transaction_would_fail', money: 'untouched' })
})

test.each([
  ['the call would fail', { code: 3, message: 'execution reverted' }],
  ['the account cannot pay', { code: -32_000, message: 'insufficient funds for gas * price + value' }],
])(
  'a wallet that finds on another chain, to which its user switched meanwhile, that %s, is said to be there',
  async (_case, failure) => {
    const { token } = await world.listed()
    const client = world.client()
    world.buyer.on('eth_sendTransaction', () => {
      world.buyer.shows.chainId = 10
      throw walletRefusal(failure.code, failure.message)
    })
    const { error } = await world.end(client, await world.buy(client, { items: [{ token }] }))
    expect(error).toMatchObject({
      code: 'wrong_chain',
      message: 'The wallet switched to another chain while its prompt was open.',
      money: 'untouched',
      data: { chainId: 10 },
    })
    expect(await client.journal.entries()).toMatchObject([{ state: 'rejected' }])
    world.buyer.reset()
    const again = await world.end(client, await world.buy(client, { items: [{ token }] }))
    expect(again.execution.status).toBe('complete')
  },
)

test('F60: a chain that the wallet does not know is added as the host configured it, never as the provider says', async () => {
  world.buyer.shows.chainId = 10
  world.buyer.shows.knows = [10]
  world.provider.on('/execute/buy/v7', async (_request, _count, next) => {
    const reply = await next()
    const body = JSON.stringify(reply.body).replaceAll(
      '"data":{',
      '"data":{"rpcUrls":["https://evil.example"],',
    )
    return { text: body }
  })
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(methods()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_sendTransaction'])
  expect(world.buyer.prompts[1]?.params).toEqual([
    {
      chainId: `0x${world.chain.id.toString(16)}`,
      chainName: world.chain.name,
      nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
      rpcUrls: [world.node.url],
      blockExplorerUrls: ['https://explorer.example'],
    },
  ])
})

/** A wallet on another chain that its user takes to the right one, so many milliseconds after it was asked. */
const byHand = (thrown: () => never, after: number) => {
  world.buyer.shows.chainId = 10
  const asked = { at: Number.POSITIVE_INFINITY }
  world.buyer.on('wallet_switchEthereumChain', () => {
    asked.at = Math.min(asked.at, Date.now())
    return thrown()
  })
  world.buyer.on('eth_chainId', (_prompt, next) => {
    if (Date.now() >= asked.at + after) delete world.buyer.shows.chainId
    return next()
  })
}
const cannotSwitch: readonly (readonly [string, () => never])[] = [
  [
    'does not know the method',
    () => {
      throw walletRefusal(-32601, 'the method wallet_switchEthereumChain does not exist/is not available')
    },
  ],
  [
    'does not support the method',
    () => {
      throw walletRefusal(4200, 'Unsupported method')
    },
  ],
  [
    'says nothing of use',
    () => {
      throw new Error('Something went wrong')
    },
  ],
]

test.each(cannotSwitch)(
  'a wallet that %s when it has to switch chain is waited for until its user switches',
  async (_name, thrown) => {
    byHand(thrown, 40_000)
    const { execution, pictures } = await world.buyToEnd()
    expect(execution.error).toBeUndefined()
    expect(execution.status).toBe('complete')
    expect(pictures.some(({ steps }) => steps[0]?.items[0]?.phase === 'switching_by_hand')).toBe(true)
    expect(methods()).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction'])
  },
)

test.each(cannotSwitch)(
  'a wallet that %s, and whose user stays on another chain, gets no transaction',
  async (_name, thrown) => {
    byHand(thrown, Number.POSITIVE_INFINITY)
    const { error } = await world.buyToEnd()
    expect(error).toMatchObject({ code: 'wrong_chain', money: 'untouched', data: { chainId: 10 } })
    expect(methods()).toEqual(['wallet_switchEthereumChain'])
  },
)

test.each([
  ['Unrecognized chain ID "0x7a69". Try adding the chain using wallet_addEthereumChain first.', -32603],
  ['Chain 31337 has not been added', -32000],
  ['This network is not supported: unknown network', undefined],
])('a wallet that reports an unknown chain in words alone is asked to add it: %s', async (said, code) => {
  world.buyer.shows.chainId = 10
  world.buyer.on('wallet_switchEthereumChain', () => {
    throw Object.assign(new Error(said), code === undefined ? {} : { code })
  })
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(methods()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_sendTransaction'])
})

test('a user who rejects the switch of chain is not waited for', async () => {
  world.buyer.shows.chainId = 10
  world.buyer.on('wallet_switchEthereumChain', () => {
    throw walletRefusal(4001, 'User rejected the request.')
  })
  const { error, took } = await world.buyToEnd()
  expect(error).toMatchObject({ code: 'wallet_refused', money: 'untouched' })
  expect(took).toBeLessThan(10_000)
})

const noHash = 'Transaction hash not returned from sendTransaction method'

test.each([null, 'null', undefined, '0x'])(
  'F64: a wallet that sends and returns %o is reported as such, and its transaction is found by its nonce',
  async (answer) => {
    world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
      await next()
      return answer
    })
    const client = world.client()
    const { error } = await world.end(client, await world.buy(client))
    expect(error?.code).toBe('no_transaction_hash')
    expect(error?.message).toBe(noHash)
    expect(error?.money).toBe('sent')
    expect(world.buyer.sent).toHaveLength(1)
    const wallet = eip1193Wallet(world.buyer.provider)
    const [resumed] = await world.clock.until(resume(client, { wallet }))
    expect(resumed?.entry).toMatchObject({ state: 'done', hash: world.buyer.sent[0] })
    expect(methods()).toEqual(['eth_sendTransaction'])
  },
)

test.each([
  ['capital letters', (hash: string) => hash.toUpperCase()],
  ['no prefix', (hash: string) => hash.slice(2)],
  ['blanks around it', (hash: string) => ` ${hash}\n`],
  ['an object around it', (hash: string) => ({ hash })],
  ['a node’s whole answer', (hash: string) => ({ jsonrpc: '2.0', id: 1, result: hash })],
])('a hash that the wallet writes with %s is followed', async (_name, written) => {
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => written(String(await next())))
  const { execution, error } = await world.buyToEnd()
  expect(error).toBeUndefined()
  expect(execution.status).toBe('complete')
  expect(execution.steps.at(-1)?.items[0]?.txHash).toBe(world.buyer.sent[0])
})

test.each(['0x1234', `0x${'zz'.repeat(32)}`, '/../../admin', 17])(
  'F65: a result that is not a hash (%o) is never used as one',
  async (answer) => {
    world.buyer.on('eth_sendTransaction', () => answer)
    const { error } = await world.buyToEnd()
    expect(error?.code).toBe('no_transaction_hash')
    expect(error?.message).toBe(noHash)
    expect(error?.money).toBe('sent')
    expect(world.provider.count('/transactions/*')).toBe(0)
    expect(world.provider.count('/events')).toBe(0)
  },
)

test('F66: a prompt that never returns is shown as overdue after two minutes, and what it sent is found by its nonce', async () => {
  const sentAt = Date.now() + 300_000
  world.buyer.on('eth_sendTransaction', async (prompt) => {
    await world.clock.held(new Promise((resolve) => setTimeout(resolve, 300_000)))
    await world.buyer.send(prompt.params[0] as RpcCall)
    return world.hang()
  })
  const { execution, pictures } = await world.buyToEnd()
  expect(execution.error).toBeUndefined()
  expect(execution.status).toBe('complete')
  const overdue = pictures.findIndex(({ steps }) => steps.at(-1)?.items[0]?.overdue === true)
  const sent = pictures.findIndex(({ steps }) => steps.at(-1)?.items[0]?.phase === 'sent')
  expect(overdue).toBeGreaterThan(0)
  expect(sent).toBeGreaterThan(overdue)
  expect(Date.now()).toBeGreaterThanOrEqual(sentAt)
  expect(execution.steps.at(-1)?.items[0]?.txHash).toBe(world.buyer.sent[0])
  expect(methods()).toEqual(['eth_sendTransaction'])
})

test('F67: a wallet may raise the gas, and one that sends something else is detected and never done', async () => {
  world.seller.on('eth_sendTransaction', ({ params }) =>
    world.seller.send({ ...(params[0] as RpcCall), gas: '0x1e8480' }),
  )
  const client = world.client()
  const given = await world.end(client, world.give(client))
  expect(given.execution.status).toBe('complete')
  world.seller.on('eth_sendTransaction', ({ params }) => {
    const call = params[0] as RpcCall
    const data = call.data!.replaceAll(world.buyer.account.slice(2), stranger.slice(2)) as Hex
    return world.seller.send({ ...call, data })
  })
  const { execution, error } = await world.end(client, world.give(client))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('effect_missing')
  expect(error?.money).toBe('spent')
  expect(error?.data.findings).toMatchObject([{ code: 'RCPT_EFFECT' }])
})

test('F68: a signature of another key is never posted', async () => {
  world.seller.on('eth_signTypedData_v4', ({ params }) =>
    world.buyer.provider.request({ method: 'eth_signTypedData_v4', params }),
  )
  const { error, execution } = await world.sellToEnd()
  expect(error?.code).toBe('bad_signature')
  expect(error?.message).toBe('The wallet answered with a signature that is not of this account.')
  expect(execution.money).toBe('signed')
  expect(world.provider.count('/order/v3')).toBe(0)
})

/** A signature in another form: v as 0 or 1, or the compact form of EIP-2098. */
function reformed(signature: Hex, form: 'parity' | 'compact'): Hex {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), Number(`0x${signature.slice(130)}`)]
  if (form === 'parity') return `0x${r}${s}${(v - 27).toString(16).padStart(2, '0')}`
  const top = (Number.parseInt(s.slice(0, 2), 16) | ((v - 27) << 7)).toString(16).padStart(2, '0')
  return `0x${r}${top}${s.slice(2)}`
}

test.each(['parity', 'compact'] as const)(
  'F69: a signature in another encoding (%s) is posted as Seaport reads it, and the order can be bought',
  async (form) => {
    world.seller.on('eth_signTypedData_v4', async (_prompt, next) => reformed((await next()) as Hex, form))
    const tokenId = world.token()
    const client = world.client()
    const wallet = eip1193Wallet(world.seller.provider)
    const listings = [{ token: `${world.nft}:${tokenId}`, weiPrice: eth }]
    const listing = await world.end(client, listTokens(client, { wallet, listings }))
    expect(listing.execution.status).toBe('complete')
    const posted = world.provider.requests.find(({ path }) => path === '/order/v3')?.query.get('signature')
    expect(posted).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
    const bought = await world.end(
      client,
      await world.buy(client, { items: [{ token: `${world.nft}:${tokenId}` }] }),
    )
    expect(bought.execution.status).toBe('complete')
    expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  },
)

test('F69: a signature of an account that is not deployed (ERC-6492) is rejected with its reason', async () => {
  const magic = '6492'.repeat(16)
  world.seller.on('eth_signTypedData_v4', () => `0x${'00'.repeat(96)}${magic}`)
  const { error } = await world.sellToEnd()
  expect(error?.code).toBe('bad_signature')
  expect(error?.message).toBe(
    'The account is a contract that is not deployed yet. Deploy it first, then sign again.',
  )
  expect(world.provider.count('/order/v3')).toBe(0)
})

test('F70: a wallet that does not report its capabilities is prompted one call at a time', async () => {
  world.buyer.on('wallet_getCapabilities', () => world.hang())
  const capabilities = eip1193Wallet(world.buyer.provider).capabilities!
  const startedAt = Date.now()
  expect(await world.clock.until(capabilities(world.chain.id))).toEqual({ atomic: false })
  expect(Date.now() - startedAt).toBe(1_500)
  const { execution } = await world.buyToEnd()
  expect(execution.status).toBe('complete')
  expect(methods()).toEqual(['eth_sendTransaction'])
})

test.each([
  [
    'Ledger device: Blind signing disabled (0x6a80)',
    'Allow blind signing (contract data) in the settings of the device and try again.',
  ],
  [
    'EthAppPleaseEnableContractData',
    'Allow blind signing (contract data) in the settings of the device and try again.',
  ],
  ['Typed data too large', 'The device cannot show this much at once. Sign fewer items at a time.'],
])('F71: a device that cannot sign this reports what helps: %s', async (said, message) => {
  world.seller.on('eth_signTypedData_v4', () => {
    throw walletRefusal(-32603, said)
  })
  const { error, execution } = await world.sellToEnd()
  expect(error?.code).toBe('wallet_error')
  expect(error?.message).toBe(message)
  expect(execution.money).toBe('untouched')
  expect(world.provider.count('/order/v3')).toBe(0)
})

test('F72: a provider that replaces the wallet on the page later is not used', async () => {
  const page: { ethereum: { request(call: { method: string }): Promise<unknown> } } = {
    ethereum: { request: (call) => world.seller.provider.request(call) },
  }
  const wallet = eip1193Wallet(page.ethereum)
  const evil: string[] = []
  const grab = async ({ method }: { method: string }) => {
    evil.push(method)
    return null
  }
  page.ethereum.request = grab
  page.ethereum = { request: grab }
  const client = world.client()
  const items = [{ token: `${world.nft}:${world.token()}` }]
  const { execution } = await world.end(
    client,
    transferTokens(client, { wallet, to: world.buyer.account, items }),
  )
  expect(execution.status).toBe('complete')
  expect(evil).toEqual([])
})

test.each([
  [
    'refuses',
    () => {
      throw walletRefusal(4001)
    },
  ],
  [
    'fails',
    () => {
      throw new Error('request timed out')
    },
  ],
  ['names the transaction', () => world.buyer.sent[0]],
])('a wallet that %s after the chain has shown its transaction changes nothing', async (_answer, answer) => {
  const { opened, open } = gate()
  world.buyer.on('eth_sendTransaction', async (prompt) => {
    await world.buyer.send(prompt.params[0] as RpcCall)
    await world.clock.held(opened)
    return answer()
  })
  const client = world.client()
  const run = await world.buy(client)
  const execution = await world.clock.until(run.done)
  expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
  const before = await client.journal.entries()
  expect(before).toMatchObject([{ state: 'done', hash: world.buyer.sent[0] }])
  open()
  await world.clock.pass(1_000)
  expect(run.execution).toBe(execution)
  expect(await client.journal.entries()).toEqual(before)
})

test.each([
  ['the chain shows it', () => Promise.reject(walletRefusal(5730, 'Unknown bundle id'))],
  [
    'its wallet shows it',
    async () => ({
      status: 200,
      receipts: world.seller.sent.map((transactionHash) => ({ transactionHash, status: '0x1' })),
    }),
  ],
])('a batch whose prompt is never answered is overdue, and complete once %s', async (_what, status) => {
  const chainId = `0x${(31337).toString(16)}`
  world.seller.on('wallet_getCapabilities', () => ({ [chainId]: { atomic: { status: 'supported' } } }))
  world.seller.on('wallet_getCallsStatus', status)
  const { opened, open } = gate()
  world.seller.on('wallet_sendCalls', async ({ params }) => {
    const [{ calls }] = params as [{ calls: RpcCall[] }]
    await world.clock.held(new Promise((resolve) => setTimeout(resolve, 300_000)))
    for (const call of calls) await world.seller.send(call)
    await world.clock.held(opened)
    throw walletRefusal(4001)
  })
  const client = world.client()
  const items = [world.token(), world.token()].map((id) => ({ token: `${world.nft}:${id}` }))
  const run = transferTokens(client, {
    wallet: eip1193Wallet(world.seller.provider),
    to: world.buyer.account,
    items,
  })
  const pictures: string[] = []
  run.subscribe(({ steps }) => pictures.push(String(steps.at(-1)?.items[0]?.overdue)))
  const execution = await world.clock.until(run.done)
  expect(execution.error).toBeUndefined()
  expect(execution).toMatchObject({ status: 'complete', money: 'spent' })
  expect(pictures).toContain('true')
  expect(world.seller.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
  const before = await client.journal.entries()
  expect(before.map(({ state, hash }) => [state, hash])).toEqual(
    world.seller.sent.map((hash) => ['done', hash]),
  )
  open()
  await world.clock.pass(1_000)
  expect(run.execution).toBe(execution)
  expect(await client.journal.entries()).toEqual(before)
})
