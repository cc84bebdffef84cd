'use client'

import { type ButtonHTMLAttributes, forwardRef } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { themeAttributes } from '../theme/theme.ts'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly wide?: boolean
  readonly small?: boolean
}

/**
 * The kit's button. Never submits a form of the page.
 *
 * @example
 * <Button kind="danger" small onClick={onCancel}>Cancel it</Button>
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { kind = 'primary', wide = false, small = false, className, style, ...rest } = props
  const { style: variables, ...marks } = themeAttributes(useKit().theme)
  return (
    <button
      type="button"
      {...marks}
      {...rest}
      ref={ref}
      style={{ ...variables, ...style }}
      className={className === undefined ? 'sluice-button' : `sluice-button ${className}`}
      data-kind={kind}
      data-wide={wide ? '' : undefined}
      data-small={small ? '' : undefined}
    />
  )
})
