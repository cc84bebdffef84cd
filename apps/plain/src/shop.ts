import { connectFrame } from '@sluice/react/frame-host'

/** A shop writes the iframe into its page; where it points is known only when the test runs. */
const frame = document.createElement('iframe')
frame.title = 'Buy'
frame.src = new URLSearchParams(location.search).get('frame') ?? 'about:blank'
frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups')
frame.allow = 'clipboard-write'
frame.style.cssText = 'width: 460px; border: 0'
document.getElementById('place')?.append(frame)
const heard: unknown[] = []
Object.assign(globalThis, { heard })
for (const name of ['sluice:open', 'sluice:close', 'sluice:done', 'sluice:failed'])
  frame.addEventListener(name, (event) => heard.push([name, (event as CustomEvent<unknown>).detail]))
connectFrame(frame, { onRefused: (reason) => heard.push(['refused', reason]) })
