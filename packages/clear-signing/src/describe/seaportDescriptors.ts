import * as chains from '@sluice/core/chains'
import {
  bulkTypedData,
  emptyOrder,
  orderTypes,
  type SeaportVersion,
  seaportAbi,
  seaportDomain,
} from '@sluice/seaport'
import { type AbiFunction, getAddress } from 'viem'
import type { Definition, Descriptor, Field, Format } from '../model/descriptor.ts'
import { encodeType, functionKey, type MessageTypes, nodesOf, type TypeNode } from '../model/typeNode.ts'
import { definitionOf, fieldsOf, namesIn } from './fieldsOf.ts'
import { enums, intents, words } from './words.ts'

const schema = '../../specs/erc7730-v2.schema.json'
const versions: readonly SeaportVersion[] = ['1.5', '1.6']
/** The most levels that Seaport accepts in a tree of orders. */
const heights = Array.from({ length: 24 }, (_, index) => index + 1)
const coinSent: Field = { path: '@.value', label: 'Coin sent', format: 'amount' }

/** Functions that change something for the account which calls. */
const isSigned = (one: (typeof seaportAbi)[number]): one is typeof one & AbiFunction =>
  one.type === 'function' && one.stateMutability !== 'view'

/** Returns the deployments of a version: the chains that this client knows, those that were shut down left out. */
const deploymentsOf = (version: SeaportVersion) =>
  Object.values(chains)
    .flatMap(({ id, seaport, sunset = false }) => {
      const address = seaport[version]
      return address === undefined || sunset ? [] : [{ chainId: id, address: getAddress(address) }]
    })
    .sort((a, b) => a.chainId - b.chainId)

/** Returns the types of a bulk order whose tree has the given height. */
function bulkTypes(height: number): MessageTypes {
  const { types } = bulkTypedData(seaportDomain(1, '1.6'), [emptyOrder])
  return { ...types, BulkOrder: [{ name: 'tree', type: `OrderComponents${'[2]'.repeat(height)}` }] }
}

function messageFormat(types: MessageTypes, primaryType: string): readonly [string, Format] {
  const fields = [...fieldsOf(nodesOf(types, primaryType))]
  return [encodeType(types, primaryType), { intent: intents[primaryType] ?? primaryType, fields }]
}

function callFormat(one: AbiFunction): readonly [string, Format] {
  const fields = [
    ...(one.stateMutability === 'payable' ? [coinSent] : []),
    ...fieldsOf(one.inputs as readonly TypeNode[]),
  ]
  return [functionKey(one), { intent: intents[one.name] ?? one.name, fields }]
}

/** Returns the part that both versions share: the formats, with the definitions and names that they use. */
function shared(formats: readonly (readonly [string, Format])[]): Descriptor {
  const used = new Set(formats.flatMap(([, { fields }]) => namesIn(fields)))
  const definitions: Record<string, Definition> = {}
  for (const [key, word] of Object.entries(words))
    if (used.has(definitionOf(key))) definitions[definitionOf(key)] = word
  const named = JSON.stringify(definitions)
  return {
    $schema: schema,
    metadata: {
      enums: Object.fromEntries(
        Object.entries(enums).filter(([name]) => named.includes(`"$.metadata.enums.${name}"`)),
      ),
    },
    display: { definitions, formats: Object.fromEntries(formats) },
  }
}

const metadataOf = (version: SeaportVersion) => ({
  owner: 'Seaport',
  contractName: `Seaport ${version}`,
  info: { url: 'https://github.com/ProjectOpenSea/seaport' },
})

/**
 * Returns the descriptors of Seaport by their names in the registry, made from the tables of `@sluice/seaport`: every
 * function that somebody signs, an order, and bulk orders of every height.
 */
export function seaportDescriptors(): Readonly<Record<string, Descriptor>> {
  const messages = [messageFormat(orderTypes, 'OrderComponents')]
  for (const height of heights) messages.push(messageFormat(bulkTypes(height), 'BulkOrder'))
  const descriptors: Record<string, Descriptor> = {
    'common-calls.json': shared(seaportAbi.filter(isSigned).map(callFormat)),
    'common-orders.json': shared(messages),
  }
  for (const version of versions) {
    const deployments = deploymentsOf(version)
    const metadata = metadataOf(version)
    descriptors[`calldata-seaport-${version}.json`] = {
      $schema: schema,
      includes: './common-calls.json',
      context: { $id: `Seaport ${version}`, contract: { deployments } },
      metadata,
    }
    descriptors[`eip712-seaport-${version}.json`] = {
      $schema: schema,
      includes: './common-orders.json',
      context: { $id: `Seaport ${version}`, eip712: { domain: { name: 'Seaport', version }, deployments } },
      metadata,
    }
  }
  return descriptors
}
