import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
/** Collects the memory of what nothing refers to. */
export const collect: () => void = runInNewContext('gc')

/** Does work while memory is collected again and again. */
export async function whileCollecting<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(collect, 50)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
