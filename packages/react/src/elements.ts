import { defineElements, type SluiceKitElement } from './elements/defineElements.ts'
import type { TradeDetail } from './elements/elementEvents.ts'
import { kitStyles } from './theme/kitStyles.ts'

export type { SluiceKitElement } from './elements/defineElements.ts'
export type { TradeDetail } from './elements/elementEvents.ts'
export type { KitSettings } from './elements/KitElement.tsx'

declare global {
  interface HTMLElementTagNameMap {
    'sluice-kit': SluiceKitElement
  }
  interface HTMLElementEventMap {
    'sluice:open': CustomEvent<undefined>
    'sluice:close': CustomEvent<undefined>
    'sluice:done': CustomEvent<TradeDetail>
    'sluice:failed': CustomEvent<TradeDetail>
  }
}

// A server that renders a page imports this too; it has no elements.
if (typeof customElements !== 'undefined') defineElements({ styles: kitStyles })
