import { afterEach, expect, test } from 'vitest'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { faultyStorage } from './support/storage.ts'
import { walletRefusal } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

/** One address with two nodes behind it, one of which is a block behind the other: each answer may come from either. */
const world = useWorld()
afterEach(() => world.node.real('evm_setAutomine', [true]))

const headOf = async () => Number(await world.node.real('eth_blockNumber'))

/** The newest block's number comes from the node that is behind, while a test says so. */
function behind() {
  const late: { head?: number | undefined } = {}
  world.node.on('eth_blockNumber', (_params, next) =>
    late.head === undefined ? next() : `0x${late.head.toString(16)}`,
  )
  return late
}

test.each([
  ['one look', 1],
  ['two looks', 2],
])(
  'after a reload, a transaction that was just mined is not called replaced after %s at nodes that are a block apart',
  async (_name, looks) => {
    await world.node.real('evm_setAutomine', [false])
    const storage = faultyStorage()
    const run = await world.buy(world.client({ storage }))
    await world.clock.until(
      new Promise<void>((resolve) => {
        storage.onWrite = (_count, text) => {
          if (text.includes('"nonce":')) resolve()
        }
      }),
    )
    const values = new Map(storage.values)
    run.abort()
    await world.clock.until(run.done)
    const late = behind()
    const [hash] = world.buyer.sent
    const seen = { receipts: 0 }
    world.node.on('eth_getTransactionReceipt', async (params, next) => {
      if (params[0] !== hash) return next()
      seen.receipts += 1
      if (seen.receipts === 4) {
        late.head = await headOf()
        await world.node.real('evm_mine')
      }
      if (seen.receipts < 4 + looks) return null
      late.head = undefined
      return next()
    })
    const wallet = eip1193Wallet(world.buyer.provider)
    const client = world.client({ storage: faultyStorage(values) })
    const [found] = await world.clock.until(resume(client, { wallet }))
    expect(found?.entry).toMatchObject({ state: 'done', hash })
  },
)

test('a refused transaction that was sent all the same is not asked for again by nodes that are a block apart', async () => {
  const { seller } = world
  const token = `${world.nft}:${world.token()}`
  const client = world.client()
  const give = () =>
    transferTokens(client, {
      wallet: eip1193Wallet(seller.provider),
      to: world.buyer.account,
      items: [{ token }],
    })
  const before = await headOf()
  await world.node.real('evm_setAutomine', [false])
  seller.on('eth_sendTransaction', async (_prompt, next) => {
    await next()
    throw walletRefusal(4001)
  })
  expect((await world.end(client, give())).error?.code).toBe('wallet_refused')
  await world.node.real('evm_mine')
  // The transfer seems possible to the node that is behind.
  behind().head = before
  world.node.on('eth_call', ([call], next) =>
    world.node.real('eth_call', [call, `0x${before.toString(16)}`]).catch(next),
  )
  world.node.on('eth_simulateV1', ([call], next) =>
    world.node.real('eth_simulateV1', [call, `0x${before.toString(16)}`]).catch(next),
  )
  const { error } = await world.end(client, give())
  expect(error).toMatchObject({ code: 'busy', data: { state: 'unknown' } })
  expect(seller.sent).toHaveLength(1)
})
