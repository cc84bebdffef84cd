import { expect, test } from 'vitest'
import { TradeError } from '../../src/errors.ts'
import { createLog, LogLevel, type LogLine } from '../../src/log.ts'
import { createEvents } from '../../src/run/events.ts'
import { startRun } from '../../src/run/run.ts'

/** What a run that ends with this error writes to the log. */
async function linesOf(error: TradeError): Promise<readonly LogLine[]> {
  const lines: LogLine[] = []
  const log = createLog(LogLevel.Verbose, (line) => lines.push(line))
  const client = { log, emit: createEvents(log).emit }
  await startRun(client, { action: 'buy', chainId: 1 }, async () => {
    throw error
  }).done
  return lines
}

test.each(['wallet_refused', 'declined', 'aborted', 'transaction_cancelled'] as const)(
  'a user who decides against a trade logs no error: %s',
  async (code) => {
    const lines = await linesOf(new TradeError(code, 'The user decided.'))
    expect(lines).toMatchObject([{ level: LogLevel.Info, message: 'The user decided.', data: { code } }])
  },
)

test.each(['wallet_error', 'provider_unreachable', 'blocked', 'transaction_reverted'] as const)(
  'a trade that fails logs an error: %s',
  async (code) => {
    expect(await linesOf(new TradeError(code, 'It failed.'))).toMatchObject([{ level: LogLevel.Error }])
  },
)

test('a confirmation that throws logs an error, as a fault of the page', async () => {
  const error = new TradeError('declined', 'The confirmation failed.', { cause: new Error('undefined') })
  expect(await linesOf(error)).toMatchObject([{ level: LogLevel.Error }])
})
