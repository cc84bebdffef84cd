import { memoryStorage, type Wallet } from '@sluice/core'
import {
  createMandate,
  type DelegatedCall,
  type DelegationContracts,
  type MandateDelegation,
  type MandateTerms,
  mandateDelegations,
  redeemMandate,
  type SignedDelegation,
} from '@sluice/core/mandate'
import { localAccounts, receiptOf } from '@sluice/devnet'
import {
  approve,
  encodeCall,
  erc20Abi,
  erc721Abi,
  fulfill,
  incrementCounter,
  setApprovalForAll,
} from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, stringify, toFunctionSelector, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from '../counterparties/stage.ts'
import { openBazaar } from './bazaar.ts'
import { clientOfKey, deployDelegation } from './deployDelegation.ts'
import { clientOf, playMandate } from './randomActions.ts'
import { createStandIn, type Fault } from './standInWallet.ts'

const ether = 10n ** 18n
const hour = 3_600_000
const held = {} as {
  stage: Stage
  contracts: DelegationContracts & { readonly account: Address }
  bazaar: Awaited<ReturnType<typeof openBazaar>>
}
const [agentKey, strangerKey] = [7, 8].map((index) =>
  privateKeyToAccount(localAccounts()[index]?.privateKey as Hex),
) as [ReturnType<typeof privateKeyToAccount>, ReturnType<typeof privateKeyToAccount>]

beforeAll(async () => {
  // Accounts can have code from Prague on.
  held.stage = await openStage('prague')
})
afterAll(async () => {
  await held.bazaar?.stop()
  await held.stage?.stop()
})

test('no sequence of actions, failures and restarts spends more than the mandate', async () => {
  const wrong: string[] = []
  const ends = new Set<string>()
  for (const seed of [1, 2, 6]) {
    const result = await held.stage.undone(() => playMandate(held.stage, seed, 8))
    for (const end of result.ends) ends.add(end)
    if (result.wrong.length > 0) wrong.push(`seed ${seed}: ${result.wrong.join('; ')}\n  ${result.story}`)
  }
  expect(wrong).toEqual([])
  // A campaign in which everything succeeds, or everything is refused, proves nothing.
  expect([...ends]).toEqual(expect.arrayContaining(['complete', 'invalid_input']))
})

test('a call that the wallet says was refused counts until a later block shows that it was not sent', async () => {
  const { stage } = held
  await stage.undone(async () => {
    const bazaar = await openBazaar(stage)
    const amount = ether / 10n
    bazaar.price({ currency: zeroAddress, amount })
    const begin = async (fault: Fault) => {
      const { wallet, idle } = createStandIn(
        stage,
        () => fault,
        () => undefined,
      )
      const mandate = createMandate(clientOf(stage, bazaar, memoryStorage()), wallet, {
        spend: [{ currency: zeroAddress, amount: ether }],
        per: 'total',
        collections: [stage.art],
        until: Date.now() + hour,
        actions: ['buy'],
        networkFee: ether,
      })
      const items = [{ token: `${stage.art}:5`, maxPrice: { currency: zeroAddress, raw: amount } }]
      const run = mandate.buyTokens({ items, expectedPrice: { [zeroAddress]: { raw: amount } } })
      expect((await run.done).error?.code).toBe('wallet_refused')
      const used = async () => (await mandate.state()).spend[0]?.used
      expect(await used()).toBe(amount)
      await idle()
      await stage.mine()
      return used
    }
    await expect.poll(await begin('refuses')).toBe(0n)
    const used = await begin('refuses after')
    expect(await used()).toBe(amount)
    expect(await used()).toBe(amount)
    await bazaar.stop()
  })
})

type Signed = MandateDelegation & { readonly signature: Hex }

/** What the owner signs once, before the agent begins. */
async function signedRights(terms: MandateTerms, start: number): Promise<readonly Signed[]> {
  const { stage, bazaar, contracts } = held
  const client = clientOf(stage, bazaar, memoryStorage())
  const { user } = stage
  const parameters = { account: user.address, agent: agentKey.address, contracts, start }
  return Promise.all(
    mandateDelegations(client, terms, parameters).map(async (right) => ({
      ...right,
      signature: await user.key.signTypedData(right.typedData),
    })),
  )
}

/** Sends a transaction of a key, whatever a node says about it beforehand. */
async function send(key: typeof agentKey, { to, data, value }: DelegatedCall): Promise<string> {
  const client = clientOfKey(held.stage, key)
  const reason = await client.call({ account: key, to, data, value }).then(
    () => 'done',
    (cause: { readonly details?: string }) => String(cause.details),
  )
  const hash = await client.sendTransaction({ to, data, value, gas: 2_000_000n })
  const { status } = await receiptOf(client, hash)
  return status === 'success' ? 'done' : reason.replace(/^.*execution reverted:? ?/, '')
}

const holds = async (currency: Address): Promise<bigint> =>
  (await held.stage.holdings(held.stage.user)).get(currency) ?? 0n

/** Lets the chain's time pass. */
async function reach(time: number): Promise<void> {
  await held.stage.ask('evm_setTime', [time / 1_000])
  await held.stage.mine()
}

/** A call that buys a token at a price from its owner. */
async function purchase(
  tokenId: bigint,
  amount: bigint,
  more: { readonly currency?: Address; readonly token?: Address; readonly recipient?: Address } = {},
): Promise<DelegatedCall> {
  const { stage } = held
  const { currency = zeroAddress, token = stage.art, recipient } = more
  const owner = (await stage.read<Address>(token, erc721Abi, 'ownerOf', [tokenId])).toLowerCase()
  const maker = stage.makers.find(({ address }) => address === owner)!
  const order = await stage.list(maker, {
    token,
    tokenId,
    kind: 'erc721',
    quantity: 1n,
    currency,
    gross: amount,
  })
  const { seaport, conduitKey } = stage
  return fulfill(order, {
    seaport,
    conduitKey,
    now: (await stage.now()) - 5n,
    ...(recipient === undefined ? {} : { recipient }),
  })
}

describe('an account that runs the code of the delegation framework', () => {
  beforeAll(async () => {
    const { stage } = held
    await stage.ask('evm_setAutomine', [true])
    held.bazaar = await openBazaar(stage)
    held.contracts = await deployDelegation(stage, clientOfKey(stage, strangerKey), stage.user.key)
  })

  test('refuses its agent everything beyond the mandate', async () => {
    const { stage } = held
    const { art, photos, editions, weth, conduit, conduitKey, makers, user, seaport } = stage
    await stage.undone(async () => {
      const start = Number(await stage.now()) * 1_000
      const terms: MandateTerms = {
        spend: [{ currency: zeroAddress, amount: ether / 2n }],
        per: hour,
        collections: [editions, art],
        until: start + 3 * hour,
        actions: ['buy', 'cancel'],
      }
      const [buy, cancel] = (await signedRights(terms, start)) as [Signed, Signed]
      const thief = makers.at(-1)!.address
      const use = (call: DelegatedCall, collection = art, right = buy) =>
        send(agentKey, redeemMandate(right, call, right === buy ? collection : undefined))

      const approvalFor = (operator: Address) => encodeCall(setApprovalForAll, { operator, approved: true })
      // An account that sells as well: its tokens are within the reach of Seaport.
      await stage.send(user, { to: art, data: approvalFor(conduit) })
      const offer = await stage.bid(makers[0]!, {
        gross: 1n,
        currency: weth,
        quantity: 1n,
        target: { kind: 'erc721', token: art, tokenId: 1n },
      })
      const sale = fulfill(offer, { seaport, conduitKey, now: (await stage.now()) - 5n })
      const before = await holds(zeroAddress)
      const spent = async () => before - (await holds(zeroAddress))
      expect(await use(await purchase(5n, ether / 5n))).toBe('done')
      const owner = await stage.read<string>(art, erc721Abi, 'ownerOf', [5n])
      expect(owner.toLowerCase()).toBe(user.address)
      expect(await spent()).toBe(ether / 5n)

      const refused = {
        'more than is left': await use(await purchase(6n, (ether * 2n) / 5n)),
        'native coin to somebody': await use({ to: thief, value: 1n, data: '0x' }),
        'native coin to Seaport': await use({ to: seaport, value: 1n, data: '0x' }),
        'tokens to somebody': await use({ to: art, value: 0n, data: approvalFor(thief) }),
        'a call of the account itself': await use({ to: user.address, value: 0n, data: '0x' }),
        'a token of another collection': await use(await purchase(6n, 1n, { token: photos })),
        'a token for somebody else': await use(await purchase(6n, 1n, { recipient: thief })),
        'an own token for nothing': await use(sale),
        'a purchase as a cancellation': await use(await purchase(6n, 1n), art, cancel),
        'another key': await send(strangerKey, redeemMandate(buy, await purchase(6n, 1n), art)),
        'without caveats': await use({ to: thief, value: 1n, data: '0x' }, art, {
          ...buy,
          collections: [],
          delegation: { ...buy.delegation, caveats: [] },
        }),
      }
      const [notAllowed, noToken] = [
        'AllowedTargetsEnforcer:target-address-not-allowed',
        'ERC721BalanceChangeEnforcer:insufficient-balance-increase',
      ]
      expect(refused).toEqual({
        'more than is left': 'NativeTokenPeriodTransferEnforcer:transfer-amount-exceeded',
        'native coin to somebody': notAllowed,
        'native coin to Seaport': 'AllowedMethodsEnforcer:invalid-execution-data-length',
        'tokens to somebody': notAllowed,
        'a call of the account itself': notAllowed,
        'a token of another collection': noToken,
        'a token for somebody else': noToken,
        'an own token for nothing': noToken,
        'a purchase as a cancellation': 'AllowedMethodsEnforcer:method-not-allowed',
        'another key': `custom error ${toFunctionSelector('InvalidDelegate()')}`,
        'without caveats': `custom error ${toFunctionSelector('InvalidERC1271Signature()')}`,
      })
      expect(await spent()).toBe(ether / 5n)

      // What is left, and after that nothing until the next period.
      expect(await use(await purchase(6n, (ether * 3n) / 10n))).toBe('done')
      expect(await use(await purchase(7n, 1n))).toContain('transfer-amount-exceeded')
      expect(await spent()).toBe(ether / 2n)
      await reach(start + hour)
      expect(await use(await purchase(7n, ether / 2n))).toBe('done')
      expect(await use(await purchase(8n, 1n))).toContain('transfer-amount-exceeded')
      const stop = incrementCounter(seaport)
      expect(await use({ ...stop, value: 0n }, art, cancel)).toBe('done')
      // The end.
      await reach(start + 3 * hour)
      expect(await use(await purchase(8n, 1n))).toBe('TimestampEnforcer:expired-delegation')
      expect(await spent()).toBe(ether)
    })
  })

  test('grants its agent the amount of a currency once per period', async () => {
    const { stage } = held
    const { art, usdc, conduit } = stage
    await stage.undone(async () => {
      const start = Number(await stage.now()) * 1_000
      const amount = 100_000_000n
      const terms: MandateTerms = {
        spend: [{ currency: usdc, amount }],
        per: hour,
        collections: [art],
        until: start + 2 * hour,
        actions: ['buy'],
      }
      const [buy, first, second, ...more] = (await signedRights(terms, start)) as [Signed, Signed, Signed]
      expect(more).toEqual([])
      const before = await holds(usdc)
      const spent = async () => before - (await holds(usdc))
      const allow = (right: Signed, value: bigint, spender = conduit) =>
        send(
          agentKey,
          redeemMandate(right, { to: usdc, value: 0n, data: encodeCall(approve, { spender, value }) }),
        )
      const spend = async (tokenId: bigint, price: bigint) =>
        send(agentKey, redeemMandate(buy, await purchase(tokenId, price, { currency: usdc })))

      expect(await allow(first, amount + 1n)).toBe('AllowedCalldataEnforcer:invalid-calldata')
      expect(await allow(first, amount, agentKey.address as Address)).toBe(
        'AllowedCalldataEnforcer:invalid-calldata',
      )
      expect(await allow(second, amount)).toBe('TimestampEnforcer:early-delegation')
      expect(await allow(first, amount)).toBe('done')
      expect(await allow(first, amount)).toBe('LimitedCallsEnforcer:limit-exceeded')
      expect(await spend(5n, 60_000_000n)).toBe('done')
      expect(await spend(6n, 40_000_001n)).not.toBe('done')
      expect(await spend(6n, 40_000_000n)).toBe('done')
      expect(await spent()).toBe(amount)
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [agentKey.address, 1n],
      })
      expect(await send(agentKey, redeemMandate(buy, { to: usdc, value: 0n, data }))).toBe(
        'AllowedTargetsEnforcer:target-address-not-allowed',
      )
      await reach(start + hour)
      expect(await allow(first, amount)).toBe('TimestampEnforcer:expired-delegation')
      expect(await allow(second, amount)).toBe('done')
      expect(await spend(7n, amount)).toBe('done')
      expect(await spent()).toBe(2n * amount)
    })
  })

  test('buys through a client with the key of its agent, under the guards and its own terms', async () => {
    const { stage, bazaar, contracts } = held
    const { art, user } = stage
    await stage.undone(async () => {
      const start = Number(await stage.now()) * 1_000
      const terms: MandateTerms = {
        spend: [{ currency: zeroAddress, amount: ether / 2n }],
        per: 'total',
        collections: [art],
        until: start + 24 * hour,
        actions: ['buy'],
      }
      const [signed] = await signedRights(terms, start)
      // The agent's machine reads from a file what the owner signed elsewhere.
      const buy = JSON.parse(stringify(signed)) as SignedDelegation
      const agent = clientOfKey(stage, agentKey)
      const wallet: Wallet = {
        address: async () => user.address,
        chainId: async () => stage.chain.id,
        switchChain: () => Promise.reject(new Error('The agent has one chain.')),
        sendTransaction: ({ to, value, data }) =>
          agent.sendTransaction(redeemMandate(buy, { to, value, data })),
        signTypedData: () => Promise.reject(new Error('The agent does not have the key of the account.')),
      }
      const policy = { delegates: [contracts.account] }
      const mandate = createMandate(clientOf(stage, bazaar, memoryStorage(), policy), wallet, terms)
      bazaar.price({ currency: zeroAddress, amount: ether / 5n })
      const before = await holds(zeroAddress)
      const done = await mandate.buyTokens({
        items: [{ token: `${art}:5` }],
        expectedPrice: { [zeroAddress]: { raw: ether / 5n } },
      }).done
      expect([done.status, done.money, done.error]).toEqual(['complete', 'spent', undefined])
      const owner = await stage.read<string>(art, erc721Abi, 'ownerOf', [5n])
      expect(owner.toLowerCase()).toBe(user.address)
      // The agent paid the gas; the account paid the price.
      expect(before - (await holds(zeroAddress))).toBe(ether / 5n)
      const { spend } = await mandate.state()
      expect(spend[0]!.used).toBeGreaterThanOrEqual(ether / 5n)
    })
  })
})
