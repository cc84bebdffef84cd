import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../decisions')

export type Decision = { readonly text: string; readonly link: string }

/** One page each, in the order of their numbers; the heading says what was decided. */
export const readDecisions = (): readonly Decision[] =>
  readdirSync(folder)
    .filter((file) => /^\d+-.*\.md$/.test(file))
    .sort()
    .map((file) => ({
      text: /^# (.+)$/m.exec(readFileSync(resolve(folder, file), 'utf8'))?.[1] ?? file,
      link: `/decisions/${file.replace(/\.md$/, '')}`,
    }))
