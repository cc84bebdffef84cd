import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** Draws a replacement for children that failed. `retry` draws the children again. */
  readonly fallback: (retry: () => void, cause: unknown) => ReactNode
  /** Called before failed children are drawn again. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

type BoundaryState = { readonly failed: { readonly cause: unknown } | undefined }

/** Contains a failure of its children: everything around it stays on the page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: undefined }

  static getDerivedStateFromError(cause: unknown): BoundaryState {
    return { failed: { cause } }
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
