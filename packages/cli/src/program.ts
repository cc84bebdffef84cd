import { Command } from 'commander'
import { checkCommand } from './commands/check.ts'
import { createCommand } from './commands/create.ts'
import { hostileCommand } from './commands/hostile.ts'
import { orderCommand } from './commands/order.ts'
import { stackCommand } from './commands/stack.ts'

/** Where a command writes what it was asked for. */
export type Output = (line: string) => void

/** The commands, each in a file of its own; `write` takes what they print. */
export const createProgram = (write: Output = (line) => console.log(line)): Command =>
  new Command('sluice')
    .description('Trade tokens on any chain: the tools around the client, the kit and the provider.')
    .addCommand(stackCommand(write))
    .addCommand(createCommand(write))
    .addCommand(checkCommand(write))
    .addCommand(hostileCommand(write))
    .addCommand(orderCommand(write))
    .configureOutput({ writeOut: (text) => write(text.trimEnd()) })
