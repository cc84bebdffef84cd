import type { ReactNode } from 'react'

/** A part of an address as a hue. */
const hueOf = (address: string, from: number): number =>
  Number.parseInt(address.slice(from, from + 4), 16) % 360

/** Two colors of an account: not proof of who it is, but the same on every visit. */
export function Avatar({
  of = '',
  size = 24,
}: {
  /** Gray until it is known. */
  readonly of?: string | undefined
  readonly size?: number
}): ReactNode {
  if (of === '') return <span className="avatar" aria-hidden="true" style={{ width: size, height: size }} />
  const first = hueOf(of, 2)
  const second = (hueOf(of, 38) % 120) + first + 60
  return (
    <span
      className="avatar"
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        backgroundImage: `linear-gradient(135deg, oklch(0.72 0.16 ${first}), oklch(0.52 0.18 ${second}))`,
      }}
    />
  )
}
