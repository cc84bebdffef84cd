import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const sources = resolve(import.meta.dirname, '../../src')
/** A module that a server component may import only if it says that it runs in the browser. */
const inBrowser =
  /import \{[^}]*\b(?:use[A-Z]\w*|createContext|Component|createPortal|createRoot)\b[^}]*\} from '(?:react|react-dom|react-dom\/client|@tanstack\/react-query|wagmi)'/

test("each module with hooks or context says 'use client'", () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const modules = files.map((file) => ({ file, text: readFileSync(join(sources, file), 'utf8') }))
  const browser = modules.filter(({ text }) => inBrowser.test(text))
  expect(browser.length).toBeGreaterThan(50)
  expect(browser.filter(({ text }) => !text.startsWith("'use client'")).map(({ file }) => file)).toEqual([])
})
