import '../support/browser.ts'
import type { Execution } from '@sluice/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NewTokens } from '../../src/dialogs/NewTokens.tsx'
import { collection, eth, native, refOf, tokenRow } from '../support/answers.ts'
import { until } from '../support/page.ts'
import { type Drawn, lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
let drawn: Drawn | undefined
const led: string[] = []
beforeEach(() => {
  led.length = 0
})
afterEach(() => drawn?.remove())

/** A complete mint of one token, whose receipt shows these. */
const mintOf = (...minted: readonly string[]) =>
  ({
    action: 'buy',
    chainId: 1,
    past: [],
    steps: [
      {
        items: [
          {
            status: 'complete',
            purpose: 'buy',
            minted,
            effects: {
              give: [{ kind: 'native', contract: native, amount: eth }],
              get: [{ kind: 'erc721', contract: collection, amount: 1n }],
              fees: [],
              authority: [],
            },
          },
        ],
      },
    ],
  }) as unknown as Execution
const draw = (execution: Execution): HTMLElement => {
  drawn = shop.draw(
    <NewTokens
      of={execution}
      onView={(token) => led.push(token)}
      onLeave={() => led.push('left the dialog')}
    />,
  )
  return drawn.element
}
const image = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'

test('a new token has its number and an empty place until the provider knows it, then its picture and name', async () => {
  shop.provider.on('/tokens/v7', lists.tokens([]))
  const before = shop.provider.count('/tokens/v7')
  const element = draw(mintOf(refOf(12)))
  await until(() => shop.provider.count('/tokens/v7') > before, 'the first look')
  expect(element.textContent).toBe('#12')
  expect(element.querySelectorAll('.sluice-media')).toHaveLength(1)
  expect(element.querySelector('img')).toBeNull()
  const row = tokenRow(12)
  shop.provider.on('/tokens/v7', lists.tokens([{ ...row, token: { ...row.token, image } }]))
  await until(() => element.querySelector('img') !== null, 'the picture')
  expect(element.textContent).toBe('Work 12')
  expect(element.querySelectorAll('.sluice-media')).toHaveLength(1)
})

test('it leads to the page of the token', () => {
  draw(mintOf(refOf(12)))
    .querySelector('button')
    ?.click()
  expect(led).toEqual(['left the dialog', refOf(12)])
})

test('nothing is shown, and nothing asked, where the receipt names no token', () => {
  const before = shop.provider.count('/tokens/v7')
  expect(draw(mintOf()).textContent).toBe('')
  expect(shop.provider.count('/tokens/v7')).toBe(before)
})
