import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The Markdown files below a folder. Changesets describe the past, and may name files that are gone. */
function documentsUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return entry.name.endsWith('.md') ? [path] : []
    const isOurs = entry.name === '.github' || !/^(?:\.|node_modules$|dist$|cache$)/.test(entry.name)
    return isOurs ? documentsUnder(path) : []
  })
}

const link = /\]\(([^):#?\s]+)\)/g
const pathInCode = /`((?:apps|bench|e2e|packages|peers|scripts|src|test)\/[\w./[\]-]+)`/g

/** Programs that a command starts by their path from the root, which no compiler follows. */
const pathInCommand =
  /(?<=['"\s=])((?:apps|bench|e2e|firewall|packages|peers|scripts)\/[\w./-]+\.(?:m?ts|mjs|c?js))(?=['"\s])/g

/** The files that name the programs of the commands: `package.json`, the workflows, and the scripts. */
const commandFiles = (root: string): readonly string[] => [
  join(root, 'package.json'),
  ...['scripts', '.github/workflows'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs|ya?ml)$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(root, folder, path)),
  ),
]

/** The programs that a command below `root` starts and that do not exist: one sentence for each. */
export function missingPrograms(root: string): readonly string[] {
  return commandFiles(root).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pathInCommand)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${relative(root, file)}: ${path} does not exist`),
  )
}

/** The paths that documents below `root` link to, or name as code, and that do not exist: one sentence for each. */
export function missingPaths(root: string): readonly string[] {
  return documentsUnder(root).flatMap((document) => {
    const text = readFileSync(document, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
    const linked = [...text.matchAll(link)]
      .map(([, path = '']) => path)
      // VitePress checks the links from the root of the docs.
      .filter((path) => !path.startsWith('/'))
      .filter((path) => !['', '.md'].some((end) => existsSync(join(dirname(document), `${path}${end}`))))
    const named = [...text.matchAll(pathInCode)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(dirname(document), path)))
    return [...linked, ...named].map((path) => `${relative(root, document)}: ${path} does not exist`)
  })
}
