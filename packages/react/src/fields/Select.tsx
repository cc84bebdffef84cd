'use client'

import { Select as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Icon } from '../primitives/Icon.tsx'
import { themeAttributes } from '../theme/theme.ts'

/** One choice of a {@link Select}. */
export type SelectOption<T extends string> = { readonly value: T; readonly label: string }

/** One of a few, by pointer or keyboard. */
export function Select<T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly options: readonly SelectOption<T>[]
  readonly onChange: (value: T) => void
  /** The label is for screen readers only. */
  readonly bare?: boolean
}): ReactNode {
  const { theme, container } = useKit()
  const id = useId()
  return (
    <div className="sluice-field" data-bare={props.bare ? '' : undefined}>
      <label htmlFor={id} className={props.bare ? 'sluice-hidden' : 'sluice-label'}>
        {props.label}
      </label>
      <Primitive.Root value={props.value} onValueChange={(value) => props.onChange(value as T)}>
        <Primitive.Trigger id={id} className="sluice-select" aria-label={props.label}>
          <Primitive.Value />
          <Icon name="chevron" />
        </Primitive.Trigger>
        <Primitive.Portal container={container ?? null}>
          <div {...themeAttributes(theme)} className="sluice-portal">
            <Primitive.Content className="sluice-options" position="popper" sideOffset={4}>
              <Primitive.Viewport>
                {props.options.map(({ value, label }) => (
                  <Primitive.Item key={value} value={value} className="sluice-option">
                    <Primitive.ItemText>{label}</Primitive.ItemText>
                    <Primitive.ItemIndicator>
                      <Icon name="check" />
                    </Primitive.ItemIndicator>
                  </Primitive.Item>
                ))}
              </Primitive.Viewport>
            </Primitive.Content>
          </div>
        </Primitive.Portal>
      </Primitive.Root>
    </div>
  )
}
