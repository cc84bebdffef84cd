import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { type CopiedTable, CopyError, copyIn, copyOut } from '../storage/connection/copy.ts'

/*
 * A copy is one gzip stream of frames: four bytes of length, then that many bytes. The first frame names the
 * version. A table is a frame of JSON, then its rows as they come, then an empty frame. The last frame says "end",
 * so that a copy that was cut off is known as one.
 */
type Head = { readonly copy: 1; readonly version: string }

async function writeFrame(out: Writable, bytes: Buffer): Promise<void> {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  out.write(length)
  if (!out.write(bytes)) await once(out, 'drain')
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** Copies the whole database into one file, as it stood at one moment, while the provider goes on. */
export async function backup(url: string, file: string): Promise<void> {
  const draft = `${file}.part`
  const zip = createGzip()
  const written = once(zip.pipe(createWriteStream(draft, { mode: 0o600 })), 'close')
  await copyOut(
    url,
    (version) => writeFrame(zip, json({ copy: 1, version } satisfies Head)),
    async ({ name, columns, rows }) => {
      await writeFrame(zip, json({ name, columns }))
      for await (const chunk of rows) await writeFrame(zip, chunk as Buffer)
      await writeFrame(zip, Buffer.alloc(0))
    },
  )
  await writeFrame(zip, json('end'))
  zip.end()
  await written
  const handle = await open(draft)
  await handle.sync()
  await handle.close()
  // Only a complete file gets this name.
  await rename(draft, file)
}

async function* framesOf(file: string): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    while (held.length >= 4 && held.length >= 4 + held.readUInt32BE()) {
      const end = 4 + held.readUInt32BE()
      yield held.subarray(4, end)
      held = held.subarray(end)
    }
  }
}

async function next(frames: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await frames.next()
  if (done === true) throw new CopyError('The backup file is incomplete.')
  return value
}

async function* rowsOf(frames: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let frame = await next(frames); frame.length > 0; frame = await next(frames)) yield frame
}

async function* tablesOf(frames: AsyncGenerator<Buffer>): AsyncGenerator<CopiedTable> {
  for (;;) {
    const head: unknown = JSON.parse((await next(frames)).toString())
    if (head === 'end') return
    const { name, columns } = head as Omit<CopiedTable, 'rows'>
    yield { name, columns, rows: Readable.from(rowsOf(frames)) }
  }
}

/** Replaces everything in the database by a backup, or changes nothing. @throws {CopyError} */
export async function restore(url: string, file: string): Promise<void> {
  const frames = framesOf(file)
  const head = JSON.parse((await next(frames)).toString()) as Partial<Head>
  if (head.copy !== 1 || head.version === undefined)
    throw new CopyError('The file is not a backup of a provider, or a newer version made it.')
  await copyIn(url, head.version, tablesOf(frames))
}
