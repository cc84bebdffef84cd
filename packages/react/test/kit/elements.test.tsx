import { memoryStorage } from '@sluice/core'
import { afterEach, expect, test } from 'vitest'
import type { ElementName } from '../../src/elements/ElementView.tsx'
import { createKitStore, mountKit } from '../../src/elements/KitElement.tsx'
import { en } from '../../src/locales/en.ts'
import { journalEntry } from '../support/journalEntry.ts'
import { until } from '../support/page.ts'
import { withShop } from '../support/shop.tsx'

const shop = await withShop()
const sent = journalEntry()

let leave = () => {}
afterEach(() => leave())

/** A kit with one element, after a visit that sent a purchase. */
async function kitWith(name: ElementName) {
  const client = shop.client({ storage: memoryStorage() })
  await client.journal.write(sent)
  const [host, element] = [document.createElement('sluice-kit'), document.createElement(name)]
  host.append(element)
  document.body.append(host)
  const store = createKitStore()
  store.change({ client, wallet: shop.wallet(), messages: en })
  store.add(element)
  const root = mountKit(host, store, { styles: '' })
  leave = () => {
    root.unmount()
    host.remove()
  }
  return { host, element }
}
const noteIn = (host: HTMLElement) => host.shadowRoot?.querySelector('[role="status"]')

test('the element of trades in progress shows them, and what a reload interrupted is said once', async () => {
  const { host, element } = await kitWith('sluice-pending')
  const button = () => element.shadowRoot?.querySelector('button')
  await until(() => button() != null, 'the button')
  expect(button()?.getAttribute('aria-label')).toBe(en.pending.count(1))
  expect(noteIn(host)).toBeNull()
})

test('a kit without that element says itself what became of what a reload interrupted', async () => {
  const { host } = await kitWith('sluice-cart')
  await until(() => noteIn(host)?.textContent?.includes(en.resume.title) === true, 'the note')
})
