import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('en')

/** What a reader is told about each way an action can stop. What became of the money is told beside it. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Something is filled in incorrectly', body: 'Check the fields and try again.' },
  missing_configuration: {
    title: 'This chain is not set up',
    body: 'This site has no marketplace configured for this chain.',
  },
  no_order_ids: { title: 'Nothing to cancel', body: 'No listing or offer was chosen.' },
  bid_data_missing: {
    title: 'The offer is incomplete',
    body: 'Choose a token or a collection for the offer.',
  },
  unknown_chain: { title: 'Unknown chain', body: 'This site does not trade on this chain.' },
  provider_error: {
    title: 'The marketplace reported an error',
    body: 'It responded with an error. Trying again may help.',
  },
  provider_unreachable: {
    title: 'The marketplace cannot be reached',
    body: 'Check your connection, or try again in a moment.',
  },
  provider_malformed: {
    title: 'The marketplace sent an unreadable response',
    body: 'Its response has an unknown form, so nothing was done with it.',
  },
  rate_limited: { title: 'Too many requests', body: 'Wait a moment, then try again.' },
  order_unavailable: {
    title: 'No longer available',
    body: 'Someone may have bought first, or the seller may have withdrawn. What you chose can no longer be bought at this price.',
  },
  poll_timeout: {
    title: 'This is taking longer than expected',
    body: 'The marketplace did not prepare the next step in time. You can try again.',
  },
  order_refused: {
    title: 'The listing or offer was not published',
    body: 'The marketplace did not accept it.',
  },
  cancel_unconfirmed: {
    title: 'The cancellation is not confirmed',
    body: 'You signed it, but the marketplace has not confirmed that it took effect. Until it does, someone can still fill the listing or offer at its price. Try again, or cancel it on chain: that is certain, and costs a network fee.',
  },
  price_mismatch: {
    title: 'The price has changed',
    body: 'It is no longer the price you agreed to, so your wallet was not asked for anything. Check the new price first.',
  },
  no_price_bound: {
    title: 'No price was agreed',
    body: 'Without an agreed price for each item, nothing is sent to your wallet.',
  },
  blocked: {
    title: 'Stopped before your wallet opened',
    body: 'The marketplace asked for something you did not agree to.',
  },
  declined: { title: 'You stopped here', body: 'You did not confirm the summary.' },
  wallet_refused: { title: 'Rejected in your wallet', body: 'You can try again.' },
  wallet_busy: {
    title: 'Your wallet has another request open',
    body: 'Open your wallet, respond to the request that is waiting there, then try again.',
  },
  wallet_unavailable: {
    title: 'The wallet is not responding',
    body: 'Unlock it or reconnect it, then try again.',
  },
  wallet_error: {
    title: 'The wallet reported an error',
    body: 'It responded with an error instead of a result.',
  },
  wrong_chain: {
    title: 'The wallet is on another chain',
    body: 'This trade is on a different chain. Change the chain in your wallet and try again.',
  },
  account_changed: {
    title: 'The account in the wallet changed',
    body: 'The trade was agreed for another account, so it was stopped. Switch back to that account, or start again.',
  },
  bad_signature: {
    title: 'The signature is not valid',
    body: 'It was not made by the connected account, so it was not published.',
  },
  no_transaction_hash: {
    title: 'The wallet returned no transaction',
    body: 'Check your wallet’s activity before you try again: it may have sent one.',
  },
  insufficient_funds: {
    title: 'Not enough funds',
    body: 'The account cannot pay the price and the network fee. Add funds, then try again.',
  },
  transaction_would_fail: {
    title: 'The transaction would fail, so it was not sent',
    body: 'A trial run on the current state failed. Something has probably changed: the listing or offer, a balance or a permission.',
  },
  transaction_reverted: {
    title: 'The transaction failed on chain',
    body: 'The chain rejected it: something changed before it was mined, or it ran out of gas.',
  },
  transaction_cancelled: {
    title: 'Transaction canceled in your wallet',
    body: 'You canceled the transaction.',
  },
  transaction_replaced: {
    title: 'Another transaction replaced it',
    body: 'Your wallet sent something else instead, so this trade did not happen.',
  },
  transaction_dropped: {
    title: 'The transaction was dropped',
    body: 'The chain no longer knows it. You can try again.',
  },
  transaction_timeout: {
    title: 'Sent; the marketplace does not show it yet',
    body: 'This is taking longer than expected. Follow the transaction in the explorer before you try again.',
  },
  effect_missing: {
    title: 'The chain does not show the result',
    body: 'The transaction succeeded, but what should have arrived is not there. Check it in the explorer.',
  },
  order_filled: {
    title: 'Filled before it was canceled',
    body: 'Someone filled the listing or offer while the cancellation was on its way. The trade is final: check your activity.',
  },
  aborted: { title: 'Stopped', body: 'The trade was stopped before it was finished.' },
  busy: {
    title: 'Already started',
    body: 'The same trade was started before, in this window or another one. Finish it there, or look at how it ended before you start it again.',
  },
  storage_failed: {
    title: 'Nothing can be saved in this browser',
    body: 'Without storage a signature could be lost, so none was requested. Allow storage for this site.',
  },
  not_loaded: {
    title: 'Part of the page did not load',
    body: 'The safety checks could not be loaded, so your wallet was not asked for anything. Reload the page and try again.',
  },
  unexpected: {
    title: 'Something went wrong',
    body: 'This should not have happened. Trying again may help.',
  },
}

export const money: Messages['money'] = {
  untouched: 'No money moved and nothing was signed.',
  signed: 'A signature exists. No money moved, but the listing or offer may be live until you cancel it.',
  sent: 'A transaction is on its way. It is not known yet whether it will succeed.',
  spent: 'A transaction succeeded on chain. Check your wallet before you try again.',
  gas_only: 'Only the network fee was paid. Nothing else moved.',
  unknown:
    'Your wallet was asked, and it is not known whether it signed or sent anything. Check your wallet’s activity before you try again.',
}

export const moved: Messages['moved'] = {
  offer: 'The offer has changed',
  amounts: (was, now) => `It was ${was} and is now ${now}.`,
  unasked: 'Your wallet was not asked for anything.',
  review: { buy: 'Review new price', sell: 'Review new offer' },
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) =>
      plural(done, { one: `{count} of ${total} was bought.`, other: `{count} of ${total} were bought.` }),
    sell: (done, total) =>
      plural(done, { one: `{count} of ${total} was sold.`, other: `{count} of ${total} were sold.` }),
    list: (done, total) =>
      plural(done, { one: `{count} of ${total} was listed.`, other: `{count} of ${total} were listed.` }),
    bid: (done, total) =>
      plural(done, {
        one: `{count} of ${total} offers was placed.`,
        other: `{count} of ${total} offers were placed.`,
      }),
    cancel: (done, total) =>
      plural(done, {
        one: `{count} of ${total} was canceled.`,
        other: `{count} of ${total} were canceled.`,
      }),
    transfer: (done, total) =>
      plural(done, {
        one: `{count} of ${total} was transferred.`,
        other: `{count} of ${total} were transferred.`,
      }),
  },
  rest: {
    gone: 'The rest was no longer available when the transaction was mined. Nothing moved for it.',
    open: 'Nothing was sent for the rest.',
    unknown: 'It is not known yet what happened to the rest.',
  },
  mayBeLive: 'A signed listing or offer may be live: anyone can fill it until you cancel it.',
}

export const resume: Messages['resume'] = {
  title: 'While you were away',
  done: {
    buy: (what) => `Bought ${what}.`,
    sell: (what) => `Sold ${what}.`,
    transfer: (what) => `Transferred ${what}.`,
    'sign-listing': (what) => `Listing of ${what} published.`,
    'sign-offer': (what) => `Offer for ${what} published.`,
    listing: (what) => `The listing of ${what} is canceled.`,
    offer: (what) => `The offer for ${what} is canceled.`,
  },
  confirmed: 'Confirmed on chain.',
  about: {
    buy: (what) => (what === undefined ? 'Purchase:' : `Purchase of ${what}:`),
    sell: (what) => (what === undefined ? 'Sale:' : `Sale of ${what}:`),
    transfer: (what) => (what === undefined ? 'Transfer:' : `Transfer of ${what}:`),
    'sign-listing': (what) => (what === undefined ? 'Listing:' : `Listing of ${what}:`),
    'sign-offer': (what) => (what === undefined ? 'Offer:' : `Offer for ${what}:`),
    cancel: (what) => (what === undefined ? 'Cancellation:' : `Cancellation for ${what}:`),
  },
  states: {
    prompting: 'Not known yet: the request may still be open in your wallet. Nothing shows on chain yet.',
    sent: 'Sent, not on chain yet.',
    done: 'Done, confirmed on chain.',
    signed: 'Signed, not published.',
    posted: 'Published.',
    maybe_live: 'Possibly published: treat it as live until you cancel it.',
    rejected: 'Not sent: rejected in your wallet, or never confirmed.',
    failed: 'Failed on chain. Only the network fee was paid.',
    replaced: 'Another transaction replaced it.',
    unknown: 'Not known yet: the request may still be open in your wallet. Nothing shows on chain yet.',
  },
  signature: { failed: 'Not published: it had already expired or ended, or its signature was not valid.' },
  cancellation: {
    posted: 'Confirmed by the marketplace: the listing or offer can no longer be filled.',
    maybe_live:
      'Not confirmed: someone may still fill the listing or offer at its price. To be certain, cancel it on chain.',
    failed: 'Too late: the listing or offer was filled first.',
  },
}

export const refused: Messages['refused'] = {
  title: 'The marketplace refused the request',
  body: 'It would refuse the same request again. Check what you entered.',
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Someone else was faster: the listing or offer has been filled.',
  order_cancelled: 'The listing or offer has been canceled.',
  order_expired: 'The listing or offer has expired or is not valid yet.',
  bad_signature: 'The signature of the listing or offer is no longer valid.',
  wrong_value: 'The amount that was sent does not match the price.',
  bad_fraction: 'The listing or offer cannot be filled in this quantity.',
  zone_refused: 'The rules of the listing or offer refuse this trade.',
  conduit_closed: 'The exchange is not allowed to transfer tokens at the moment.',
  bad_criteria: 'The offer is not for this token.',
  not_approved: 'The permission to transfer the token or the money is missing.',
  not_held: 'One side no longer holds the token or the money.',
  transfer_barred: 'The rules of the collection do not allow this transfer.',
  receiver_refused: 'The recipient cannot receive it.',
  not_owner_of_order: 'Only the account that created the listing or offer can cancel it.',
  bad_match: 'The two sides of the trade do not match.',
  payment_short: 'The payment does not cover the price.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'No price was agreed beforehand: the price above is what the transaction itself says.',
  PRICE_MOVES:
    'The price changes with time: depending on when the transaction is carried out, it may be worse than what was agreed or shown.',
  NO_ITEM_PRICE:
    'Only a total was agreed, and one part can happen without the rest: check what each token costs or brings.',
  ORD_REVIVED:
    'An older listing of yours can be filled because of this, at its old price: cancel it first if you no longer want that.',
  ORD_FUNDS:
    'Your offers promise more than you have or have allowed: the first one that is accepted may leave nothing for the others.',
  ORD_FEE: 'More of the offer goes to fees than is usual: check what is left for you.',
  ORD_NOT_HELD: 'The chain does not show this token in your account.',
  ORD_CRITERIA: 'Only the marketplace knows which tokens have this trait: its list could not be checked.',
  ORD_ZONE: 'The old listing or offer may stay open until it is canceled on chain.',
  ORD_TIME: 'It stays valid for a long time, whatever happens to the market in the meantime.',
  CALL_CURRENCY:
    'The price is in a currency that is not on the list of this chain: check its contract, and what the amount is worth.',
  CALL_CANCEL_SET:
    'It is not known on which contract the listing or offer was made: it may stay open on another one.',
  CALL_RECEIVER:
    'The recipient is a contract that says it does not accept such tokens: they may be stuck there forever.',
  FLOW_REPEAT: 'The same action was started before, and its outcome is unknown.',
  FLOW_STALE: 'Only an older state of the chain could be read.',
  SIM_ONLY: 'It could only be simulated, not proven.',
  APR_CHANNEL:
    'This permission lets a contract other than the exchange transfer tokens: check the contract shown.',
  APR_OPERATOR:
    'It allows the whole collection to be transferred, and the permission stays. Tokens can be sent one by one without it.',
  CALL_ELSEWHERE:
    'The recipient is a contract on another chain and was never used on this one: what is sent there may be lost.',
  ORD_BARRED:
    'The collection does not let the exchange transfer its tokens: you can sign, but the trade can never go through.',
  MSG_TEXT:
    'The marketplace wants you to sign this text. No check can tell what it will be used for: read all of it.',
  MSG_SITE: 'The text signs you in to a site other than this one, or for another account or chain.',
  SIM_PARTS: 'The contract may carry out only a part of this: the price of each single token is not known.',
  SIM_GAS: 'In a simulation it used far more gas than this needs: check the network fee in your wallet.',
  SIM_ENV_DIVERGE:
    'In a simulation under other conditions it failed: it may fail on chain, too, and cost the network fee without doing anything.',
  TX_TO: 'It calls an unknown contract.',
}
