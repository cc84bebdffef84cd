import type { Client } from '@sluice/core'
import type { SluiceKitElement } from '../elements/defineElements.ts'
import { enPage } from '../locales/en.page.ts'
import { writtenIn } from '../locales/languages.ts'
import { loadMessages } from '../locales/loadMessages.ts'
import type { Messages, PageMessages } from '../locales/messages.ts'
import { greetHost } from './greetHost.ts'
import { frameEvents } from './messages.ts'
import { openHost } from './openHost.ts'
import { type FrameAddress, readAddress } from './readAddress.ts'

export type FrameOptions = {
  /**
   * The pages that may hold the frame, by exact origin, such as `https://shop.example`. Serve the frame with
   * `Content-Security-Policy: frame-ancestors` and the same list, so that no other page can even show it.
   */
  readonly origins: readonly string[]
  /** The client of the provider and the chains that the frame trades on. No part of it comes from the page around. */
  readonly client: Client
}

/**
 * Makes this page the frame of another: it shows the one element that its address names, trades with the wallets of the
 * page around, and reports its height and its events to that page. The guards run in here; the page around only passes
 * requests to its wallet. Shows only a sentence if the page around is not allowed to hold it, or if the address is
 * wrong.
 *
 * @throws {Error} what was wrong, for the developer's console.
 * @example
 * await startFrame({ origins: ['https://shop.example'], client: createClient({ chains, storage: browserStorage() }) })
 */
export async function startFrame({ origins, client }: FrameOptions): Promise<void> {
  let messages: PageMessages = enPage
  try {
    const address = readAddress(location.search)
    const loaded = await loadMessages(address.language)
    messages = loaded
    const host = openHost(await greetHost(origins))
    draw(address, loaded, client)
    for (const name of frameEvents)
      document.addEventListener(name, (event) => host.dispatch(name, (event as CustomEvent<unknown>).detail))
    const height = () => host.resize(Math.ceil(document.body.getBoundingClientRect().height))
    new ResizeObserver(height).observe(document.body)
  } catch (cause) {
    refuse(messages)
    throw cause
  }
}

function draw(
  { element, attributes, scheme, density }: FrameAddress,
  messages: Messages,
  client: Client,
): void {
  const root = document.documentElement
  Object.assign(root, writtenIn(messages.locale))
  // The same as the dialogs', or the browser would paint a ground of its own behind the frame.
  root.style.colorScheme = scheme === 'system' ? 'light dark' : scheme
  const kit = document.createElement('sluice-kit') as SluiceKitElement
  // The history is the one of the page around.
  kit.configure({ client, messages, theme: { scheme, density }, closeOnBack: false })
  const shown = document.createElement(element)
  for (const [name, value] of attributes) shown.setAttribute(name, value)
  kit.append(shown)
  document.body.style.margin = '0'
  document.body.replaceChildren(kit)
}

function refuse(messages: PageMessages): void {
  const notice = document.createElement('p')
  notice.textContent = messages.frame.refused
  document.body.replaceChildren(notice)
}
