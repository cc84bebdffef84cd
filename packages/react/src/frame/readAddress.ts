import { attributeNames } from '../elements/attributes.ts'
import { type ElementName, elementNames } from '../elements/ElementView.tsx'
import { type Language, languages } from '../locales/languages.ts'
import type { Theme } from '../theme/theme.ts'

/** What a page writes into the address of the frame. */
export type FrameAddress = {
  readonly element: ElementName
  /** What the element is about, as it is written on elements; read strictly there. */
  readonly attributes: ReadonlyMap<string, string>
  readonly language: Language
  readonly scheme: NonNullable<Theme['scheme']>
  readonly density: NonNullable<Theme['density']>
}

/**
 * Reads the frame's own address: `?show=buy&token=0x…:42&chain=8453&scheme=dark&language=de`.
 * @throws {Error} for what is unknown, given twice, or longer than anything we know.
 */
export function readAddress(query: string): FrameAddress {
  const given = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (given.has(name)) throw new Error(`The frame's address gives "${name}" twice.`)
    if (value.length > 4_000) throw new Error(`The frame's address gives a "${name}" that is too long.`)
    given.set(name, value)
  }
  const take = <T extends string>(name: string, known: readonly T[], otherwise: T | undefined): T => {
    const value = given.get(name)
    given.delete(name)
    const found = value === undefined ? otherwise : known.find((one) => one === value)
    if (found !== undefined) return found
    throw new Error(`The frame's address needs ${name}= one of ${known.join(', ')}.`)
  }
  const shown = elementNames.map((name) => name.slice('sluice-'.length))
  const element = elementNames[shown.indexOf(take('show', shown, undefined))] as ElementName
  const language = take('language', languages, 'en')
  const scheme = take('scheme', ['light', 'dark', 'system'], 'system')
  const density = take('density', ['comfortable', 'compact'], 'comfortable')
  const unknown = [...given.keys()].find((name) => !attributeNames.some((known) => known === name))
  if (unknown !== undefined) throw new Error(`The frame's address gives "${unknown}", which is not known.`)
  return { element, attributes: given, language, scheme, density }
}
