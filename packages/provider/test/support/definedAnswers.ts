import * as v from 'valibot'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import type { Route } from '../../src/routes/defineRoute.ts'

const patterns = allRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:[a-zA-Z]+/g, '[^/]+')}$`),
}))

/** The route of a request below a chain's base; a path without parameters goes before one with. */
const routeOf = (method: string, path: string): Route | undefined => {
  const found = patterns.filter(({ route, pattern }) => route.method === method && pattern.test(path))
  return (found.find(({ route }) => route.path === path) ?? found[0])?.route
}

/** Whether the provider failed. A call that is not served is refused with 501. */
export const isServerError = (status: number): boolean => status >= 500 && status !== 501

/** Where an answer is not as its route defines it. */
export function faultsOf({ answer, path }: Pick<Route, 'answer' | 'path'>, body: unknown): readonly string[] {
  if (typeof answer === 'string') return []
  const { issues = [] } = v.safeParse(answer, body)
  return issues.map(
    (issue) => `${path} ${issue.path?.map(({ key }) => String(key)).join('.')}: ${issue.message}`,
  )
}

/** Checks the answer to a request below a chain's base. @throws where it is not as its route defines it. */
export function checkDefined(method: string, target: string, status: number, body: unknown): void {
  const route = status === 200 ? routeOf(method, target.split('?')[0] ?? '') : undefined
  const faults = route === undefined ? [] : faultsOf(route, body)
  if (faults.length > 0) throw new Error(`An answer is not as it is defined: ${faults.join('; ')}`)
}
