import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Core } from './model.ts'

/**
 * Loads the client as one file: a module that is loaded when it is needed takes real time, of which the world knows
 * nothing. The code is the client's, unchanged.
 */
export async function loadCore(): Promise<Core> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../../../core/src/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@sluice/source'],
    logLevel: 'error',
  })
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return import(`data:text/javascript;base64,${text}`)
}
