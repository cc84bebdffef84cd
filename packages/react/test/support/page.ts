import { setTimeout as pause } from 'node:timers/promises'
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'

/** A document to mount in, without a browser. */
export type Page = {
  /** Mounts a tree in a root of its own. */
  readonly mount: (tree: ReactNode) => Root
  readonly close: () => Promise<void>
}

/** Names of the browser that React, the dialog library and the kit look for. */
const names = [
  'document',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'ShadowRoot',
  'DocumentFragment',
  'MutationObserver',
  'ResizeObserver',
  'CustomEvent',
  'Event',
  'StorageEvent',
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const

export async function openPage(): Promise<Page> {
  const window = new Window()
  const values: Record<string, unknown> = {
    window,
    navigator: { userAgent: 'node', onLine: true, clipboard: { writeText: async () => {} } },
  }
  for (const name of names) values[name] = (window as unknown as Record<string, unknown>)[name]
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  // React looks for a document when it is loaded.
  const { createRoot } = await import('react-dom/client')
  const roots: Root[] = []
  return {
    mount: (tree) => {
      const element = document.createElement('div')
      document.body.append(element)
      const root = createRoot(element)
      roots.push(root)
      root.render(tree)
      return root
    },
    close: async () => {
      for (const root of roots) root.unmount()
      await window.happyDOM.close()
      // The globals stay: React may still have scheduled work that uses them.
    },
  }
}

/** Lets React and the network go on until a condition holds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); ) {
    if (Date.now() > end) throw new Error(`It never happened: ${what}`)
    await pause(5)
  }
}
