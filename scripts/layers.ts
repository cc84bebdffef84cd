import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { circleOf, cyclesOf } from './sources/cycles.ts'
import { type Import, readImports } from './sources/imports.ts'
import { missingPaths, missingPrograms } from './sources/missingPaths.ts'
import { missingRooms } from './sources/missingRooms.ts'

type Ban = {
  in: string
  files?: string[]
  exceptFolder?: string
  mayNotImport?: string[]
  mayNotImportExternal?: string[]
  mayNotImportName?: { from: string; name: string }
}
type PackageRule = {
  /** Packages, or single entries of one (`@sluice/core/guards`). */
  workspace: string[]
  external: string[]
  why?: string
}
type Rules = {
  /** The maximum of lines of a source file and of a test file, and of files in a folder of source and of tests. */
  sizes: { source: number; test: number; folder: number; testFolder: number }
  /** Files of any length and folders of any size, with the reason: tables, and one file per name. */
  unlimited: Record<string, string>
  /** Files that may load code with `import()`, with the reason. */
  loads: Record<string, string>
  forbiddenNames: string[]
  packages: Record<string, PackageRule>
  folders: Record<string, Record<string, string[]>>
  bans: Ban[]
}

const root = resolve(import.meta.dirname, '..')
const rules: Rules = JSON.parse(readFileSync(join(root, 'layers.json'), 'utf8'))
const problems: string[] = []
/** Entries of `loads` and `unlimited` that are used. */
const needed = new Set<string>()

/** Whether a list of exceptions covers `path`. */
function isAllowed(reasons: Record<string, string>, path: string): boolean {
  for (let at = path; at !== '.'; at = dirname(at))
    if (reasons[at] !== undefined) {
      needed.add(at)
      return true
    }
  return false
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesUnder(path)
    return /\.(?:ts|tsx|mjs|css|sol)$/.test(entry.name) ? [path] : []
  })
}

const isTest = (path: string) => /\.test(?:-d)?\.tsx?$/.test(path) || /\/(?:test|tests)\//.test(path)
const countFile = (folder: string, most: number) =>
  filesIn.set(folder, { count: (filesIn.get(folder)?.count ?? 0) + 1, most })
const isCode = (path: string) => /\.(?:ts|tsx)$/.test(path)
const stem = (path: string) => path.replace(/\.(?:ts|tsx)$/, '')
const packageName = (specifier: string) =>
  specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : (specifier.split('/')[0] ?? specifier)

/** The room of a file: its first folder below `src`, or its own name if it is in `src` itself. */
function roomOf(path: string, source: string): string {
  const [first = '', second] = relative(source, path).split('/')
  if (second !== undefined) return first
  return stem(first)
}

function checkPackageImport(file: string, home: string, found: Import): void {
  const rule = rules.packages[home]
  if (rule === undefined || isTest(file)) return
  const name = packageName(found.specifier)
  if (name.startsWith('node:') || found.specifier.startsWith('#')) return
  if (name.startsWith('@sluice/')) {
    if (!rule.workspace.includes(name) && !rule.workspace.includes(found.specifier))
      problems.push(`${file}: ${home} may not import ${found.specifier}`)
  } else if (!rule.external.includes('*') && !rule.external.includes(name)) {
    problems.push(
      `${file}: ${home} may not import ${name}; add it to layers.json with a reason, or do without`,
    )
  }
}

function checkRoomImport(path: string, source: string, target: string, found: Import): void {
  const allowed = rules.folders[relative(root, source)]
  if (allowed === undefined || Object.keys(allowed).length === 0 || isTest(path)) return
  const from = roomOf(path, source)
  const to = roomOf(target, source)
  if (from === to) return
  const list = allowed[from]
  if (list === undefined) {
    problems.push(`${relative(root, path)}: "${from}" is not a room of layers.json`)
    return
  }
  const fine =
    list.includes('*') || list.includes(to) || (found.kind === 'type' && list.includes(`type:${to}`))
  if (!fine)
    problems.push(
      `${relative(root, path)}: ${from} may not import ${to}${found.kind === 'type' ? ' (type)' : ''}`,
    )
}

function checkBans(path: string, found: Import, target: string | undefined): void {
  if (isTest(path)) return
  const file = relative(root, path)
  for (const ban of rules.bans) {
    if (!file.startsWith(`${ban.in}/`)) continue
    const inside = relative(join(root, ban.in), path)
    if (ban.exceptFolder !== undefined && inside.startsWith(`${ban.exceptFolder}/`)) continue
    const own = stem(inside.split('/').at(-1) ?? '')
    if (ban.files !== undefined && !ban.files.some((name) => own === name || own.startsWith(name))) continue
    const goal = target === undefined ? undefined : stem(relative(join(root, ban.in), target))
    if (goal !== undefined && ban.mayNotImport?.some((name) => goal === name || goal.startsWith(name)))
      problems.push(`${file}: may not import ${goal}`)
    if (target === undefined && ban.mayNotImportExternal?.includes(packageName(found.specifier)))
      problems.push(`${file}: may not import ${found.specifier}`)
    const name = ban.mayNotImportName
    if (name !== undefined && goal === name.from && found.names.includes(name.name))
      problems.push(`${file}: may not import ${name.name} of ${ban.in}/${name.from}`)
  }
}

/** An empty container at module level is there to be filled: state that two clients would share. */
const filledLater =
  /^(?:export )?const \w+(?:: [^=]+)? = (?:new (?:Weak)?(?:Map|Set)\b[^(]*\(\)|\[\]|\{\})$/gm

/** Packages whose modules several clients of one page, or of one server, share. */
const shared = ['packages/wire', 'packages/seaport', 'packages/guards', 'packages/core', 'packages/react']

function checkModuleState(home: string, file: string, text: string): void {
  if (/^(?:export )?let /m.test(text)) problems.push(`${file}: module-level let`)
  if (!shared.includes(home)) return
  for (const [line] of text.matchAll(filledLater))
    if (!/: (?:readonly |Readonly)/.test(line)) problems.push(`${file}: module-level state: ${line}`)
}

/** Each exported name has a docstring: its readers do not read the source. */
function checkDocs(index: string): void {
  const home = join(root, dirname(index))
  for (const [, names = '', from = ''] of readFileSync(join(root, index), 'utf8').matchAll(
    /^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm,
  )) {
    const text = readFileSync(join(home, from), 'utf8')
    for (const name of names.split(',').map((one) => one.replace('type ', '').trim())) {
      const stated = new RegExp(`^export (?:async )?(?:function\\*?|const|type|class) ${name}\\b`, 'm').exec(
        text,
      )
      if (stated === null || name === '') continue
      const before = text.slice(0, stated.index).trimEnd()
      // The docstring of the first overload covers the next ones.
      if (!before.endsWith('*/') && !new RegExp(`\\b${name}\\b`).test(before.split('\n').at(-1) ?? ''))
        problems.push(`${relative(root, join(home, from))}: ${name} is exported and has no docstring`)
    }
  }
}

/** Reports files that import each other in a cycle, at run time or by types, with one shortest cycle. */
function checkCycles(): void {
  const inValueCycle = new Set(cyclesOf(valueGraph).flat())
  for (const file of inValueCycle) problems.push(`${file}: cycle: ${circleOf(file, valueGraph).join(' → ')}`)
  for (const file of cyclesOf(graph).flat())
    if (!inValueCycle.has(file))
      problems.push(`${file}: cycle of types: ${circleOf(file, graph).join(' → ')}`)
}

/** Reports exceptions in layers.json that nothing needs. */
function checkUnneeded(): void {
  for (const path of [...Object.keys(rules.loads), ...Object.keys(rules.unlimited)])
    if (!needed.has(path)) problems.push(`${path}: layers.json excuses it without need`)
}

/** What each file imports: everything, and only what exists at run time. */
const graph = new Map<string, string[]>()
const valueGraph = new Map<string, string[]>()
const filesIn = new Map<string, { count: number; most: number }>()
const homes = Object.keys(rules.packages)
for (const home of homes) {
  for (const path of filesUnder(join(root, home))) {
    const file = relative(root, path)
    // A package inside another, such as a template, has rules of its own.
    if (homes.some((inner) => inner.startsWith(`${home}/`) && file.startsWith(`${inner}/`))) continue
    const text = readFileSync(path, 'utf8')
    const lines = text.trimEnd().split('\n').length
    const most = isTest(path) ? rules.sizes.test : rules.sizes.source
    if (lines > most && !isAllowed(rules.unlimited, file))
      problems.push(`${file}: has ${lines} lines; at most ${most} are allowed`)
    countFile(dirname(file), isTest(path) ? rules.sizes.testFolder : rules.sizes.folder)
    const own = stem(path.split('/').at(-1) ?? '').toLowerCase()
    if (rules.forbiddenNames.includes(own))
      problems.push(`${file}: a file is named for its main export, not "${own}"`)
    if (!isCode(path)) continue
    if (!isTest(path)) checkModuleState(home, file, text)
    const source = join(root, home, 'src')
    const edges: string[] = []
    const valueEdges: string[] = []
    for (const found of readImports(path, text)) {
      if (found.kind === 'dynamic' && !isTest(path) && !isAllowed(rules.loads, file))
        problems.push(
          `${file}: loads code with import(); import it statically or add the reason to layers.json`,
        )
      if (found.specifier === '') continue
      if (!found.specifier.startsWith('.')) {
        checkPackageImport(file, home, found)
        checkBans(path, found, undefined)
        continue
      }
      const target = resolve(dirname(path), found.specifier)
      if (!isCode(target)) continue
      if (!statSync(target, { throwIfNoEntry: false }))
        problems.push(`${file}: ${found.specifier} does not exist`)
      if (!relative(join(root, home), target).startsWith('..')) {
        if (path.startsWith(source)) checkRoomImport(path, source, target, found)
        edges.push(relative(root, target))
        if (found.kind !== 'type') valueEdges.push(relative(root, target))
      } else if (!isTest(path)) problems.push(`${file}: reaches into another package by path`)
      checkBans(path, found, target)
    }
    graph.set(file, edges)
    valueGraph.set(file, valueEdges)
  }
}
for (const [folder, { count, most }] of filesIn)
  if (count > most && !isAllowed(rules.unlimited, folder))
    problems.push(`${folder}: holds ${count} files; at most ${most} are allowed`)
checkCycles()
problems.push(...missingPaths(root), ...missingPrograms(root), ...missingRooms(root))
for (const index of ['packages/guards/src/index.ts', 'packages/core/src/index.ts']) checkDocs(index)
checkUnneeded()

for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `layers: ${graph.size} files in their rooms`
    : `layers: ${problems.length} problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1
