import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bulkOrderHash, orderTypedData, seaportAbi, seaportAddress, seaportDomain } from '@sluice/seaport'
import { concat, keccak256, parseTransaction, stringToHex, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { orderTypeHash } from '../../seaport/src/hashing/typeHashes.ts'
import { namesOfExamples } from '../src/files/examples.ts'
import { registryFiles } from '../src/files/registryFiles.ts'
import { parseDescriptor, type SignedMessage, type Text } from '../src/index.ts'
import { functionKey } from '../src/model/typeNode.ts'
import { folder, readDescriptor, readJson, renderersOf } from './descriptorFiles.ts'
import { schemaCheck } from './jsonSchema.ts'

const packageFolder = resolve(import.meta.dirname, '..')
const schemaOf = (name: string) =>
  schemaCheck(JSON.parse(readFileSync(join(packageFolder, 'specs', `${name}.schema.json`), 'utf8')))
const checkDescriptor = schemaOf('erc7730-v2')
const checkTests = schemaOf('erc7730-tests-v2')

const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)
const tests = there.filter((name) => name.endsWith('.tests.json'))
const descriptors = there.filter((name) => !tests.includes(name))
type Vectors = {
  readonly descriptor: string
  readonly tests: readonly {
    readonly description: string
    readonly rawTx?: `0x02${string}`
    readonly data?: SignedMessage
    readonly expected: Text
  }[]
}
const versions = ['1.5', '1.6'] as const

describe('the folder for the registry', () => {
  test('holds exactly what the script makes of the tables', () => {
    const files = registryFiles()
    expect(there.sort()).toEqual(Object.keys(files).sort())
    for (const name of there) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(files[name])
  })

  test("is valid by the registry's schemas, which are where each file says", () => {
    for (const name of descriptors) expect([name, ...checkDescriptor(readJson(name))]).toEqual([name])
    for (const name of tests) expect([name, ...checkTests(readJson(name))]).toEqual([name])
    for (const name of there) {
      const { $schema } = readJson(name) as { $schema: string }
      expect(resolve(folder, name, '..', $schema)).toMatch(
        /packages\/clear-signing\/specs\/erc7730[a-z0-9-]*\.schema\.json$/,
      )
    }
  })

  test('would not be valid with a mistake in it', () => {
    const changed = (from: string, to: string): readonly string[] => {
      const text = readFileSync(join(folder, 'common-calls.json'), 'utf8')
      expect(text).toContain(from)
      return checkDescriptor(JSON.parse(text.replace(from, to)))
    }
    expect(changed('"format": "tokenAmount"', '"format": "money"')).not.toEqual([])
    expect(changed('"encoding": "timestamp"', '"encoding": "hours"')).not.toEqual([])
    expect(changed('"tokenPath": "token"', '"tokenpath": "token"')).not.toEqual([])
    expect(changed('"ifNotIn"', '"unless"')).not.toEqual([])
    expect(changed('"incrementCounter()"', '"incrementCounter"')).not.toEqual([])
  })

  test('has a format and a vector for each function that somebody signs', () => {
    const signed = seaportAbi.filter((one) => one.type === 'function' && one.stateMutability !== 'view')
    for (const version of versions) {
      const { display } = readDescriptor(`calldata-seaport-${version}.json`)
      expect(Object.keys(display?.formats ?? {})).toEqual(signed.map((one) => functionKey(one as never)))
      const { tests: vectors } = readJson(`testsv2/calldata-seaport-${version}.tests.json`) as Vectors
      const called = new Set(vectors.map(({ rawTx = '0x02' }) => parseTransaction(rawTx).data?.slice(0, 10)))
      expect([...called].sort()).toEqual(signed.map((one) => toFunctionSelector(one as never)).sort())
    }
  })

  test('names orders, and bulk orders of each height from 1 to 24, by the very types that Seaport hashes', () => {
    const root = `0x${'5a'.repeat(32)}` as const
    const keys = Object.keys(readDescriptor('eip712-seaport-1.6.json').display?.formats ?? {})
    const [order = '', ...bulk] = keys
    expect(keccak256(stringToHex(order))).toBe(orderTypeHash)
    expect(bulk.map((key) => keccak256(concat([keccak256(stringToHex(key)), root])))).toEqual(
      Array.from({ length: 24 }, (_, index) => bulkOrderHash(index + 1, root)),
    )
  })

  test('renders each of its vectors as the vector says', () => {
    for (const version of versions) {
      const { calls, messages } = renderersOf(version)
      for (const kind of ['calldata', 'eip712']) {
        const { descriptor, tests: vectors } = readJson(
          `testsv2/${kind}-seaport-${version}.tests.json`,
        ) as Vectors
        expect(descriptor).toBe(`../${kind}-seaport-${version}.json`)
        expect(new Set(vectors.map(({ description }) => description)).size).toBe(vectors.length)
        for (const { description, rawTx, data, expected } of vectors) {
          const { to, data: input, value = 0n } = rawTx === undefined ? {} : parseTransaction(rawTx)
          const text =
            data === undefined
              ? calls.call({ chainId: 1, to: to ?? '', data: input ?? '0x', value }, namesOfExamples)
              : messages.message(data, namesOfExamples)
          expect(text, description).toEqual(expected)
        }
      }
    }
  })
})

test('the documentation has the same limits as the README', () => {
  const tableIn = (file: string): string =>
    /^\| limit \|[\s\S]*?(?=\n\n)/m.exec(readFileSync(join(packageFolder, file), 'utf8'))?.[0] ?? ''
  expect(tableIn('README.md').split('\n').length).toBeGreaterThan(10)
  expect(tableIn('../../apps/docs/security/clear-signing.md')).toBe(tableIn('README.md'))
})

describe('a descriptor', () => {
  const { calls, messages } = renderersOf('1.6')
  const { tests: vectors } = readJson('testsv2/eip712-seaport-1.6.tests.json') as Vectors
  const signed = vectors[0]?.data as SignedMessage
  const cancelAll = { chainId: 1, to: seaportAddress['1.6'], data: '0x5b34b966', value: 0n } as const
  const render = (changes: Partial<SignedMessage>) => () =>
    messages.message({ ...signed, ...changes }, namesOfExamples)

  test('is for its own contract, chains and functions alone', () => {
    const call = (changes: object) => () => calls.call({ ...cancelAll, ...changes }, namesOfExamples)
    expect(call({})().intent).toBe('Cancel all my orders')
    expect(call({ to: seaportAddress['1.5'] })).toThrow('is not for')
    expect(call({ chainId: 31_337 })).toThrow('is not for')
    expect(call({ data: '0x12345678' })).toThrow('does not know the function')
  })

  test('is for its own domain and types alone', () => {
    expect(render({})().intent).toBe('Sign an order')
    expect(render({ domain: { ...signed.domain, version: '1.5' } })).toThrow('not for this domain')
    expect(render({ domain: { ...signed.domain, name: 'Seaprot' } })).toThrow('not for this domain')
    expect(render({ domain: { ...signed.domain, verifyingContract: seaportAddress['1.5'] } })).toThrow(
      'domain',
    )
    const types = {
      ...signed.types,
      OfferItem: [...(signed.types.OfferItem ?? []), { name: 'x', type: 'bool' }],
    }
    expect(render({ types })).toThrow('does not know this "OrderComponents"')
  })

  test('shows nothing of a message whose values are not of its types', () => {
    expect(render({ message: { ...signed.message, endTime: '0x10' } })).toThrow(
      '"endTime" is not a whole number',
    )
    expect(render({ message: { ...signed.message, endTime: -1 } })).toThrow('"endTime"')
    expect(render({ message: { ...signed.message, orderType: 256 } })).toThrow('not within uint8')
    expect(render({ message: { ...signed.message, offerer: '0x12' } })).toThrow('"offerer" is not an address')
    expect(render({ message: { ...signed.message, offer: {} } })).toThrow('not an array')
  })

  test('with a part that the renderer does not know is refused, and never shown without it', () => {
    const [key = ''] = Object.keys(
      (readJson('common-calls.json') as { display: { formats: object } }).display.formats,
    )
    const withField = (field: object) => ({
      display: { formats: { [key]: { intent: 'Fill', fields: [field] } } },
    })
    expect(() => parseDescriptor(withField({ path: 'a', label: 'A', format: 'duration' }))).toThrow(
      'not readable',
    )
    expect(() =>
      parseDescriptor(withField({ path: 'a', label: 'A', format: 'raw', separator: '-' })),
    ).toThrow('not readable')
    expect(() => parseDescriptor({ display: { formats: {} }, more: 1 })).toThrow('not readable')
  })

  test('writes a time after the year 9999 as its number', () => {
    const order = { ...signed.message, endTime: `${2n ** 256n - 1n}` }
    expect(render({ message: order })().fields.at(-1)).toEqual({
      label: 'Valid until',
      value: `${2n ** 256n - 1n}`,
    })
    const { domain } = orderTypedData(seaportDomain(1, '1.6'), signed.message as never)
    expect(domain.verifyingContract).toBe(seaportAddress['1.6'])
  })
})
