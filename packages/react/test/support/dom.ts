import { flushSync } from 'react-dom'
import { until } from './page.ts'

/** Every open dialog: of the page, and of the shadow trees in which kits draw theirs. */
export const dialogs = (): readonly HTMLElement[] =>
  [
    document,
    ...[...document.querySelectorAll('[data-sluice-dialogs]')].map(({ shadowRoot }) => shadowRoot),
  ].flatMap((tree) => [...(tree?.querySelectorAll<HTMLElement>('[role="dialog"]') ?? [])])

/** The dialog that is open, as its user finds it. */
export const dialog = (): HTMLElement => {
  const found = dialogs().at(-1)
  if (found === undefined) throw new Error('No dialog is open')
  return found
}
export const isOpen = (): boolean => dialogs().length > 0

/** What is written in the open dialog; nothing while none is open. */
export const written = (): string => (isOpen() ? (dialog().textContent ?? '') : '')

/** The buttons of the open dialog by what is written on them, and whether each can be pressed. */
export const buttons = (): Readonly<Record<string, 'enabled' | 'disabled'>> =>
  Object.fromEntries(
    [...dialog().querySelectorAll('button')]
      .filter((button) => (button.textContent ?? '').trim() !== '')
      .map((button) => [
        (button.textContent ?? '').trim(),
        button.disabled ? ('disabled' as const) : ('enabled' as const),
      ]),
  )

/** Presses a button of the open dialog, as code of the page does. */
export function press(text: string): void {
  const found = [...dialog().querySelectorAll('button')].find((button) => button.textContent?.trim() === text)
  if (found === undefined) throw new Error(`No button says "${text}". There are: ${Object.keys(buttons())}`)
  flushSync(() => found.click())
}

/** The field with this label, or this accessible name. */
export function field(label: string): HTMLInputElement {
  const named = [...dialog().querySelectorAll<HTMLLabelElement>('label')].find((one) =>
    one.textContent?.trim().startsWith(label),
  )
  const labelled = named?.htmlFor
    ? dialog().querySelector(`[id="${named.htmlFor}"]`)
    : named?.querySelector('input')
  const input = labelled ?? dialog().querySelector(`input[aria-label="${label}"]`)
  if (!(input instanceof HTMLInputElement)) throw new Error(`No field is labelled "${label}"`)
  return input
}

/** Types into a field, as React hears it. */
export function type(label: string, text: string): void {
  const input = field(label)
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  flushSync(() => {
    set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Presses the return key in the form of the open dialog. */
export function submit(): void {
  const form = dialog().querySelector('form')
  if (form === null) throw new Error('The dialog has no form')
  flushSync(() => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
}

/** Waits until the open dialog says something. */
export const says = (text: string): Promise<void> =>
  until(
    () => written().includes(text),
    `"${text}"`,
    () => written(),
  )
