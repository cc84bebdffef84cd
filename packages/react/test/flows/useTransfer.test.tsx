import { beforeEach, describe, expect, test } from 'vitest'
import { type TransferFlow, useTransfer } from '../../src/flows/useTransfer.ts'
import type { NameResolver } from '../../src/kit/SluiceProvider.tsx'
import {
  account,
  collection,
  eth,
  native,
  orderId,
  price,
  refOf,
  stranger,
  tokenRow,
  userTokenRow,
  weth,
} from '../support/answers.ts'
import { type FormOf, formOf, lists, reasonOf, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account })]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
  shop.provider.on('/users/activity/v6', lists.activities([]))
})

const show = (tokens: readonly string[] = [refOf(1)], props = {}): Shown<TransferFlow> =>
  shop.show(() => useTransfer({ tokens }), { wallet: shop.wallet(), ...props })
const typed = async (shown: Shown<TransferFlow>, text: string): Promise<FormOf<TransferFlow>> => {
  ;(await formOf(shown)).setTo(text)
  return formOf(
    shown,
    (flow) =>
      flow.to === text &&
      !(flow.status === 'invalid' && (flow.reason === 'resolving' || flow.reason === 'checking')),
  )
}

describe('who receives', () => {
  test.each([
    ['', 'bad_address'],
    ['0x1234', 'bad_address'],
    [stranger.slice(2), 'bad_address'],
    [`${stranger}00`, 'bad_address'],
    ['ada.eth', 'bad_address'],
    [native, 'bad_address'],
    ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'bad_checksum'],
    ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046', 'bad_checksum'],
    [collection, 'token_contract'],
    [weth, 'keeps_no_tokens'],
    ['0x0000000000000068F116a894984e2DB1123eB395', 'keeps_no_tokens'],
    [account, 'own_address'],
    [account.toUpperCase().replace('0X', '0x'), 'own_address'],
  ])('%j is refused', async (text, reason) => {
    const flow = await typed(show(), text)
    expect(reasonOf(flow)).toBe(reason)
    expect(flow).not.toHaveProperty('confirm')
  })

  test('an address is taken whatever its letters and the spaces around it', async () => {
    const flow = await typed(show(), ` ${stranger.toUpperCase().replace('0X', '0x')} `)
    expect(flow).toMatchObject({ status: 'ready', recipient: stranger })
  })

  test('an address with its checksum is taken', async () => {
    const written = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    const flow = await typed(show(), written)
    expect(flow).toMatchObject({ status: 'ready', recipient: written.toLowerCase() })
  })

  test('an address that begins and ends like one the account has dealt with needs a second yes', async () => {
    const known = `0xb2b2${'7'.repeat(32)}b2b2`
    shop.provider.on(
      '/users/activity/v6',
      lists.activities([{ type: 'transfer', fromAddress: account, toAddress: known }]),
    )
    const shown = show()
    await typed(shown, stranger)
    const warned = await formOf(shown, ({ lookalike }) => lookalike !== undefined)
    expect(warned.lookalike).toBe(known)
    expect(reasonOf(warned)).toBe('lookalike')
    expect(warned).not.toHaveProperty('confirm')
    warned.confirmLookalike(true)
    expect((await formOf(shown, ({ lookalikeConfirmed }) => lookalikeConfirmed)).status).toBe('ready')
    // The yes was for this address alone.
    const other = `${stranger.slice(0, 20)}9${stranger.slice(21)}`
    expect(reasonOf(await typed(shown, other))).toBe('lookalike')
  })

  test.each([
    ['0x000000000000000000000000000000000000dEaD', 'the usual one'],
    ['0x0000000000000000000000000000000000000001', 'one that is almost zero'],
    ['0xdead000000000000000000000000000000000000', 'one that is zero to its end'],
    ['0xdEAD000000000000000042069420694206942069', 'another known one'],
    ['0xffffffffffffffffffffffffffffffffffffffff', 'one of a single digit'],
    ['0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead', 'one of a single word'],
    ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'the sign for a native coin'],
  ])('%s, whose key nobody has, needs a second yes: %s', async (text) => {
    const shown = show()
    const warned = await typed(shown, text.toLowerCase())
    expect(reasonOf(warned)).toBe('burn_address')
    expect(warned).toMatchObject({ burns: true, burnConfirmed: false })
    expect(warned).not.toHaveProperty('confirm')
    warned.confirmBurn(true)
    expect((await formOf(shown, ({ burnConfirmed }) => burnConfirmed)).status).toBe('ready')
    // The yes was for this address alone.
    expect(reasonOf(await typed(shown, `0x${'0'.repeat(38)}02`))).toBe('burn_address')
  })

  test.each([stranger, `0x${'0'.repeat(14)}${stranger.slice(16)}`, `0xb2b2${'7'.repeat(32)}b2b2`])(
    '%s may be an account, and needs none',
    async (text) => {
      expect(await typed(show(), text)).toMatchObject({ status: 'ready', burns: false })
    },
  )
})

describe('a name', () => {
  const names: NameResolver = async (name) => {
    if (name === 'down.eth') throw new Error('The node is down')
    return name === 'ada.eth' ? stranger : null
  }
  const named = () => show(undefined, { resolveName: names })

  test('stands for the account that the host finds behind it', async () => {
    expect(await typed(named(), 'Ada.eth')).toMatchObject({ status: 'ready', recipient: stranger })
  })

  test('that nobody has is refused', async () => {
    expect(reasonOf(await typed(named(), 'nobody.eth'))).toBe('unknown_name')
  })

  test('that could not be looked up is not said to be nobody’s', async () => {
    const shown = named()
    await typed(shown, 'down.eth')
    expect(reasonOf(await formOf(shown, (flow) => reasonOf(flow) === 'name_failed'))).toBe('name_failed')
  })
})

describe('what is given', () => {
  test('nothing that the account does not hold', async () => {
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([]))
    const flow = await show().until((next) => next.status === 'unavailable')
    expect(flow).toMatchObject({ reason: 'not_owner' })
  })

  test.each([0, 4, 2.5, Number.NaN])('%s of three units cannot be given', async (quantity) => {
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1, 3)]))
    const shown = show()
    await typed(shown, stranger)
    ;(await formOf(shown)).setQuantity(quantity)
    const flow = await formOf(shown, (next) => Object.is(next.quantity, quantity))
    expect(reasonOf(flow)).toBe('bad_quantity')
  })

  test('several tokens go with one unit of each', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2)]))
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1, 3), userTokenRow(2)]))
    const shown = show([refOf(1), refOf(2)])
    expect((await formOf(shown)).held).toBe(1)
    const flow = await typed(shown, stranger)
    shop.provider.on('/execute/transfer/v1', { status: 400, body: { message: 'no' } })
    if (flow.status === 'ready') flow.confirm()
    await shown.until((next) => next.status === 'failed', 'the end')
    expect(shop.asked('/execute/transfer/v1')).toMatchObject({
      from: account,
      to: stranger,
      items: [
        { token: refOf(1), quantity: 1 },
        { token: refOf(2), quantity: 1 },
      ],
    })
  })
})

test('a listing of the account’s own stays open, and the form says so', async () => {
  expect((await formOf(show())).isListed).toBe(false)
  const listed = tokenRow(1, { owner: account, maker: account, order: orderId(1), ask: price(eth) })
  shop.provider.on('/tokens/v7', lists.tokens([listed]))
  expect((await formOf(show())).isListed).toBe(true)
})

test('a transfer whose plan goes to somebody else never reaches the wallet', async () => {
  const wallet = shop.wallet()
  const shown = show(undefined, { wallet })
  const flow = await typed(shown, stranger)
  const word = (hex: string) => hex.slice(2).padStart(64, '0')
  const thief = `0x${'66'.repeat(20)}`
  const data = `0x42842e0e${word(account)}${word(thief)}${'1'.padStart(64, '0')}`
  const item = {
    status: 'incomplete',
    data: { from: account, to: refOf(1).split(':')[0], data, value: '0x0' },
  }
  const step = { id: 'nft-transfer', action: 'x', description: 'x', kind: 'transaction', items: [item] }
  shop.provider.on('/execute/transfer/v1', { body: { steps: [step] } })
  if (flow.status === 'ready') flow.confirm()
  const failed = await shown.until((next) => next.status === 'failed', 'the end')
  expect(failed).toMatchObject({ error: { code: 'blocked', money: 'untouched' } })
  expect(wallet.prompts).toEqual([])
})
