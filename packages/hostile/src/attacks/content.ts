import type { Json } from '../parts.ts'
import { readJson } from '../reply.ts'
import type { ReplyAttack } from './replies.ts'

const reads = ['/tokens/', '/collections/', '/orders/', '/users/', '/events']

/** Changes every value with one of these names, at any depth. Returns the number of changes. */
function rewrite(value: Json, names: RegExp, next: (before: unknown) => unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const [key, child] of Object.entries(value)) {
    if (names.test(key) && (typeof child !== 'object' || child === null)) {
      value[key] = next(child)
      count += 1
    } else count += rewrite(child, names, next)
  }
  return count
}

const script = '<img src=x onerror="alert(document.domain)">'
const rows: readonly (readonly [name: string, names: RegExp, next: (before: unknown) => unknown])[] = [
  ['U-03 names that are markup', /name|symbol|description|title|key|value/i, () => script],
  ['U-03 names that read backwards', /^name$/i, (before) => `\u202e${before}\u2066`],
  ['U-03 names with lookalike letters', /^name$/i, () => 'Вored Аpe Yacht Club'],
  ['U-03 very long names', /^name$/i, () => 'A'.repeat(20_000)],
  ['U-03 names of control characters', /^name$/i, () => 'Tide\u0000lines\u001b[31m\n\n\nSend'],
  [
    'U-05 images with javascript: URLs',
    /image|media|banner|icon|logo/i,
    () => 'javascript:alert(document.domain)',
  ],
  ['U-05 images that are pages', /image|media|banner|icon|logo/i, () => `data:text/html,${script}`],
  [
    'U-05 SVG images with scripts',
    /image|media|banner|icon|logo/i,
    () =>
      `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')}`,
  ],
  ['U-05 images that break out of CSS', /image|banner/i, () => 'x");background:url("https://evil.example/'],
  [
    'U-06 links with javascript: URLs',
    /url|link|website|discord|twitter/i,
    () => 'javascript:alert(document.domain)',
  ],
  ['U-04 false decimals', /decimals/i, (before) => (before === 18 ? 6 : 18)],
  ['U-04 a false symbol', /symbol/i, () => 'ETH'],
  [
    'U-08 prices of almost zero',
    /^(raw|rawAmount|decimal|native|usd|amount)$/,
    (before) => (typeof before === 'string' ? '1' : 1e-18),
  ],
  ['U-09 everything verified', /verif|isSpam|isFlagged/i, () => 'verified'],
  ['U-11 invalid numbers', /count|rank|quantity|remaining/i, () => 'NaN'],
  ['U-12 invalid addresses', /contract|maker|owner|address/i, () => '0x0"><script>alert(1)</script>'],
]

/** Attacks in displayed content. None of it may run, navigate or be trusted. */
export const contentAttacks: readonly ReplyAttack[] = rows.map(([name, names, next]) => ({
  kind: 'reply',
  name,
  routes: reads,
  answer: async (_, honest) => {
    const reply = await honest()
    const answer = readJson(reply)
    if (answer === undefined || rewrite(answer, names, next) === 0) return reply
    return { ...reply, text: JSON.stringify(answer) }
  },
}))
