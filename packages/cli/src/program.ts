import { Command } from 'commander'
import { checkCommand } from './commands/check.ts'
import { createCommand } from './commands/create.ts'
import { hostileCommand } from './commands/hostile.ts'
import { mcpCommand } from './commands/mcp.ts'
import { orderCommand } from './commands/order.ts'
import { stackCommand } from './commands/stack.ts'
import type { Output } from './output.ts'
import { version } from './version.ts'

/**
 * The commands, each in its own file; `write` takes what they print.
 *
 * @example
 * const lines: string[] = []
 * await createProgram((line) => lines.push(line)).parseAsync(['order', '--help'], { from: 'user' })
 */
export function createProgram(write: Output = (line) => console.log(line)): Command {
  const program = new Command('sluice')
    .description('Trade tokens on any chain: the tools around the client, the kit and the provider.')
    .version(version)
    .configureOutput({ writeOut: (text) => write(text.trimEnd()) })
    .showHelpAfterError('`sluice --help` names the commands.')
  const commands = [stackCommand, createCommand, checkCommand, hostileCommand, orderCommand, mcpCommand]
  for (const make of commands) {
    const command = make(write)
    program.addCommand(command.showHelpAfterError(`\`sluice ${command.name()} --help\` says what it takes.`))
  }
  return program
}
