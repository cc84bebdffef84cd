import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** Draws a replacement for children that failed. `retry` draws the children again. */
  readonly fallback: (cause: unknown, retry: () => void) => ReactNode
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

  retry = (): void => {
    this.props.onRetry?.()
    this.setState({ failed: undefined })
  }

  override render(): ReactNode {
    const { failed } = this.state
    return failed === undefined ? this.props.children : this.props.fallback(failed.cause, this.retry)
  }
}
