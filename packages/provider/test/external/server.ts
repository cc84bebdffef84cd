import { type ExecFileOptions, execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../devnet/src/processes/freePort.ts'
import { startOwnPostgres } from '../support/testDatabase.ts'

const run = promisify(execFile)
const home = '/usr/lib/postgresql'

/** The programs of the system's own Postgres, the newest one where there are several. */
function systemPostgres(): { readonly version: string; readonly bin: string } | undefined {
  if (!existsSync(home)) return undefined
  const versions = readdirSync(home)
    .filter((version) => Number(version) >= 15 && existsSync(join(home, version, 'bin/postgres')))
    .sort((a, b) => Number(b) - Number(a))
  const [version] = versions
  return version === undefined ? undefined : { version, bin: join(home, version, 'bin') }
}

/** The system's Postgres over a folder of its own, as an operator runs one: nothing of it is ours to start. */
async function startSystemPostgres(bin: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync('/tmp/sluice-external-')
  const root = userInfo().uid === 0
  const account = async (flag: '-u' | '-g') => Number((await run('id', [flag, 'postgres'])).stdout)
  const who: ExecFileOptions = root ? { uid: await account('-u'), gid: await account('-g') } : {}
  if (who.uid !== undefined && who.gid !== undefined) await chown(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const command = (program: string, args: readonly string[]) =>
    run(join(bin, program), [...args], { ...who, cwd: folder })
  await command('initdb', ['-D', data, '-U', 'operator', '--auth=trust', '-E', 'UTF8', '--no-locale'])
  // Looked for at the last moment: nobody keeps it free until the server has it.
  const port = await freePort(0, 'Postgres', console.log)
  const options = `-p ${port} -h 127.0.0.1 -k ${folder}`
  await command('pg_ctl', ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start'])
  return {
    url: `postgres://operator@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await command('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server before the tests, names it, and hands it to them by `DATABASE_URL`. */
export async function setup(): Promise<() => Promise<void>> {
  const system = systemPostgres()
  const server = system === undefined ? await startOwnPostgres() : await startSystemPostgres(system.bin)
  process.env.DATABASE_URL = server.url
  console.log(
    system === undefined
      ? 'The system has no Postgres 15 or newer: the embedded one runs as a server of its own, reached by DATABASE_URL.'
      : `The system’s Postgres ${system.version}, reached by DATABASE_URL.`,
  )
  return server.stop
}
