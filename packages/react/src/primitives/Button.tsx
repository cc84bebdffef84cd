'use client'

import { type ButtonHTMLAttributes, forwardRef } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { themeAttributes } from '../theme/theme.ts'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` by default: one of them on a page or in a dialog is the way forward. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** As wide as its container. */
  readonly wide?: boolean
  /** Lower, for rows of a list. */
  readonly small?: boolean
}

/**
 * The kit's button. Takes what a `<button>` takes, and never submits a form of the page unless its `type` says so.
 *
 * @example
 * <Button kind="danger" small onClick={onCancel}>Cancel it</Button>
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props: ButtonProps, ref) {
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
