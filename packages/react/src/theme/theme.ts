import type { CSSProperties } from 'react'
import type { ColorName, MeasureName } from './tokens.ts'

/** How the kit looks. Everything absent keeps its default; `system` follows the reader's device. */
export type Theme = {
  readonly scheme?: 'light' | 'dark' | 'system'
  /** `compact` draws lower controls and tighter rows. */
  readonly density?: 'comfortable' | 'compact'
  /** Any CSS color; one value for both schemes, or one for each. */
  readonly colors?: {
    readonly [K in ColorName]?: string | { readonly light: string; readonly dark: string }
  }
  /** Any CSS length or font list. */
  readonly measures?: { readonly [K in MeasureName]?: string }
}

/** What marks an element, and all below it, as ours. Portals leave the page's tree, so each carries it. */
export type ThemeAttributes = {
  readonly 'data-sluice': ''
  readonly 'data-sluice-scheme': 'light' | 'dark' | 'system'
  readonly 'data-sluice-density': 'comfortable' | 'compact'
  readonly style: CSSProperties
}

/**
 * A theme as data attributes and CSS variables, for elements of the page that use the kit's variables.
 *
 * @example
 * return <aside {...themeAttributes({ scheme: 'dark', colors: { accent: '#c4b5fd' } })}>{children}</aside>
 */
export function themeAttributes(theme: Theme = {}): ThemeAttributes {
  const style: Record<string, string> = {}
  for (const [name, value] of Object.entries(theme.colors ?? {}))
    style[`--sluice-${name}`] =
      typeof value === 'string' ? value : `light-dark(${value.light}, ${value.dark})`
  for (const [name, value] of Object.entries(theme.measures ?? {})) style[`--sluice-${name}`] = value
  return {
    'data-sluice': '',
    'data-sluice-scheme': theme.scheme ?? 'system',
    'data-sluice-density': theme.density ?? 'comfortable',
    style: style as CSSProperties,
  }
}
