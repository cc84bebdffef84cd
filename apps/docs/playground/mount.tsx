import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import './playground.css'

/** Draws React into an element of the site, which is Vue's. Returns what removes it. */
export function mount(element: HTMLElement, Page: ComponentType): () => void {
  const root = createRoot(element)
  root.render(<Page />)
  return () => root.unmount()
}
