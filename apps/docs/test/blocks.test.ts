import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, eip1193Wallet } from '@sluice/core'
import { createMandate } from '@sluice/core/mandate'
import { SluiceProvider } from '@sluice/react'
import { Window } from 'happy-dom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createProgram } from 'sluice'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../packages/provider/src/config.ts'
import { attributeNames, kitAttributeNames } from '../../../packages/react/src/elements/attributes.ts'
import { ElementView, elementNames } from '../../../packages/react/src/elements/ElementView.tsx'
import { clientOf } from '../../../packages/react/src/elements/KitElement.tsx'
import { readAddress } from '../../../packages/react/src/frame/readAddress.ts'

const papers = join(import.meta.dirname, '..')
const root = join(papers, '../..')
const read = (file: string) => readFileSync(file, 'utf8')
const manifest = (folder: string) => JSON.parse(read(join(root, folder, 'package.json')))

const chain = { id: 8453, name: 'Base', baseApiUrl: 'https://provider.example/base', active: true }
/** What an element shows before anybody clicks on it; throws what is written wrongly. */
const drawn = (element: Element) =>
  renderToStaticMarkup(
    createElement(
      SluiceProvider,
      { client: createClient({ chains: [chain] }) },
      createElement(ElementView, { element }),
    ),
  )

/** What is wrong with a piece of HTML that a page is told to carry. */
function faultsOf(html: string): readonly string[] {
  const { document } = new Window()
  document.body.innerHTML = html
  const scripts: Readonly<Record<string, { default?: string }>> = manifest('packages/react').exports
  const files = Object.entries(scripts).flatMap(([entry, to]) =>
    entry.startsWith('./script') ? [to.default?.split('/').at(-1)] : [],
  )
  const faults: string[] = []
  const check = (what: string, look: () => boolean) => {
    try {
      if (!look()) faults.push(what)
    } catch (cause) {
      faults.push(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  for (const found of document.body.querySelectorAll('*')) {
    const element = found as unknown as Element
    const name = element.localName
    const only = (known: readonly string[]) => {
      for (const { name: written } of [...element.attributes])
        check(`<${name}> knows no ${written}`, () => known.includes(written))
    }
    if (name === 'script') {
      only(['type', 'src'])
      check('a script is a module', () => element.getAttribute('type') === 'module')
      check('a script is one of the kit', () => files.includes(element.getAttribute('src') ?? ''))
      check('code stands in a file that is compiled', () => element.textContent === '')
    } else if (name === 'sluice-kit') {
      only(kitAttributeNames)
      check('a kit makes a client', () => clientOf(element).chains.length === 1)
    } else if (elementNames.some((known) => known === name)) {
      only(attributeNames)
      check(`<${name}> stands in a kit`, () => element.closest('sluice-kit') !== null)
      // The button of trades in progress is there once there is one.
      if (name !== 'sluice-pending')
        check(`<${name}> shows a button`, () => drawn(element).includes('<button'))
    } else if (name === 'iframe') {
      check('a frame has a name', () => (element.getAttribute('title') ?? '') !== '')
      check('the script finds the frame', () => element.hasAttribute('data-sluice'))
      check('the frame is shut in', () =>
        ['allow-scripts', 'allow-same-origin', 'allow-popups'].every((word) =>
          element.getAttribute('sandbox')?.split(' ').includes(word),
        ),
      )
      check('the frame shows a button', () => {
        const address = readAddress(new URL(element.getAttribute('src') ?? '').search)
        const shown = document.createElement(address.element) as unknown as Element
        for (const [key, value] of address.attributes) shown.setAttribute(key, value)
        return drawn(shown).includes('<button')
      })
    } else faults.push(`<${name}> is not known here`)
  }
  return faults
}

describe('HTML in the docs', () => {
  const blocks = readdirSync(join(papers, 'snippets')).filter((file) => file.endsWith('.html'))

  test('default: every block is valid for the kit and renders', () => {
    expect(blocks.length).toBeGreaterThan(1)
    for (const block of blocks) expect(faultsOf(read(join(papers, 'snippets', block))), block).toEqual([])
  })

  test.each([
    ['<script type="module" src="other.js"></script>', 'one of the kit'],
    ['<script type="module" src="sluice.js">alert(1)</script>', 'compiled'],
    ['<sluice-kit provider="https://provider.example" chain="base"></sluice-kit>', 'needs provider='],
    ['<sluice-kit provider="https://p.example" chain="1" color="red"></sluice-kit>', 'knows no color'],
    ['<sluice-buy token="0x1:42"></sluice-buy>', 'needs token='],
    ['<sluice-bye></sluice-bye>', 'not known here'],
    ['<iframe data-sluice title="Buy" src="https://d.example/?show=bye"></iframe>', 'needs show='],
  ])('%s is found wrong', (html, fault) => {
    expect(faultsOf(html).join()).toContain(fault)
  })
})

test('code in the docs is included from files that are checked, except for commands, settings and recordings', () => {
  const fences = readdirSync(papers, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/node_modules|\.vitepress/.test(file))
    .flatMap((file) =>
      [...read(join(papers, file)).matchAll(/^ *```(.*)\n[\s\S]*?^ *```$/gm)].map(
        ([, info = '']) => `${file}: ${info}`,
      ),
    )
  expect(fences.length).toBeGreaterThan(5)
  expect(fences.filter((fence) => !/: sh$|\[(?:from .+|recorded|setting)\]$/.test(fence))).toEqual([])
})

test('a provider accepts the chains that its README begins with', () => {
  const readme = read(join(root, 'packages/provider/README.md'))
  const chains = /^ +```json \[setting\]\n([\s\S]*?)^ +```/m.exec(readme)?.[1]
  expect(readConfig({ SLUICE_CHAINS: chains }).chains.map(({ slug }) => slug)).toEqual(['base'])
})

test('the page of embedding names every element and every attribute', () => {
  const page = read(join(papers, 'kit/embedding.md'))
  const names = [...elementNames, ...attributeNames, ...kitAttributeNames]
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('the example of a mandate is one that a client accepts', () => {
  const terms = JSON.parse(read(join(papers, 'snippets/mandate.json')))
  const wallet = eip1193Wallet({ request: () => Promise.reject(new Error('No wallet is asked.')) })
  expect(terms.until).toBeGreaterThan(Date.now())
  expect(() => createMandate(createClient({ chains: [chain] }), wallet, terms)).not.toThrow()
})

describe('commands in the docs', () => {
  const pages = [
    ...readdirSync(papers, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !/node_modules|\.vitepress/.test(file))
      .map((file) => join(papers, file)),
    ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'README.md')),
    ...['README.md', 'CONTRIBUTING.md'].map((file) => join(root, file)),
  ]
  const lines = pages.flatMap((page) =>
    [...read(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
      block
        .split(/\n|&&/)
        .map((line) => line.replace(/#.*$/, '').trim())
        .filter((line) => line !== '')
        .map((line) => [page, line] as const),
    ),
  )
  const program = createProgram(() => {})

  test('default: every command exists, with the options used', () => {
    expect(lines.length).toBeGreaterThan(5)
    for (const [page, line] of lines) {
      const [tool, ...words] = line.split(/\s+/)
      const where = `${page}: ${line}`
      if (tool === 'npx') {
        expect(words.shift(), where).toBe('sluice')
        const command = program.commands.find((one) => one.name() === words[0])
        const given = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0])
        expect(command, where).toBeDefined()
        expect(
          command?.options.map(({ long }) => long),
          where,
        ).toEqual(expect.arrayContaining(given))
      } else if (tool === 'npm') {
        const script = words[0] === 'run' ? words[1] : words[0]
        const known = ['ci', 'install', ...Object.keys(manifest('.').scripts)]
        const ofTemplates = Object.keys(manifest('packages/cli/templates/react').scripts)
        expect([...known, ...ofTemplates], where).toContain(script)
      } else if (tool === 'sluice-provider')
        expect(read(join(root, 'packages/provider/src/commands/run.ts')), where).toContain(
          `\nsluice-provider ${words[0]} ${words[1]}`,
        )
      else if (tool === 'curl')
        expect(line, where).toMatch(/http:\/\/127\.0\.0\.1:4700\/(?:health|base\/collections\/v7)/)
      else
        expect(
          ['git clone', 'cd'].some((start) => line.startsWith(`${start} `)),
          where,
        ).toBe(true)
    }
  })
})
