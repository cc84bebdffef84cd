import { TradeError } from '@sluice/core'

/**
 * reservoir-sdk's engine by its name. It carried out whatever steps it was handed, and nobody could say what had been
 * agreed to; so this one carries out nothing, and says what to call instead.
 *
 * @throws {TradeError} `blocked`, always.
 * @example
 * ```ts
 * // In the place of executeSteps(request, options, wallet, setState):
 * await getClient().actions.buyToken({ items, wallet, expectedPrice, onProgress: setState })
 * ```
 */
export async function executeSteps(..._given: readonly unknown[]): Promise<never> {
  throw new TradeError(
    'blocked',
    'executeSteps would sign what nobody looked at. Call an action instead, such as getClient().actions.buyToken: it asks for the steps itself, checks them, and tells onProgress.',
  )
}
