import { type SeaportVersion, seaportAddress } from '@sluice/seaport'
import { getAddress, serializeTransaction, stringify } from 'viem'
import { seaportDescriptors } from '../describe/seaportDescriptors.ts'
import { withIncluded } from '../model/descriptor.ts'
import { createRenderer, type Renderer } from '../render/createRenderer.ts'
import { exampleCalls, exampleMessages, namesOfExamples, tokensOfExamples } from './examples.ts'
import { writeJson } from './writeJson.ts'

const versions: readonly SeaportVersion[] = ['1.5', '1.6']
/** The chain of the test vectors. */
const chainId = 1

/** Whole numbers as the registry's test files have them: digits, small ones as numbers. */
const plain = (value: unknown): unknown => JSON.parse(stringify(value))

const fixture = (name: string, tests: readonly unknown[]) => ({
  $schema: '../../../specs/erc7730-tests-v2.schema.json',
  descriptor: `../${name}.json`,
  dataProvider: { tokens: tokensOfExamples },
  tests,
})

function callTests(renderer: Renderer, version: SeaportVersion): readonly unknown[] {
  const to = seaportAddress[version]
  return exampleCalls().map(({ description, data, value }) => ({
    description,
    rawTx: serializeTransaction({ chainId, to, data, value, nonce: 0, gas: 500_000n, type: 'eip1559' }),
    expected: renderer.call({ chainId, to, data, value }, namesOfExamples),
  }))
}

const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

const messageTests = (renderer: Renderer, version: SeaportVersion): readonly unknown[] =>
  exampleMessages(version).map(({ description, signed }) => ({
    description,
    data: {
      types: { EIP712Domain: domainFields, ...signed.types },
      primaryType: signed.primaryType,
      domain: { ...signed.domain, verifyingContract: getAddress(signed.domain.verifyingContract) },
      message: plain(signed.message),
    },
    expected: renderer.message(signed, namesOfExamples),
  }))

/** Returns the files of the registry's folder by their paths in it, descriptors and test vectors. */
export function registryFiles(): Readonly<Record<string, string>> {
  const descriptors = seaportDescriptors()
  const rendererOf = (name: string): Renderer => {
    const own = descriptors[name]
    const included = descriptors[own?.includes?.replace('./', '') ?? '']
    if (own === undefined || included === undefined)
      throw new Error(`There is no "${name}" with what it includes.`)
    return createRenderer(withIncluded(own, included))
  }
  const files: Record<string, unknown> = { ...descriptors }
  for (const version of versions) {
    const calls = `calldata-seaport-${version}`
    const messages = `eip712-seaport-${version}`
    files[`testsv2/${calls}.tests.json`] = fixture(calls, callTests(rendererOf(`${calls}.json`), version))
    files[`testsv2/${messages}.tests.json`] = fixture(
      messages,
      messageTests(rendererOf(`${messages}.json`), version),
    )
  }
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, `${writeJson(content)}\n`]))
}
