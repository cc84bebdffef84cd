import { InvalidArgumentError } from 'commander'

/** Reads a whole number between two bounds, both included. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
