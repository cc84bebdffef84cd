import type { BuyAnswer } from '../answers.ts'
import { jsonOf } from '../server.ts'
import { onlyHonest, type Protocol } from './protocol.ts'

/** An order as seaport-js takes it: amounts in text. */
const seaportOrder = ({ order: { components, signature } }: Pick<BuyAnswer, 'order'>) =>
  JSON.parse(
    jsonOf({
      parameters: { ...components, totalOriginalConsiderationItems: components.consideration.length },
      signature,
    }),
  ) as object

/** A server of signed orders: the caller fetches one and hands it to the client, which writes the call itself. */
export const seaportOrders: Protocol = {
  buy: (answer, scene) => {
    const why = 'The client writes the call itself; the server gives the order alone.'
    onlyHonest('buy', answer, scene, ['extras', 'recipient', 'saidPrice', 'tips', 'to'], why)
    return ({ path }) => (path === '/order' ? seaportOrder(answer) : undefined)
  },
}
