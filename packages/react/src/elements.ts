/// <reference path="./inline.d.ts" />
import { defineElements } from './elements/defineElements.ts'
import styles from './theme/styles.css?inline'

export type { SluiceKitElement } from './elements/defineElements.ts'
export type { KitSettings } from './elements/KitElement.tsx'

// A server that renders a page imports this too; it has no elements.
if (typeof customElements !== 'undefined') defineElements(styles)
