import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPage, type Page, until } from '../../../packages/react/test/support/page.ts'
import { exportsOf, isComponent } from '../generator/exportsOf.ts'
import { pageOf } from '../generator/pageOf.ts'
import { Specimen } from '../playground/Specimen.tsx'
import { type SpecimenName, specimenNames } from '../playground/specimenNames.ts'

const components = [
  ['@sluice/react', 'packages/react/src/index.ts'] as const,
  ['@sluice/react/components', 'packages/react/src/components.ts'] as const,
].flatMap(([entry, file]) => {
  const all = exportsOf(file)
  return all.filter(isComponent).map((one) => ({ name: one.name, markdown: pageOf(one, all, entry) }))
})

test('the page of every exported component shows it, live or as a picture in both schemes', () => {
  expect(components.length).toBeGreaterThan(50)
  const isShown = (markdown: string) => markdown.includes('<ReactPage') || markdown.includes('class="picture')
  expect(components.filter(({ markdown }) => !isShown(markdown)).map(({ name }) => name)).toEqual([])
})

describe('a live component', () => {
  let page: Page
  beforeAll(async () => {
    page = await openPage()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => page.close())

  /** The text of a tree and of the shadow trees in it. */
  const textIn = (node: Node): string =>
    node instanceof Text
      ? node.data
      : [...((node instanceof Element ? node.shadowRoot : null) ?? node).childNodes].map(textIn).join('')

  /** Draws a component as its page does. Resolves to what its two looks say, once both say something. */
  async function looksOf(name: SpecimenName): Promise<readonly string[]> {
    const tree = page.mount(<Specimen name={name} />)
    const looks = () => [...document.querySelectorAll('.specimen > *')].map(textIn)
    await until(() => looks().length === 2 && looks().every((text) => text !== ''), `${name} is drawn`)
    const found = looks()
    tree.unmount()
    return found
  }

  test.each(specimenNames)(
    'default: %s is exported, says something in both schemes, and asks nobody',
    async (name) => {
      const request = vi
        .spyOn(globalThis, 'fetch')
        .mockRejectedValue(new Error('Nothing is to be requested.'))
      expect(components.map((one) => one.name)).toContain(name)
      const [light, dark] = await looksOf(name)
      expect(dark).toBe(light)
      expect(request).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['EnforcedRoyalty', '5%'],
    ['Estimate', '≈ $3,125.00'],
    ['Inline', '≈ $3,125.00Connect a wallet'],
    ['OrderNotes', 'Only 0xb0b0…b0b0 can buy it'],
    ['OrderPrice', 'falls to 1.25'],
    ['OrderState', 'Open, but not covered'],
  ] as const)('%s has the data that it draws', async (name, text) => {
    for (const look of await looksOf(name)) expect(look).toContain(text)
  })
})
