import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../../..')

/** Where the compiler finds a program of one file wrong; lines are counted from 0. */
export function typeErrors(source: string): readonly { readonly line: number; readonly message: string }[] {
  mkdirSync(join(root, '.sluice'), { recursive: true })
  const folder = mkdtempSync(join(root, '.sluice/published-'))
  try {
    writeFileSync(join(folder, 'answers.ts'), source)
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['answers.ts'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    let said = ''
    try {
      execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
    } catch (cause) {
      said = String((cause as { stdout?: unknown }).stdout)
    }
    return said.split('\n').flatMap((text) => {
      const [, line, message] = /\((\d+),\d+\): error \w+: (.*)/.exec(text) ?? []
      return line === undefined || message === undefined ? [] : [{ line: Number(line) - 1, message }]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
