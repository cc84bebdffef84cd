import { rpc, serveLocally } from '@sluice/devnet'
import type { Finding } from '@sluice/guards'
import { beforeAll, expect, test } from 'vitest'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { createClient } from '../../src/client.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'
import { whileCollecting } from '../support/whileCollecting.ts'

const market = useMarket({ secondChain: true })
let owner: ScriptedWallet
beforeAll(() => {
  owner = market.wallet(0)
})

/** A client of both local chains; the second's node is the one given. */
function clientOf(rpcUrl?: string) {
  const [first, second] = market.stack.description.chains
  return createClient({
    chains: [
      { ...first!.config, active: true },
      { ...second!.config, rpcUrls: [rpcUrl ?? second!.rpcUrl] },
    ],
  })
}
const urls = () => market.stack.description.chains.map(({ rpcUrl }) => rpcUrl) as [string, string]

/** Sends a token to an address; what was asked, and how it ended. */
async function sent(to: string, client = clientOf()) {
  const token = await market.mint(owner)
  const asked: string[] = []
  const { status, error } = await transferTokens(client, {
    wallet: owner,
    to,
    items: [{ token }],
    confirm: ({ verdict }) => {
      asked.push(
        ...verdict.findings.flatMap(({ code, severity }: Finding) => (severity === 'confirm' ? [code] : [])),
      )
      return true
    },
  }).done
  return { status, error, asked }
}

test('a receiver that is a contract on another chain only asks for confirmation', async () => {
  const to = `0x${'c0de'.repeat(10)}`
  await rpc(urls()[1], 'anvil_setCode', [to, '0x6001600155'])
  expect(await sent(to)).toMatchObject({ status: 'complete', asked: ['CALL_ELSEWHERE'] })
  // Whoever holds coin here was here: nothing is asked.
  await rpc(urls()[0], 'anvil_setBalance', [to, '0x1'])
  expect(await sent(to)).toMatchObject({ status: 'complete', asked: [] })
})

test('a new account, and one that delegates elsewhere, need no confirmation', async () => {
  expect(await sent(`0x${'7e57'.repeat(10)}`)).toMatchObject({ status: 'complete', asked: [] })
  const delegating = `0x${'de1e'.repeat(10)}`
  await rpc(urls()[1], 'anvil_setCode', [delegating, `0xef0100${'11'.repeat(20)}`])
  expect(await sent(delegating)).toMatchObject({ status: 'complete', asked: [] })
})

test('another chain whose node does not answer blocks nothing', async () => {
  expect(await sent(`0x${'7e58'.repeat(10)}`, clientOf('http://127.0.0.1:1'))).toMatchObject({
    status: 'complete',
    asked: [],
  })
})

test('another chain whose node never answers blocks nothing', async () => {
  const silent = await serveLocally(() => {})
  const sending = () => sent(`0x${'7e59'.repeat(10)}`, clientOf(silent.url))
  expect(await whileCollecting(sending)).toMatchObject({ status: 'complete', asked: [] })
  await silent.stop()
})
