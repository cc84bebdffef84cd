import { describe, expect, test } from 'vitest'
import { buyBody, ParseError, parse, parsePlan, parseQuote } from '../src/index.ts'

const account = `0x${'11'.repeat(20)}`
const sale = (data: unknown, status = 'incomplete') => ({
  steps: [{ id: 'sale', action: 'Buy', description: '', kind: 'transaction', items: [{ status, data }] }],
})

describe('a plan', () => {
  test('has bigint amounts, lower-cased addresses, and no unknown keys', () => {
    const plan = parsePlan({
      requestId: 'r-1',
      ...sale({
        from: account,
        to: `0x${'AB'.repeat(20)}`,
        data: '0x',
        value: '0x0a',
        accessList: [],
        blobs: [],
      }),
      path: [{ currency: `0x${'00'.repeat(20)}`, rawQuote: '10', quote: 1e-17, surprise: true }],
      surprise: 'dropped',
    })
    const item = plan.steps[0]?.items?.[0]
    expect(item).toEqual({
      status: 'incomplete',
      data: { from: account, to: `0x${'ab'.repeat(20)}`, data: '0x', value: 10n },
    })
    expect(plan.path?.[0]?.rawQuote).toBe(10n)
    expect(plan).not.toHaveProperty('surprise')
  })

  test('has finished items without their data, whatever that holds', () => {
    expect(parsePlan(sale({}, 'complete')).steps[0]?.items?.[0]).toEqual({ status: 'complete' })
  })

  test('may have steps without items, with null and with missing data', () => {
    for (const items of [undefined, null, [], [{ status: 'incomplete' }]])
      expect(() =>
        parsePlan({ steps: [{ id: 'a', action: '', description: '', kind: 'signature', items }] }),
      ).not.toThrow()
  })

  test.each([
    ['no steps', {}],
    ['steps that are no list', { steps: {} }],
    ['a step kind nobody knows', { steps: [{ id: 'x', kind: 'request', items: [] }] }],
    ['a status nobody knows', sale({}, 'done')],
    ['a transaction without a target', sale({ data: '0x', value: '0x0' })],
    ['a value that lost precision', sale({ to: account, data: '0x', value: 1e18 })],
    ['odd call data', sale({ to: account, data: '0xabc', value: '0x0' })],
    [
      'a signature kind nobody knows',
      {
        steps: [
          {
            id: 's',
            kind: 'signature',
            items: [{ status: 'incomplete', data: { sign: { signatureKind: 'raw', message: '0x' } } }],
          },
        ],
      },
    ],
    ['a quote that is a float', { steps: [], path: [{ rawQuote: '1.5' }] }],
    [
      'a list without end',
      { steps: Array.from({ length: 33 }, () => ({ id: 'a', kind: 'transaction', items: [] })) },
    ],
    ['nothing', null],
    ['text', '<html>'],
  ])('%s is rejected', (_, answer) => {
    expect(() => parsePlan(answer)).toThrow(ParseError)
  })

  test('of a quote may have no steps, and of an action may not', () => {
    expect(parseQuote({ path: [] }).steps).toEqual([])
    expect(() => parsePlan({ path: [] })).toThrow(ParseError)
  })
})

test('a buy item names exactly one of token, collection and order', () => {
  const body = (item: object) => ({ items: [item], taker: account })
  const token = `${account}:1`
  expect(parse(buyBody, body({ token }), 'It').items[0]?.token).toBe(token)
  for (const item of [{}, { token, collection: account }, { token, orderId: `0x${'22'.repeat(32)}` }])
    expect(() => parse(buyBody, body(item), 'It')).toThrow(/exactly one/)
})
