import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, type Hex, namehash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveName } from '../src/wallets/nameService.ts'

const ada = `0x${'ad'.repeat(20)}` as const
const asked: string[] = []
/** A node that knows what ENS's universal resolver says of one name, and that nobody has any other. */
const node = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    const { id, params } = JSON.parse(text) as { id: number; params: [{ data: Hex }] }
    const data = params[0].data
    asked.push(data)
    const known = data.includes(namehash('ada.eth').slice(2))
    const address = encodeAbiParameters([{ type: 'address' }], [known ? ada : `0x${'0'.repeat(40)}`])
    const result = encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [address, ada])
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
})
beforeAll(() => new Promise<void>((done) => node.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => node.close(done)))

const resolve = (name: string) =>
  resolveName(`http://127.0.0.1:${(node.address() as AddressInfo).port}`, name, new AbortController().signal)

test('a name stands for the account that ENS says', async () => {
  expect((await resolve('ADA.eth'))?.toLowerCase()).toBe(ada)
})

test('a name that nobody has, and one that cannot be, stand for nobody', async () => {
  expect(await resolve('nobody.eth')).toBeNull()
  asked.length = 0
  expect(await resolve('\u0430da.eth')).toBeNull()
  expect(asked).toEqual([])
})
