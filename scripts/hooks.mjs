import { execFileSync } from 'node:child_process'

/** `npm run hooks`: checks each commit before it is made, in this checkout. `npm run hooks -- off` stops that. */
const git = (...args) => execFileSync('git', args, { stdio: 'inherit' })

if (process.argv[2] === 'off') git('config', '--unset', 'core.hooksPath')
else git('config', 'core.hooksPath', '.githooks')
