import { reservoirPeer } from '../reservoirPeer.ts'

export const adapter = reservoirPeer('sdk-1.6')
