import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeExclusiveLock, takeLease } from '../../src/storage/chain/leases.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

const chainId = 31337
let server: TestDatabase
let db: Database
let other: Database
beforeAll(async () => {
  server = await testDatabase()
  db = await openDatabase(server.url, [chainId])
  other = await openDatabase(server.url, [chainId])
})
afterAll(async () => {
  await db?.close()
  await other?.close()
  await server?.stop()
})

const writes = (term: string) => db.transaction((tx) => takeExclusiveLock(tx, chainId, term))
const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done())
  })

type Taken = NonNullable<Awaited<ReturnType<typeof takeLease>>>
/** Asks until the lease is free. */
const takeOver = async (holder: string): Promise<Taken> =>
  (await takeLease(other, chainId, holder)) ?? (await takeOver(holder))

test('one process holds the lease as long as it renews it, and another one takes it at once when it is released', async () => {
  const times = { lasts: 600, renewed: 100 }
  const first = await takeLease(db, chainId, 'first', times)
  expect(first).toBeDefined()
  const until = Date.now() + 1500
  while (Date.now() < until) expect(await takeLease(other, chainId, 'second', times)).toBeUndefined()
  await writes(first?.term ?? '')
  await first?.release()
  const second = await takeLease(other, chainId, 'second', times)
  expect(Number(second?.term)).toBe(Number(first?.term) + 1)
  await second?.release()
})

test('a process that hangs loses its lease, and cannot write when it continues', async () => {
  // It renews nothing, as a frozen process does.
  const frozen = await takeLease(db, chainId, 'frozen', { lasts: 300, renewed: 1_000_000 })
  const lease = await takeOver('next')
  await expect(writes(frozen?.term ?? '')).rejects.toThrow('followed by another process')
  await writes(lease.term)
  await lease.release()
})

test('a process that renews its lease too late learns that another process has it', async () => {
  const slow = await takeLease(db, chainId, 'slow', { lasts: 300, renewed: 900 })
  const lease = await takeOver('quick')
  await aborted(slow?.lost as AbortSignal)
  await lease.release()
})

test('an idle transaction is ended, so that its locks block no other process', async () => {
  let goOn = (): void => {}
  let stuck: Promise<void> = Promise.resolve()
  await new Promise<void>((begun) => {
    stuck = db.transaction(async (tx) => {
      await takeExclusiveLock(tx, chainId, undefined)
      begun()
      await new Promise<void>((wake) => {
        goOn = wake
      })
      await takeExclusiveLock(tx, chainId, undefined)
    })
  })
  await other.transaction((tx) => takeExclusiveLock(tx, chainId, undefined))
  goOn()
  await expect(stuck).rejects.toThrow()
})
