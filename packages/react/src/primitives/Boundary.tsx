'use client'

import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** What is shown in the place of a part that failed; `again` draws the part again. */
  readonly fallback: (again: () => void) => ReactNode
  readonly children?: ReactNode
}

/** Keeps an error in one component from unmounting the whole page. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
  }

  readonly again = (): void => this.setState({ failed: false })

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.again) : this.props.children
  }
}
