import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll, connect, openPurchase, trade } from '../support/market.ts'
import { chainAt, collectionPath, freshToken, openPath, tokenPath, visit } from '../support/scene.ts'

const browser = await sharedBrowser()

/** The provider of the tests has fixed rates on the second chain only. */
test('a price is estimated in the currency that the visitor chooses, on the page, in the dialog and on the card', async () => {
  const chain = chainAt(1)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.5')
  const path = `/${chain.slug}/${token.contract}/${token.tokenId}`
  const { page, pageErrors, leave } = await visit(browser, 'Elif', chain, path)
  const estimate = (amount: string) =>
    page
      .getByRole('img', { name: `${amount}, an estimate at a fixed rate that the marketplace gives` })
      .first()
  await estimate('≈ $1,250.00').waitFor()
  await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
  await estimate('≈ €1,150.00').waitFor()
  await page.reload()
  await trade(page).getByText('≈ €1,150.00').waitFor()

  await connect(page)
  const dialog = await openPurchase(page)
  await dialog.getByText('≈ €1,150.00').waitFor()
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await dialog.getByRole('region').getByText('≈ €1,150.00').first().waitFor()
  await confirmAll(dialog, 'It is yours')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByLabel('Currency', { exact: true }).selectOption('Coins only')
  await page.getByText('≈ €').first().waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await leave()
})

test('on the narrowest phone a price is whole or not estimated, and no amount makes a dialog wider than the screen', async () => {
  const chain = chainAt(1)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.01234')
  const viewport = { width: 320, height: 720 }
  const { page, pageErrors, leave } = await visit(browser, 'Elif', chain, collectionPath(chain), { viewport })
  const price = page.locator('.card-price').filter({ hasText: '0.01234' })
  await price.locator('.sluice-estimate').waitFor({ state: 'attached' })
  const [card, estimate] = await Promise.all(
    [price, price.locator('.sluice-estimate')].map(async (part) => (await part.boundingBox())!),
  )
  expect(estimate!.y).toBeGreaterThanOrEqual(card!.y + card!.height - 1)
  expect(await price.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await openPath(page, tokenPath(token, chain))
  await connect(page)
  await trade(page).getByRole('button', { name: 'Make offer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price', { exact: true }).fill('5000000.123456789')
  await dialog.getByText('≈ $12,500,000,308.64').first().waitFor()
  const wider = await dialog.evaluate((place) =>
    [...place.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > place.getBoundingClientRect().right)
      .map(({ className }) => className),
  )
  expect(wider).toEqual([])
  expect(pageErrors).toEqual([])
  await leave()
})

test.each([390, 820, 1280])(
  'in rows no amount is cut off, and all rows are of one height, on a screen of %i pixels',
  async (width) => {
    const chain = chainAt(1)
    const token = await freshToken(chain, 'Chloe')
    await listToken(chain, 'Chloe', token, `12345.6789${width}`)
    const path = `${collectionPath(chain)}?layout=table&sort=price-desc`
    const arabic = { locale: 'ar-EG', viewport: { width, height: 900 } }
    const { page, leave } = await visit(browser, 'Elif', chain, path, arabic)
    const rows = page.locator('.works-table tbody tr:not(.works-space)')
    await rows.filter({ hasText: '12,345' }).first().locator('.sluice-price').waitFor()
    await rows.locator('.sluice-estimate').first().waitFor()
    const wrong = await rows.evaluateAll((all) =>
      all.flatMap((row) => {
        const isCut = (amount: Element) => {
          const cell = amount.closest('td')?.getBoundingClientRect() ?? new DOMRect()
          const { left, right, top, bottom } = amount.getBoundingClientRect()
          // All of it is seen, or nothing of it.
          const isBelow = amount.matches('.sluice-estimate') && top >= cell.bottom
          return !isBelow && (left < cell.left || right > cell.right || bottom > cell.bottom)
        }
        const cut = [...row.querySelectorAll('.sluice-price, .sluice-estimate')].filter(isCut)
        return [
          ...cut.map(({ textContent }) => textContent),
          ...(row.getBoundingClientRect().height === 68 ? [] : [row.textContent]),
        ]
      }),
    )
    expect(wrong).toEqual([])
    await leave()
  },
)

test('on a tablet what can be done with a listing is within the screen, also beside long words and amounts', async () => {
  const chain = chainAt(1)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '1234.56789')
  const tablet = { viewport: { width: 820, height: 1180 }, locale: 'de-DE' }
  const path = `/${chain.slug}/account?view=listings`
  const { page, pageErrors, leave } = await visit(browser, 'Chloe', chain, path, tablet)
  await page.getByRole('main').getByRole('button', { name: 'Wallet verbinden' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Scripted Wallet' }).click()
  const table = page.getByRole('table')
  await table.getByText('1.234,56789').waitFor()
  await table.locator('.sluice-estimate').first().waitFor()
  const hidden = () => table.evaluate(({ parentElement: frame }) => frame!.scrollWidth - frame!.clientWidth)
  expect(await hidden()).toBe(0)
  expect(pageErrors).toEqual([])
  await leave()
})

test('how many of a token are listed stands beside its name, and in Arabic an estimate follows its amount', async () => {
  const chain = chainAt(1)
  const prints = chain.contracts.collections.find(({ kind }) => kind === 'erc1155')?.address
  const asks = await fetch(`${chain.baseApiUrl}/orders/asks/v5?contracts=${prints}`)
  const { orders } = (await asks.json()) as { orders: { maker: string; quantityRemaining: number }[] }
  const seller = orders.find(({ quantityRemaining }) => quantityRemaining > 1)?.maker
  const arabic = { viewport: { width: 390, height: 844 }, locale: 'ar-EG' }
  const path = `/${chain.slug}/account/${seller}?view=listings`
  const { page, leave } = await visit(browser, 'Elif', chain, path, arabic)
  const name = page.locator('.row-name').filter({ hasText: '×' }).first()
  await name.waitFor()
  const gap = await name.evaluate((element) => {
    const count = document.createRange()
    count.selectNodeContents(element.firstChild!)
    const link = element.querySelector('a')!.getBoundingClientRect()
    return count.getBoundingClientRect().left - link.right
  })
  expect(Math.abs(gap)).toBeLessThan(8)
  const worth = page.locator('.portfolio .fact-value').last()
  const [amount, estimate] = [worth.locator('.sluice-price'), worth.locator('.sluice-estimate')]
  await estimate.waitFor()
  expect((await estimate.boundingBox())?.x).toBeLessThan((await amount.boundingBox())?.x ?? 0)
  await leave()
})

test('a market whose provider knows no rates shows amounts in coins only and offers no choice of currency', async () => {
  const chain = chainAt(0)
  const { page, pageErrors, leave } = await visit(browser, 'Elif', chain, `/${chain.slug}`)
  await page.getByRole('heading', { name: 'Most traded' }).waitFor()
  await page
    .getByText(/\d\sETH/)
    .first()
    .waitFor()
  expect(await page.getByLabel('Currency', { exact: true }).count()).toBe(0)
  expect(await page.getByText('≈ $').count()).toBe(0)
  expect(pageErrors).toEqual([])
  await leave()
})
