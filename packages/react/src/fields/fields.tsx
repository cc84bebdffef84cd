'use client'

import type { PaymentToken } from '@sluice/core'
import { Select as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { durations } from '../flows/durations.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { themeAttributes } from '../theme/theme.ts'
import type { DurationName } from '../locales/messages.ts'
import { Icon } from '../primitives/Icon.tsx'

export type Option<T extends string> = { readonly value: T; readonly label: string }

/** One of a few, by pointer or keyboard. */
export function Select<T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
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

type Currency = Pick<PaymentToken, 'address' | 'symbol'>

/** A price in one of the chain's currencies. */
export function PriceField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly currency: Currency
  readonly currencies: readonly Currency[]
  /** Needed where there is a choice. */
  readonly onCurrency?: (address: `0x${string}`) => void
  readonly problem?: string | undefined
  readonly hint?: ReactNode
}): ReactNode {
  const { words } = useKit()
  const id = useId()
  const told = props.problem !== undefined
  return (
    <div className="sluice-field">
      <label htmlFor={id} className="sluice-label">
        {props.label}
      </label>
      <div className="sluice-joined">
        <input
          id={id}
          className="sluice-input"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={props.value}
          aria-invalid={told}
          aria-describedby={`${id}-hint`}
          onChange={(event) => props.onChange(event.target.value)}
        />
        <Select
          bare
          label={words.fields.currency}
          value={props.currency.address}
          options={props.currencies.map(({ address, symbol }) => ({ value: address, label: symbol }))}
          onChange={props.onCurrency ?? (() => {})}
        />
      </div>
      <p id={`${id}-hint`} className="sluice-hint" data-problem={told ? '' : undefined}>
        {props.problem ?? props.hint}
      </p>
    </div>
  )
}

/** How many units, within what is there; not drawn where there is but one. */
export function QuantityField(props: {
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
  /** In the place of how many there are. */
  readonly hint?: string
}): ReactNode {
  const { words } = useKit()
  const id = useId()
  if (props.max < 2) return null
  return (
    <div className="sluice-field">
      <label htmlFor={id} className="sluice-label">
        {words.fields.quantity}
      </label>
      <input
        id={id}
        className="sluice-input"
        type="number"
        inputMode="numeric"
        min={1}
        max={props.max}
        step={1}
        value={Number.isNaN(props.value) ? '' : props.value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.target.valueAsNumber)}
      />
      <p id={`${id}-hint`} className="sluice-hint">
        {props.hint ?? words.fields.available(props.max)}
      </p>
    </div>
  )
}

/** How long an order stands. */
export function DurationField(props: {
  readonly value: DurationName
  readonly onChange: (value: DurationName) => void
}): ReactNode {
  const { words } = useKit()
  const options = (Object.keys(durations) as DurationName[]).map((value) => ({
    value,
    label: words.fields.durations[value],
  }))
  return (
    <Select label={words.fields.duration} value={props.value} options={options} onChange={props.onChange} />
  )
}

/** A line of a sum: a name and what it comes to. */
export function Line(props: {
  readonly name: ReactNode
  readonly children: ReactNode
  readonly strong?: boolean
}): ReactNode {
  return (
    <div className="sluice-line" data-strong={props.strong ? '' : undefined}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
