import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { localAccounts } from '@sluice/devnet'
import { erc721Abi } from '@sluice/seaport'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../../hostile/test/counterparties/stage.ts'
import { type Bazaar, openBazaar } from '../../../hostile/test/mandates/bazaar.ts'
import { secretsOf } from '../../src/mcp/answer.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-mcp-'))
const held = {} as { stage: Stage; bazaar: Bazaar }
beforeAll(async () => {
  held.stage = await openStage()
  held.bazaar = await openBazaar(held.stage)
  await held.stage.ask('evm_setAutomine', [true])
})
afterAll(async () => {
  await held.bazaar?.stop()
  await held.stage?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Told = { readonly text: string; readonly data: Record<string, unknown> }

test('a model buys through `sluice mcp` what it previewed, once, and never sees the key', async () => {
  const { stage, bazaar } = held
  const { chain, contracts, art, user } = stage
  const key = localAccounts()[0]!.privateKey
  const file = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }
  const described = {
    id: chain.id,
    name: chain.name,
    wrappedNative: stage.weth,
    rpcUrls: [chain.rpcUrl],
    blockTime: 100,
    multicall3: contracts.multicall3,
    conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
  }
  const terms = {
    spend: [{ currency: zeroAddress, amount: '200000000000000000' }],
    per: 'day',
    collections: [art],
    until: Date.now() + 86_400_000,
    actions: ['buy'],
  }
  const store = join(folder, 'store')
  const main = join(import.meta.dirname, '../../src/main.ts')
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      ...['--conditions=@sluice/source', '--import', import.meta.resolve('tsx'), main, 'mcp'],
      ...['--provider', bazaar.url, '--chain', file('market.json', { chain: described })],
      ...['--mandate', file('mandate.json', terms), '--store', store],
    ],
    env: { SLUICE_PRIVATE_KEY: key, PATH: process.env.PATH ?? '' },
    stderr: 'pipe',
  })
  const said: string[] = []
  transport.stderr?.on('data', (chunk) => said.push(String(chunk)))
  const model = new Client({ name: 'test', version: '0.0.0' })
  await model.connect(transport)
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Told> => {
    const answer = await model.callTool({ name, arguments: input })
    said.push(JSON.stringify(answer))
    const [first] = answer.content as readonly { readonly text: string }[]
    return { text: first?.text ?? '', data: (answer.structuredContent ?? {}) as Told['data'] }
  }
  try {
    const { tools } = await model.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['collections', 'confirm_trade', 'journal', 'mandate', 'orders', 'preview_trade', 'tokens'].sort(),
    )
    const buy = (tokenId: number, price: string) =>
      call('preview_trade', { action: 'buy', tokens: [`${art}:${tokenId}`], price })
    bazaar.price({ currency: zeroAddress, amount: 10n ** 17n })
    const shown = await buy(5, '100000000000000000')
    expect(shown.text).toContain(`You give: 0.1 ETH\nYou get: 1 of ${art}:5`)
    const { confirmationId } = shown.data
    const done = await call('confirm_trade', { confirmationId })
    expect(done.data).toMatchObject({ status: 'complete', money: 'spent' })
    const owner = await stage.read<string>(art, erc721Abi, 'ownerOf', [5n])
    expect(owner.toLowerCase()).toBe(user.address)
    expect((await call('confirm_trade', { confirmationId })).data).toMatchObject({ field: 'confirmationId' })
    // The network fee counts as well: less than the price of a second one is left.
    expect((await buy(6, '100000000000000000')).data).toMatchObject({
      error: 'invalid_input',
      field: 'mandate.spend',
    })
    expect((await call('journal')).data.entries).toMatchObject([{ purpose: 'buy', state: 'done' }])
    await call('mandate')
    await call('orders')
  } finally {
    await model.close()
  }
  const written = readdirSync(store).map((name) => readFileSync(join(store, name), 'utf8'))
  const everything = [...said, ...written].join('\n').toLowerCase()
  expect(secretsOf(key).filter((secret) => everything.includes(secret))).toEqual([])
}, 60_000)
