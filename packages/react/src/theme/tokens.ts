/**
 * What a theme can style. Colors have one value for light and one for dark; the rest have one. The defaults are in
 * `styles.css` as `--sluice-<name>`; a test keeps both in sync.
 */
export const colors = {
  surface: { light: '#ffffff', dark: '#17171a' },
  sunken: { light: '#f6f6f4', dark: '#202024' },
  text: { light: '#131316', dark: '#f3f3f1' },
  muted: { light: '#5f5f67', dark: '#a3a3ac' },
  line: { light: '#e5e5e2', dark: '#2d2d32' },
  'line-strong': { light: '#8a8a91', dark: '#74747d' },
  accent: { light: '#131316', dark: '#f3f3f1' },
  'on-accent': { light: '#ffffff', dark: '#131316' },
  focus: { light: '#2b46d9', dark: '#9dabff' },
  positive: { light: '#0f6b47', dark: '#5fcb9c' },
  'positive-soft': { light: '#e9f4ee', dark: '#14291f' },
  warning: { light: '#845100', dark: '#e8b45c' },
  'warning-soft': { light: '#faf1e0', dark: '#2b2314' },
  danger: { light: '#b0241b', dark: '#ff9289' },
  'danger-soft': { light: '#fcedeb', dark: '#311a17' },
  overlay: { light: 'rgb(15 15 18 / 0.5)', dark: 'rgb(0 0 0 / 0.66)' },
} as const

export const measures = {
  font: 'inherit',
  'font-mono': 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  radius: '14px',
  'radius-control': '10px',
  control: '44px',
  space: '4px',
} as const

export type ColorName = keyof typeof colors
export type MeasureName = keyof typeof measures
