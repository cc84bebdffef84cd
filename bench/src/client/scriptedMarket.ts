import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, hexToNumber, isHex, numberToHex } from 'viem'

/** When a sent transaction is mined, and when the provider has seen it; milliseconds after it was sent. */
export type Delays = { readonly mined: number; readonly synced: number }

/** A provider and a node over real HTTP whose state depends only on the time. */
export type ScriptedMarket = {
  readonly url: string
  readonly rpcUrl: string
  /** Counts the transaction as sent now; returns its hash. */
  readonly send: (delays: Delays) => Hex
  /** Base URL under which everything is rejected, and when that last happened, in `performance.now` time. */
  readonly refusing: string
  readonly refusedAt: () => number
  /** When the last sent transaction was synced, in `performance.now` time. */
  readonly syncedAt: () => number
  /** Requests to the provider and to the node since the last transaction was sent. */
  readonly counts: () => { readonly provider: number; readonly node: number }
  readonly stop: () => Promise<void>
}

export const account: Hex = `0x${'a1'.repeat(20)}`
export const receiver: Hex = `0x${'b2'.repeat(20)}`
export const collection: Hex = `0x${'c3'.repeat(20)}`

const word = (hex: string) => hex.replace('0x', '').padStart(64, '0')
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const one = `0x${word('1')}`

const transferCall = {
  from: account,
  to: collection,
  data: `0x42842e0e${word(account)}${word(receiver)}${word('7')}`,
}

/** The plan of a transfer: one call. */
export const plan = {
  requestId: 'bench',
  steps: [
    {
      id: 'nft-transfer',
      action: 'Transfer',
      description: 'Transfer',
      kind: 'transaction',
      items: [
        {
          status: 'incomplete',
          data: { ...transferCall, value: '0x0' },
        },
      ],
    },
  ],
}

/** The chain's block before the script; each transaction is in a block of its own. */
const firstBlock = 16
const hashOf = (block: string) => `0x${word(block)}`

type Held = { sentAt: number; hash: Hex; sent: number; delays: Delays }

/** @param push whether the provider sends server-sent events, or has only the routes of the specification. */
export async function startScriptedMarket(push: boolean): Promise<ScriptedMarket> {
  const held: Held = { sentAt: 0, hash: '0x', sent: 0, delays: { mined: 0, synced: 0 } }
  const seen = { provider: 0, node: 0 }
  const refused = { at: 0 }
  const since = () => performance.now() - held.sentAt
  const isMined = () => held.sent > 0 && since() >= held.delays.mined
  const isSynced = () => held.sent > 0 && since() >= held.delays.synced

  /** How many of the transactions are mined. */
  const mined = () => (isMined() ? held.sent : Math.max(0, held.sent - 1))
  const latest = () => numberToHex(firstBlock + mined())
  /** Where the last transaction is mined. */
  const place = () => {
    const blockNumber = numberToHex(firstBlock + held.sent)
    return { transactionIndex: '0x0', blockHash: hashOf(blockNumber), blockNumber }
  }
  const receipt = () => ({
    transactionHash: held.hash,
    ...place(),
    type: '0x2',
    status: '0x1',
    from: account,
    to: collection,
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: [
      {
        address: collection,
        topics: [transferTopic, `0x${word(account)}`, `0x${word(receiver)}`, `0x${word('7')}`],
        data: '0x',
      },
    ],
  })
  const transaction = () => ({
    hash: held.hash,
    nonce: numberToHex(held.sent - 1),
    from: account,
    to: collection,
    input: transferCall.data,
    value: '0x0',
    gas: '0x5208',
    type: '0x2',
    chainId: '0x1',
    ...(isMined() ? place() : { transactionIndex: null, blockHash: null, blockNumber: null }),
  })
  const call = (data: string | undefined): string => {
    if (data === undefined) return '0x'
    if (data.startsWith('0x01ffc9a7')) return data.includes('80ac58cd') ? one : `0x${word('0')}`
    return data.startsWith('0x6352211e') ? `0x${word(isMined() ? receiver : account)}` : '0x'
  }
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => '0x1',
    eth_blockNumber: latest,
    eth_getCode: ([address]) => (address === collection ? '0x60' : '0x'),
    eth_getTransactionCount: ([, block]) =>
      numberToHex(isHex(block) ? Math.max(0, hexToNumber(block) - firstBlock) : mined()),
    eth_getTransactionReceipt: () => (isMined() ? receipt() : null),
    eth_getTransactionByHash: () => transaction(),
    eth_getBlockByNumber: ([tag]) => {
      const number = isHex(tag) ? tag : latest()
      return {
        number,
        hash: hashOf(number),
        timestamp: numberToHex(Math.floor(Date.now() / 1_000)),
        transactions: isMined() && number === place().blockNumber ? [transaction()] : [],
      }
    },
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_gasPrice: () => '0x1',
    eth_estimateGas: () => '0x5208',
    eth_call: ([request]) => call((request as { data?: string }).data),
  }

  const tell = (response: ServerResponse, body: unknown) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
  const node = (text: string, response: ServerResponse) => {
    seen.node += 1
    const { id, method, params } = JSON.parse(text)
    const answer = answers[method]
    if (answer === undefined)
      tell(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown' } })
    else tell(response, { jsonrpc: '2.0', id, result: answer(params ?? []) })
  }
  const events = (response: ServerResponse) => {
    if (!push) {
      response.statusCode = 404
      return tell(response, {})
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': hello\n\n')
    const timer: { next?: NodeJS.Timeout } = {}
    // A timer may fire a moment early: no event is sent before the responses show the change.
    const announce = () => {
      if (isSynced()) response.write(`data: ${JSON.stringify({ kind: 'transaction' })}\n\n`)
      else timer.next = setTimeout(announce, Math.max(1, held.delays.synced - since()))
    }
    announce()
    response.on('close', () => clearTimeout(timer.next))
  }
  /** Responds as soon as the provider has seen it. */
  const hold = (response: ServerResponse) => {
    if (isSynced()) return tell(response, { synced: true })
    const timer = setTimeout(() => hold(response), Math.max(1, held.delays.synced - since()))
    response.on('close', () => clearTimeout(timer))
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      if (path === '/rpc') return node(Buffer.concat(chunks).toString(), response)
      if (path.startsWith('/events')) return events(response)
      seen.provider += 1
      if (path.startsWith('/refusing')) {
        response.statusCode = 404
        refused.at = performance.now()
        return tell(response, { message: 'No fillable orders', code: 5 })
      }
      if (path.startsWith('/execute/transfer')) return tell(response, plan)
      if (path.startsWith('/held/')) return hold(response)
      // The status route of clients with another API.
      if (path.startsWith('/intents/status'))
        return tell(response, { status: isSynced() ? 'success' : 'pending' })
      if (path.startsWith('/execute/status'))
        return tell(response, { status: isSynced() ? 'success' : 'pending' })
      if (path.includes('synced'))
        return tell(response, {
          synced: isSynced(),
          transactions: [{ hash: held.hash, synced: isSynced(), transfers: [] }],
        })
      tell(response, {})
    })
  })
  // Longer than the five seconds after which many clients poll again: a request at that moment is not cut off.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    rpcUrl: `${url}/rpc`,
    refusing: `${url}/refusing`,
    refusedAt: () => refused.at,
    send: (delays) => {
      held.sent += 1
      held.sentAt = performance.now()
      held.delays = delays
      held.hash = `0x${held.sent.toString(16).padStart(64, '0')}`
      seen.provider = 0
      seen.node = 0
      return held.hash
    },
    syncedAt: () => held.sentAt + held.delays.synced,
    counts: () => ({ ...seen }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
