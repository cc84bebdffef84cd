import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { encodePicture, type Picture } from './encodePicture.ts'

/** Makes a picture of a file, as `encodePicture` does. */
export type Decode = (file: Uint8Array) => Promise<Picture | undefined>
/** What the process that decodes answers: the picture, and the bytes of memory that it has afterwards. */
export type Decoded = { readonly picture: Picture | undefined; readonly memory: number }
/** The module that decodes, the flags of node that it needs, and the bytes of memory with which it ends itself. */
export type DecoderProgram = {
  readonly url: URL
  readonly flags?: readonly string[]
  readonly memory?: number
}

/** Milliseconds that one picture may take; libraries that draw cannot be interrupted, but a process can be ended. */
const longest = 15_000
/** Milliseconds after which a process that has nothing to do is ended, and the memory with which it is not used again. */
const [idleTime, maxKept] = [30_000, 400 * 1024 * 1024]
/** The most memory while it decodes, and the most of all that a container is given. */
const [maxMemory, maxShare] = [1280 * 1024 * 1024, 1 / 2]
/** The process has no settings of ours: these hold keys and passwords. */
const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_PATH',
  'FONTCONFIG_FILE',
  'XDG_CACHE_HOME',
]

/** The compiled module; `undefined` when running from source, since node does not read TypeScript by itself. */
const installed = (): DecoderProgram | undefined =>
  extname(import.meta.filename) === '.js'
    ? { url: new URL('./pictureProcess.js', import.meta.url) }
    : undefined

/** Bytes of memory with which the process ends itself. */
const memoryLimit = (): number =>
  Math.min(maxMemory, maxShare * (process.constrainedMemory() || Number.POSITIVE_INFINITY))

function start({ url, flags = [], memory = memoryLimit() }: DecoderProgram): ChildProcess {
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
  return fork(url, [String(memory)], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128', ...flags],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env,
  })
}

/** The next message of a process; `undefined` when it ends first, as it does after `limit` milliseconds. */
function nextMessage(child: ChildProcess, limit: number): Promise<unknown> {
  return new Promise((done) => {
    const end = (message?: unknown): void => {
      clearTimeout(timer)
      child.off('message', end).off('exit', lost).off('error', lost)
      done(message)
    }
    const lost = (): void => end()
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
    }, limit)
    child.on('message', end).on('exit', lost).on('error', lost)
  })
}

/**
 * Decodes in a process of its own, which is ended when a picture takes too long, and ends itself when one takes too much
 * memory. Where no process can be started, the calling one decodes. Files are decoded one at a time.
 * @param limit milliseconds for one picture.
 */
export function createPictureDecoder(
  program: DecoderProgram | undefined = installed(),
  limit: number = longest,
): Decode {
  let canStart = program !== undefined
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const drop = (): void => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const ready = async (): Promise<ChildProcess | undefined> => {
    if (child !== undefined || program === undefined || !canStart) return child
    const started = start(program)
    child = started
    started.on('error', () => {})
    started.on('exit', () => {
      if (child === started) child = undefined
    })
    // One that never was ready would not be the next time either.
    if ((await nextMessage(started, limit)) !== 'ready') {
      canStart = false
      drop()
    }
    return child
  }
  return async (file) => {
    clearTimeout(idle)
    const own = await ready()
    if (own === undefined) return encodePicture(file)
    own.ref()
    own.channel?.ref()
    const answer = nextMessage(own, limit)
    own.send(file, (cause) => {
      if (cause !== null) own.kill('SIGKILL')
    })
    const { picture, memory } = ((await answer) as Decoded | undefined) ?? {
      memory: Number.POSITIVE_INFINITY,
    }
    own.unref()
    own.channel?.unref()
    if (memory > maxKept && child === own) drop()
    idle = setTimeout(drop, idleTime).unref()
    return picture
  }
}
