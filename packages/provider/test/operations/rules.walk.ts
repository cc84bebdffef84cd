import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { isInstalled, ops, runTool } from './operatorTool.ts'

const hasPromtool = isInstalled('promtool', '--version')

describe.skipIf(!hasPromtool)('Prometheus', () => {
  test('accepts the example of its settings, and the rules that it names', () => {
    runTool('promtool', 'check', 'config', 'prometheus.yaml')
  })

  test('fires each alert when it should, and none while all is well', () => {
    runTool('promtool', 'test', 'rules', 'chart/monitoring/alerts.test.yaml')
  })

  test('accepts every query of the dashboard', () => {
    const { panels } = JSON.parse(readFileSync(join(ops, 'chart/monitoring/dashboard.json'), 'utf8')) as {
      readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
    }
    const rules = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(?:job|chain)/g, 'any'))
      .map((expr, index) => `      - record: panel:${index}\n        expr: ${JSON.stringify(expr)}`)
    const folder = mkdtempSync(join(tmpdir(), 'sluice-dashboard-'))
    try {
      const file = join(folder, 'queries.yaml')
      writeFileSync(file, `groups:\n  - name: dashboard\n    rules:\n${rules.join('\n')}\n`)
      runTool('promtool', 'check', 'rules', file)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
