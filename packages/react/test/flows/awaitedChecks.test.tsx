import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { useEdit } from '../../src/flows/useEdit.ts'
import { useList } from '../../src/flows/useList.ts'
import { useListMany } from '../../src/flows/useListMany.ts'
import { useSweep } from '../../src/flows/useSweep.ts'
import { useTransfer } from '../../src/flows/useTransfer.ts'
import {
  account,
  collection,
  collectionRow,
  eth,
  orderId,
  orderRow,
  price,
  refOf,
  stranger,
  tokenRow,
  userTokenRow,
} from '../support/answers.ts'
import { formOf, held, lists, reasonOf, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
const floorOf = (raw: bigint) => lists.collections([collectionRow({ floor: price(raw) })])
const failure = { status: 400, body: { message: 'no' } }

beforeEach(() => {
  shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1, { owner: account, ask: undefined })]))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1)]))
  shop.provider.on(`/users/${account}/asks/v1`, lists.orders([orderRow(1)]))
  shop.provider.on('/users/activity/v6', lists.activities([]))
  shop.provider.on('/collections/v7', floorOf(4n * eth))
})

/** What a form of a listing has for a test, whichever it is of. */
type Listing = {
  readonly status: 'invalid' | 'ready'
  readonly reason?: string
  readonly type: (price: string) => void
  readonly unknown: { readonly refs: readonly string[]; readonly retry: () => void } | undefined
}
type Waiting = { readonly status: 'other' }

const forms: Readonly<Record<string, () => Listing | Waiting>> = {
  'one token': () => {
    const flow = useList({ token: refOf(1) })
    if (flow.status !== 'invalid' && flow.status !== 'ready') return { status: 'other' }
    return { ...flow, type: flow.setPrice, unknown: flow.unknownFloor }
  },
  'several tokens': () => {
    const flow = useListMany({ tokens: [refOf(1)] })
    if (flow.status !== 'invalid' && flow.status !== 'ready') return { status: 'other' }
    return { ...flow, type: flow.setAll, unknown: flow.unknownFloor }
  },
  'a changed listing': () => {
    const flow = useEdit({ orderId: orderId(1), side: 'listing' })
    if (flow.status !== 'invalid' && flow.status !== 'ready') return { status: 'other' }
    return { ...flow, type: flow.setPrice, unknown: flow.unknownFloor }
  },
}

describe.each(Object.entries(forms))('a price far below the floor, for %s', (_name, use) => {
  const show = (): Shown<Listing | Waiting> => shop.show(use, { wallet: shop.wallet() })
  const typed = async (shown: Shown<Listing | Waiting>): Promise<void> => {
    ;(await formOf(shown)).type('0.01')
    await formOf(shown, (form) => reasonOf(form) !== 'no_price')
  }

  test('cannot be confirmed before the floor is read, and then needs a second yes', async () => {
    const slow = held(floorOf(4n * eth))
    shop.provider.on('/collections/v7', slow.answer)
    const shown = show()
    await typed(shown)
    expect(reasonOf(await formOf(shown))).toBe('checking')
    slow.release()
    const form = await formOf(shown, (next) => reasonOf(next) !== 'checking')
    expect(reasonOf(form)).toBe('low_price')
    expect(form.unknown).toBeUndefined()
  })

  test('can be confirmed where the floor cannot be read, which is said, and read again on demand', async () => {
    shop.provider.on('/collections/v7', failure)
    const shown = show()
    await typed(shown)
    const form = await formOf(shown, (next) => reasonOf(next) !== 'checking')
    expect(form.status).toBe('ready')
    expect(form.unknown?.refs).toEqual([refOf(1)])
    shop.provider.on('/collections/v7', floorOf(4n * eth))
    form.unknown?.retry()
    const again = await formOf(shown, (next) => reasonOf(next) === 'low_price')
    expect(again.unknown).toBeUndefined()
  })

  test('is not waited for where nothing is listed', async () => {
    shop.provider.on('/collections/v7', lists.collections([collectionRow()]))
    const shown = show()
    await typed(shown)
    const form = await formOf(shown, (next) => reasonOf(next) !== 'checking')
    expect(form).toMatchObject({ status: 'ready', unknown: undefined })
  })
})

test.each([
  ['one token', forms['one token']],
  ['several tokens', forms['several tokens']],
] as const)('a token without a collection has no floor to wait for, for %s', async (_name, use) => {
  const row = tokenRow(1, { owner: account, ask: undefined })
  shop.provider.on('/tokens/v7', lists.tokens([{ ...row, token: { ...row.token, collection: null } }]))
  shop.provider.on('/collections/v7', lists.collections([]))
  if (use === undefined) throw new Error('There is no such form')
  const shown = shop.show(use, { wallet: shop.wallet() })
  ;(await formOf(shown)).type('0.01')
  const form = await formOf(shown, ({ status }) => status === 'ready')
  expect(form.unknown).toBeUndefined()
})

test('each of 25 collections has its floor, however few a provider names at once', async () => {
  const contracts = Array.from({ length: 25 }, (_, at) => `0x${(at + 16).toString(16).padStart(40, '0')}`)
  const refs = contracts.map((contract) => `${contract}:1`)
  shop.provider.on(
    '/tokens/v7',
    lists.tokens(contracts.map((contract) => tokenRow(1, { contract, owner: account }))),
  )
  // As providers of this protocol do: no more than 20 in one answer, and a request for more is refused.
  shop.provider.on('/collections/v7', ({ query }) => {
    if (Number(query.get('limit') ?? 20) > 20) return failure
    const from = Number(query.get('continuation') ?? 0)
    const rows = contracts.map((id) => ({ ...collectionRow({ floor: price(4n * eth) }), id }))
    return {
      body: {
        collections: rows.slice(from, from + 20),
        continuation: from + 20 < rows.length ? String(from + 20) : null,
      },
    }
  })
  const shown = shop.show(() => useListMany({ tokens: refs }), { wallet: shop.wallet() })
  ;(await formOf(shown)).setAll('0.01')
  const form = await formOf(shown, ({ lowPrices }) => lowPrices !== undefined)
  expect(reasonOf(form)).toBe('low_price')
  expect(form.lowPrices?.prices).toHaveLength(25)
})

describe('a recipient', () => {
  const known = `0xb2b2${'7'.repeat(32)}b2b2`
  const dealings = lists.activities([{ type: 'transfer', fromAddress: account, toAddress: known }])
  const show = () => shop.show(() => useTransfer({ tokens: [refOf(1)] }), { wallet: shop.wallet() })

  test('cannot be confirmed before it is compared with those of earlier dealings', async () => {
    const slow = held(dealings)
    shop.provider.on('/users/activity/v6', slow.answer)
    const shown = show()
    ;(await formOf(shown)).setTo(stranger)
    const form = await formOf(shown, ({ recipient }) => recipient !== undefined)
    expect(reasonOf(form)).toBe('checking')
    slow.release()
    expect(reasonOf(await formOf(shown, (next) => reasonOf(next) !== 'checking'))).toBe('lookalike')
  })

  test('that cannot be compared can be confirmed, is said not to be, and compared again on demand', async () => {
    shop.provider.on('/users/activity/v6', failure)
    const shown = show()
    ;(await formOf(shown)).setTo(stranger)
    const form = await formOf(shown, ({ status }) => status === 'ready')
    expect(form.compareAgain).toBeTypeOf('function')
    shop.provider.on('/users/activity/v6', dealings)
    form.compareAgain?.()
    const again = await formOf(shown, (next) => reasonOf(next) === 'lookalike')
    expect(again.compareAgain).toBeUndefined()
  })
})

describe('what the host chose before', () => {
  test('is not bought: a sweep waits for the tokens of the new filter', async () => {
    shop.provider.on('/tokens/v7', lists.tokens([tokenRow(1), tokenRow(2)]))
    shop.provider.on('/execute/buy/v7', { body: { steps: [], path: [], errors: [] } })
    const sweepOf = (mood: string) => () => useSweep({ collection, attributes: { Mood: mood } })
    const shown = shop.show(sweepOf('Calm'), { wallet: shop.wallet() })
    await shown.until(({ status }) => status === 'choosing', 'the choice')
    const slow = held(lists.tokens([tokenRow(7)]))
    shop.provider.on('/tokens/v7', slow.answer)
    shown.again(sweepOf('Wild'))
    expect((await shown.until((flow) => flow.status !== 'choosing', 'the new filter')).status).toBe('loading')
    slow.release()
    const flow = await shown.until(({ status }) => status === 'choosing', 'the new choice')
    expect(flow.status === 'choosing' && flow.tokens.map(({ token }) => token.tokenId)).toEqual(['7'])
  })

  test('is not transferred: the form waits for the new tokens', async () => {
    shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens([userTokenRow(1), userTokenRow(2)]))
    const transferOf = (id: number) => () => useTransfer({ tokens: [refOf(id)] })
    const queryClient = new QueryClient()
    const shown = shop.show(transferOf(1), { wallet: shop.wallet(), queryClient })
    await formOf(shown)
    const slow = held(lists.tokens([tokenRow(2)]))
    shop.provider.on('/tokens/v7', slow.answer)
    const before = shown.renders
    shown.again(transferOf(2))
    // The holding is there; the tokens are not.
    await shown.until(() => shown.renders > before && queryClient.isFetching() === 1)
    expect(shown.now.status).toBe('loading')
    slow.release()
    expect((await formOf(shown)).tokens.map(({ token }) => token.tokenId)).toEqual(['2'])
  })

  test('is not listed: the form waits for the new tokens', async () => {
    const listOf = (id: number) => () => useListMany({ tokens: [refOf(id)] })
    const shown = shop.show(listOf(1), { wallet: shop.wallet() })
    await formOf(shown)
    const slow = held(lists.tokens([tokenRow(2)]))
    shop.provider.on('/tokens/v7', slow.answer)
    const before = shown.renders
    shown.again(listOf(2))
    await shown.until(() => shown.renders > before)
    expect(shown.now.status).toBe('loading')
    slow.release()
    expect((await formOf(shown)).rows.map(({ ref }) => ref)).toEqual([refOf(2)])
  })
})
