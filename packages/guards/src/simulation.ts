/** Compares what a node simulated with what the guards proved. For the client; may change in any release. */
export { readingsOf } from './simulation/simulation.ts'
export { agreedReadings, effectsOfCalls, weigh } from './simulation/weigh.ts'
