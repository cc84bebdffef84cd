import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm run screens [-- part…]`: takes screenshots of every page and every state of every dialog on a desktop, a tablet
 * and a phone, light and dark, with the browser suite, and shows them on one page: `e2e/screenshots/index.html`. With
 * parts named, only those are taken anew, and the other pictures are kept.
 */
const parts = [
  'pages',
  'pageStates',
  'failures',
  'dialogs',
  'mishaps',
  'matrix',
  'connect',
  'phone',
  'works',
  'access',
  'auction',
]
const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'e2e/screenshots')
const asked = process.argv.slice(2)
const unknown = asked.find((part) => !parts.includes(part))
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}; there are: ${parts.join(', ')}.`)
  process.exit(1)
}
if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'e2e/vitest.config.ts',
    ...(asked.length === 0 ? parts : asked).map((part) => `e2e/tests/${part}.`),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SLUICE_LOOKS: '1' } },
)

const looks = ['light', 'dark', 'tablet', 'tablet-dark', 'phone', 'phone-dark']
const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
const ending = new RegExp(`(?:-(?:${looks.join('|')}))?\\.png$`)
const states = [...new Set(pictures.map((name) => name.replace(ending, '')))].sort()
const row = (state: string): string => {
  const shown = [`${state}.png`, ...looks.map((look) => `${state}-${look}.png`)].filter((name) =>
    pictures.includes(name),
  )
  const images = shown.map((name) => `<a href="${name}"><img src="${name}" loading="lazy" alt="${name}"></a>`)
  return `<section><h2>${state}</h2><div>${images.join('')}</div></section>`
}
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Every state</title><style>
body{margin:24px;font:14px system-ui;background:#eee}h2{font-size:15px;margin:24px 0 8px}
section div{display:flex;gap:12px;align-items:start}img{height:300px;border-radius:6px;box-shadow:0 2px 12px #0003}
</style>${states.map(row).join('\n')}`,
)
console.log(
  `${pictures.length} pictures of ${states.length} states: ${join('e2e/screenshots', 'index.html')}`,
)
process.exitCode = status ?? 1
