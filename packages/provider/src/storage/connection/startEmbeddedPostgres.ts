import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '../../errorCauses.ts'
import { binaries, type Identity, identity, type Launch, launcher, run } from './postgresLauncher.ts'

/** A Postgres that this process started, or that was still running in its folder after a crash. */
export type EmbeddedPostgres = {
  readonly url: string
  /** Has the server write to its files while it serves: called some time before {@link stop}, it shortens that. */
  startCheckpoint(): void
  /** Ends the sessions and the server. Resolves when it has ended, however long its disk takes. */
  stop(): Promise<void>
}

/** How a server is waited for that starts or stops. */
export type Waiting = {
  /** Receives a sentence about what is waited for when it takes long. */
  readonly say?: (sentence: string) => void
  /** Milliseconds before that. */
  readonly sayAfter?: number
  /** Milliseconds without a sign of work after which the server is given up. */
  readonly silenceTimeout?: number
}

/** An eighth of the memory of the machine or the container, from 128 MB to 1 GB. */
function bufferMegabytes(): number {
  const granted = process.constrainedMemory() ?? 0
  const memory = granted > 0 ? Math.min(granted, totalmem()) : totalmem()
  return Math.min(1024, Math.max(128, Math.floor(memory / 8 / 1024 / 1024)))
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
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}

/**
 * What the server at an address says: that it is ready; that it is at work and takes no sessions yet or any more, as
 * while it recovers or writes its last checkpoint; or nothing.
 */
async function stateAt(url: string): Promise<'ready' | 'working' | 'silent'> {
  // A pid file that is still being written contains no port yet.
  if (!URL.canParse(url)) return 'silent'
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return 'ready'
  } catch (cause) {
    // 57P03 is "cannot connect now". Anything else: it is not up yet, or it is another server; the caller decides.
    return errorCode(cause) === '57P03' ? 'working' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return errorCode(cause) === 'EPERM'
  }
}

/**
 * Waits for a server for as long as it works: recovery and the last checkpoint take as long as its disk needs.
 * @param failure the message of the error when it did nothing for `silenceTimeout` milliseconds.
 * @param notice the sentence that is reported after `sayAfter` milliseconds.
 */
async function waitForServer(
  look: () => Promise<'done' | 'working' | 'silent'>,
  failure: string,
  notice: string,
  { say = () => {}, sayAfter = 3000, silenceTimeout = 60_000 }: Waiting,
): Promise<void> {
  const timer = setTimeout(() => say(notice), sayAfter)
  try {
    let deadline = Date.now() + silenceTimeout
    for (let pause = 30; ; pause = Math.min(pause * 1.2, 300)) {
      const state = await look()
      if (state === 'done') return
      if (state === 'working') deadline = Date.now() + silenceTimeout
      if (Date.now() > deadline) throw new Error(failure)
      await sleep(pause)
    }
  } finally {
    clearTimeout(timer)
  }
}

async function stopServer(pid: number, url: string, waiting: Waiting): Promise<void> {
  if (!alive(pid)) return
  // A fast shutdown: sessions end, and a checkpoint is written. It goes on if this process is killed meanwhile.
  process.kill(pid, 'SIGINT')
  const look = async () => {
    if (!alive(pid)) return 'done'
    return (await stateAt(url)) === 'working' ? 'working' : 'silent'
  }
  const notice =
    'Postgres is writing its data to disk before it stops. After a migration of many chains this can take minutes.'
  await waitForServer(look, 'The embedded Postgres did not stop.', notice, waiting)
}

/** The running server of the folder's pid file, once it answers; `undefined` if there is none. */
async function findRunning(
  data: string,
  urlAt: (port: number) => string,
  waiting: Waiting,
): Promise<{ url: string; pid: number } | undefined> {
  let found: { url: string; pid: number } | undefined
  const look = async () => {
    const lines = (await readText(join(data, 'postmaster.pid')))?.split('\n')
    const pid = Number(lines?.[0])
    // A crash of the machine leaves a pid without a process: Postgres removes the file itself.
    if (lines === undefined || !Number.isInteger(pid) || pid <= 0 || !alive(pid)) return 'done'
    if (!(await isPostgres(pid))) return 'done'
    const url = urlAt(Number(lines[3]))
    const state = await stateAt(url)
    if (state !== 'ready') return state
    found = { url, pid }
    return 'done'
  }
  const notice =
    'The Postgres in this folder is still stopping or starting. The provider continues when it is done.'
  await waitForServer(look, 'The Postgres that runs in this folder does not answer.', notice, waiting)
  return found
}

/** Whether a process is Postgres: after a crash of the machine, the pid may belong to another process. */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readText(`/proc/${pid}/cmdline`))?.includes('postgres') ?? false
}

/** Creates a cluster in a temporary folder and moves it, so that an incomplete one is never used. */
async function createCluster(
  data: string,
  secretFile: string,
  initdb: string,
  who: Identity,
  launch: Launch,
): Promise<void> {
  const draft = `${data}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (who !== undefined) await chown(draft, who.uid, who.gid)
  const command = launch(initdb, [
    ...['-D', draft, '-U', 'sluice', '-E', 'UTF8', '--no-locale'],
    ...['--auth=scram-sha-256', `--pwfile=${secretFile}`],
  ])
  await run(command.file, command.args, { ...command.who, cwd: '/' })
  await rm(data, { recursive: true, force: true })
  await rename(draft, data)
}

/**
 * Locks the folder for this process by a lock of a database session, which ends with the process.
 * @returns the session.
 */
async function occupy(url: string, home: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  // A server that stops releases the lock; queries report that themselves.
  client.on('error', () => {})
  await client.connect()
  const look = async () => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock(7312) as held')
    return rows[0]?.held === true ? 'done' : 'silent'
  }
  try {
    await waitForServer(look, `Another provider uses the database in ${home}.`, '', {
      silenceTimeout: 5000,
      sayAfter: 6000,
    })
  } catch (cause) {
    await client.end()
    throw cause
  }
  return client
}

/** A server whose folder this process has locked. */
async function lockedServer(
  url: string,
  pid: number,
  home: string,
  waiting: Waiting,
): Promise<EmbeddedPostgres> {
  const session = await occupy(url, home)
  return {
    url,
    startCheckpoint: () => {
      // A stop ends the session, in the middle of it as well; the server's last checkpoint writes what is left.
      session.query('checkpoint').catch(() => {})
    },
    stop: () => session.end().finally(() => stopServer(pid, url, waiting)),
  }
}

/**
 * Starts a Postgres in `folder`, and creates the cluster at the first start. A server that outlived a killed process is
 * used again, never started twice on the same files.
 *
 * @param wanted a port of 127.0.0.1; any free one when 0.
 * @param more arguments for the server, after the usual ones.
 * @example
 * ```ts
 * const postgres = await startEmbeddedPostgres('/var/lib/sluice')
 * const provider = await createProvider(readConfig({ ...process.env, DATABASE_URL: postgres.url }))
 * ```
 */
export async function startEmbeddedPostgres(
  folder: string,
  wanted = 0,
  waiting: Waiting = {},
  more: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  const home = resolve(folder)
  const data = join(home, 'data')
  const { postgres, initdb } = await binaries()
  const who = await identity()
  await mkdir(home, { recursive: true, mode: 0o755 })
  if (who !== undefined) await chown(home, who.uid, who.gid)
  const launch = await launcher(who, [data, postgres])
  const secretFile = join(home, 'password')
  const password = (await readText(secretFile)) ?? randomBytes(24).toString('hex')
  await writeFile(secretFile, password, { mode: 0o600 })
  if (who !== undefined) await chown(secretFile, who.uid, who.gid)
  const urlAt = (port: number) => `postgres://sluice:${password}@127.0.0.1:${port}/postgres`

  if ((await readText(join(data, 'PG_VERSION'))) === undefined)
    await createCluster(data, secretFile, initdb, who, launch)

  const running = await findRunning(data, urlAt, waiting)
  if (running !== undefined) return lockedServer(running.url, running.pid, home, waiting)

  const port = wanted === 0 ? await portOf() : wanted
  const command = launch(postgres, [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
    ...['-c', 'max_connections=100', '-c', `shared_buffers=${bufferMegabytes()}MB`],
    // Queries are too short to compile, and random pages come from memory or a solid-state disk.
    ...['-c', 'jit=off', '-c', 'random_page_cost=1.1'],
    ...more,
  ])
  // Its log goes to a file: a pipe would break when this process is killed and the server keeps running.
  const logFile = await open(join(home, 'postgres.log'), 'w')
  const child = spawn(command.file, command.args, {
    ...command.who,
    cwd: '/',
    stdio: ['ignore', logFile.fd, logFile.fd],
    detached: true,
  })
  let failure: Error | undefined
  child.once('error', (cause) => {
    failure = cause
  })
  child.unref()
  await logFile.close()
  const url = urlAt(port)
  const look = async () => {
    if (failure !== undefined) throw failure
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `The embedded Postgres stopped at once.\n${(await readText(join(home, 'postgres.log')))?.slice(-4000)}`,
      )
    const state = await stateAt(url)
    return state === 'ready' ? 'done' : state
  }
  const notice = 'Postgres is starting. After a crash it first replays its write-ahead log.'
  await waitForServer(look, 'The embedded Postgres does not answer.', notice, waiting)
  return lockedServer(url, child.pid as number, home, waiting)
}
