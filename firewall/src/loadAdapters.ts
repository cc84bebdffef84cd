import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Adapter } from './adapter.ts'

const folder = join(import.meta.dirname, 'adapters')

/** The names of all adapters: their files, without the ending. */
export const adapterNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort()

/** Loads one adapter, and installs the packages that it drives where they are not installed yet. */
export async function loadAdapter(name: string): Promise<Adapter> {
  const path = pathToFileURL(join(folder, `${name}.ts`)).href
  return ((await import(path)) as { readonly adapter: Adapter }).adapter
}
