import { pathParameters } from './parameters.ts'

type KnownName = keyof typeof pathParameters
/** The names in a path such as `/users/{user}/asks/v1`. */
type PathName<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathName<Rest>
  : never
/** What a handler receives of its path. */
export type PathValues<T extends string> = {
  readonly [K in PathName<T> & KnownName]: ReturnType<(typeof pathParameters)[K]['read']>
}

const isKnown = (name: string): name is KnownName => Object.hasOwn(pathParameters, name)

/** The names of a path's parameters. @throws when one of them is of no known kind. */
export const pathNames = (path: string): readonly KnownName[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => {
    if (isKnown(name)) return name
    throw new Error(`${path} has a parameter "${name}" of an unknown type.`)
  })

/** Makes the reader of a route's path. @throws {ParseError} from the reader, naming the part that is wrong. */
export function pathReader(
  path: string,
): (read: (name: string) => string | undefined) => Readonly<Record<string, unknown>> {
  const names = pathNames(path)
  return (read) =>
    Object.fromEntries(
      names.map((name) => {
        const value = read(name)
        return [name, pathParameters[name].read(value === undefined ? [] : [value], name)]
      }),
    )
}
