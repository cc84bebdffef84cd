import { parseTokens, routes } from '@sluice/wire'
import { must } from '../answer.ts'
import { type Check, listedToken, rulesOf } from '../check.ts'
import { fieldAt, mustReject, read } from '../read.ts'

const { required, expected } = rulesOf('transport')

const headersOfClients = ['content-type', 'x-api-key', 'x-rkc-version', 'x-rkui-version', 'x-rkui-context']

/** Rules of requests and responses over HTTP. */
export const transportChecks: readonly Check[] = [
  required('json', 'Responses are JSON and have its content type.', async ({ ask }) => {
    const answer = await ask(routes.collections.path, { query: { limit: 1 } })
    const type = answer.headers.get('content-type') ?? ''
    must(type.includes('application/json'), `The content type is "${type}".`, answer)
    answer.json()
  }),
  required('cors', 'Pages of any origin can send requests with the headers of clients.', async ({ ask }) => {
    const answer = await ask(routes.buy.path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://host.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': headersOfClients.join(','),
      },
    })
    must(answer.status < 300, `The preflight request returned ${answer.status}.`, answer)
    const origin = answer.headers.get('access-control-allow-origin')
    must(origin === '*' || origin === 'https://host.example', `Allowed origin: ${origin ?? 'none'}.`, answer)
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    const missing = headersOfClients.filter((header) => allowed !== '*' && !allowed.includes(header))
    must(missing.length === 0, `Not allowed: ${missing.join(', ')}.`, answer)
  }),
  expected('deprecation-exposed', 'Pages can read the Deprecation header.', async ({ ask }) => {
    const answer = await ask(routes.collections.path, {
      query: { limit: 1 },
      headers: { origin: 'https://host.example' },
    })
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase()
    must(exposed === '*' || exposed.includes('deprecation'), `Exposed: ${exposed || 'nothing'}.`, answer)
  }),
  required(
    'unknown-body-keys',
    'Unknown keys of a body are ignored, never rejected.',
    async ({ ask, providerData, stranger }) => {
      const { name } = listedToken(providerData)
      const answer = await ask(routes.buy.path, {
        body: {
          items: [{ token: name, quantity: 1 }],
          taker: stranger,
          skipBalanceCheck: true,
          onlyPath: true,
          comment: 'a key of a later version',
          keyOfALaterVersion: { nested: [1] },
        },
      })
      must(answer.status === 200, `It returned ${answer.status}.`, answer)
    },
  ),
  required(
    'unknown-query-keys',
    'Unknown query parameters of a post, such as an earlier signature, are ignored.',
    async ({ ask, providerData, stranger }) => {
      const { name } = listedToken(providerData)
      const answer = await ask(routes.buy.path, {
        query: { signature: `0x${'11'.repeat(65)}` },
        body: { items: [{ token: name }], taker: stranger, skipBalanceCheck: true, onlyPath: true },
      })
      must(answer.status === 200, `It returned ${answer.status}.`, answer)
    },
  ),
  required(
    'lists-in-queries',
    'A list in a query is read as k=a&k=b, as k[0]=a and as a single k=a.',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      for (const query of [{ tokens: name }, { tokens: [name, name] }, { 'tokens[0]': name }]) {
        const answer = await ask(routes.tokens.path, { query })
        must(
          answer.status === 200 && answer.text.includes('"tokens"'),
          `${answer.path} returned ${answer.status}.`,
          answer,
        )
        const { tokens } = read(answer, parseTokens)
        must(
          tokens.length > 0 && tokens.every(({ token }) => `${token.contract}:${token.tokenId}` === name),
          `${answer.path} returned other tokens.`,
          answer,
        )
      }
    },
  ),
  required(
    'address-case',
    'Addresses are accepted in any case and returned in lower case.',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      const [contract = '', id = ''] = name.split(':')
      const upperCase = `0x${contract.slice(2).toUpperCase()}:${id}`
      const answer = await ask(routes.tokens.path, { query: { tokens: upperCase } })
      const returned = read(answer, (body) => fieldAt(body, 'tokens', 0, 'token', 'contract'))
      must(
        returned === contract.toLowerCase(),
        `For an address in upper case it returned ${String(returned ?? 'nothing')}.`,
        answer,
      )
    },
  ),
  required('broken-json', 'A body that is not JSON is rejected with 400.', async ({ ask }) => {
    mustReject(await ask(routes.buy.path, { raw: '{"items": [' }), 400)
  }),
  required(
    'field-named',
    'An invalid field is rejected with 400, and the message names the field.',
    async ({ ask }) => {
      const answer = await ask(routes.buy.path, { body: { items: [{ token: 'x:1' }], taker: 'somebody' } })
      const { message } = mustReject(answer, 400)
      must(/taker|token/.test(message), `The message names no field: "${message}".`, answer)
    },
  ),
  expected('unknown-route', 'An unknown route returns 404 in the common error format.', async ({ ask }) => {
    mustReject(await ask('/no/such/route/v1'), 404)
  }),
]
