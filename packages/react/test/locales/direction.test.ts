import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { directionOf, languages } from '../../src/locales/languages.ts'

const root = resolve(import.meta.dirname, '../../../..')
const sheets = ['packages/react/src/theme', 'apps/market/src/styles'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(folder, name)),
)

/** Names of a side of the screen, which is the wrong one in a language that is written the other way. */
function sidedLines(css: string): readonly string[] {
  return css.split('\n').filter((line) => {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*(.+?);?$/.exec(line) ?? []
    if (/(^|-)(left|right)(-|$)/.test(name)) return true
    if (/^(float|clear|text-align|transform-origin)$/.test(name) && /\b(left|right)\b/.test(value))
      return true
    const sides = value.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '()').split(/\s+/)
    return /^(padding|margin|inset|border-width)$/.test(name) && sides.length === 4 && sides[1] !== sides[3]
  })
}

test.each(sheets)('names no side of the screen: %s', (sheet) => {
  expect(sidedLines(readFileSync(join(root, sheet), 'utf8'))).toEqual([])
})

test('a line that names a side is found', () => {
  const wrong = ['  left: 0;', '  text-align: right;', '  padding: 1px 2px 3px calc(4px * (1 + 1));']
  expect(sidedLines([...wrong, '  padding: 1px 2px;', '  inset-inline-start: 0;'].join('\n'))).toEqual(wrong)
})

test('Arabic and Hebrew are written from right to left, the other languages that are spoken are not', () => {
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
  expect(['ar-EG', 'he', 'fa-IR', 'ar'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl'])
})
