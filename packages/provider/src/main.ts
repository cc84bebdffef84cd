#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { runCommand, UsageError } from './commands/run.ts'
import { readConfig, StartError } from './config.ts'
import { WrongChainError } from './indexer/indexer.ts'
import { describeError } from './log.ts'
import { createProvider } from './provider.ts'
import { ConfigError } from './settingReaders.ts'

// Between collections the heap grows by 60 %, where V8 lets a small one grow to several times its size: an hour of
// many events leaves objects that are soon forgotten, for which the process would keep tens of megabytes.
setFlagsFromString('--heap-growing-percent=60')

/** The process: read the settings, start, say so in one line, stop when asked. With arguments, one command instead. */
async function main(): Promise<void> {
  const args = process.argv.slice(2).filter((arg) => arg !== '--with-parent')
  if (args.length > 0) return runCommand(args, process.env, (line) => process.stdout.write(`${line}\n`))
  const provider = await createProvider(readConfig(process.env))
  process.stdout.write(`${JSON.stringify({ ready: true, url: provider.url })}\n`)
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    provider.stop(10_000).then(
      () => process.exit(0),
      (cause: unknown) => {
        console.error(describeError(cause))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A provider started by another program ends with it: its standard input closes.
  if (process.argv.includes('--with-parent')) {
    process.stdin.on('end', stop)
    process.stdin.resume()
  }
}

/** What an operator reads when a start fails: a sentence for a wrong setting, else the error. */
function sentenceOf(cause: unknown): unknown {
  const isExpected = [ConfigError, StartError, UsageError, WrongChainError].some(
    (kind) => cause instanceof kind,
  )
  return isExpected ? (cause as Error).message : describeError(cause)
}

main().catch((cause: unknown) => {
  console.error(sentenceOf(cause))
  process.exit(1)
})
