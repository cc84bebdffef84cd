import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
/** The provider, and the workspaces that it imports. */
const packages = ['wire', 'seaport', 'guards', 'provider']

const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (path) => statSync(join(folder, path)).mtimeMs,
    ),
  )

/**
 * The provider's program as it is installed, built if its sources are newer: from source, the TypeScript loader
 * costs a process memory, and each function time.
 */
export function builtProvider(): string {
  const main = join(root, 'packages/provider/dist/main.js')
  const built = statSync(main, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (packages.some((name) => newest(join(root, 'packages', name, 'src')) > built)) buildPackages(packages)
  return main
}

/** Builds packages as they are published; each needs those that it imports. */
export function buildPackages(names: readonly string[]): void {
  const args = [...process.execArgv, 'scripts/build.ts', ...names]
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
}
