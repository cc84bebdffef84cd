import type { ReactNode } from 'react'

/**
 * A whole sentence with elements in the places of its `{names}`, so that each language puts them where it needs them.
 * The direction in which a part is written does not turn the sentence around it.
 *
 * @example
 * <Sentence of="{spender} may spend up to {amount}" parts={{ spender, amount }} />
 */
export function Sentence(props: {
  readonly of: string
  readonly parts: Readonly<Record<string, ReactNode>>
}): ReactNode {
  // What stands between the braces is every second piece.
  return props.of
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : <bdi key={piece}>{props.parts[piece]}</bdi>))
}
