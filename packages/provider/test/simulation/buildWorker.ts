import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/** The files that a worker runs. */
type WorkerFiles = { readonly worker: string; readonly core: string; remove(): void }

const packages = join(import.meta.dirname, '../../..')
const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['@sluice/source'],
  logLevel: 'error',
} satisfies BuildOptions

/**
 * Writes the worker and the client as one file each: nothing is translated while a worker starts, its code runs without
 * the helpers of a translator, and no module of the client is loaded when it is needed, of which the world knows nothing.
 * The code of provider and client is unchanged.
 */
export async function buildWorker(): Promise<WorkerFiles> {
  const cache = join(packages, 'provider/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'simulation-'))
  const [worker, core] = [join(folder, 'worker.mjs'), join(folder, 'core.mjs')]
  await Promise.all([
    build({
      ...common,
      entryPoints: [join(import.meta.dirname, 'worker.ts')],
      outfile: worker,
      plugins: [
        {
          name: 'dependencies',
          setup: (context) =>
            context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
              kind === 'entry-point' || path.startsWith('@sluice/') ? undefined : { path, external: true },
            ),
        },
      ],
    }),
    build({ ...common, entryPoints: [join(packages, 'core/src/index.ts')], outfile: core }),
  ])
  return { worker, core, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
