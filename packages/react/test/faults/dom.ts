import { setTimeout as pause } from 'node:timers/promises'
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'

/** A document to mount in, without a browser: what React needs of one, and nothing else of its world. */
export type Page = {
  /** Mounts a tree in a root of its own. */
  readonly mount: (tree: ReactNode) => Root
  readonly leave: () => Promise<void>
}

export async function openPage(): Promise<Page> {
  const window = new Window()
  const values = {
    window,
    document: window.document,
    navigator: { userAgent: 'node', onLine: true },
  }
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  // Looks for a document when it is loaded.
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
    leave: async () => {
      for (const root of roots) root.unmount()
      await window.happyDOM.close()
      // The names stay: React may still have work in hand that looks for them.
    },
  }
}

/** Lets React and the network go on until something is so. */
export async function eventually(so: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !so(); ) {
    if (Date.now() > end) throw new Error(`It never came: ${what}`)
    await pause(5)
  }
}
