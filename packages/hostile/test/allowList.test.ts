import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { attacksFor } from '../src/proxy.ts'
import { context } from './fixtures.ts'

/** An attack that only this rule stops, or a test elsewhere by file and title. */
type Proof =
  | { readonly lie: string; readonly rule: string }
  | { readonly file: string; readonly title: string }

const lie = (rule: string, ...names: readonly string[]): readonly Proof[] =>
  names.map((name) => ({ lie: name, rule }))
const seen = (file: string, ...titles: readonly string[]): readonly Proof[] =>
  titles.map((title) => ({ file, title }))
const guards = (file: string, ...titles: readonly string[]) => seen(`guards/test/${file}.test.ts`, ...titles)
const faults = (file: string, ...titles: readonly string[]) =>
  seen(`core/test/faults/${file}.test.ts`, ...titles)

/**
 * The complete allow-list, rule by rule, each with what fails when the rule is removed: an attack that must be
 * stopped with the rule's own code (attacks.test.ts runs it), or a test of its own where bytes are not enough.
 */
const rules: Readonly<Record<string, readonly Proof[]>> = {
  'C1 account and chain are the intent’s, read again before each prompt': [
    ...lie('FLOW_CHAIN', 'F-16 another chain'),
    ...lie('TX_FROM', 'F-18 another sender'),
    ...faults('wallet', 'F58: an account other than the run’s', 'F59: a wallet that switched chain'),
  ],
  'C2 of a call only to, data and value are read': [
    ...lie('harmless', 'F-28 blobs and access lists', 'F-27 an EIP-7702 authorization for the attacker'),
    ...lie('TX_TO', 'B-05 a contract creation'),
  ],
  'C3 data is canonical, with a short suffix on Seaport alone': [
    ...lie('TX_CANON', 'B-28 an offset that only Seaport follows', 'B-29 more bytes than an attribution'),
    ...lie('TX_CANON', 'A-15 extra bytes after an approval', 'B-28 an address with dirty upper bits'),
    ...guards('disguises', 'blocks a signature of a hundred kilobytes, which only burns gas'),
  ],
  'C4 gas and fees are never the provider’s': [
    ...lie('harmless', 'F-25 gas that burns the balance', 'F-26 a nonce of the provider’s choice'),
    ...faults(
      'chain',
      'F46: gas that became twenty times as expensive during the review is shown before the wallet opens',
      'F47: a call that would fail because its order was filled',
    ),
  ],
  'C5 numbers are whole and fit': [
    ...lie('TX_VALUE', 'F-24 a fractional value', 'F-24 a negative value'),
    ...guards('strangeInput', 'one coin written %s is one coin', 'seconds are not milliseconds'),
  ],
  'C6 one prompt at a time': seen(
    'core/test/defects/money.test.ts',
    'B24: the wallet gets one prompt at a time',
  ),
  'C7 each slot once, and none missing without the chain’s word': [
    ...lie('FLOW_BUDGET', 'F-05 one sale twice in a step', 'A-14 an approval twice', 'O-24 wrapped twice'),
    ...lie(
      'FLOW_FALSE_COMPLETE',
      'F-13 a sale marked as complete',
      'A-15 a missing approval marked as complete',
    ),
  ],
  'addresses are the contracts that they are taken for': seen(
    'core/test/plan/planContracts.test.ts',
    'blocks a Seaport without code, which would keep the coin',
    'detects a Seaport of another chain or version by its domain',
    'blocks a collection (%o) without code, or with code that is not a collection',
  ),
  'O1 domain, types and primary type are Seaport’s own': [
    ...lie(
      'TD_DOMAIN',
      'G-13 a chain id as text',
      'G-14 another verifying contract',
      'G-16 a salt in the domain',
    ),
    ...lie('TD_TYPES', 'G-17 an additional field', 'G-16 another domain type'),
    ...lie('TD_UNKNOWN', 'G-05 an ERC-2612 permit', 'G-09 a Safe’s transaction', 'G-10 a user operation'),
  ],
  'O1 many orders at once only for accounts without code': lie(
    'ORD_BULK',
    'L-46 many orders for a contract account',
  ),
  'O2 the offerer is the account': lie('ORD_OFFERER', 'L-28 another account', 'L-29 the attacker’s order'),
  'O3 zone and type are of the list': [
    ...lie(
      'ORD_ZONE',
      'L-31 a zone',
      'L-35 another zone where one was agreed',
      'O-21 a zone of the attacker',
    ),
    ...lie(
      'ORD_TYPE',
      'L-31 a zone, by the order type',
      'L-32 a unique token in parts',
      'L-33 an order made by a contract',
    ),
  ],
  'O4 no zone hash': lie('ORD_ZONEHASH', 'L-34 a zone hash'),
  'O5 times': [
    ...lie('ORD_TIME', 'L-16 a start ten years ago', 'L-36 an end in ten years', 'L-37 a start in a year'),
    ...lie('ORD_TIME', 'L-38 an end before the start', 'O-19 a year longer', 'L-38 no end'),
    ...guards('rules', 'comes with a listing for months, and not with one for a month'),
  ],
  'O6 the salt is ours': lie('harmless', 'L-41 a salt of the provider’s choice'),
  'O7 the conduit is of the list': lie(
    'ORD_CONDUIT',
    'L-39 the attacker’s conduit',
    'O-20 the attacker’s conduit',
  ),
  'O8 the counter is the chain’s': [
    ...lie('ORD_COUNTER', 'L-40 a future counter', 'L-48 a counter far in the future'),
    ...guards('flow', 'an order with an unread counter asks for confirmation'),
  ],
  'L1 one token offered, of its kind, as many as agreed': [
    ...lie('ORD_OFFER_COUNT', 'L-19 one WETH in addition', 'L-27 nothing offered'),
    ...lie('ORD_OFFER_ITEM', 'L-22 another token', 'L-23 an edition in place of a token'),
    ...lie('ORD_OFFER_AMOUNT', 'L-24 two of a unique token', 'L-26 an amount that grows over time'),
    ...lie('ORD_CRITERIA', 'L-50 any token of the collection'),
    ...guards('disguises', 'blocks a listing of "token 50 000 000 000 000 000 000" of the wrapped coin'),
  ],
  'L2 the proceeds come to the account in the currency': [
    ...lie('ORD_CONS_RECIPIENT', 'L-01 proceeds to the attacker', 'L-02 proceeds to the zero address'),
    ...lie('ORD_CONS_CURRENCY', 'L-12 paid in a worthless token', 'L-14 a token id on a payment'),
    ...lie('ORD_PRIVATE', 'L-04 a private sale for nothing', 'L-50 another taker'),
    ...lie('ORD_DUTCH', 'L-15 a price that falls a little', 'L-16 a price that falls to nothing'),
  ],
  'L3 shares and proceeds are the price': [
    ...lie('ORD_PRICE', 'L-06 one wei less', 'L-17 an auction that ends lower than agreed'),
    ...lie('ORD_FEE', 'L-49 one wei moved between payments'),
  ],
  'L4 fees are the agreed ones': lie(
    'ORD_FEE',
    'L-07 an additional fee',
    'L-08 the royalty to the attacker',
    'L-11 a fee twice',
  ),
  'B1 one currency offered, as much as agreed': [
    ...lie('ORD_OFFER_ITEM', 'O-01 another currency', 'O-02 the native coin offered'),
    ...lie('ORD_OFFER_COUNT', 'O-04 more offered', 'O-05 a token in addition to the money'),
    ...lie('ORD_OFFER_AMOUNT', 'O-03 ten times the price'),
    ...lie('ORD_DUTCH', 'O-06 a price that rises'),
  ],
  'B2 the agreed token to the account; roots are ours': [
    ...lie(
      'ORD_CONS_ITEM',
      'O-07 nothing bought',
      'O-09 another collection',
      'O-15 an ERC-1155 token where an ERC-721 token was agreed',
    ),
    ...lie('ORD_CONS_RECIPIENT', 'O-08 the token to the attacker'),
    ...lie('ORD_CRITERIA', 'O-10 any token instead of one', 'O-11 another root', 'O-12 a zero root'),
    ...lie('ORD_CRITERIA', 'O-13 any token of a shared contract'),
  ],
  'B3 the rest are fees in the same currency': [
    ...lie('ORD_FEE', 'O-16 a higher fee', 'O-18 the whole price as a fee'),
    ...lie('ORD_CONS_CURRENCY', 'O-17 a fee in another currency'),
  ],
  'B4 what is promised beyond the balance is asked': guards(
    'disguises',
    'a missing wrap asks for confirmation',
    'money that open bids need asks for confirmation',
  ),
  'bulk: the tree is ours, no higher and no fuller than agreed': lie(
    'ORD_BULK',
    'L-43 a hidden leaf',
    'L-43 a higher tree',
    'L-44 a listing twice under one signature',
    'L-45 padding that is a real order',
  ),
  'bulk: each signature is its signer’s before it is posted': faults(
    'wallet',
    'F68: a signature of another key',
  ),
  'moving amounts are taken at their worst within the horizon': [
    ...lie(
      'CALL_PRICE',
      'B-15 a price that rises before it is sent',
      'S-07 an offer whose amount falls',
      'S-07 fees that grow',
    ),
  ],
  'parts divide': lie(
    'CALL_FRACTION',
    'B-27 half a unique token',
    'B-27 more than the whole order',
    'S-06 a fraction of a unique token',
  ),
  'basic: the route is of the action and the currency': [
    ...lie('CALL_CURRENCY', 'B-31 a basic route for an ERC-20'),
    ...lie('CALL_ORDER_ITEM', 'B-32 a basic route that sells'),
  ],
  'tips are the agreed fees on top': [
    ...lie('CALL_TIP', 'B-24 twenty ETH of tips', 'B-24 tips to the attacker', 'S-04 a tip of nine WETH'),
    ...guards(
      'disguises',
      'blocks a royalty on top that is paid twice',
      'fees on top are what was agreed, whatever the intent’s currency',
    ),
  ],
  'advanced: what leaves and comes is every item of the call': [
    ...lie(
      'CALL_PRICE',
      'B-09 slightly above the price',
      'S-03 a fee of 99% of the price',
      'S-15 a tenth of the price',
    ),
    ...lie('CALL_CURRENCY', 'B-13 paid in WETH', 'S-14 paid in a worthless token'),
    ...lie('CALL_ORDER_ITEM', 'B-36 a token asked in payment', 'S-01 a second token in the offer itself'),
  ],
  'available: each order is agreed on, groups are plain, none is left out': [
    ...lie('CALL_EXTRA_ORDER', 'B-16 a fourth order', 'B-17 one order twice'),
    ...lie('CALL_FULFILLMENTS', 'B-19 payments mixed up', 'B-20 a token that stays with the maker'),
    ...lie('CALL_QUANTITY', 'B-18 a maximum below the number of orders'),
    ...guards('disguises', 'blocks one of three tokens for the price of all, with the others awaited'),
  ],
  'match: private listings and offers alone, the account’s order a mirror': [
    ...lie('CALL_SELF_ORDER', 'B-38 the user’s own token in a match', 'B-38 a match that pays twice'),
    ...lie('CALL_SELF_ORDER', 'S-10 a second order of the user'),
    ...lie('CALL_RECIPIENT', 'B-38 the refund to the attacker', 'S-11 the rest of a match to the attacker'),
  ],
  'F1 a maker’s order: not ours, open or of a listed zone, in time, its token resolved': [
    ...lie('CALL_SELF_ORDER', 'B-35 the account’s own order', 'S-10 the seller’s own order alone'),
    ...lie(
      'CALL_ZONE',
      'B-25 an unlisted zone',
      'B-25 data for a zone without a zone',
      'S-18 an unlisted zone',
    ),
    ...lie('CALL_ORDER_TYPE', 'B-26 an order made by a contract', 'S-18 an offer made by a contract'),
    ...lie(
      'CALL_RESOLVER',
      'B-10 a cheap token of the criteria',
      'B-11 an empty proof',
      'S-17 two resolvers of one item',
    ),
    ...lie('CALL_EXPIRED', 'B-34 an order that has ended', 'B-34 an order that has not begun'),
  ],
  'F2 the value is the price, and nothing in a sale': lie(
    'TX_VALUE',
    'B-33 more wei than the price',
    'B-33 too little native coin',
    'S-16 wei sent by the seller',
  ),
  'F3 the conduit of the account is of the list': lie(
    'CALL_CONDUIT',
    'B-22 the attacker’s conduit',
    'B-23 an unlisted conduit',
    'S-09 the attacker’s conduit',
  ),
  'F4 what is bought comes to the agreed recipient': lie(
    'CALL_RECIPIENT',
    'B-07 the token to the attacker',
    'B-21 a sweep to the attacker',
    'S-08 the price to the attacker',
  ),
  'M1 a mint is SeaDrop’s public one, of an agreed collection, to the agreed recipient': [
    ...lie('TX_TO', 'B-42 a mint at another contract'),
    ...lie('TX_SELECTOR', 'B-42 another function of the same contract'),
    ...lie(
      'CALL_EXTRA_ORDER',
      'B-42 a mint of another collection',
      'B-42 a mint where only listings may be bought',
    ),
    ...lie('CALL_RECIPIENT', 'B-42 the new tokens to the attacker'),
  ],
  'M2 its price and its time are the chain’s, its number and its price the agreed ones': [
    ...lie('TX_VALUE', 'B-42 a mint that costs twice as much', 'B-42 fewer tokens for the same money'),
    ...lie('CALL_MINT', 'B-42 a mint that has ended', 'B-42 a mint whose terms were not read'),
    ...lie('CALL_PRICE', 'B-42 a mint that became more expensive than agreed'),
    ...lie('FLOW_BUDGET', 'B-42 more tokens than agreed', 'B-42 one mint twice'),
    ...guards('mints', 'a mint serves the item whose own price it keeps'),
  ],
  'M3 its tokens arrive, by a simulation and by the receipt': guards(
    'mints',
    'a simulation in which the tokens come agrees',
    'a receipt proves it where as many tokens came as were agreed, whichever they are',
  ),
  'F5 the chain’s word on orders and holdings': seen(
    'core/test/simulation/simulation.test.ts',
    'a purchase that would fail is blocked before anything is signed',
  ),
  'F6 approvals are what the fill takes': lie('APR_AMOUNT', 'S-13 an unlimited allowance'),
  'cancel: exactly the agreed orders, the account’s, on their own Seaport': [
    ...lie(
      'CALL_CANCEL_SET',
      'C-04 one order more than agreed',
      'C-03 no order at all',
      'C-05 the same order at another price',
    ),
    ...lie('CALL_OFFERER', 'C-03 somebody else’s order'),
    ...lie('TX_VALUE', 'C-09 native coin with a cancellation'),
    ...seen(
      'core/test/plan/seaport15.test.ts',
      'an order cancelled on 1.5 stays open on 1.6, because the version decides',
    ),
  ],
  'cancel by signature: a listed zone, the agreed ids': [
    ...lie('TD_DOMAIN', 'C-11 another zone'),
    ...lie('CALL_CANCEL_SET', 'C-12 other hashes', 'C-12 one hash twice'),
    ...lie('TD_UNKNOWN', 'C-10 a listing in place of a cancellation'),
  ],
  'cancel all: only when it was asked for': lie(
    'TX_SELECTOR',
    'C-05 all orders instead',
    'C-06 some orders instead of all',
  ),
  'cancelled is what the chain shows': [
    ...lie('FLOW_FALSE_COMPLETE', 'C-01 a cancellation marked as complete', 'C-02 only one of two orders'),
    ...guards('proof', 'shows the cancellation of every order by Seaport itself'),
  ],
  'transfer: safe, without data, each token to the agreed receiver': [
    ...lie(
      'CALL_TRANSFER_SET',
      'T-01 to the attacker',
      'T-04 one of many to the attacker',
      'T-09 data for a hook of the receiver',
    ),
    ...lie(
      'CALL_TRANSFER_SET',
      'T-09 more units',
      'T-12 one token twice in a batch',
      'T-06 from somebody else',
    ),
    ...lie('TX_SELECTOR', 'T-10 an unsafe transfer'),
    ...lie('TX_TO', 'T-08 the helper where the policy has none'),
    ...lie('CALL_CONDUIT', 'T-07 the attacker’s conduit'),
    ...guards('disguises', 'blocks a transfer and an offer'),
  ],
  'approval: spender, token and amount from the plan': [
    ...lie(
      'APR_SPENDER',
      'A-07 Permit2 as spender',
      'A-03 one token to the attacker',
      'O-26 an allowance to the attacker',
    ),
    ...lie('APR_KIND', 'O-27 more allowance on top', 'A-11 a revoked permission'),
    ...lie('harmless', 'O-25 an unlimited allowance', 'A-15 an unlimited allowance that is reduced'),
    ...lie('TX_TO', 'A-09 another currency', 'F-02 an operator approval of another collection'),
    ...lie('FLOW_REORDER', 'A-13 an approval after the sale'),
    ...guards(
      'disguises',
      'blocks two allowances while the sale is still awaited',
      'blocks its approval before the listing is known',
    ),
    ...guards('flow', 'resets a leftover USDT allowance if the provider forgot to'),
  ],
  'wrap: what is missing, into the coin of the bids': [
    ...lie('CALL_WRAP', 'O-22 fifty ETH wrapped'),
    ...lie('TX_TO', 'O-23 wrapped at another contract'),
  ],
  'text is never signed': [
    ...lie(
      'MSG_HASHLIKE',
      'G-01 a hash to sign as text',
      'G-03 a hash inside a sentence',
      'C-13 a hash of ids as text',
    ),
    ...lie('MSG_CTRL', 'G-04 text with a hidden clause'),
    ...lie('FLOW_EXTRA_STEP', 'F-01 an unrequested sign-in'),
  ],
  'always denied: validate, permits, multicalls, other contracts': [
    ...lie(
      'TX_SELECTOR',
      'L-51 a call to validate before the listing',
      'B-05 a multicall',
      'O-29 a permit by transaction',
    ),
    ...lie('TX_SELECTOR', 'B-03 a transfer of the currency', 'O-24 an unwrap in place of a wrap'),
    ...lie('TX_TO', 'B-04 a call to the conduit itself', 'B-04 Permit2', 'B-01 an unknown contract'),
  ],
  'posts go to listed paths': lie(
    'POST_ENDPOINT',
    'H-01 posted to "@evil/x"',
    'H-02 posted to the cancel route',
    'H-05 another method',
  ),
  'levels: strict, simulated, typed out': [
    ...guards(
      'policy',
      'needs explicit trust, for a host, until a day',
      'is strict and deeply frozen by default',
    ),
    ...guards('strangeInput', 'cannot be changed through an answer, an intent or chain state'),
    ...guards('flow', 'is needed for an account with an unknown delegate'),
    ...seen('core/test/simulation/simulation.test.ts', 'is blocked in strict mode, above the agreed price'),
  ],
  'nothing of an answer is handed on': [
    ...guards('tainted', '%s: no object and no unchecked text of the answer is signed, sent or posted'),
    ...seen('core/test/faults/answers.test.ts', 'transfers of another trade, or that never happened'),
  ],
}

const catalogue = new Map(attacksFor(context).map((attack) => [attack.name, attack]))
const packages = resolve(import.meta.dirname, '../..')

test.each(Object.entries(rules))('%s', (_, proofs) => {
  expect(proofs.length).toBeGreaterThan(0)
  for (const proof of proofs) {
    if ('lie' in proof) {
      const attack = catalogue.get(proof.lie)
      expect([proof.lie, attack?.kind === 'plan' ? attack.rule : undefined]).toEqual([proof.lie, proof.rule])
    } else {
      // As its author wrote it: in any quotes.
      const text = readFileSync(resolve(packages, proof.file), 'utf8')
      expect([proof.file, proof.title, text.includes(proof.title)]).toEqual([proof.file, proof.title, true])
    }
  }
})
