import pg from 'pg'

/** Milliseconds between questions to the server of a listening connection, and for which an answer is waited for. */
const [heartbeat, longestBeat] = [5000, 5000]

/**
 * Listens on a connection of its own, and connects again when it ends. A connection whose other side disappeared
 * silently stays open for hours and receives nothing, so it is probed at intervals.
 */
export async function listenOn(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  onReconnect: () => void = () => {},
): Promise<() => Promise<void>> {
  let current: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      query_timeout: longestBeat,
    })
    client.on('error', () => lost(client))
    client.on('end', () => lost(client))
    client.on('notification', ({ payload }) => onNotify(payload ?? ''))
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    current = client
  }
  const lost = (client: pg.Client): void => {
    if (stopped || current !== client) return
    current = undefined
    reconnect()
  }
  const reconnect = (): void => {
    timer = setTimeout(() => {
      connect().then(onReconnect, reconnect)
    }, 500)
    timer.unref()
  }
  await connect()
  const beat = setInterval(() => {
    const client = current
    client?.query('select 1').catch(() => {
      lost(client)
      // Nobody answers on it: its end is not waited for.
      client.end().catch(() => undefined)
    })
  }, heartbeat)
  beat.unref()
  return async () => {
    stopped = true
    clearInterval(beat)
    clearTimeout(timer)
    await current?.end()
  }
}
