import { verify } from '@sluice/core/guards'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as honest from '../../../guards/test/honest/honest.ts'
import { useRates } from '../../src/hooks/reads.ts'
import { createFormats } from '../../src/kit/formats.ts'
import type { SluiceProviderProps } from '../../src/kit/SluiceProvider.tsx'
import { loadMessages } from '../../src/locales/loadMessages.ts'
import { ReviewCard } from '../../src/review/ReviewCard.tsx'
import { Estimate, estimateText } from '../../src/values/Estimate.tsx'
import { Sentence } from '../../src/values/Sentence.tsx'
import { Worth } from '../../src/values/Worth.tsx'
import { eth, native, stranger, usdc } from '../support/answers.ts'
import { until } from '../support/page.ts'
import { withShop } from '../support/shop.tsx'

const path = '/currencies/rates/v1'
const rate = (contract: string, values: object, updatedAt: string | null = '2026-11-23T00:00:00.000Z') => ({
  contract,
  values,
  updatedAt,
})
const shop = await withShop()
beforeEach(() => {
  shop.provider.on(path, {
    body: { rates: [rate(native, { usd: 2500, eur: 2300 }), rate(usdc, { usd: 1 }, null)] },
  })
})

const ether = { amount: eth / 2n, currency: native, decimals: 18 }
const dollars = { amount: 12_340_000n, currency: usdc, decimals: 6 }
/** Draws a tree, waits until it holds a text, and resolves to all of it. */
async function shown(tree: ReactNode, text: string, props: Partial<SluiceProviderProps> = {}) {
  const { element, remove } = shop.draw(tree, props)
  await until(
    () => element.textContent?.includes(text) === true,
    `"${text}"`,
    () => element.innerHTML,
  )
  const found = { text: element.textContent, html: element.innerHTML }
  remove()
  return found
}

describe('the rates of a provider', () => {
  test('are those of the currencies that the chain lists', async () => {
    shop.provider.on(path, { body: { rates: [rate(native, { usd: 2500 }), rate(stranger, { usd: 9 })] } })
    const hook = shop.show(() => useRates())
    expect((await hook.until(({ data }) => data !== undefined)).data).toEqual([rate(native, { usd: 2500 })])
    hook.leave()
  })

  test.each([0, -1, 1e16, '2500', null])('a rate of %s is left out', async (usd) => {
    shop.provider.on(path, { body: { rates: [rate(native, { usd }), rate(usdc, { usd: 1 })] } })
    const hook = shop.show(() => useRates())
    expect((await hook.until(({ data }) => data !== undefined)).data).toEqual([rate(usdc, { usd: 1 })])
    hook.leave()
  })

  test('a provider without rates is asked once, however many prices a page shows', async () => {
    shop.provider.on(path, { status: 404, body: { message: 'Not found' } })
    const before = shop.provider.count(path)
    const hook = shop.show(() => useRates())
    await hook.until(({ isError }) => isError)
    hook.close()
    const { renders } = hook
    hook.again()
    await hook.until(() => hook.renders > renders)
    expect([hook.now.fetchStatus, hook.now.data, shop.provider.count(path)]).toEqual([
      'idle',
      undefined,
      before + 1,
    ])
    hook.leave()
  })
})

describe('an estimate beside an amount', () => {
  test('is in dollars, and marked as an estimate of the marketplace', async () => {
    const { text, html } = await shown(<Estimate of={ether} />, '$')
    expect(text.trim()).toBe('≈ $1,250.00')
    expect(html).toContain('title="≈ $1,250.00, an estimate at the rate that the marketplace gives"')
  })

  test('says that a rate is fixed', async () => {
    const { html } = await shown(<Estimate of={dollars} />, '≈ $12.34')
    expect(html).toContain('an estimate at a fixed rate that the marketplace gives')
  })

  test("is in the reader's currency and language; one estimate can be in another", async () => {
    const messages = await loadMessages('de')
    const both = (
      <>
        <Estimate of={ether} />
        <Estimate of={ether} currency="USD" />
      </>
    )
    const { text } = await shown(both, '€', { messages, currency: 'EUR' })
    expect(text.trim()).toBe('≈ 1.150,00\u00a0€ ≈ 1.250,00\u00a0$')
  })

  test('is read from left to right in every language, as prices are', async () => {
    const { html } = await shown(<Estimate of={ether} />, '≈', { messages: await loadMessages('ar') })
    expect(html).toContain('<bdi dir="ltr">≈')
  })

  test('stands after its amount in the direction of the sentence that both are part of', async () => {
    const amount = <Worth of={[{ ...ether, symbol: 'ETH' }]} chainId={undefined} />
    const sentence = <Sentence of="{name}: {amount}" parts={{ name: 'Ember', amount }} />
    const { html } = await shown(sentence, '≈', { messages: await loadMessages('ar') })
    // A part that is isolated with a direction of its own would turn the two around.
    expect(html).toContain(
      '<bdi>Ember</bdi>: <span class="sluice-part"><span><bdi dir="ltr" class="sluice-price"',
    )
  })

  test('is absent where the rate does not name the currency, and is not read where none is wanted', async () => {
    const { text } = await shown(
      <>
        <Estimate of={dollars} currency="eur" />
        <Estimate of={ether} currency="eur" />
      </>,
      '€',
    )
    expect(text.trim()).toBe('≈ €1,150.00')
    const before = shop.provider.count(path)
    const { element, remove } = shop.draw(<Estimate of={ether} />, { currency: 'none' })
    expect([element.textContent, shop.provider.count(path)]).toEqual(['', before])
    remove()
  })

  test.each([
    [0n, 2500, undefined],
    [-eth, 2500, undefined],
    [eth, Number.NaN, undefined],
    [eth, Number.POSITIVE_INFINITY, undefined],
    [10n ** 40n, 2500, undefined],
    [1n, 2500, '< $0.01'],
    [eth / 1000n, 2500, '≈ $2.50'],
  ])('of %s wei at %s dollars is %s', (amount, usd, text) => {
    const rates = { values: { usd } }
    expect(estimateText({ amount, decimals: 18 }, rates, 'usd', createFormats('en'))).toBe(text)
  })

  test('stands in the review card beside what is given', async () => {
    const { intent, response, facts, policy } = honest.BUY_B()
    const verdict = verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })
    const { text } = await shown(<ReviewCard review={{ action: 'buy', chainId: 1, verdict }} />, '≈')
    expect(text).toMatch(/You give1\sETH ≈ \$2,500\.00/)
  })
})
