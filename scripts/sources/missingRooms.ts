import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rooms that the table of ARCHITECTURE.md leaves out, of the packages that have a row in it: one sentence for each. */
export function missingRooms(root: string): readonly string[] {
  const rows = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)
  return [...rows].flatMap(([, name = '', row = '']) =>
    readdirSync(join(root, 'packages', name, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !row.includes(`\`${entry.name}\``))
      .map((entry) => `ARCHITECTURE.md: the row of ${name} does not name its room ${entry.name}`),
  )
}
