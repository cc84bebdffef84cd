export { connectFrame, type FrameConnectionOptions, type HostWallet } from './frame/connectFrame.ts'
