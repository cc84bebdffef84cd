import type { HTMLAttributes, ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { writtenIn } from '../locales/languages.ts'
import { themeAttributes } from '../theme/theme.ts'

/** An element in which the theme, the style sheet and the language of the kit begin. */
export function Themed(props: HTMLAttributes<HTMLElement>): ReactNode {
  const { theme, messages } = useKit()
  const { className, ...others } = props
  return (
    <div
      {...themeAttributes(theme)}
      {...writtenIn(messages.locale)}
      {...others}
      className={className === undefined ? 'sluice-portal' : `sluice-portal ${className}`}
    />
  )
}
