import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FromFrame,
  type FromHost,
  frameEvents,
  parseFromFrame,
  parseFromHost,
  textLimit,
  walletMethods,
  write,
} from '../../src/frame/messages.ts'
import { readAddress } from '../../src/frame/readAddress.ts'

const fromFrame: readonly FromFrame[] = [
  { type: 'request', id: 1, uuid: 'one', method: 'eth_chainId', params: [] },
  { type: 'size', height: 320 },
  { type: 'event', name: 'sluice:done', detail: { action: 'buy' } },
]
const fromHost: readonly FromHost[] = [
  {
    type: 'wallets',
    wallets: [{ uuid: 'one', name: 'One', icon: 'data:image/png;base64,', rdns: 'one.test' }],
  },
  { type: 'result', id: 1, result: { deep: [1, 'two', null] } },
  { type: 'failure', id: 2, error: { code: 4001, message: 'No.', data: '0x' } },
  { type: 'walletEvent', uuid: 'one', event: 'accountsChanged', value: [] },
  { type: 'end' },
]

describe('messages between a page and its frame', () => {
  test('what one side writes the other reads', () => {
    for (const message of fromFrame) expect(parseFromFrame(write(message))).toEqual(message)
    for (const message of fromHost) expect(parseFromHost(write(message))).toEqual(message)
  })

  test('neither side reads what only the other says', () => {
    for (const message of fromFrame) expect(parseFromHost(write(message))).toBeUndefined()
    for (const message of fromHost) expect(parseFromFrame(write(message))).toBeUndefined()
  })

  test('a message with a field of another kind, or none, is refused', () => {
    const wrong = fc.oneof(
      fc.string(),
      fc.integer({ max: -1 }),
      fc.double({ noInteger: true }),
      fc.constant(null),
    )
    const typed = (
      messages: readonly object[],
      parse: (text: string) => unknown,
      free: readonly string[],
    ) => {
      for (const message of messages)
        for (const field of Object.keys(message).filter((name) => !free.includes(name)))
          fc.assert(
            fc.property(wrong, (value) => {
              const text = JSON.stringify({ ...message, [field]: value })
              const read = parse(text) as Record<string, unknown> | undefined
              // A text is what some fields are: then it has to come out as it went in.
              return read === undefined || (typeof value === 'string' && read[field] === value)
            }),
            { numRuns: 50 },
          )
    }
    typed(fromFrame, parseFromFrame, ['detail'])
    typed(fromHost, parseFromHost, ['result', 'value'])
  })

  test('anything else is read as nothing, and reading never throws', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.json(),
      fc.json().map((text) => `{"type":${text}}`),
    )
    fc.assert(
      fc.property(
        anything,
        (data) => parseFromFrame(data) === undefined && parseFromHost(data) === undefined,
      ),
    )
    expect(parseFromHost(`{"type":"result","id":1,"result":"${'x'.repeat(textLimit)}"}`)).toBeUndefined()
  })

  test('a frame may ask for every method that the client asks of a wallet, and for none that signs blindly', () => {
    const core = resolve(import.meta.dirname, '../../../core/src')
    const sources = readdirSync(core, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file))
      .map((file) => readFileSync(join(core, file), 'utf8'))
    const asked = sources.flatMap(
      (text) =>
        text.match(/(?<=')(?:eth|personal|wallet)_[a-z]+[A-Z]\w*(?=')|(?<=')eth_(?:accounts|call)(?=')/g) ??
        [],
    )
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((method) => !walletMethods.some((known) => known === method))).toEqual([])
    expect(
      walletMethods.filter((method) => /^eth_sign(?:Transaction)?$|^eth_sendRaw|_subscribe/.test(method)),
    ).toEqual([])
    expect(new Set(frameEvents).size).toBe(4)
  })
})

describe('the address of a frame', () => {
  const token = `0x${'a1'.repeat(20)}:7`

  test('it says what is shown, about what, in which language and look', () => {
    expect(readAddress(`?show=buy&token=${token}&chain=1&scheme=dark&language=ja&density=compact`)).toEqual({
      element: 'sluice-buy',
      attributes: new Map([
        ['token', token],
        ['chain', '1'],
      ]),
      language: 'ja',
      scheme: 'dark',
      density: 'compact',
    })
  })

  test.each([
    ['nothing to show', ''],
    ['an element there is not', '?show=script'],
    [
      'the kit itself, whose provider is not for an address to say',
      '?show=kit&provider=https://evil.example',
    ],
    ['a language there is not', '?show=cart&language=xx'],
    ['a look there is not', '?show=cart&scheme=red'],
    ['an attribute that no element has', '?show=cart&style=position:fixed'],
    ['the same twice', '?show=cart&chain=1&chain=2'],
    ['more than anybody would write', `?show=cart&name=${'x'.repeat(5_000)}`],
  ])('%s is refused', (_, query) => {
    expect(() => readAddress(query)).toThrow(/The frame's address/)
  })
})
