import { Window } from 'happy-dom'

/**
 * A browser's globals, without a browser. Import it before anything that looks for a document when it is loaded, as
 * React does.
 */
export const browser = new Window()

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

// The network, timers and storage stay those of the runtime.
for (const name of Object.getOwnPropertyNames(browser))
  if (!(name in globalThis)) define(name, (browser as unknown as Record<string, unknown>)[name])
// The runtime's own events are not taken by the document.
for (const name of ['Event', 'CustomEvent'] as const) define(name, browser[name])
define('window', browser)
define('navigator', { userAgent: 'node', onLine: true, clipboard: { writeText: async () => {} } })
