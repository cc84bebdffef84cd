import { createCipheriv, scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { readAccountKey } from '../src/mcp/accountKey.ts'
import { secretsOf, untrusted, writeAnswer } from '../src/mcp/answer.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = `0x${'4c'.repeat(32)}` as const

/** A keystore as wallets write it (Web3 Secret Storage, version 3). */
function keystore(password: string): string {
  const [salt, iv] = [Buffer.alloc(32, 7), Buffer.alloc(16, 9)]
  const derived = scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const text = Buffer.concat([cipher.update(Buffer.from(key.slice(2), 'hex')), cipher.final()])
  const crypto = {
    cipher: 'aes-128-ctr',
    ciphertext: text.toString('hex'),
    cipherparams: { iv: iv.toString('hex') },
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 1_024, r: 8, p: 1, salt: salt.toString('hex') },
    mac: keccak256(Buffer.concat([derived.subarray(16), text])).slice(2),
  }
  const path = join(folder, 'keystore.json')
  writeFileSync(path, JSON.stringify({ version: 3, crypto }))
  return path
}

test('the key comes from the environment or a keystore, and no error contains it', () => {
  expect(readAccountKey(undefined, { SLUICE_PRIVATE_KEY: key })).toBe(key)
  const path = keystore('right')
  expect(readAccountKey(path, { SLUICE_KEYSTORE_PASSWORD: 'right' })).toBe(key)
  expect(() => readAccountKey(path, { SLUICE_KEYSTORE_PASSWORD: 'wrong' })).toThrow(/cannot be opened/)
  expect(() => readAccountKey(path, {})).toThrow(/SLUICE_KEYSTORE_PASSWORD is missing/)
  const bad = `${key}ff`
  expect(() => readAccountKey(undefined, { SLUICE_PRIVATE_KEY: bad })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('4c4c') }),
  )
})

test('an answer that contains the key in any form is withheld', () => {
  const secrets = secretsOf(key)
  for (const form of [
    key,
    key.slice(2).toUpperCase(),
    `${BigInt(key)}`,
    Buffer.from(key.slice(2), 'hex').toString('base64'),
  ])
    for (const answer of [
      { text: form, data: {} },
      { text: '', data: { name: untrusted(form) } },
    ])
      expect(JSON.stringify(writeAnswer(answer, secrets)).toLowerCase()).not.toContain(form.toLowerCase())
  expect(writeAnswer({ text: 'Fine.', data: { amount: 5n } }, secrets)).toMatchObject({
    structuredContent: { amount: '5' },
  })
})

test('an answer that contains the API key is withheld, and none is where the API key is empty', () => {
  const answer = { text: 'The header was aPi-Key.', data: {} }
  expect(writeAnswer(answer, secretsOf(key, 'Api-Key\n'))).toMatchObject({ isError: true })
  expect(writeAnswer(answer, secretsOf(key, ''))).toMatchObject({ isError: false })
})

test('a text of a stranger is marked, and every character of it is visible', () => {
  expect(untrusted('pay\u202e42')).toEqual({ untrusted: 'pay⟨U+202E⟩42' })
})
