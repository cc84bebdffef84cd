import { createClient, type Review } from '@sluice/core'
import { act } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { byUser } from '../../src/kit/byUser.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { FlowView } from '../../src/progress/FlowView.tsx'
import { openPage, type Page, until } from '../support/page.ts'

const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
let page: Page
beforeAll(async () => {
  page = await openPage()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  await page.close()
})

let approved = 0
beforeEach(() => {
  approved = 0
})

/** The summary of a purchase; `decision` says whether a click or a hold confirms it. */
async function card(decision: 'allow' | 'confirm'): Promise<HTMLButtonElement> {
  const effects = { give: [], get: [], fees: [], authority: [] }
  const verdict = {
    decision,
    proof: 'static',
    findings: [],
    items: [],
    settled: [],
    effects,
    digest: `0x${'0'.repeat(64)}`,
  }
  const review = { action: 'buy', chainId: 1, verdict } as unknown as Review
  const flow = {
    status: 'reviewing' as const,
    execution: { action: 'buy', agreed: [], past: [], steps: [] } as never,
    review,
    approve: byUser(() => {
      approved += 1
    }),
    decline: () => undefined,
  }
  await act(async () => {
    page.mount(
      <SluiceProvider client={client}>
        <FlowView
          flow={flow}
          complete={{ title: '', body: '' }}
          names={undefined}
          onClose={() => undefined}
        />
      </SluiceProvider>,
    )
  })
  const label = decision === 'confirm' ? en.review.hold : en.review.approve
  const found = () =>
    [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === label).at(-1)
  await until(() => found() !== undefined, `the button "${label}"`)
  return found() as HTMLButtonElement
}

/** An event as the browser makes one for a real pointer or key. */
function real<T extends Event>(event: T): T {
  Object.defineProperty(event, 'isTrusted', { value: true })
  return event
}
const of = (name: string, init: object = {}) => {
  const { PointerEvent, KeyboardEvent, MouseEvent } = window
  const Kind = name.startsWith('key') ? KeyboardEvent : name === 'click' ? MouseEvent : PointerEvent
  return new Kind(name, { bubbles: true, cancelable: true, ...init })
}

test('a click that a script makes confirms nothing; one of the browser confirms', async () => {
  const button = await card('allow')
  button.click()
  button.dispatchEvent(of('click'))
  expect(approved).toBe(0)
  button.dispatchEvent(real(of('click')))
  expect(approved).toBe(1)
})

test('what must be held is not held by a script: not by pointer, by key, nor as an assistive tool', async () => {
  const button = await card('confirm')
  const holds = async (events: () => void) => {
    await act(async () => events())
    return button.hasAttribute('data-holding')
  }
  expect(await holds(() => button.dispatchEvent(of('pointerdown')))).toBe(false)
  expect(await holds(() => button.dispatchEvent(of('keydown', { key: 'Enter' })))).toBe(false)
  for (const event of [of('pointerdown'), of('keydown', { key: 'Enter' })]) {
    expect(await holds(() => button.dispatchEvent(real(event)))).toBe(true)
    expect(await holds(() => button.dispatchEvent(of('pointerup')))).toBe(false)
  }
  button.click()
  button.click()
  expect(approved).toBe(0)
  for (let press = 0; press < 2; press += 1) button.dispatchEvent(real(of('click', { detail: 0 })))
  expect(approved).toBe(1)
})

test('a host that draws its own card and calls without an event is answered', () => {
  byUser(() => {
    approved += 1
  })()
  expect(approved).toBe(1)
})
