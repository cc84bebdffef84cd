import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, type LogLine } from '../../src/log.ts'

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: length, maxLength: length })
    .map((digits) => `0x${digits.join('')}`)
/** What must never be seen: a signature in any of its lengths, the provider's key, a node's address with its key. */
const secrets = fc.record({
  signature: fc.constantFrom(128, 130, 132, 1_000).chain(hex),
  apiKey: fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
  nodeKey: fc.stringMatching(/^[A-Za-z0-9]{16,32}$/),
})
const sentence = fc.constantFrom(
  'failed',
  'Request to {} was refused',
  'QuotaExceededError: could not store {"a":"{}"}',
  '{}',
  'before {} and {} after',
)

test('no level of the log has a secret in any line, whatever failed', async () => {
  await fc.assert(
    fc.asyncProperty(
      secrets,
      sentence,
      fc.integer({ min: 0, max: 4 }),
      async ({ signature, apiKey, nodeKey }, text, level) => {
        const lines: LogLine[] = []
        const log = createLog(level as LogLine['level'], (line) => lines.push(line), [apiKey])
        const url = `https://user:${nodeKey}@node.example/v2/${nodeKey}?key=${nodeKey}#${nodeKey}`
        for (const secret of [signature, apiKey, url]) {
          const said = text.replaceAll('{}', secret)
          for (const say of [log.error, log.warn, log.info, log.verbose])
            say(said, { reason: said, cause: new Error(said), nested: { list: [said] }, count: 1n })
          log.warnOnce(said, said, { reason: said })
        }
        const all = JSON.stringify(lines, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
        if (text.includes('{}'))
          for (const secret of [signature.slice(2), apiKey, nodeKey]) expect(all).not.toContain(secret)
        // And each level says its own lines and those below it.
        expect(new Set(lines.map((line) => line.level))).toEqual(new Set([1, 2, 3, 4].slice(0, level)))
      },
    ),
    { numRuns: 200 },
  )
})

test('text without secrets is logged unchanged', async () => {
  const lines: LogLine[] = []
  const log = createLog(4, (line) => lines.push(line), ['key'])
  const hash = `0x${'ab'.repeat(32)}`
  log.verbose('GET /transactions/1', { hash, status: 200, from: 'https://provider.example' })
  expect(lines).toEqual([
    {
      level: 4,
      message: 'GET /transactions/1',
      data: { hash, status: 200, from: 'https://provider.example' },
    },
  ])
})
