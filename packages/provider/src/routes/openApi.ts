import { errorBody, executeCode } from '@sluice/wire'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { type Json, jsonSchemaOf } from '../http/jsonSchema.ts'
import { noteOf, type Operation, type Parameter, pathParameters } from '../http/operation.ts'
import { operations } from './catalog.ts'
import { docsPage } from './docsPage.ts'

const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name)

function queryParameter([name, parameter]: readonly [string, Parameter]): Json {
  const { schema, many, map } = parameter
  const description = noteOf(parameter)
  const head = { name, in: 'query', ...(description === undefined ? {} : { description }) }
  const items = jsonSchemaOf(schema)
  const list = { type: 'array', items, maxItems: 50 }
  if (map === true)
    return { ...head, style: 'deepObject', schema: { type: 'object', additionalProperties: list } }
  return { ...head, schema: many ? list : items, ...(many ? { style: 'form', explode: true } : {}) }
}

const refusal = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
const refusals: Json = {
  400: refusal('The request is not understood; the field and the reason are named.'),
  413: refusal('The body is too large.'),
  429: refusal('Too many requests; Retry-After says when to come back.'),
  503: refusal('The database or the chain cannot be reached; Retry-After says when to come back.'),
  default: refusal('Any other refusal, in the same shape.'),
}

/** `selfCheckFailed` as `self check failed`. */
const wordsOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The body of every refusal: what a client may read of it, of which these are always there. */
function errorSchema(): Json {
  const codes = Object.entries(executeCode).map(
    ([name, { code, status }]) => `${code} ${wordsOf(name)} (${status})`,
  )
  return {
    ...jsonSchemaOf(errorBody),
    required: ['statusCode', 'error', 'message', 'code'],
    description: `Every refusal. \`message\` is one sentence, or for an order one word that \`detail\` explains; \`field\` is the place of what is wrong in the request, where it is one thing. Codes, each with its usual status: ${codes.join(', ')}.`,
  }
}

function operationOf(operation: Operation): Json {
  const { path, about, body, query = {}, deprecated, answers = 'application/json' } = operation
  const parameters = [
    ...pathNames(path).map((name) => {
      const schema = pathParameters[name]
      if (schema === undefined) throw new Error(`${path} has a part "${name}" of no known kind.`)
      return { name, in: 'path', required: true, schema: jsonSchemaOf(schema) }
    }),
    ...Object.entries(query).map(queryParameter),
  ]
  return {
    summary: about,
    ...(deprecated === true ? { deprecated } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(body) } } },
        }),
    responses: { 200: { description: 'Done.', content: { [answers]: {} } }, ...refusals },
  }
}

/** The whole interface of a provider as OpenAPI 3.1, made from the schemas that requests are read by. */
export function openApi(deps: { readonly config: Pick<Deps['config'], 'chains'> }): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationOf(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice provider',
      version: '1',
      description: 'Orders, tokens and plans of trade, chain by chain.',
    },
    servers: deps.config.chains.map(({ slug, name }) => ({ url: `/${slug}`, description: name })),
    security: [{}, { key: [] }],
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  }
}

/** `GET /openapi.json`, and `GET /docs`: the same as a page that needs nothing else. */
export function openApiRoutes(app: Hono, deps: Deps): void {
  const description = JSON.stringify(openApi(deps))
  const page = docsPage(operations, deps.config.chains)
  app.get('/openapi.json', (c) => c.body(description, 200, { 'content-type': 'application/json' }))
  app.get('/docs', (c) =>
    c.html(page, 200, {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    }),
  )
}
