import { createProgram } from './program.ts'

/** `sluice`: a sentence for people when a command cannot go on, the whole trace with DEBUG set. */
await createProgram()
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    console.error(process.env.DEBUG || !(error instanceof Error) ? error : `Stopped: ${error.message}`)
    process.exitCode = 1
  })
