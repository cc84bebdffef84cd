'use client'

import { Component, type ReactNode } from 'react'

export type BoundaryProps = {
  /** Draws a replacement for children that failed. `retry` draws the children again; `cause` is what was thrown. */
  readonly fallback: (retry: () => void, cause: unknown) => ReactNode
  /** Called before failed children are drawn again. */
  readonly onRetry?: (() => void) | undefined
  readonly children?: ReactNode
}

type BoundaryState = { readonly failed: { readonly cause: unknown } | undefined }

/**
 * Contains a failure of its children: everything around it stays on the page.
 *
 * @example
 * <Boundary fallback={(retry) => <Button onClick={retry}>Try again</Button>}>
 *   <Cart open />
 * </Boundary>
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: undefined }

  static getDerivedStateFromError(cause: unknown): BoundaryState {
    return { failed: { cause } }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
  }

  readonly retry = (): void => {
    this.props.onRetry?.()
    this.setState({ failed: undefined })
  }

  override render(): ReactNode {
    const { failed } = this.state
    return failed === undefined ? this.props.children : this.props.fallback(this.retry, failed.cause)
  }
}
