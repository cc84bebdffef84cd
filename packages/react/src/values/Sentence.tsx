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
  const partOf = (name: string) => {
    const part = props.parts[name]
    // A text is written in its own direction; what several elements make up, in that of the sentence.
    return typeof part === 'object' ? (
      <span key={name} className="sluice-part">
        {part}
      </span>
    ) : (
      <bdi key={name}>{part}</bdi>
    )
  }
  // Every second piece is the text between braces.
  return props.of.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : partOf(piece)))
}
