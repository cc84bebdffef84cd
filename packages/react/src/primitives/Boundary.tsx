'use client'

import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** Draws a replacement for children that failed. `retry` draws the children again. */
  readonly fallback: (retry: () => void) => ReactNode
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

  readonly retry = (): void => this.setState({ failed: false })

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children
  }
}
