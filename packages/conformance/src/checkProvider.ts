import { RuleFailed, RuleSkipped } from './answer.ts'
import { createAsk } from './ask.ts'
import type { Check, Context } from './check.ts'
import { appChecks } from './checks/apps.ts'
import { makeChecks } from './checks/orderPlans.ts'
import { postChecks } from './checks/posts.ts'
import { pushChecks } from './checks/push.ts'
import { readChecks } from './checks/reads.ts'
import { tradeChecks } from './checks/trades.ts'
import { transportChecks } from './checks/transport.ts'
import { discoverData } from './discover.ts'

export type CheckOptions = {
  /** Base URL of a chain, as a client uses it: `https://provider.example/base`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly fetch?: typeof fetch
  /** Timeout of a request in milliseconds; 40,000 by default, which is the maximum of the slowest route. */
  readonly timeout?: number
  /** Checks only the rules whose id or area starts with this prefix. */
  readonly only?: string
  /** Called with each finding as soon as its rule was checked. */
  readonly onFinding?: (finding: Finding) => void
}

/** The outcome of one rule. */
export type Finding = Pick<Check, 'id' | 'area' | 'level' | 'rule'> & {
  readonly outcome: 'met' | 'unmet' | 'not tried'
  /** What was found instead, or why the rule was not tried. */
  readonly detail?: string
  /** The response that broke the rule. */
  readonly evidence?: { readonly request: string; readonly status: number; readonly body: string }
}

export type Report = {
  readonly baseUrl: string
  readonly findings: readonly Finding[]
  readonly met: number
  readonly unmet: number
  readonly notTried: number
  /** Whether at least one required rule was tried, and all that were tried are met. */
  readonly conforms: boolean
}

const shortened = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)} …` : text)

async function runCheck(check: Check, context: Context): Promise<Finding> {
  const { id, area, level, rule } = check
  const head = { id, area, level, rule }
  try {
    await check.run(context)
    return { ...head, outcome: 'met' }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    if (error instanceof RuleSkipped) return { ...head, outcome: 'not tried', detail }
    if (!(error instanceof RuleFailed) || error.answer === undefined)
      return { ...head, outcome: 'unmet', detail }
    const { method, path, status, text } = error.answer
    return {
      ...head,
      outcome: 'unmet',
      detail,
      evidence: { request: `${method} ${path}`, status, body: shortened(text) },
    }
  }
}

/**
 * Sends a provider the requests that clients send, and reports for each rule whether the responses meet it. Nothing is
 * signed, sent or stored: orders are posted only with an invalid signature, and must be rejected.
 *
 * @example
 * const report = await checkProvider({ baseUrl: 'http://127.0.0.1:3000' })
 * if (!report.conforms) console.log(reportText(report))
 */
export async function checkProvider(options: CheckOptions): Promise<Report> {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const get = options.fetch ?? fetch
  const ask = createAsk({ baseUrl, apiKey: options.apiKey, fetch: get, timeout: options.timeout ?? 40_000 })
  const context: Context = {
    ask,
    providerData: await discoverData(ask),
    stranger: '0x5157ce0000000000000000000000000000c0ffee',
  }
  const checks = [
    ...transportChecks,
    ...readChecks,
    ...tradeChecks,
    ...makeChecks,
    ...postChecks,
    ...appChecks,
    ...pushChecks(baseUrl, get),
  ].filter(
    ({ id, area }) =>
      options.only === undefined || id.startsWith(options.only) || area.startsWith(options.only),
  )
  const findings: Finding[] = []
  for (const check of checks) {
    const finding = await runCheck(check, context)
    findings.push(finding)
    options.onFinding?.(finding)
  }
  const count = (outcome: Finding['outcome']) => findings.filter((one) => one.outcome === outcome).length
  const required = findings.filter(({ level, outcome }) => level === 'required' && outcome !== 'not tried')
  return {
    baseUrl,
    findings,
    met: count('met'),
    unmet: count('unmet'),
    notTried: count('not tried'),
    conforms: required.length > 0 && required.every(({ outcome }) => outcome === 'met'),
  }
}
