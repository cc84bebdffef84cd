/// <reference path="./inline.d.ts" />
import { defineElements } from './elements/defineElements.ts'
import standing from './frame/frame.css?inline'
import { kitStyles } from './theme/kitStyles.ts'

export { type FrameOptions, startFrame } from './frame/startFrame.ts'

// A server that renders a page imports this too; it has no elements.
if (typeof customElements !== 'undefined')
  defineElements({ styles: `${kitStyles}\n${standing}`, inPlace: true })
