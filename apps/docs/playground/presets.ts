import type { Theme } from '@sluice/react'

/** Looks to begin with: each says only what differs from the default. */
export const presets: Readonly<Record<string, Theme>> = {
  Default: { scheme: 'light' },
  Night: { scheme: 'dark' },
  Compact: { scheme: 'light', density: 'compact' },
  Paper: {
    scheme: 'light',
    colors: { accent: '#7a3b1d', 'on-accent': '#ffffff', surface: '#fbf6ea', text: '#2b2118' },
    measures: { font: 'Georgia, "Times New Roman", serif', radius: '2px', 'radius-control': '2px' },
  },
  Arcade: {
    scheme: 'dark',
    colors: { accent: '#ffd400', 'on-accent': '#14110a', surface: '#17112b', text: '#f4efff' },
    measures: { font: 'ui-monospace, Menlo, Consolas, monospace', radius: '0px', 'radius-control': '0px' },
  },
  Pebble: {
    scheme: 'light',
    colors: { accent: '#1d5fd1', 'on-accent': '#ffffff', surface: '#ffffff', text: '#10203a' },
    measures: { radius: '24px', 'radius-control': '999px', control: '48px' },
  },
}
