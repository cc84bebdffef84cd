/** The framed page as one script: what it needs to make its client, and the way to start it. */
export { browserStorage, createClient } from '@sluice/core'
export { type FrameOptions, startFrame } from './frame.ts'
