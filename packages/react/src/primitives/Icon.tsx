import type { ReactNode } from 'react'

const paths = {
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  close: 'M5 5l10 10M15 5L5 15',
  alert: 'M10 6.5v4M10 13.6v.1M10 2.8l8 14H2z',
  stop: 'M6.5 2.8h7l3.7 3.7v7l-3.7 3.7h-7l-3.7-3.7v-7zM7.5 7.5l5 5M12.5 7.5l-5 5',
  shield: 'M10 2.5l6 2.2v4.6c0 4-2.6 6.7-6 8.2-3.4-1.5-6-4.2-6-8.2V4.7zM7.2 9.8l2.1 2.1 3.7-4.1',
  external: 'M8 4.5H4.5v11h11V12M11.5 4.5h4v4M15.5 4.5l-7 7',
  chevron: 'M5.5 8l4.5 4.5L14.5 8',
  play: 'M7 4.8v10.4l8-5.2z',
  copy: 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3',
} as const
export type IconName = keyof typeof paths

/** A drawn sign beside a word; always silent to a screen reader. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="sluice-icon" data-icon={name} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
