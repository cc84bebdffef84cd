import { type Action, actions } from './answers.ts'
import { lies } from './lies/lies.ts'
import type { FirewallRecord } from './record.ts'
import type { ClientRecord, Outcome } from './tryClient.ts'

const words: Readonly<Record<Outcome, string>> = {
  reached: '**reached**',
  refused: 'refused',
  'cannot-say': '–',
  'not-said': '·',
}
const titles: Readonly<Record<Action, string>> = {
  buy: 'Buying a token',
  sell: 'Accepting an offer for a token',
  list: 'Listing a token',
  transfer: 'Giving a token to somebody',
  swap: 'Swapping a currency',
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const nameOf = ({ name, version }: Pick<ClientRecord, 'name' | 'version'>): string =>
  `${name.replace(/^@reservoir0x\/|^@relayprotocol\//, '')} ${version}`

const controlOf = ({ controls }: ClientRecord, action: Action): string =>
  controls.find((control) => control.action === action)?.control ?? ''

/** How many counted lies reached the wallet, e.g. `14 of 14`. */
function countOf(client: ClientRecord, action: Action): string {
  const { cases } = client
  const control = controlOf(client, action)
  if (control !== 'completed') return control.startsWith('Not driven') ? 'not driven' : 'no such action'
  const counted = cases.filter(
    (one) => one.action === action && (one.outcome === 'reached' || one.outcome === 'refused'),
  )
  if (counted.length === 0) return 'none counts'
  return `${counted.filter(({ outcome }) => outcome === 'reached').length} of ${counted.length}`
}

/** The summary of a record: clients by name, and for each action how many of the counted lies reached the wallet. */
export const summaryOf = (clients: readonly ClientRecord[]): string =>
  table(
    ['client', ...actions.map((action) => action), 'lies not counted'],
    clients.map((client) => [
      nameOf(client),
      ...actions.map((action) => countOf(client, action)),
      String(client.cases.filter(({ outcome }) => outcome === 'cannot-say' || outcome === 'not-said').length),
    ]),
  )

function matrixOf(clients: readonly ClientRecord[], action: Action): string {
  const driven = clients.filter((client) => controlOf(client, action) === 'completed')
  const about = lies.filter((lie) => lie.action === action)
  return table(
    ['what happens to the user', ...driven.map(nameOf)],
    about.map((lie) => [
      lie.harm,
      ...driven.map(({ cases }) => {
        const found = cases.find((one) => one.action === action && one.lie === lie.id)
        return found === undefined ? '' : words[found.outcome]
      }),
    ]),
  )
}

/** Why lies of a client do not count, and why actions are not driven: each reason once. */
function reasonsOf(client: ClientRecord): string {
  const missing = client.controls.flatMap(({ action, control }) =>
    control === 'completed' ? [] : [`${action}: ${control}`],
  )
  const uncounted = client.cases.flatMap(({ action, outcome, note }) =>
    outcome === 'cannot-say' || outcome === 'not-said' ? [`${action}: ${note}`] : [],
  )
  return [...new Set([...missing, ...uncounted])].join('<br>') || 'every lie counts'
}

const seen = (action: Action): string =>
  table(
    ['what happens to the user', 'by what a client can see it', 'the caller must say'],
    lies
      .filter((lie) => lie.action === action)
      .map(({ harm, seenBy, needs }) => [harm, seenBy, needs.join(', ') || '–']),
  )

/** The page of the docs, written from the record alone. */
export function pageOf({ date, seed, machine, clients }: FirewallRecord): string {
  return `---
outline: [2, 2]
---

# Clients before a lying server

One command, \`npm run firewall\`, sets published clients before the same lying server, with a wallet that records, and
counts what reaches the wallet. This page is written from the raw record of one run, \`firewall/record.json\`.

*Run on ${date} with seed ${seed}: ${machine}.*

${summaryOf(clients)}

The columns of actions say how many lies reached the wallet, of those that count. Clients stand in the order of their
names. \`3 of 8\` means that eight lies were told which the client could have seen, and that with three of them the wallet
was asked to sign or send bytes that serve the lie. A lie that reaches the wallet has not robbed anybody yet: the wallet may warn, the user may read, and the application may check by itself. Servers of the
protocols below are not known to lie; the question is what stands between the user and one that does.

The authors of two of the clients, \`@sluice/core\` and \`@sluice/reservoir\`, chose the lies and wrote the adapters. The
lies follow from what can be taken from a user, and every lie that a client could not see is left out of its count.

## How it is measured

- **The chain** is a local node with the real Seaport 1.6 and 1.5. Each run begins from the same state. The seed decides
  tokens, prices and salts.
- **The intent** is the same for all: to buy one token at its price, to accept an offer for one token, to list one
  token for a price and a week, to give one token to a named account, to swap an exact amount of one currency for another.
- **The server** speaks the protocol of the client: an honest answer is translated into it, and each lie is a change of
  that answer, said once and translated by the same code. Lies are told from the first answer of the action on; the
  listing or offer that a caller hands to OpenSea’s SDK is honest, as what the user looked at.
- **The wallet** stands behind JSON-RPC, as a browser’s does. It signs and sends what the honest run asked for, byte by
  byte, and records and declines all else. Only an order’s salt may differ. ethers asks the chain
  what a transaction would cost before it asks such a wallet, so that its clients learn of a call that would fail even
  where they do not look; viem leaves that to the wallet.
- **The honest control** comes first. Lies about an action count only after the client completed it: the token moved and
  the seller was paid, the order that was signed is the one intended, the currencies moved. A second honest run must
  ask for the same bytes.
- **A client** is driven by its public API as its documentation says, unmodified, at the version that is installed.

| mark | meaning |
| --- | --- |
| **reached** | The wallet was asked for bytes that the honest control does not have. |
| refused | The client ended with an error, or asked for the honest bytes alone. |
| – | Not counted: in this protocol the server has no say in these bytes; the client writes them itself. |
| · | Not counted: the call does not let its caller say what the lie is about, so that the client could not see it. |

${actions.map((action) => `## ${titles[action]}\n\n${matrixOf(clients, action)}`).join('\n\n')}

## What does not count, and why

${table(
  ['client', 'reasons'],
  clients.map((client) => [nameOf(client), reasonsOf(client)]),
)}

## How each client is driven

${table(
  ['client', 'calls'],
  clients.map((client) => [nameOf(client), client.driven]),
)}

## By what each lie can be seen

${actions.map((action) => `### ${titles[action]}\n\n${seen(action)}`).join('\n\n')}

## Run it, and add a client

\`\`\`sh
npm run firewall
npm run firewall -- --client relaySdk --seed 7
npm run firewall -- --save
\`\`\`

The first run installs the packages of others. \`--client\` takes the name of a file in \`firewall/src/adapters\`;
\`--save\` writes the record and this page. The command ends with exit code 1 if a control did not complete.

A client is added by one file in \`firewall/src/adapters\` that exports an \`adapter\`: its package, the protocol of its
server, what its calls say, and a function for each action. If no protocol of \`firewall/src/protocols\` is its own, it
brings one: a function for each action that turns an answer into a handler of requests, and throws \`CannotSay\` with the
reason where the server has no way to say it.
`
}
