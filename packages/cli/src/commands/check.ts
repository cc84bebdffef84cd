import { checkProvider, reportText } from '@sluice/conformance'
import { Command } from 'commander'
import type { Output } from '../program.ts'

type Options = { readonly json?: boolean; readonly only?: string }

/** `sluice check URL`: does a provider answer as clients need it to? Ends with exit code 1 if not. */
export const checkCommand = (write: Output): Command =>
  new Command('check')
    .description('check a provider by its base URL; nothing is signed, sent or stored')
    .argument('<url>', 'base URL of one chain, as a client has it')
    .option('--only <id>', 'rules whose id or area begins so')
    .option('--json', 'the report as JSON')
    .addHelpText('after', '\nAn API key is read from SLUICE_API_KEY.')
    .action(async (url: string, { json, only }: Options) => {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new Error(`"${url}" is no http(s) URL.`)
      const apiKey = process.env.SLUICE_API_KEY
      const progress = progressOn(process.stderr)
      const report = await checkProvider({
        baseUrl: url,
        ...(only === undefined ? {} : { only }),
        ...(apiKey === undefined ? {} : { apiKey }),
        onFinding: progress.step,
      }).finally(progress.end)
      write(json === true ? JSON.stringify(report, undefined, 2) : reportText(report))
      if (!report.conforms) process.exitCode = 1
    })

/** How far it is, on one line of a terminal; nothing where nobody looks on. */
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
