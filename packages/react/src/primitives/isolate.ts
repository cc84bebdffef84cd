/**
 * Makes everything around an element inert: its siblings and those of its ancestors, up to the document and through
 * shadow trees. The page's layout stays the same. Returns a function that undoes it.
 */
export function isolate(element: Element): () => void {
  const changed: Element[] = []
  for (let at: Element | undefined = element; at !== undefined; at = around(at)) {
    for (const other of at.parentNode?.children ?? []) {
      if (other === at || other.hasAttribute('inert') || other.localName === 'head') continue
      other.setAttribute('inert', '')
      changed.push(other)
    }
  }
  return () => {
    for (const other of changed) other.removeAttribute('inert')
  }
}

function around({ parentNode }: Element): Element | undefined {
  if (parentNode instanceof ShadowRoot) return parentNode.host
  return parentNode instanceof Element && parentNode !== document.documentElement ? parentNode : undefined
}
