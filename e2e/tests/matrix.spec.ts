import { rpc } from '@sluice/devnet'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { type Address, erc721Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { buildHost, type Host, serveFolder } from '../support/host.ts'
import { confirmAll } from '../support/market.ts'
import { type Mishap, mishaps, type Row, rows, type Subject, trader } from '../support/matrix.ts'
import { chainAt, freshTokens, injectSettings, isBrief, until, walletOf, writer } from '../support/scene.ts'
import { checkDialog, screenshotLooks } from '../support/states.ts'

/** Every dialog against every mishap, on the real stack, in one browser and on one page that is loaded once. */
const chain = chainAt(0)
const pools: { own: Token[]; others: Token[] } = { own: [], others: [] }
type Token = { readonly contract: Address; readonly tokenId: bigint }
const taken = (pool: Token[]): Token => {
  const token = pool.shift()
  if (token === undefined) throw new Error('The tokens of the matrix are used up.')
  return token
}
/** A brief run proves the dialog that sends a transaction. */
const table = rows(chain, () => taken(pools.others)).filter(({ name }) => !isBrief || name === 'Buy')
const browser = await sharedBrowser()
const world: { host?: Host; context?: BrowserContext; page?: Page; second?: Page } = {}
const wallet = walletOf(trader, chain)
const pageErrors: string[] = []

async function enter(): Promise<Page> {
  const page = await (world.context as BrowserContext).newPage()
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  await wallet.install(page)
  await injectSettings(page, { chain: chain.config, wallet: 'first', pollingInterval: 250 })
  await page.goto(`${world.host?.url}`)
  return page
}

beforeAll(async () => {
  world.host = await serveFolder(await buildHost({ folder: 'apps/plain' }))
  world.context = await browser.newContext({
    viewport: { width: 1000, height: 860 },
    reducedMotion: 'reduce',
  })
  pools.own = [...(await freshTokens(chain, trader, 24))]
  pools.others = [...(await freshTokens(chain, 'Chloe', 24))]
  const { contracts } = chain
  const { write } = writer(chain, trader)
  // Approvals that an account gave long ago: every prompt below is for the trade itself.
  await write({
    address: pools.own[0]?.contract as Address,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [contracts.conduit, true],
  })
  const weth = parseAbi(['function deposit() payable', 'function approve(address spender, uint256 amount)'])
  await write({ address: contracts.weth, abi: weth, functionName: 'deposit', args: [], value: 10n ** 18n })
  await write({
    address: contracts.weth,
    abi: weth,
    functionName: 'approve',
    args: [contracts.conduit, 2n ** 256n - 1n],
  })
  world.second = await enter()
  world.page = await enter()
})
afterAll(() => world.host?.close())

const button = (place: Locator | Page, name: string) => place.getByRole('button', { name, exact: true })
const untouched = /no money moved|Nothing was|nothing was/i

/** Presses the toggles of the cart whose state is the given one. */
async function press(page: Page, pressed: 'true' | 'false'): Promise<void> {
  for (const add of await page.locator('sluice-add').all()) {
    const toggle = add.getByRole('button')
    if ((await toggle.getAttribute('aria-pressed')) === pressed) await toggle.click()
  }
}

/** Renders a subject in a page and opens its dialog, filled in and ready to start. */
async function open(page: Page, { html, appears }: Subject, row: Row): Promise<Locator> {
  const element = page.locator(row.element)
  if ((await page.evaluate(() => document.body.dataset.shown)) !== html) {
    // Items that an earlier subject left in the cart are removed there.
    await press(page, 'true')
    await page.evaluate((text) => {
      const kit = document.getElementById('kit') as HTMLElement
      kit.innerHTML = text
      document.body.dataset.shown = text
    }, html)
    // All tabs share the cart: another may have added the item already.
    await press(page, 'false')
  }
  await element.getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  const start = button(dialog, row.start)
  await row.fill?.(dialog)
  await appears?.(dialog)
  await until(() => start.isEnabled(), `${row.name} cannot be started`)
  return dialog
}
/** Uses the last button of that name: the header has one too, and it comes first. */
async function close(dialog: Locator): Promise<void> {
  const back = button(dialog, 'Back')
  // It may go by itself, once it is known that nothing can be bought any more. Each click is waited for: one that is
  // left behind would press the Back of the next dialog.
  while (await back.isVisible()) await back.click({ timeout: 1000 }).catch(() => undefined)
  await dialog
    .getByRole('button', { name: /^(?:Close|Done)$/ })
    .last()
    .click()
  await dialog.waitFor({ state: 'detached' })
}
const start = (dialog: Locator, row: Row) => button(dialog, row.start).click()
const confirm = (dialog: Locator) => button(dialog, 'Confirm in wallet').click()
async function told(dialog: Locator): Promise<string> {
  const alert = dialog.getByRole('alert').first()
  await alert.waitFor({ timeout: 30_000 })
  return alert.innerText()
}

type Cell = { readonly page: Page; readonly row: Row; readonly subject: Subject; readonly dialog: Locator }
const plans = `${chain.baseApiUrl}/execute/**`

/** What each mishap does, and what must be seen then. */
const proofs: Readonly<Record<Mishap, (cell: Cell) => Promise<void>>> = {
  refused: async ({ row, dialog }) => {
    wallet.next('refuse')
    await start(dialog, row)
    await confirm(dialog)
    const text = await told(dialog)
    expect(text).toMatch(/rejected/i)
    expect(text).toMatch(untouched)
    await button(dialog, 'Try again').waitFor()
    await checkDialog(dialog.page(), `${row.name} refused`)
  },
  'double click': async ({ row, dialog }) => {
    wallet.next('refuse')
    await button(dialog, row.start).dblclick()
    await button(dialog, 'Confirm in wallet').dblclick()
    await told(dialog)
    expect(wallet.prompts).toHaveLength(1)
  },
  replaced: async ({ row, dialog }) => {
    wallet.next('replaced')
    await start(dialog, row)
    await confirm(dialog)
    expect(await told(dialog)).toMatch(/canceled/i)
  },
  reverted: async ({ row, dialog }) => {
    wallet.next('starved')
    await start(dialog, row)
    await confirm(dialog)
    const text = await told(dialog)
    expect(text).toMatch(/failed on chain/i)
    expect(text).toMatch(/only the network fee/i)
  },
  'provider down': async ({ page, row, dialog }) => {
    await page.route(plans, (route) => route.abort('connectionrefused'))
    await start(dialog, row)
    const text = await told(dialog)
    await page.unroute(plans)
    expect(text).toMatch(/cannot be reached/i)
    expect(text).toMatch(untouched)
    expect(wallet.prompts).toEqual([])
  },
  offline: async ({ page, row, dialog }) => {
    await page.context().setOffline(true)
    await start(dialog, row)
    const text = await told(dialog)
    await page.context().setOffline(false)
    expect(text).toMatch(/cannot be reached|connection/i)
    expect(wallet.prompts).toEqual([])
  },
  'hostile provider': async ({ page, row, dialog }) => {
    const thief = `0x${'66'.repeat(20)}`
    await page.route(plans, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      for (const { items } of body.steps ?? [])
        for (const { data } of items) {
          if (data?.to !== undefined) data.to = thief
          if (data?.sign?.value?.consideration?.[0] !== undefined)
            data.sign.value.consideration[0].recipient = thief
        }
      await route.fulfill({ response, json: body })
    })
    await start(dialog, row)
    await dialog.getByText('Stopped before your wallet opened').first().waitFor({ timeout: 30_000 })
    await page.unroute(plans)
    expect(await button(dialog, 'Confirm in wallet').count()).toBe(0)
    expect(wallet.prompts).toEqual([])
    await checkDialog(page, `${row.name} stopped`)
  },
  'slow answers': async ({ page, row, subject, dialog }) => {
    await close(dialog)
    // The entry that the dialog put into the history goes a moment later: a step back under way ends a reload.
    await page.waitForFunction(() => history.state?.sluiceDialog === undefined)
    const waiting = new Set<string>()
    await page.route(`${chain.baseApiUrl}/**`, async (route, request) => {
      waiting.add(request.url())
      // Each kind of answer comes at a time of its own.
      await new Promise((wake) => setTimeout(wake, (new URL(request.url()).pathname.length * 97) % 700))
      await route.continue()
      waiting.delete(request.url())
    })
    await page.reload()
    const places = await watchButton(page, row.start)
    await open(page, subject, row)
    // One answer asks for the next: quiet is when none was awaited several times in a row.
    let quiet = 0
    await until(async () => {
      quiet = waiting.size === 0 ? quiet + 1 : 0
      return quiet > 5
    }, 'an answer did not come')
    expect(await places(), 'the button moved after it could be pressed').toHaveLength(1)
    await page.unroute(`${chain.baseApiUrl}/**`)
  },
  'two tabs': async ({ row, subject, dialog }) => {
    const second = world.second as Page
    const letGo = wallet.hold()
    wallet.next('refuse')
    await start(dialog, row)
    await confirm(dialog)
    await until(async () => wallet.prompts.length === 1, 'the wallet was not asked')
    // A browser draws a background tab once a second, and a click waits for a frame.
    await second.bringToFront()
    const other = await open(second, subject, row)
    await start(other, row)
    const goOn = button(other, 'Confirm in wallet')
    await goOn.or(other.getByRole('alert')).first().waitFor({ timeout: 30_000 })
    if (await goOn.isVisible()) await goOn.click()
    expect(await told(other)).toMatch(/already started/i)
    expect(wallet.prompts).toHaveLength(1)
    await close(other)
    await dialog.page().bringToFront()
    letGo()
    await told(dialog)
  },
  'wrong chain': async ({ row, subject, dialog }) => {
    wallet.standOn(chainAt(1).id)
    await start(dialog, row)
    await confirmAll(dialog, row.done)
    await happened(subject)
    expect(new Set(wallet.prompts.map(({ chainId }) => chainId))).toEqual(new Set([chain.id]))
  },
  'price moved': async ({ row, subject, dialog }) => {
    await subject.reprice?.()
    await start(dialog, row)
    const text = await told(dialog)
    expect(text).toMatch(/has changed|no longer|meanwhile/i)
    expect(text).toMatch(untouched)
    expect(wallet.prompts).toEqual([])
  },
  'gone meanwhile': async ({ row, subject, dialog }) => {
    await subject.remove?.()
    await start(dialog, row)
    // A message, or a card that says what could not be found: never a prompt without a warning.
    const warning = dialog.getByRole('alert').or(button(dialog, 'Hold to confirm'))
    const warned = row.leavesOut ? warning.or(button(dialog, 'Confirm in wallet')) : warning
    await warned.first().waitFor({ timeout: 30_000 })
    if (row.leavesOut) await dialog.getByText(/sold or withdrawn.* You are now buying/).waitFor()
    expect(wallet.prompts).toEqual([])
  },
  'reload in the middle': async ({ page, row, subject, dialog }) => {
    // The trade is left pending: a transaction in the mempool, or a signature on its way to the provider.
    await rpc(chain.rpcUrl, 'evm_setAutomine', [false])
    const posts = /\/order\/v\d/
    await page.route(posts, () => {
      // Never answered.
    })
    const posting = page.waitForRequest(posts).then(() => true)
    // Whichever of this and the next does not come ends with the page.
    void posting.catch(() => undefined)
    await start(dialog, row)
    await confirm(dialog)
    const sent = dialog
      .getByText('Waiting for the chain')
      .first()
      .waitFor()
      .then(() => true)
    void sent.catch(() => undefined)
    await Promise.any([posting, sent])
    const before = wallet.prompts.length
    await page.goto('about:blank')
    await page.unroute(posts)
    await mineAgain()
    await page.goto(`${world.host?.url}`)
    const note = page.getByRole('status').filter({ hasText: 'While you were away' })
    await note.getByText(/(published|confirmed on chain|is canceled)\./i).waitFor({ timeout: 30_000 })
    await happened(subject)
    await row.returned?.(page)
    expect(wallet.prompts).toHaveLength(before)
  },
}

/** Records where the button of that name is drawn in a dialog while it can be pressed, frame by frame. */
async function watchButton(page: Page, name: string): Promise<() => Promise<readonly number[]>> {
  await page.evaluate((text) => {
    const seen = new Set<number>()
    Object.assign(globalThis, { seen })
    const look = () => {
      for (const host of document.querySelectorAll('[data-sluice-dialogs]'))
        for (const found of host.shadowRoot?.querySelectorAll<HTMLButtonElement>('.sluice-actions button') ??
          [])
          if (found.textContent === text && !found.disabled)
            seen.add(Math.round(found.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
  }, name)
  return () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<number> }).seen])
}

/** Mines what waits, and each transaction from now on. */
async function mineAgain(): Promise<void> {
  await rpc(chain.rpcUrl, 'evm_setAutomine', [true])
  await rpc(chain.rpcUrl, 'evm_mine', [])
}

/**
 * Adds what the dialog said, and the errors of the page, to a failure: a button that is waited for in vain does not tell
 * what was there instead.
 */
async function withWords(cause: unknown, dialog: Locator): Promise<unknown> {
  const words = (await dialog.isVisible()) ? await dialog.innerText() : undefined
  if (cause instanceof Error)
    cause.stack = `The dialog said: ${words?.replaceAll('\n', ' | ') ?? 'nothing, it was closed'}. Errors of the page: ${pageErrors.splice(0).join(', ') || 'none'}. ${cause.stack}`
  return cause
}

const happened = async (subject: Subject): Promise<void> =>
  subject.happened === undefined
    ? undefined
    : until(subject.happened, 'what the page calls done has not happened')

/** After these the subject cannot be used again. */
const spends: ReadonlySet<Mishap> = new Set([
  'wrong chain',
  'price moved',
  'gone meanwhile',
  'reload in the middle',
])

describe.each(table)('$name', (row) => {
  const state: { subject: Subject | undefined } = { subject: undefined }
  const cells = mishaps.filter((mishap) => row.senseless[mishap] === undefined)

  test.each(cells)('%s', async (mishap) => {
    state.subject ??= await row.prepare(() => taken(pools.own))
    const { subject } = state
    if (spends.has(mishap)) state.subject = undefined
    const page = world.page as Page
    wallet.forget()
    const dialog = await open(page, subject, row)
    const failure = await proofs[mishap]({ page, row, subject, dialog }).then(
      () => undefined,
      (cause: unknown) => withWords(cause, dialog),
    )
    if (failure !== undefined) {
      // The next cell needs a chain that mines, and a page that is online, without routes of this one and without a
      // dialog; what fails here would hide the first failure.
      await mineAgain()
      await page.context().setOffline(false)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await close(dialog).catch(() => page.reload())
      throw failure
    }
    await screenshotLooks(page, `${row.name}-${mishap}`.toLowerCase().replaceAll(' ', '-'))
    if (await dialog.isVisible()) await close(dialog)
    expect(pageErrors).toEqual([])
  })
})

test('every cell is proven or has a reason', () => {
  const all = table.length * mishaps.length
  const reasons = table.flatMap(({ name, senseless }) =>
    Object.entries(senseless).map(([mishap, reason]) => `${name} × ${mishap}: ${reason}`),
  )
  console.log(
    `${all - reasons.length} cells proven, ${reasons.length} that cannot be:\n${reasons.join('\n')}`,
  )
  expect(reasons.every((reason) => /: .{10}/.test(reason))).toBe(true)
  expect(Object.keys(proofs)).toEqual([...mishaps])
})
