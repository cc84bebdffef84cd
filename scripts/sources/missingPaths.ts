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
