import { createRoot } from 'react-dom/client'
import { Playground } from './Playground.tsx'
import '@sluice/react/styles.css'
import './playground.css'

/** Draws the playground into an element of the site, which is none of React's. Answers how to remove it. */
export function mountPlayground(element: HTMLElement): () => void {
  const root = createRoot(element)
  root.render(<Playground />)
  return () => root.unmount()
}
