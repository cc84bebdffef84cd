import { join } from 'node:path'
import { exampleOf } from './exampleOf.ts'
import { type Exported, root } from './exportsOf.ts'
import { pictureOf, specimenOf } from './shownOf.ts'
import { type Field, oneLine, type PlacedType, typeReader } from './typeFields.ts'

const reader = typeReader()

const fence = (file: string, code: string): string => `\`\`\`ts [from ${file}]\n${code}\n\`\`\``

/** `{@link x}` of a doc comment as Markdown. */
const prose = (text: string): string =>
  text
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    // Code keeps its brackets: markdown escapes them itself.
    .replaceAll(/(`[^`]*`)|<(?=[a-zA-Z/])/g, (_all, code: string | undefined) => code ?? '&lt;')
    .trim()

/** A doc comment by its tags. */
type Doc = {
  readonly about: string
  readonly params: ReadonlyMap<string, string>
  readonly returns: string
  readonly throws: readonly string[]
}

function docOf(comment: string): Doc {
  const [about = '', ...tags] = comment.split(/^(?=@(?:example|param|returns|throws)\b)/m)
  const bodies = (tag: string) =>
    tags.filter((one) => one.startsWith(`@${tag}`)).map((one) => one.slice(tag.length + 1).trim())
  const params = bodies('param').map((body): [string, string] => {
    const [, name = '', text = ''] = /^(\w+)\s*([\s\S]*)$/.exec(body) ?? []
    return [name, prose(text)]
  })
  return {
    about: prose(about),
    params: new Map(params),
    returns: prose(bodies('returns').join(' ')),
    throws: bodies('throws').map((body) => prose(body.replace(/^\{(\w+)\}/, '`$1`:'))),
  }
}

/** Text of a table's cell. */
const cell = (text: string): string =>
  prose(text)
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')
const code = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll('`', '')}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** What a field means wherever it has this type, for fields that so many declarations have that none describes them. */
const common: readonly Pick<Field, 'name' | 'type' | 'about'>[] = [
  { name: 'chainId', type: 'number', about: 'The client’s active chain by default.' },
  { name: 'children', type: 'ReactNode', about: 'What is drawn inside.' },
  { name: 'client', type: 'Client', about: 'The client that `createClient` made.' },
  {
    name: 'onOpenChange',
    type: '((open: boolean) => void)',
    about: 'Called when the dialog wants to open or close; for dialogs whose `open` the page holds.',
  },
  { name: 'currencies', type: 'PaymentToken[]', about: 'The currencies to choose from.' },
  { name: 'currency', type: 'PaymentToken', about: 'The currency of the price.' },
  { name: 'deductions', type: 'Deduction[]', about: 'Fees and royalties that are taken from the price.' },
  { name: 'duration', type: 'DurationName', about: 'How long the order stays open.' },
  { name: 'signal', type: 'AbortSignal', about: 'Ends the request or the run when it is aborted.' },
  { name: 'token', type: 'Token', about: 'The token, with its cheapest listing and its best offer.' },
  { name: 'wallet', type: 'Wallet', about: 'The wallet that is asked to sign and send.' },
]

/**
 * What a field means: what its own declaration says. A description is never taken from a field of the same name in
 * another type, unless both the name and the type are those of `common`. What `setPrice` does, its name says.
 */
export function describe({ name, type, optional, about }: Field): string {
  const own = docOf(about).about
  if (own !== '') return own
  // A chain that has to be named is never the active one by default.
  if (name === 'chainId' && !optional) return ''
  const known = common.find((one) => one.name === name && one.type === type)?.about
  if (known !== undefined) return known
  const [, first, rest] = /^set([A-Z])(\w*)$/.exec(name) ?? []
  return first === undefined || !type.endsWith('=> void') ? '' : `Sets \`${first.toLowerCase()}${rest}\`.`
}

type Marked = 'required' | 'unmarked'
const fieldTable = (fields: readonly Field[], head = 'field', marked: Marked = 'required'): string =>
  table(
    [head, 'type', 'description'],
    [...fields]
      .sort((a, b) => (marked === 'required' ? Number(a.optional) - Number(b.optional) : 0))
      .map((field) => [
        `${code(field.name)}${field.optional || marked === 'unmarked' ? '' : ' (required)'}`,
        code(field.type),
        cell(describe(field)),
      ]),
  )

/** What a type is made of: a table of its fields, or of its states, or else as it is declared. */
function typeBody(place: PlacedType, declared: string, marked: Marked): string {
  const states = statesOf(place)
  if (states !== undefined) return stateTable(states)
  const fields = reader.fieldsOf(place)
  if (fields === undefined) return declared
  return fieldTable(fields, 'field', marked)
}

type State = { readonly status: string; readonly fields: readonly Field[] }

/** The members of a union that a literal `status` tells apart. */
function statesOf(place: PlacedType): readonly State[] | undefined {
  const variants = reader.variantsOf(place)
  if (variants.length < 2) return undefined
  const states = variants.map((variant) => {
    const fields = reader.fieldsOf(variant) ?? []
    const status = fields.find(({ name }) => name === 'status')?.type ?? ''
    return { status, fields: fields.filter(({ name }) => name !== 'status') }
  })
  return states.every(({ status }) => /^'/.test(status)) ? states : undefined
}

const stateTable = (states: readonly State[]): string => {
  const fields = new Map(states.flatMap(({ fields }) => fields).map((field) => [field.name, field]))
  return [
    table(
      ['`status`', 'what it carries'],
      states.map(({ status, fields }) => [
        code(status.replaceAll("'", '')),
        fields.length === 0 ? 'nothing more' : fields.map(({ name }) => code(name)).join(', '),
      ]),
    ),
    ...(fields.size === 0 ? [] : [fieldTable([...fields.values()], 'field', 'unmarked')]),
  ].join('\n\n')
}

/** Types with their own page, because many declarations name them. */
const elsewhere: Readonly<Record<string, string>> = {
  Client: '/actions/createClient',
  Execution: '/guide/events',
  TradeError: '/guide/errors',
  Theme: '/kit/themes',
  Messages: '/kit/messages',
  Wallet: '/guide/wallets',
}

/** Pages that say more than the reference does. */
const furtherPages: Readonly<Record<string, string>> = {
  createClient:
    '[Policy](/security/policy) lists every field of `policy`, and [Chains](/guide/chains) the known chains.',
  resolvePolicy: '[Policy](/security/policy) lists every field with its default and what it stops.',
}

const namesIn = (text: string): readonly string[] => text.match(/\b[A-Z]\w+\b/g) ?? []

/** Types of our packages that a text names, and those that these are made of: each with its table. */
function typeSections(text: string, all: readonly Exported[], shown: readonly string[]): readonly string[] {
  const types = new Map(all.filter(({ kind }) => kind === 'type').map((one) => [one.name, one]))
  const sections = new Map<string, string>()
  const add = (names: readonly string[], depth: number): void => {
    for (const name of names) {
      const type = types.get(name)
      if (type === undefined || shown.includes(name) || sections.has(name) || elsewhere[name]) continue
      const place = reader.typeNamed(name, join(root, type.file))
      if (place === undefined || type.code.split('\n').length > 60) continue
      const body = typeBody(place, fence(type.file, type.code), 'required')
      sections.set(name, [`### ${name}`, docOf(type.about).about, body].filter(Boolean).join('\n\n'))
      if (depth > 0) add(namesIn(type.code), depth - 1)
    }
  }
  add(namesIn(text), 1)
  return [...sections.values()]
}

/** What a host hears of each action, by the kinds of its events. */
const kinds: Readonly<Record<string, string>> = {
  buyTokens: 'purchase',
  acceptOffers: 'accept_offer',
  listTokens: 'listing',
  placeBids: 'offer',
  cancelOrders: 'cancel',
}

/** Actions whose events are of no kind of their own. */
const others = ['transferTokens', 'announceAuction', 'withdrawAuction']

const isAction = (name: string): boolean => name in kinds || others.includes(name)

/** How a run of an action fails, and what hosts that listen hear. */
function errorsOf(name: string, { throws }: Doc): readonly string[] {
  const kind = kinds[name]
  const event = kind === undefined ? '`unknown`' : `\`${kind}_complete\` or \`${kind}_error\``
  const ofRuns = [
    `\`run.result()\` rejects with a [\`TradeError\`](/guide/errors): \`code\` says why and \`money\` what happened to the money. Listeners of the client get one event, ${event} ([events](/guide/events)). \`run.abort()\` asks nothing more of anybody; what is signed or sent already stays so.`,
  ]
  const said = [...throws.map((one) => `- ${one}`).join('\n'), ''].join('').trim()
  const parts = [...(said === '' ? [] : [said]), ...(isAction(name) ? ofRuns : [])]
  return parts.length === 0 ? [] : ['## Errors', ...parts]
}

type Signature = {
  /** Tables and lists of what it takes, and the type names that they show. */
  readonly parameters: readonly string[]
  readonly returns: string
  /** Text in which further types are looked for. */
  readonly names: string
  /** Types whose fields are shown already. */
  readonly shown: readonly string[]
}

/** What a function takes and returns, from its declaration. */
function signatureOf({ name, file }: Exported, doc: Doc, isComponent: boolean): Signature {
  const found = reader.functionNamed(name, join(root, file))
  if (found === undefined) return { parameters: [], returns: '', names: '', shown: [] }
  const { node, source } = found
  const parameters: string[] = []
  const simple: Field[] = []
  const shown: string[] = []
  let names = ''
  for (const parameter of node.params) {
    const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
    if (!('typeAnnotation' in target) || target.typeAnnotation == null) continue
    const { typeAnnotation: type } = target.typeAnnotation
    const written = oneLine(source.text.slice(type.start, type.end)).replace(/^readonly /, '')
    const own = target.type === 'Identifier' ? target.name : 'parameters'
    const placed = elsewhere[written] === undefined ? reader.fieldsOf(reader.placed(type, source)) : undefined
    // The fields of a parameter that is taken apart may be described as its parameters.
    const fields = placed?.map((field) => ({
      ...field,
      about: field.about || (doc.params.get(field.name) ?? ''),
    }))
    if (fields === undefined || fields.length === 0) {
      const optional =
        parameter.type === 'AssignmentPattern' || ('optional' in target && target.optional === true)
      simple.push({ name: own, type: written, optional, about: doc.params.get(own) ?? '' })
      names += ` ${written}`
      continue
    }
    shown.push(...namesIn(written))
    names += ` ${fields.map((field) => field.type).join(' ')}`
    const lead = isComponent
      ? []
      : [`### ${own}`, ...(doc.params.get(own) ? [doc.params.get(own) ?? ''] : [])]
    parameters.push(...lead, fieldTable(fields, isComponent ? 'prop' : 'field'))
  }
  if (simple.length > 0) parameters.unshift(fieldTable(simple, 'parameter'))
  const returned = node.returnType?.typeAnnotation
  const returns = returned == null ? '' : oneLine(source.text.slice(returned.start, returned.end))
  return { parameters, returns, names, shown }
}

/** What a function returns: its type, the words of its comment, and the states or fields of a type of our packages. */
function returnsOf(returns: string, doc: Doc, all: readonly Exported[]): readonly string[] {
  if (returns === '' || returns === 'ReactNode' || returns === 'void') return []
  const type = all.find(({ kind, name }) => kind === 'type' && name === returns)
  const place = type === undefined ? undefined : reader.typeNamed(returns, join(root, type.file))
  const shown =
    type === undefined || place === undefined || elsewhere[returns] !== undefined
      ? []
      : [docOf(type.about).about, typeBody(place, '', 'unmarked')]
  return ['## Returns', code(returns), doc.returns, ...shown]
}

/** A page about one export: what it does, how it is imported and used, what it takes, returns and throws. */
export function pageOf(exported: Exported, all: readonly Exported[], entry: string): string {
  const { name, about, code: declared, file } = exported
  const doc = docOf(about)
  const isComponent = entry.endsWith('/components') || name === 'SluiceProvider'
  const { parameters, returns, names, shown } = signatureOf(exported, doc, isComponent)
  const returned = returnsOf(returns, doc, all)
  const types = typeSections(`${names} ${returns}`, all, [
    ...shown,
    ...(returned.length > 0 ? [returns] : []),
  ])
  return [
    `# ${name}`,
    doc.about,
    furtherPages[name] ?? '',
    ...pictureOf(name),
    ...specimenOf(name),
    fence(file, `import { ${name} } from '${entry}'`),
    ...exampleOf(name),
    ...(parameters.length === 0 ? [] : [isComponent ? '## Props' : '## Parameters', ...parameters]),
    ...returned,
    ...errorsOf(name, doc),
    ...(types.length === 0 ? [] : ['## Types', ...types]),
    '## Signature',
    fence(file, declared),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
