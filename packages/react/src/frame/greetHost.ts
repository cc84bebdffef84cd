import { answer, greeting } from './messages.ts'

/**
 * Waits until the page around this frame gives a port. Only the window that holds the frame is heard, only from an
 * origin that is allowed, and only once.
 *
 * @param origins exact origins, such as `https://shop.example`.
 * @throws {Error} when the frame stands alone, or where a page around it is of another origin.
 */
export function greetHost(origins: readonly string[]): Promise<MessagePort> {
  const wrong = origins.find((origin) => !isExact(origin))
  if (wrong !== undefined || origins.length === 0)
    throw new Error(`Name the pages that may hold this frame by exact origin, not "${wrong ?? ''}".`)
  const { parent } = window
  if (parent === window) throw new Error('This page is to be shown in a frame.')
  // Where the browser names all pages around, none may be a stranger: an allowed page can be framed itself.
  const stranger = [...(location.ancestorOrigins ?? [])].find((origin) => !origins.includes(origin))
  if (stranger !== undefined) throw new Error(`${stranger} may not show this page.`)
  return new Promise((found, refuse) => {
    // To whoever holds the frame: it says only that there is one. The answer is what has to be right.
    const greet = () => parent.postMessage(greeting, '*')
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source !== parent || event.data !== answer) return
      if (!origins.includes(event.origin)) {
        window.removeEventListener('message', hear)
        refuse(new Error(`${event.origin} may not show this page.`))
        return
      }
      const [port] = event.ports
      if (port === undefined) return greet()
      window.removeEventListener('message', hear)
      found(port)
    }
    window.addEventListener('message', hear)
    greet()
  })
}

/** `https://` with a host and nothing after it; plain HTTP on the local machine alone. */
function isExact(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { origin: own, protocol, hostname } = new URL(origin)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return own === origin && (protocol === 'https:' || (protocol === 'http:' && local))
}
