import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** Draws what stands in the place of children that failed. `retry` draws the children again. */
  readonly fallback: (cause: unknown, retry: () => void) => ReactNode
  /** Called before failed children are drawn again. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

type BoundaryState = { readonly failed: { readonly cause: unknown } | undefined }

/** Keeps a failure inside itself: everything around it stays on the page. */
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
