import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { ExecutionCost } from './executionCost.ts'

/**
 * What executions cost, measured in a process of its own, with the client built as a host has it: from its
 * source, the loader of TypeScript would cost more than the client.
 */
export async function executions(count = 1_000): Promise<ExecutionCost> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-executions-'))
  try {
    await build({
      entryPoints: { main: resolve(import.meta.dirname, 'executionCost.ts') },
      bundle: true,
      splitting: true,
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      minify: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['@sluice/source'],
    })
    const out = execFileSync(process.execPath, ['--expose-gc', join(folder, 'main.mjs'), String(count)])
    return JSON.parse(out.toString()) as ExecutionCost
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
