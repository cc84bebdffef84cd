/// <reference path="./inline.d.ts" />
import { defineElements } from './elements/defineElements.ts'
import styles from './theme/styles.css?inline'

export type { SluiceKitElement } from './elements/defineElements.ts'
export type { KitSettings } from './elements/KitElement.tsx'

defineElements(styles)
