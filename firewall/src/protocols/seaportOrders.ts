import type { FillAnswer } from '../answers.ts'
import { type Handler, jsonOf } from '../server.ts'
import { onlyHonest, type Protocol } from './protocol.ts'

/** An order as seaport-js takes it: amounts in text. */
const seaportOrder = ({ order: { components, signature } }: Pick<FillAnswer, 'order'>) =>
  JSON.parse(
    jsonOf({
      parameters: { ...components, totalOriginalConsiderationItems: components.consideration.length },
      signature,
    }),
  ) as object

const why = 'The client writes the call itself; the server gives the order alone.'
const handlerOf =
  (answer: FillAnswer): Handler =>
  ({ path }) =>
    path === '/order' ? seaportOrder(answer) : undefined

/** A server of signed orders: the caller fetches one and hands it to the client, which writes the call itself. */
export const seaportOrders: Protocol = {
  buy: (answer, scene) => {
    onlyHonest('buy', answer, scene, ['extras', 'recipient', 'saidPrice', 'tips', 'to'], why)
    return handlerOf(answer)
  },
  sell: (answer, scene) => {
    onlyHonest('sell', answer, scene, ['extras', 'operator', 'recipient', 'saidPrice', 'tips', 'to'], why)
    return handlerOf(answer)
  },
}
