import { checkProvider, reportText } from '@sluice/conformance'
import { Command } from 'commander'
import { httpUrl } from '../httpUrl.ts'
import type { Output } from '../output.ts'
import { wholeNumber } from '../wholeNumber.ts'

type Options = { readonly json?: boolean; readonly only?: string; readonly timeout: number }

/** `sluice check URL`: checks whether a provider answers as clients need it to. Exit code 1 if it does not. */
export const checkCommand = (write: Output): Command =>
  new Command('check')
    .description('check a provider by its base URL; nothing is signed, sent or stored')
    .argument('<url>', 'base URL of one chain, as a client has it')
    .option('--only <id>', 'only rules whose id or area starts with this')
    .option('--timeout <seconds>', 'seconds until a response counts as missing', wholeNumber(1, 600), 40)
    .option('--json', 'the report as JSON')
    .addHelpText(
      'after',
      '\nEnds with exit code 0 where every required rule that could be tried is met, else with 1.\nAn API key is read from SLUICE_API_KEY.',
    )
    .action(async (url: string, { json, only, timeout }: Options) => {
      const apiKey = process.env.SLUICE_API_KEY
      const progress = progressOn(process.stderr)
      const report = await checkProvider({
        baseUrl: httpUrl(url),
        timeout: timeout * 1000,
        ...(only === undefined ? {} : { only }),
        ...(apiKey === undefined ? {} : { apiKey }),
        onFinding: progress.step,
      }).finally(progress.end)
      write(json === true ? JSON.stringify(report, undefined, 2) : reportText(report))
      if (!report.conforms) process.exitCode = 1
    })

/** The progress, on one line of a terminal; nothing if the output is not a terminal. */
function progressOn(terminal: NodeJS.WriteStream) {
  const state = { tried: 0 }
  const draw = (text: string) => {
    if (terminal.isTTY) terminal.write(`\r\u001b[K${text}`)
  }
  draw('· Asking …')
  return {
    step: () => {
      state.tried += 1
      draw(`· ${state.tried} rules tried …`)
    },
    end: () => draw(''),
  }
}
