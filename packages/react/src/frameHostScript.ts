import { connectFrame } from './frame/connectFrame.ts'

/** The one script beside a pasted `<iframe data-sluice>`: connects every such frame of the page. */
for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-sluice]')) connectFrame(frame)
