import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** The folder of everything for operators. */
export const ops = resolve(import.meta.dirname, '../../../../ops')

/** Whether a tool is installed. What needs an absent one is skipped, and says so. */
export function isInstalled(tool: string, ...args: readonly string[]): boolean {
  const found = spawnSync(tool, args).status === 0
  if (!found) console.warn(`${tool} is not installed: what needs it is skipped.`)
  return found
}

/** Runs a tool to its end. @throws with its output when it fails. */
export function runTool(tool: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', cwd: ops, maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}
