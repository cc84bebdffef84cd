import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll, connect, openPurchase, trade } from '../support/market.ts'
import { chainAt, freshToken, visit } from '../support/scene.ts'

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
