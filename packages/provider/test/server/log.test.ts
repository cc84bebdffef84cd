import { HttpRequestError } from 'viem'
import { expect, test } from 'vitest'
import { createLog } from '../../src/log.ts'

const lineOf = (err: unknown): Record<string, never> => {
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).warn({ err }, 'a node cannot be asked')
  return JSON.parse(lines[0] ?? '{}')
}

test('an error is logged with its message, code and cause, and no address but the host', () => {
  const node = 'https://rpc.example/v2/canary-key?token=canary-token'
  const cause = new HttpRequestError({ url: node, body: { method: 'eth_chainId' }, status: 401 })
  const database = Object.assign(
    new Error('postgres://owner:canary-password@db.example:5432/market is away'),
    {
      code: 'ECONNREFUSED',
      connection: { password: 'canary-password' },
    },
  )
  for (const error of [new Error('It failed.', { cause }), cause, database]) {
    const line = lineOf(error)
    expect(JSON.stringify(line)).not.toContain('canary')
  }
  expect(lineOf(new Error('It failed.', { cause }))).toMatchObject({
    msg: 'a node cannot be asked',
    err: { type: 'Error', message: 'It failed.', cause: { type: 'HttpRequestError' } },
  })
  expect(lineOf(cause)).toMatchObject({ err: { message: expect.stringContaining('https://rpc.example/…') } })
  expect(lineOf(database)).toMatchObject({
    err: { code: 'ECONNREFUSED', message: 'postgres://db.example:5432/… is away' },
  })
})
