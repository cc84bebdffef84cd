import type * as v from 'valibot'
import type { ChainConfig } from '../chainConfig.ts'
import { jsonSchemaOf } from '../http/jsonSchemaOf.ts'
import { effectNote } from '../http/parameters.ts'
import type { Route } from './defineRoute.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent)}
body{font:16px/1.55 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:2rem 1.25rem 6rem}
h1{font-size:1.6rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem}
details{border-top:1px solid var(--line);padding:.6rem 0}summary{cursor:pointer;display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap}
code,pre{font:13px/1.5 ui-monospace,monospace}summary code{overflow-wrap:anywhere}
.method{font-weight:700;width:3.2rem}.old{opacity:.7}
pre{overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:.5rem}
table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:.3rem .5rem;vertical-align:top}
summary:focus-visible{outline:2px solid;outline-offset:2px}`

const schemaBlock = (title: string, schema: v.GenericSchema): string =>
  `<h3>${title}</h3><pre>${escaped(JSON.stringify(jsonSchemaOf(schema), undefined, 2))}</pre>`

function section({ method, path, summary, body, query = {}, deprecated, answer }: Route): string {
  const rows = Object.entries(query).map(([name, parameter]) => {
    const { schema, many, map } = parameter
    const note = effectNote(parameter)
    const cells = [
      `<code>${escaped(map === true ? `${name}[key]` : name)}</code>`,
      many ? 'one or several' : 'one',
      `<code>${escaped(JSON.stringify(jsonSchemaOf(schema)))}</code>${note === undefined ? '' : `<br>${escaped(note)}`}`,
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<details><summary><span class="method">${method}</span><code>${escaped(path)}</code><span>${escaped(summary)}</span>${deprecated === true ? '<span class="old">deprecated</span>' : ''}</summary>
${rows.length === 0 ? '' : `<h3>Query</h3><table>${rows.join('')}</table>`}
${body === undefined ? '' : schemaBlock('Body', body)}
${typeof answer === 'string' ? '' : schemaBlock('Answer', answer)}
</details>`
}

/** The interface as one page of HTML, without scripts and without anything from another host. */
export function docsPage(routes: readonly Route[], chains: readonly ChainConfig[]): string {
  const bases = chains.map(({ slug, name }) => `<code>/${escaped(slug)}</code> ${escaped(name)}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sluice provider</title><style>${style}</style></head>
<body><h1>Sluice provider</h1><p>Each chain is served below its own base: ${bases.join(', ')}. The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<main>${routes.map(section).join('\n')}</main></body></html>`
}
