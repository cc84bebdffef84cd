import { collectionOf } from './operators.ts'
import type { Rule } from './rule.ts'
import { feesOf, isHonestlyShared, type Subject } from './shares.ts'
import type { OfferedOrder, SignCase, SignRequest } from './signCase.ts'

const day = 86_400n

/** What an order to sign has to be. */
export const signRules: readonly Rule<Subject>[] = [
  {
    code: 'ORD_OFFERER',
    says: 'The order is of the account.',
    breaks: ({ order }) => order.offerer !== 'account',
  },
  {
    code: 'ORD_OFFER_ITEM',
    says: 'What the order gives is the agreed token, or the agreed currency.',
    breaks: ({ order, terms, isBid }) =>
      isBid
        ? order.currency !== terms.currency
        : order.token !== terms.token || order.isAny || isWrongStandard(order),
  },
  {
    code: 'ORD_CRITERIA',
    says: 'A listing is of one token, and an offer for exactly the tokens that were agreed.',
    breaks: ({ order, terms, isBid }) => order.isAny !== (isBid && terms.isAny),
  },
  {
    code: 'ORD_OFFER_AMOUNT',
    says: 'The order gives the agreed amount.',
    breaks: ({ order, terms, isBid }) =>
      isBid
        ? order.gross !== terms.gross || order.endGross !== terms.gross
        : order.quantity !== terms.quantity || order.endQuantity !== terms.quantity,
  },
  { code: 'ORD_OFFER_COUNT', says: 'The order gives one thing.', breaks: ({ order }) => order.givesMore },
  {
    code: 'ORD_CONS_ITEM',
    says: 'An offer asks for the agreed token, and all of its units.',
    breaks: ({ order, terms, isBid }) =>
      isBid &&
      (collectionOf(order.token) !== collectionOf(terms.token) ||
        (!terms.isAny && order.token !== terms.token) ||
        order.isAny !== terms.isAny ||
        isWrongStandard(order) ||
        order.quantity !== terms.quantity ||
        order.endQuantity !== terms.quantity ||
        order.tokenTo === 'nobody'),
  },
  {
    code: 'ORD_CONS_RECIPIENT',
    says: 'The token of an offer goes to the bidder.',
    breaks: ({ order, isBid }) => isBid && order.tokenTo !== 'account',
  },
  {
    code: 'ORD_PRIVATE',
    says: 'A listing is for the agreed buyer, or for anybody.',
    breaks: ({ order, terms, isBid }) => !isBid && order.tokenTo !== (terms.taker ?? 'nobody'),
  },
  {
    code: 'ORD_PRIVATE',
    says: 'A private listing asks for the very token that it gives.',
    breaks: (subject) =>
      !subject.isBid &&
      subject.order.tokenTo !== 'nobody' &&
      ['ORD_OFFER_ITEM', 'ORD_OFFER_AMOUNT', 'ORD_CRITERIA'].some((code) => breaks(code, subject)),
  },
  {
    code: 'ORD_CONS_CURRENCY',
    says: 'Payments are in the agreed currency.',
    breaks: ({ order, terms }) => order.payments.some(({ currency }) => currency !== terms.currency),
  },
  {
    code: 'ORD_DUTCH',
    says: 'A price moves only if that was agreed, and falls.',
    breaks: ({ order, terms, isBid }) =>
      isBid
        ? order.gross !== order.endGross || order.payments.some(({ start, end }) => start !== end)
        : ((terms.endGross ?? terms.gross) === terms.gross &&
            order.payments.some(({ start, end }) => start !== end)) ||
          (terms.endGross !== undefined && terms.endGross > terms.gross),
  },
  ...(['ORD_PRICE', 'ORD_FEE', 'ORD_CONS_RECIPIENT'] as const).map(
    (code): Rule<Subject> => ({
      code,
      says: 'Everybody gets of the price what was agreed, and the account the rest, in one honest way of rounding.',
      breaks: (subject) => !isHonestlyShared(subject),
    }),
  ),
  {
    code: 'ORD_TIME',
    says: 'The order ends as agreed, not yet and not too late, and starts now (ten minutes are granted to clocks).',
    breaks: ({ order, terms }) =>
      order.ends !== terms.ends ||
      order.starts < -660n ||
      order.starts > 540n ||
      terms.ends <= 0n ||
      terms.ends + 60n > 181n * day,
  },
  {
    code: 'ORD_TIME',
    says: 'A listing stands for a month at most, an offer for a week.',
    asks: true,
    breaks: ({ terms, isBid }) => terms.ends > (isBid ? 7n : 31n) * day,
  },
  {
    code: 'ORD_ZONE',
    says: 'The order is restricted to a zone of the policy where that was agreed, else to none.',
    breaks: ({ order, terms }) => order.zone !== (terms.isCancellable ? 'own' : 'none'),
  },
  {
    code: 'ORD_ZONEHASH',
    says: 'The order has no data for a zone.',
    breaks: ({ order }) => order.hasZoneHash,
  },
  {
    code: 'ORD_TYPE',
    says: 'The order is restricted only with a zone, and divisible only if it has several units.',
    breaks: ({ order, terms }) =>
      order.isRestricted !== (terms.isCancellable && order.zone !== 'none') ||
      (order.isPartial && collectionOf(terms.token) !== 'E' && terms.quantity === 1n),
  },
  {
    code: 'ORD_CONDUIT',
    says: 'The conduit is the agreed one, or one of the chain.',
    breaks: ({ order, terms }) =>
      order.through !== (terms.through ?? order.through) || (terms.through ?? order.through) === 'foreign',
  },
  {
    code: 'ORD_COUNTER',
    says: 'The counter is that of the account.',
    breaks: ({ order, given }) => given.isCounterRead && order.counter !== 'current',
  },
  {
    code: 'ORD_COUNTER',
    says: 'The counter was read.',
    asks: true,
    breaks: ({ given }) => !given.isCounterRead,
  },
  {
    code: 'ORD_NOT_HELD',
    says: 'The account holds what it lists.',
    asks: true,
    breaks: ({ given, terms, isBid }) =>
      !isBid && (given.holdings.get(terms.token) ?? terms.quantity) < terms.quantity,
  },
  {
    code: 'ORD_FEE',
    says: 'Fees are within the maximum of the policy.',
    breaks: (subject) => feesOf(subject).reduce((sum, { bps }) => sum + bps, 0) > 2_500,
  },
  {
    code: 'ORD_TERMS',
    says: 'An order can be built from what was agreed.',
    breaks: (subject) => {
      const { terms, isBid } = subject
      return (
        terms.gross <= 0n ||
        (terms.endGross ?? 1n) <= 0n ||
        terms.ends <= -60n ||
        feesOf(subject).reduce((sum, { bps }) => sum + bps, 0) >= 10_000 ||
        (isBid && terms.currency === 'coin')
      )
    },
  },
]

const isWrongStandard = ({ standard, token }: OfferedOrder): boolean =>
  (standard === 'erc1155') !== (collectionOf(token) === 'E')
const breaks = (code: string, subject: Subject): boolean =>
  signRules.some((rule) => rule.code === code && rule.asks !== true && rule.breaks(subject))

export const requestRules: readonly Rule<{ readonly given: SignCase; readonly request: SignRequest }>[] = [
  {
    code: 'POST_ENDPOINT',
    says: 'The signature of an order is posted as an order, and that of several as several.',
    breaks: ({ request: { endpoint, isBulk } }) =>
      !endpoint.startsWith('/order/') || (isBulk && endpoint === '/order/v3'),
  },
  {
    code: 'TD_DOMAIN',
    says: 'The domain is that of Seaport on this chain.',
    breaks: ({ request }) => request.domain !== 'right',
  },
  {
    code: 'TD_TYPES',
    says: 'The types are those of Seaport.',
    breaks: ({ request }) => request.types !== 'right',
  },
  {
    code: 'ORD_BULK',
    says: 'A contract account signs orders one by one.',
    breaks: ({ given, request }) => request.isBulk && given.account === 'contract',
  },
  {
    code: 'ORD_BULK',
    says: 'It is known that the account can sign several orders at once.',
    asks: true,
    breaks: ({ given, request }) => request.isBulk && given.account === 'unread',
  },
]
