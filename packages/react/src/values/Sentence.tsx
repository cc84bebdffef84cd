import type { ReactNode } from 'react'

/**
 * A whole sentence with elements in the places of its `{names}`, so that each language puts them where it needs them.
 * The direction in which a part is written does not turn the sentence around it.
 *
 * @param of The text with the places of its parts.
 * @param parts What is drawn in each place, by its name.
 * @example
 * <Sentence of="{spender} may spend up to {amount}" parts={{ spender, amount }} />
 */
export function Sentence(props: {
  readonly of: string
  readonly parts: Readonly<Record<string, ReactNode>>
}): ReactNode {
  // Every second piece is the text between braces.
  return props.of
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : <bdi key={piece}>{props.parts[piece]}</bdi>))
}
