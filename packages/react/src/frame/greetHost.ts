import { answer, greeting } from './messages.ts'

/**
 * Waits until the page around this frame gives a port. Only messages of the window that holds the frame count, only
 * from an allowed origin, and only once.
 *
 * @param origins exact origins, such as `https://shop.example`.
 * @throws {Error} if this page is not in a frame, or if a page around it is of an origin that is not allowed.
 */
export function greetHost(origins: readonly string[]): Promise<MessagePort> {
  const wrong = origins.find((origin) => !isExact(origin))
  if (wrong !== undefined || origins.length === 0)
    throw new Error(`Name the pages that may hold this frame by exact origin, not "${wrong ?? ''}".`)
  const { parent } = window
  if (parent === window) throw new Error('This page is to be shown in a frame.')
  // If the browser names all pages around, all of them must be allowed: an allowed page can be framed itself.
  const stranger = [...(location.ancestorOrigins ?? [])].find((origin) => !origins.includes(origin))
  if (stranger !== undefined) throw new Error(`${stranger} may not show this page.`)
  return new Promise((found, refuse) => {
    // Sent to any origin, because it reveals only that the frame exists. The origin of the reply is checked.
    const postGreeting = () => parent.postMessage(greeting, '*')
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== parent || event.data !== answer) return
      if (!origins.includes(event.origin)) {
        window.removeEventListener('message', onMessage)
        refuse(new Error(`${event.origin} may not show this page.`))
        return
      }
      const [port] = event.ports
      if (port === undefined) return postGreeting()
      window.removeEventListener('message', onMessage)
      found(port)
    }
    window.addEventListener('message', onMessage)
    postGreeting()
  })
}

/** `https://` with a host and nothing after it; plain HTTP on the local machine alone. */
function isExact(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { origin: own, protocol, hostname } = new URL(origin)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return own === origin && (protocol === 'https:' || (protocol === 'http:' && local))
}
