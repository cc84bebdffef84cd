import { describe, expect, test } from 'vitest'
import { settings } from '../../src/config.ts'
import { isInstalled, runTool } from './operatorTool.ts'

const helm = process.env.HELM ?? 'helm'
const hasHelm = isInstalled(helm, 'version')
/** The objects of the chart as Helm renders it, each as text. */
const render = (...args: readonly string[]): readonly string[] =>
  runTool(helm, 'template', 'market', 'chart', ...args).split(/^---$/m)
const kindsOf = (objects: readonly string[]): readonly string[] =>
  objects.flatMap((text) => /^kind: (\w+)$/m.exec(text)?.[1] ?? []).sort()
const everything = ['--values', 'chart/example.yaml']

describe.skipIf(!hasHelm)('the chart', () => {
  test('is accepted by the linter', () => {
    runTool(helm, 'lint', '--strict', 'chart', ...everything)
  })

  test('has two kinds of processes, a service and a migration by default', () => {
    const kinds = [
      'ConfigMap',
      'Deployment',
      'Deployment',
      'Job',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
    ]
    expect(kindsOf(render('--set', 'secretName=provider'))).toEqual([...kinds, 'Service', 'ServiceAccount'])
  })

  test('adds what the operators of Prometheus and Grafana need, an ingress and a scaler', () => {
    expect(kindsOf(render(...everything))).toEqual(
      expect.arrayContaining(['HorizontalPodAutoscaler', 'Ingress', 'PodMonitor', 'PrometheusRule']),
    )
    const rules = render(...everything).find((text) => text.includes('kind: PrometheusRule'))
    expect(rules).toContain('runbook_url: https://docs.example/provider/runbook#providerdown')
    expect(rules).toContain("summary: '{{ $labels.instance }} does not answer scrapes'")
  })

  test('passes only settings that the provider knows', () => {
    const names = render(...everything).flatMap(
      (text) => text.match(/\b(?:SLUICE|OTEL)_[A-Z_]+(?=:| *,)/g) ?? [],
    )
    expect(names.length).toBeGreaterThan(4)
    for (const name of names) expect(settings).toContain(name)
  })

  test('keeps variables that Kubernetes derives from services out of the settings', () => {
    const pods = render(...everything).filter((text) => /^kind: (?:Deployment|Job)$/m.test(text))
    expect(pods).toHaveLength(3)
    for (const pod of pods) expect(pod).toContain('enableServiceLinks: false')
  })

  test.each([
    ['no secret', ['--set', 'secretName='], /secretName/],
    ['a value that does not exist', ['--set', 'replicas=3'], /replicas/],
    ['a role among the settings', ['--set', 'settings.SLUICE_ROLE=all'], /SLUICE_ROLE/],
    ['an ingress without a host', ['--set', 'ingress.host='], /ingress\/host/],
  ])('refuses %s', (_, args, sentence) => {
    expect(() => render(...everything, ...args)).toThrow(sentence)
  })
})
