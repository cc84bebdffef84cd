import { spawn, spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whyToInstall } from './install.mjs'
import { installForPlatform, thisPlatform } from './platformPackages.mjs'

/** The entry of every npm command: installs what is missing, then runs the command. */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = 'help', ...rest] = process.argv.slice(2)
const node = [process.execPath, '--conditions=@sluice/source', '--import', 'tsx']

const scripts = {
  start: [...node, 'packages/devnet/src/cli/start.ts'],
  stack: [...node, 'packages/devnet/src/cli/stack.ts'],
  build: [...node, 'scripts/build.ts'],
  surface: [...node, 'scripts/surface.ts'],
  sbom: [...node, 'scripts/licenses.ts', 'dist/sbom.json'],
  check: [...node, 'scripts/check.ts'],
  test: [...node, 'scripts/test.ts'],
  nightly: [...node, 'scripts/campaigns/nightly.ts'],
  load: [...node, 'packages/devnet/test/load/load.ts'],
  faults: [...node, 'scripts/campaigns/faults.ts'],
  attack: [...node, 'packages/provider/test/attack/main.ts'],
  operations: [
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'packages/provider/test/operations/vitest.config.ts',
  ],
  bench: [...node, 'bench/src/bench.ts'],
  firewall: [...node, 'firewall/src/main.ts'],
  release: [...node, 'scripts/release.ts'],
  docs: [...node, 'scripts/docs.ts'],
  stamp: [...node, 'scripts/stamp.ts'],
  screens: [...node, 'scripts/screens.ts'],
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Sluice needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** The npm that runs this script, or the one on the PATH. */
const npm = process.env.npm_execpath
  ? [process.execPath, [process.env.npm_execpath]]
  : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]

/** Installs from the lock file what is not installed as it says. Output goes to stderr. */
function install() {
  const reason = whyToInstall(root, thisPlatform())
  if (reason === undefined) return
  console.error(`Installing packages (once, about a minute): ${reason} …`)
  const [file, args] = npm
  const result = spawnSync(file, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (result.status === 0) return
  console.error('The packages could not be installed; the lines above say why.')
  process.exit(result.status ?? 1)
}

// Minutes, and a browser: it runs where it is asked for by name alone.
const isDashboard = command === 'operations' && rest[0] === 'dashboard'
const script = isDashboard ? [...node, 'e2e/tests/dashboard/main.ts'] : scripts[command]
if (script === undefined) {
  console.error(`Unknown command "${command}". Known: ${Object.keys(scripts).join(', ')}.`)
  process.exit(1)
}
requireNode()
install()
installForPlatform({ root, command, npm })
const [file, ...args] = script
const child = spawn(file, [...args, ...rest], { cwd: root, stdio: 'inherit' })
// A terminal's Ctrl-C reaches the whole process group; a plain kill reaches only this process and is passed on.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
