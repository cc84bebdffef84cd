import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SeaportVersion } from '@sluice/seaport'
import {
  createRenderer,
  type Descriptor,
  parseDescriptor,
  type Renderer,
  withIncluded,
} from '../src/index.ts'

/** The folder that goes to the registry. */
export const folder = resolve(import.meta.dirname, '../registry/seaport')

/** Reads a JSON file of the folder. */
export const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))

/** Reads a descriptor of the folder with what it includes. */
export function readDescriptor(name: string): Descriptor {
  const own = parseDescriptor(readJson(name))
  return own.includes === undefined ? own : withIncluded(own, parseDescriptor(readJson(own.includes)))
}

/** Returns the renderers of a version of Seaport, from the files as they are. */
export const renderersOf = (version: SeaportVersion): { calls: Renderer; messages: Renderer } => ({
  calls: createRenderer(readDescriptor(`calldata-seaport-${version}.json`)),
  messages: createRenderer(readDescriptor(`eip712-seaport-${version}.json`)),
})
