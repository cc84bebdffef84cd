import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../generator/exportsOf.ts'

const page = readFileSync(join(root, 'apps/docs/provider/limits.md'), 'utf8')

/** Where the provider sets a fixed limit, and the row of the page that has it. */
test.each([
  ['middleware/limitRequests.ts', 'const windowSeconds = 2\n', 'Requests are counted over two seconds'],
  ['middleware/limitRequests.ts', 'const listedAnHour = 100_000\n', '100,000 an hour'],
  ['middleware/receiptBudget.ts', '{ each: 600, all: 6000 }', '600 a minute for one caller, 6,000 for all'],
  ['trade/simulation/fillTrials.ts', '{ each: 120, all: 600 }', '120 a minute for one caller, 600 for all'],
  ['middleware/admission.ts', '{ requests: 1000, bytes: 64 * 1024 * 1024 }', '64 MB'],
  ['middleware/admission.ts', 'const callerShare = 1 / 4\n', 'one caller may hold a quarter'],
  ['middleware/readRequestBody.ts', '[5000, 16 * 1024]', 'five seconds, and more as long as 16 kB'],
  ['middleware/idempotency.ts', 'const maxLength = 1024 * 1024\n', '| 1 MB; 64 MB for one caller'],
  ['server/listen.ts', 'const maxConnections = 25_000\n', '| 25,000 |'],
  ['server/listen.ts', 'const keepAliveTimeout = 65_000\n', '| 65 seconds |'],
  ['routes/mountRoute.ts', 'const defaultMaxBodyBytes = 256 * 1024\n', '| 256 kB |'],
  ['routes/trading/postOrderRoutes.ts', 'maxBodyBytes: 4 * 1024 * 1024', '| 4 MB: a thousand orders'],
  ['routes/market/refreshLimits.ts', 'const metadataCooldown = 60 * 60_000\n', '| once an hour'],
  ['routes/market/refreshLimits.ts', 'const ordersCooldown = 10_000\n', '| once in 10 seconds |'],
])('the page of limits has the one of %s: %s', (file, inSource, onPage) => {
  expect(readFileSync(join(root, 'packages/provider/src', file), 'utf8')).toContain(inSource)
  expect(page).toContain(onPage)
})
