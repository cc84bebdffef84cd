import { type Address, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listTokens, placeBids } from '../../core/src/index.ts'
import { type Market, openMarket } from '../../core/test/support/market.ts'
import {
  both,
  distinct,
  refusing,
  run,
  type Scene,
  type Script,
  type Sdk,
  settingsOf,
} from './bothPackages.ts'
import { callsOf, comparable } from './comparable.ts'

/**
 * The same scripts with the published 2.5.7 and with this package, on the same chain and provider: what an application
 * sees of them is the same, field by field, but for what the README tells.
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let market: Market
beforeAll(async () => {
  market = await openMarket()
  // The ancestor writes every error to the console, whatever its level.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await market?.stop()
})

const price = parseEther('1')
const weth = () => market.chain.contracts.weth
const held = { units: 9_000n }

/** What each run of a script is given: a token of its own, in the state that the script begins with. */
const given = {
  minted: () => market.mint(market.wallet(0)),
  units: () => {
    held.units += 1n
    return market.mintUnits(market.wallet(0), held.units, 6n)
  },
  listed: async () => {
    const token = await given.minted()
    await listTokens(market.client(), {
      wallet: market.wallet(0),
      listings: [{ token, weiPrice: price }],
    }).result()
    return token
  },
  listedUnits: async () => {
    const token = await given.units()
    await listTokens(market.client(), {
      wallet: market.wallet(0),
      listings: [{ token, quantity: 6, weiPrice: 6n * price }],
    }).result()
    return token
  },
  bid: async () => {
    const token = await given.minted()
    await placeBids(market.client(), {
      wallet: market.wallet(2),
      bids: [{ token, weiPrice: price, automatedRoyalties: false }],
    }).result()
    return token
  },
  bidForUnits: async () => {
    const token = await given.units()
    await placeBids(market.client(), {
      wallet: market.wallet(2),
      bids: [{ token, quantity: 3, weiPrice: 3n * price, automatedRoyalties: false }],
    }).result()
    return token
  },
}

type Case = {
  readonly given: () => Promise<string>
  readonly script: Script<string>
  readonly ends?: 'resolved' | 'thrown'
}
const buy =
  (more: object, expected: bigint | object = price, who = 1): Script<string> =>
  ({ client, wallet, onProgress }, token) =>
    client.actions.buyToken({
      items: [{ token, ...('quantity' in more ? { quantity: more.quantity } : {}) }],
      expectedPrice: { [zeroAddress]: typeof expected === 'bigint' ? { raw: expected } : expected },
      wallet: wallet(who),
      onProgress,
      ...more,
    })
const sell =
  (more: object, expected = price, quantity?: number): Script<string> =>
  ({ client, wallet, onProgress }, token) =>
    client.actions.acceptOffer({
      items: [{ token, ...(quantity === undefined ? {} : { quantity }) }],
      expectedPrice: { [weth()]: { raw: expected } },
      wallet: wallet(0),
      onProgress,
      ...more,
    })
const list =
  (more: object = {}, terms: object = {}): Script<string> =>
  ({ client, wallet, onProgress }, token) =>
    client.actions.listToken({
      listings: [{ token, weiPrice: `${price}`, ...terms }],
      wallet: wallet(0),
      onProgress,
      ...more,
    })
/** Order ids of what a script has signed, as applications read them off `onProgress`. */
const signedBy = () => {
  const ids: string[] = []
  const onProgress = (steps: { items?: { orderData?: { orderId: string }[] }[] }[]) => {
    for (const { items = [] } of steps)
      for (const { orderData = [] } of items)
        for (const { orderId } of orderData) if (!ids.includes(orderId)) ids.push(orderId)
  }
  return { ids, onProgress }
}

const cases: Readonly<Record<string, Case>> = {
  'a listing': { given: given.minted, script: list() },
  'a listing on a chain that is named': {
    given: given.minted,
    script: (scene, token) => list({ chainId: market.chain.id })(scene, token),
  },
  'a listing of two, signed once': {
    given: given.minted,
    script: async ({ client, wallet, onProgress }, token) => {
      const listings = [token, await given.minted()].map((name) => ({ token: name, weiPrice: `${price}` }))
      return client.actions.listToken({ listings, wallet: wallet(0), onProgress })
    },
  },
  'a purchase': { given: given.listed, script: buy({}) },
  'a purchase with a limit of gas': { given: given.listed, script: buy({ gas: '500000' }) },
  'a purchase for an amount in whole units': { given: given.listed, script: buy({}, { amount: 1 }) },
  'a purchase with an adapted wallet': {
    given: given.listed,
    script: ({ sdk, ...scene }, token) =>
      buy({})({ sdk, ...scene, wallet: (index) => sdk.adaptViemWallet(scene.wallet(index)) }, token),
  },
  'a purchase of an order by its id': {
    given: given.minted,
    script: async (scene, token) => {
      const { ids, onProgress } = signedBy()
      await list({ onProgress })(scene, token)
      return buy({ items: [{ orderId: ids[0] }] })(scene, token)
    },
  },
  'a purchase of several units for the price of one': {
    given: given.listedUnits,
    script: buy({ quantity: 3 }),
  },
  'a purchase of several units for an amount for one': {
    given: given.listedUnits,
    script: buy({ quantity: 3 }, { amount: 1, currencyDecimals: 18 }),
  },
  'a purchase of several units above the price of one': {
    given: given.listedUnits,
    script: buy({ quantity: 3 }, price - price / 100n),
    ends: 'thrown',
  },
  'a purchase of two for a total': {
    given: given.listed,
    script: async (scene, token) =>
      buy({ items: [{ token }, { token: await given.listed() }] }, 2n * price)(scene, token),
  },
  'a purchase above the price': { given: given.listed, script: buy({}, price / 2n), ends: 'thrown' },
  'a purchase of what nobody sells': { given: given.minted, script: buy({}), ends: 'thrown' },
  'a purchase that was only asked for': { given: given.listed, script: buy({ precheck: true }) },
  'a purchase of nothing, asked for': {
    given: given.minted,
    script: buy({ precheck: true }),
    ends: 'thrown',
  },
  'a purchase that is refused in the wallet': {
    given: given.listed,
    script: (scene, token) => buy({ wallet: refusing(market, 1) })(scene, token),
    ends: 'thrown',
  },
  'a listing that is refused in the wallet': {
    given: given.minted,
    script: (scene, token) => list({ wallet: refusing(market, 0) })(scene, token),
    ends: 'thrown',
  },
  'a listing that was only asked for': { given: given.minted, script: list({ precheck: true }) },
  'a listing of a token of somebody else': {
    given: given.minted,
    script: (scene, token) => list({ wallet: scene.wallet(4) })(scene, token),
    ends: 'thrown',
  },
  'a sale': { given: given.bid, script: sell({}) },
  'a sale of several units for the price of one': { given: given.bidForUnits, script: sell({}, price, 3) },
  'a sale of several units below the price of one': {
    given: given.bidForUnits,
    script: sell({}, price + price / 100n, 3),
    ends: 'thrown',
  },
  'a sale below the price': { given: given.bid, script: sell({}, 2n * price), ends: 'thrown' },
  'a sale that was only asked for': { given: given.bid, script: sell({ precheck: true }) },
  'an offer for a token': {
    given: given.minted,
    script: ({ client, wallet, onProgress }, token) =>
      client.actions.placeBid({ bids: [{ token, weiPrice: '1000' }], wallet: wallet(2), onProgress }),
  },
  'an offer for a collection': {
    given: given.minted,
    script: ({ client, wallet, onProgress }, token) =>
      client.actions.placeBid({
        bids: [{ collection: token.slice(0, 42), weiPrice: '1000' }],
        wallet: wallet(2),
        onProgress,
      }),
  },
  'an offer for nothing': {
    given: given.minted,
    script: ({ client, wallet, onProgress }) =>
      client.actions.placeBid({ bids: [{ weiPrice: '1' }], wallet: wallet(2), onProgress }),
    ends: 'thrown',
  },
  'a cancellation': {
    given: given.minted,
    script: async (scene, token) => {
      const { ids, onProgress } = signedBy()
      await list({ onProgress })(scene, token)
      return scene.client.actions.cancelOrder({ ids, wallet: scene.wallet(0), onProgress: scene.onProgress })
    },
  },
  'a cancellation of nothing': {
    given: given.minted,
    script: ({ client, wallet, onProgress }) =>
      client.actions.cancelOrder({ ids: [], wallet: wallet(0), onProgress }),
    ends: 'thrown',
  },
  'a transfer': {
    given: given.minted,
    script: ({ client, wallet, onProgress }, token) =>
      client.actions.transferTokens({ to: friend, items: [{ token }], wallet: wallet(0), onProgress }),
  },
  'a transfer of units': {
    given: given.units,
    script: ({ client, wallet, onProgress }, token) =>
      client.actions.transferTokens({
        to: friend,
        items: [{ token, quantity: 2 }],
        wallet: wallet(0),
        onProgress,
      }),
  },
  'a transfer that was only asked for': {
    given: given.minted,
    script: ({ client, wallet, onProgress }, token) =>
      client.actions.transferTokens({
        to: friend,
        items: [{ token }],
        wallet: wallet(0),
        onProgress,
        precheck: true,
      }),
  },
  'a purchase from a provider that is not there': {
    given: given.minted,
    script: async ({ sdk, wallet, onProgress }, token) => {
      const [chain] = settingsOf(market).chains
      const client = sdk.createClient({ chains: [{ ...chain, baseApiUrl: 'http://127.0.0.1:39' }] })
      // How a broken connection is called, the platform says.
      client.clearEventListeners()
      await client.actions
        .buyToken({
          items: [{ token }],
          expectedPrice: { [zeroAddress]: { raw: price } },
          wallet: wallet(1),
          onProgress,
        })
        .catch((error: { name: string; cause: unknown; statusCode?: number; requestUrl: string }) => {
          const { name, cause, statusCode, requestUrl } = error
          throw { name, cause, statusCode, requestUrl, isApi: sdk.isAPIError(error) }
        })
    },
    ends: 'thrown',
  },
}
const friend: Address = `0x${'77'.repeat(20)}`

describe('an application sees the same as with the published package', () => {
  test.each(Object.entries(cases))('%s', async (_name, { given, script, ends = 'resolved' }) => {
    const seen: Record<string, { record: Record<string, unknown>; calls: readonly unknown[] }> = {}
    for (const [name, sdk] of both) {
      const token = await given()
      const { progress, ...rest } = await run(market, sdk, token, script)
      if (ends === 'resolved') expect(rest.thrown, name).toBeUndefined()
      expect(rest, name).toHaveProperty(ends)
      seen[name] = {
        record: comparable(rest, token) as Record<string, unknown>,
        calls: distinct(callsOf(progress, token)),
      }
      // Whatever is handed on can be written down.
      expect(() => JSON.stringify(progress)).not.toThrow()
    }
    const [theirs, own] = [seen['2.5.7']!, seen.ours!]
    expect(own.record).toMatchObject(theirs.record)
    expect(own.calls).toHaveLength(theirs.calls.length)
    expect(own.calls).toMatchObject(theirs.calls)
  })
})

/** Scripts that ask nobody, or the provider alone: utilities, settings, listeners. */
const plain: Readonly<Record<string, (scene: Scene) => unknown>> = {
  'the query of a request': ({ sdk }) => {
    const url = new URL('https://provider.example/tokens/v7')
    sdk.setParams(url, {
      tokens: ['0x1:1', '0x1:2'],
      limit: 20,
      includeTopBid: false,
      continuation: undefined,
    })
    return url.href
  },
  'the levels of the log': ({ sdk }) => {
    const said: unknown[] = []
    const spies = (['log', 'info', 'warn'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => said.push([name, ...words])),
    )
    for (const current of [0, 1, 2, 3, 4])
      for (const level of [2, 3, 4]) sdk.log(['word', current, level], level, current)
    for (const spy of spies) spy.mockRestore()
    return [said, sdk.LogLevel.Verbose, sdk.LogLevel.None]
  },
  'the client that was made last': ({ sdk, client }) => [
    sdk.getClient() === client,
    client.source,
    client.logLevel,
    client.currentChain().id,
    client.currentChain().baseApiUrl,
    client.chains.map(({ id, name, active }: { id: number; name: string; active: boolean }) => [
      id,
      name,
      active,
    ]),
    Object.keys(client.actions)
      .filter((name) => name !== 'call')
      .sort(),
  ],
  'a slash at the end of an address': ({ sdk }) => {
    const [chain] = settingsOf(market).chains
    const client = sdk.createClient({ chains: [{ ...chain, baseApiUrl: `${market.front.url}/` }] })
    return client.currentChain().baseApiUrl
  },
  'the account of an adapted wallet': ({ sdk, wallet }) =>
    sdk
      .adaptViemWallet(wallet(3))
      .address()
      .then((address: string) => address.toLowerCase()),
  'a request and its answer': async ({ sdk }) => {
    const { data, status } = await sdk.request({
      url: `${market.front.url}/collections/v7`,
      params: { limit: 1 },
    })
    return [status, Object.keys(data)]
  },
  'a request that is refused': async ({ sdk }) => {
    const error = await sdk
      .request({ url: `${market.front.url}/orders/asks/v5?ids=nonsense` })
      .catch((cause: unknown) => cause)
    return [sdk.isAPIError(error), error]
  },
  'a get and a post of the scoped axios': async ({ sdk }) => {
    const { data } = await sdk.axios.get(`${market.front.url}/collections/v7`, { params: { limit: 1 } })
    const error = await sdk.axios
      .post(`${market.front.url}/execute/buy/v7`, { items: [] })
      .catch((cause: unknown) => cause)
    return [Object.keys(data), error]
  },
  'polling for what is there': async ({ sdk }) => [
    await sdk.pollUntilOk({ url: `${market.front.url}/collections/v7` }),
    Object.keys(
      await sdk.pollUntilHasData(
        { url: `${market.front.url}/collections/v7` },
        (json: object) => 'collections' in json,
      ),
    ),
  ],
  'an error that is made by hand': ({ sdk }) => {
    const error = new sdk.APIError('Words', 404, { message: 'Words', code: 5 }, 'https://provider.example/x')
    return [sdk.isAPIError(error), sdk.isAPIError(new Error('x')) || false, error instanceof Error, error]
  },
  'a listener that is added twice, and removed once': async ({ client, wallet }) => {
    const heard: string[] = []
    const hear = ({ name }: { name: string }) => heard.push(name)
    client.addEventListener(hear)
    client.addEventListener(hear)
    client.addEventListener(() => {
      throw new Error('The listener of an application throws')
    })
    const refused = () =>
      client.actions
        .listToken({ listings: [{ token: `${friend}:1`, weiPrice: '1' }], wallet: wallet(0) })
        .catch(() => 'refused')
    await refused()
    client.removeEventListener(hear)
    await refused()
    client.clearEventListeners()
    return heard
  },
}

describe('what an application calls returns the same as in the published package', () => {
  test.each(Object.entries(plain))('%s', async (_name, script) => {
    const [theirs, own] = await Promise.resolve(both).then(async ([old, now]) => {
      const answers: unknown[] = []
      for (const [, sdk] of [old, now]) {
        const { resolved, thrown } = await run(market, sdk as Sdk, '', async (scene) => script(scene))
        expect(thrown).toBeUndefined()
        answers.push(comparable(resolved, ':'))
      }
      return answers
    })
    expect({ answer: own }).toMatchObject({ answer: theirs })
  })
})

test('a chain whose conduit is not configured is rejected with that reason, whatever was approved before', async () => {
  const [, ours] = both[1]
  const [{ conduits: _unnamed, ...chain }] = settingsOf(market).chains as unknown as [Record<string, unknown>]
  const { actions } = ours.createClient({ chains: [chain] })
  const wallet = market.wallet(0)
  const token = await given.minted()
  const sentence = /conduit that the settings of .* name.*conduits: \[\{ key, address \}\]/
  await expect(actions.listToken({ listings: [{ token, weiPrice: '5' }], wallet })).rejects.toMatchObject({
    code: 'blocked',
    money: 'untouched',
    message: expect.stringMatching(sentence),
  })
  await expect(
    actions.placeBid({ bids: [{ token, weiPrice: '5' }], wallet: market.wallet(2) }),
  ).rejects.toMatchObject({ code: 'blocked', message: expect.stringMatching(sentence) })
  expect(wallet.prompts).toEqual([])
})
