import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Repeats a service's recorded answers, so that making them costs nothing during the measurement. */
export type Recorder = {
  readonly url: string
  /** Resolves at the next request whose path begins with this text. */
  next(path: string): Promise<void>
  stop(): Promise<void>
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Serves the answers of the service at `target` on a local port. The same request gets the same good answer again. */
export async function startRecorder(target: string, apiKey: string): Promise<Recorder> {
  const answers = new Map<string, Promise<{ readonly status: number; readonly body: Buffer }>>()
  let waiting: { readonly path: string; readonly done: () => void }[] = []
  const ask = async (method: string, path: string, body: string) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const response = await fetch(`${target}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
    })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const body = await textOf(request)
    const isNext = ({ path }: { readonly path: string }) => url.startsWith(path)
    for (const { done } of waiting.filter(isNext)) done()
    waiting = waiting.filter((one) => !isNext(one))
    const key = `${method} ${url} ${body}`
    const answer = answers.get(key) ?? ask(method, url, body)
    answers.set(key, answer)
    const { status, body: said } = await answer
    if (status !== 200) answers.delete(key)
    response.writeHead(status, { 'content-type': 'application/json' }).end(said)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (path) => new Promise((done) => waiting.push({ path, done })),
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
