import { setTimeout as pause } from 'node:timers/promises'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import { browser } from './browser.ts'

/** A document to mount in, without a browser. */
export type Page = {
  /** Mounts a tree in a root of its own. */
  readonly mount: (tree: ReactNode) => Root
  readonly close: () => Promise<void>
}

export async function openPage(): Promise<Page> {
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
      // The document stays for the next file: React may still have scheduled work that uses it.
      await browser.happyDOM.abort()
      document.body.replaceChildren()
      browser.localStorage.clear()
      browser.sessionStorage.clear()
    },
  }
}

/** Lets React and the network go on until a condition holds. */
export async function until(
  holds: () => boolean,
  what: string,
  seen: () => string = () => 'nothing',
): Promise<void> {
  for (const end = Date.now() + 10_000; !holds(); ) {
    if (Date.now() > end) throw new Error(`It never happened: ${what}. Last seen: ${seen()}`)
    await pause(5)
  }
}
