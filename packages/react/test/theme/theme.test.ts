import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeAttributes } from '../../src/theme/theme.ts'
import { colors, measures } from '../../src/theme/tokens.ts'

const css = readFileSync(new URL('../../src/theme/base.css', import.meta.url), 'utf8')

test('the style sheet has every meaning of the list, with its default', () => {
  for (const [name, { light, dark }] of Object.entries(colors))
    expect(css).toContain(`--sluice-${name}: light-dark(${light}, ${dark});`)
  for (const [name, value] of Object.entries(measures)) expect(css).toContain(`--sluice-${name}: ${value};`)
})

/** Relative luminance of `#rrggbb`, as WCAG counts it. */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] as const)('text can be read on its ground: %s', (scheme) => {
  const of = (name: keyof typeof colors) => colors[name][scheme]
  for (const [text, ground] of [
    ['text', 'surface'],
    ['text', 'sunken'],
    ['muted', 'surface'],
    ['muted', 'sunken'],
    ['on-accent', 'accent'],
    ['surface', 'danger'],
    ['danger', 'surface'],
    ['positive', 'positive-soft'],
    ['text', 'warning-soft'],
    ['text', 'danger-soft'],
  ] as const)
    expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  for (const edge of ['line-strong', 'focus', 'warning', 'danger'] as const)
    expect(contrast(of(edge), of('surface')), edge).toBeGreaterThanOrEqual(3)
})

test('a theme becomes variables on the element it marks', () => {
  const { style, ...marks } = themeAttributes({
    scheme: 'dark',
    density: 'compact',
    colors: { accent: '#2b46d9', line: { light: '#eee', dark: '#222' } },
    measures: { radius: '4px' },
  })
  expect(marks).toEqual({ 'data-sluice': '', 'data-sluice-scheme': 'dark', 'data-sluice-density': 'compact' })
  expect(style).toEqual({
    '--sluice-accent': '#2b46d9',
    '--sluice-line': 'light-dark(#eee, #222)',
    '--sluice-radius': '4px',
  })
})
