import { writeFileSync } from 'node:fs'
import { encodePicture } from './encodePicture.ts'
import type { Decoded } from './pictureDecoder.ts'

/** The module of a process that decodes pictures: receives files and answers a picture for each, in order. */

/** Bytes of memory with which it ends itself, and the milliseconds between two looks at them. */
const [maxMemory, lookTime] = [Number(process.argv[2]), 20]

/** At once: an orderly exit would wait for the library that draws. */
const end = (): boolean => process.kill(process.pid, 'SIGKILL')

try {
  // Linux ends this process before any other when there is no more memory.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
}
process.on('disconnect', end)
process.on('message', async (file: Uint8Array) => {
  // The library draws in a thread of its own, so that this one sees what it takes.
  const looks = setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) end()
  }, lookTime)
  const picture = await encodePicture(file)
  clearInterval(looks)
  process.send?.({ picture, memory: process.memoryUsage.rss() } satisfies Decoded)
})
process.send?.('ready')
