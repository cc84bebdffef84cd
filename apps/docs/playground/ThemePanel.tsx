import { type ColorName, colors, type MeasureName, measures, type Theme } from '@sluice/react'
import { type ReactNode, useId } from 'react'
import { Code } from './Code.tsx'
import { presets } from './presets.ts'
import { themeCode } from './themeCode.ts'

const shownColors: readonly ColorName[] = ['accent', 'on-accent', 'surface', 'text', 'positive', 'danger']
const shownMeasures: readonly MeasureName[] = ['radius', 'radius-control', 'control', 'font']

export type ThemePanelProps = {
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  readonly children?: ReactNode
}

/** What a theme can say, and the theme as code. */
export function ThemePanel({ theme, onTheme, children }: ThemePanelProps) {
  const heading = useId()
  const code = themeCode(theme)
  const scheme = theme.scheme === 'dark' ? 'dark' : 'light'
  const colorOf = (name: ColorName): string => {
    const own = theme.colors?.[name]
    return typeof own === 'string' ? own : (own?.[scheme] ?? colors[name][scheme])
  }
  return (
    <section className="playground-theme" aria-labelledby={heading}>
      <h2 id={heading}>Look</h2>
      {children}
      <label>
        Begin with
        <select value="" onChange={(event) => onTheme(presets[event.target.value] ?? {})}>
          <option value="">a look of the gallery …</option>
          {Object.keys(presets).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Scheme
        <select
          value={theme.scheme ?? 'system'}
          onChange={(event) =>
            onTheme({ ...theme, scheme: event.target.value as NonNullable<Theme['scheme']> })
          }
        >
          <option value="system">system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <label>
        Density
        <select
          value={theme.density ?? 'comfortable'}
          onChange={(event) =>
            onTheme({ ...theme, density: event.target.value as NonNullable<Theme['density']> })
          }
        >
          <option value="comfortable">comfortable</option>
          <option value="compact">compact</option>
        </select>
      </label>
      {shownColors.map((name) => (
        <label key={name}>
          {name}
          <input
            type="color"
            value={colorOf(name)}
            onChange={(event) =>
              onTheme({ ...theme, colors: { ...theme.colors, [name]: event.target.value } })
            }
          />
        </label>
      ))}
      {shownMeasures.map((name) => (
        <label key={name}>
          {name}
          <input
            value={theme.measures?.[name] ?? measures[name]}
            onChange={(event) =>
              onTheme({ ...theme, measures: { ...theme.measures, [name]: event.target.value } })
            }
          />
        </label>
      ))}
      <button type="button" onClick={() => onTheme({ scheme: 'system', density: 'comfortable' })}>
        Back to the defaults
      </button>
      <h3>As code</h3>
      <Code of={code} label="The theme as code" />
    </section>
  )
}
