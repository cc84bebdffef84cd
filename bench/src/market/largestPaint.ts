import type { Browser, CDPSession } from 'playwright-core'
import { slowdown, viewport } from './slowPage.ts'

/** Sends a command to one target. */
type Send = (method: string, params: object) => Promise<unknown>

/** Milliseconds without a larger paint after which the largest is known. */
const rest = 3_000

/** Resolves to the largest paint once nothing larger has come for a while. */
const largest = `new Promise((done) => {
  let found = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const look = () =>
    found > 0 && performance.now() - found > ${rest} ? done(found) : setTimeout(look, 250)
  look()
})`

/**
 * Largest contentful paint of a first visit on a slow device, in milliseconds. The page has no developer tools, as a
 * visitor's has none: a page of Playwright's has the browser parse each script a second time, for the line of every
 * request and error.
 */
export async function largestPaint(browser: Browser, url: string): Promise<number> {
  const root = await browser.newBrowserCDPSession()
  const { browserContextId } = await root.send('Target.createBrowserContext')
  try {
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
    const send = sender(root, sessionId)
    await send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false })
    await send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await send('Page.navigate', { url })
    const { result } = (await send('Runtime.evaluate', {
      expression: largest,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value?: unknown } }
    if (typeof result.value !== 'number') throw new Error(`No paint was reported of ${url}.`)
    return result.value
  } finally {
    await root.send('Target.disposeBrowserContext', { browserContextId })
    await root.detach()
  }
}

/** Answers are found by the number of their command. */
function sender(root: CDPSession, sessionId: string): Send {
  type Answer = { id?: number; result?: unknown; error?: { message: string } }
  const waiting = new Map<number, (answer: Answer) => void>()
  root.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const answer = JSON.parse(event.message) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  const sent = { count: 0 }
  return async (method, params) => {
    sent.count += 1
    const id = sent.count
    const answered = new Promise<Answer>((done) => waiting.set(id, done))
    await root.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    const { result, error } = await answered
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
}
