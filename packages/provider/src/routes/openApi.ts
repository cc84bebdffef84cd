import { errorBody, executeCode } from '@sluice/wire'
import type { Hono } from 'hono'
import type * as v from 'valibot'
import type { Deps } from '../deps.ts'
import { type Json, jsonSchemaOf } from '../http/jsonSchemaOf.ts'
import { effectNote, type Parameter, pathParameters } from '../http/parameters.ts'
import { pathNames } from '../http/pathReader.ts'
import { allRoutes } from './allRoutes.ts'
import type { Route } from './defineRoute.ts'
import { docsPage } from './docsPage.ts'

function queryParameter([name, parameter]: readonly [string, Parameter]): Json {
  const { schema, many, map } = parameter
  const description = effectNote(parameter)
  const head = { name, in: 'query', ...(description === undefined ? {} : { description }) }
  const items = jsonSchemaOf(schema)
  const list = { type: 'array', items, maxItems: 50 }
  if (map === true)
    return { ...head, style: 'deepObject', schema: { type: 'object', additionalProperties: list } }
  return { ...head, schema: many ? list : items, ...(many ? { style: 'form', explode: true } : {}) }
}

const error = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})
const errorsIn = (schema: Json): Json => ({
  400: error('The request is not understood; the field and the reason are named.', schema),
  413: error('The body is too large.', schema),
  429: error('Too many requests; Retry-After says when to come back.', schema),
  503: error('The database or the chain cannot be reached; Retry-After says when to come back.', schema),
  default: error('Any other refusal, in the same shape.', schema),
})
const errors = errorsIn({ $ref: '#/components/schemas/Error' })

/** `selfCheckFailed` as `self check failed`. */
const wordsOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The body of every error, with the fields that are always there. */
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

const json = (schema: v.GenericSchema): Json => ({ 'application/json': { schema: jsonSchemaOf(schema) } })

/** What a route answers with when it does not reject the request. */
function successOf(answer: Route['answer']): Json {
  if (answer === 'error') return {}
  if (answer === 'redirect') return { 302: { description: 'The address is in the Location header.' } }
  return {
    200: { description: 'Done.', content: typeof answer === 'string' ? { [answer]: {} } : json(answer) },
  }
}

/** One route as an operation of OpenAPI. */
function operationOf(route: Route): Json {
  const { path, summary, body, query = {}, deprecated, answer, refusal } = route
  const parameters = [
    ...pathNames(path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: jsonSchemaOf(pathParameters[name].schema),
    })),
    ...Object.entries(query).map(queryParameter),
  ]
  return {
    summary,
    ...(deprecated === true ? { deprecated } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      ...successOf(answer),
      ...(refusal === undefined ? errors : errorsIn(jsonSchemaOf(refusal.schema))),
    },
  }
}

/**
 * The whole interface of a provider as OpenAPI 3.1, from the schemas of its requests and answers.
 *
 * @example
 * ```ts
 * writeFileSync('openapi.json', JSON.stringify(openApi({ config: readConfig(process.env) }), null, 2))
 * ```
 */
export function openApi(deps: { readonly config: Pick<Deps['config'], 'chains'> }): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of allRoutes) {
    const path = route.path.replaceAll(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
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

/** `GET /openapi.json`, and `GET /docs`, which shows the same as a page without scripts. */
export function openApiRoutes(app: Hono, deps: Deps): void {
  // Both are made when they are first asked for: a start does not wait for them.
  let description: string | undefined
  let page: string | undefined
  app.get('/openapi.json', (c) => {
    description ??= JSON.stringify(openApi(deps))
    return c.body(description, 200, { 'content-type': 'application/json' })
  })
  app.get('/docs', (c) => {
    page ??= docsPage(allRoutes, deps.config.chains)
    return c.html(page, 200, {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
  })
}
