import { execFileSync } from 'node:child_process'

/** `npm run hooks`: installs a check before each commit in this checkout. `npm run hooks -- off` removes it. */
const git = (...args) => execFileSync('git', args, { stdio: 'inherit' })

if (process.argv[2] === 'off') git('config', '--unset', 'core.hooksPath')
else git('config', 'core.hooksPath', '.githooks')
