'use client'

import { Component, type ReactNode } from 'react'

type GuardedProps = { readonly name: string; readonly children?: ReactNode }

/** An element that is written wrongly says so on the console and shows nothing; its neighbors go on. */
export class Guarded extends Component<GuardedProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    console.error(`<${this.props.name}>: ${error.message}`)
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
