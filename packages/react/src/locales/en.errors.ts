import type { Messages } from './messages.ts'

/** What a reader is told about each way an action can stop. What became of the money is told beside it. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Something is filled in wrongly', body: 'Check the fields and try again.' },
  missing_configuration: {
    title: 'This chain is not set up',
    body: 'This site has no marketplace configured for the chain.',
  },
  no_order_ids: { title: 'Nothing to cancel', body: 'No order was chosen.' },
  bid_data_missing: {
    title: 'The offer is incomplete',
    body: 'Choose a token or a collection for the offer.',
  },
  unknown_chain: { title: 'Unknown chain', body: 'This site does not trade on the chain.' },
  provider_error: {
    title: 'The marketplace refused',
    body: 'It answered with an error. Trying again may help.',
  },
  provider_unreachable: {
    title: 'The marketplace cannot be reached',
    body: 'Check your connection, or try again in a moment.',
  },
  provider_malformed: {
    title: 'The marketplace answered in an unknown form',
    body: 'Its answer could not be read, so nothing was done with it.',
  },
  rate_limited: { title: 'Too many requests', body: 'Wait a moment, then try again.' },
  order_unavailable: {
    title: 'Sold or withdrawn meanwhile',
    body: 'Somebody was faster, or the seller took it back. It can no longer be bought at this price.',
  },
  poll_timeout: {
    title: 'It takes longer than expected',
    body: 'The marketplace has not prepared the next step in time. You can try again.',
  },
  order_refused: {
    title: 'The order was not published',
    body: 'The marketplace did not take it.',
  },
  cancel_unconfirmed: {
    title: 'It is not sure that the order is cancelled',
    body: 'You signed the cancellation, but the marketplace did not confirm it. The order may still be live. Try again, or cancel it on chain.',
  },
  price_mismatch: {
    title: 'The price has changed',
    body: 'It is no longer the price you agreed to, so nothing was asked of your wallet. Look at the new price first.',
  },
  no_price_bound: {
    title: 'No price was agreed',
    body: 'Without an agreed price for each item nothing is sent to your wallet.',
  },
  blocked: {
    title: 'Stopped before your wallet opened',
    body: 'The marketplace asked for something that you did not agree to.',
  },
  declined: { title: 'You stopped here', body: 'You did not confirm the summary.' },
  wallet_refused: { title: 'Refused in your wallet', body: 'You rejected the request. You can try again.' },
  wallet_busy: {
    title: 'Your wallet has another request open',
    body: 'Open your wallet, answer what is waiting there, then try again.',
  },
  wallet_unavailable: {
    title: 'The wallet does not answer',
    body: 'Unlock it or connect it again, then try again.',
  },
  wallet_error: {
    title: 'The wallet reported an error',
    body: 'It answered with an error instead of a result.',
  },
  wrong_chain: {
    title: 'The wallet is on another chain',
    body: 'It did not switch. Change the chain in your wallet and try again.',
  },
  account_changed: {
    title: 'The account in the wallet changed',
    body: 'The trade was agreed for another account, so it was stopped. Switch back, or start anew.',
  },
  bad_signature: {
    title: 'The signature does not fit',
    body: 'It was not made by the connected account, so it was not published.',
  },
  no_transaction_hash: {
    title: 'The wallet gave no transaction',
    body: 'Look into your wallet’s activity before you try again: it may have sent one.',
  },
  insufficient_funds: {
    title: 'Not enough funds',
    body: 'The account cannot pay the price and the network fee. Add funds, then try again.',
  },
  transaction_reverted: {
    title: 'The transaction failed on chain',
    body: 'The chain refused it, most likely because somebody was faster.',
  },
  transaction_cancelled: { title: 'Cancelled in your wallet', body: 'You cancelled the transaction.' },
  transaction_replaced: {
    title: 'Another transaction took its place',
    body: 'Your wallet sent something else instead, so this trade did not happen.',
  },
  transaction_dropped: {
    title: 'The transaction was dropped',
    body: 'The chain no longer knows it. You can try again.',
  },
  transaction_timeout: {
    title: 'Sent; the marketplace does not show it yet',
    body: 'It takes longer than expected. Follow the transaction in the explorer before you try again.',
  },
  effect_missing: {
    title: 'The chain does not show the result',
    body: 'The transaction succeeded, but what was to arrive is not there. Look at it in the explorer.',
  },
  order_filled: {
    title: 'Filled before it was cancelled',
    body: 'Somebody took the order while the cancellation was on its way. The trade stands: look at your activity.',
  },
  aborted: { title: 'Stopped', body: 'The trade was stopped before it was done.' },
  busy: {
    title: 'Already under way',
    body: 'The same trade is running in this or another window. Finish it there.',
  },
  storage_failed: {
    title: 'Nothing can be saved in this browser',
    body: 'Without it a signature could be forgotten, so none was asked for. Allow storage here.',
  },
  not_loaded: {
    title: 'Part of the page did not arrive',
    body: 'The safety checks could not be loaded, so your wallet was not asked. Reload the page and try again.',
  },
  unexpected: { title: 'Something went wrong', body: 'This was not foreseen. Trying again may help.' },
}

export const money: Messages['money'] = {
  untouched: 'No money moved and nothing was signed.',
  signed: 'A signature exists. No money moved, but the order may be live until you cancel it.',
  sent: 'A transaction is on its way. Whether it succeeds is not known yet.',
  spent: 'A transaction succeeded on chain. Look at your wallet before you try again.',
  gas_only: 'Only the network fee was paid. Nothing else moved.',
  unknown:
    'Your wallet was asked, and it is not known whether it signed or sent anything. Look at your wallet’s activity before you try again.',
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) => `${done} of ${total} ${done === 1 ? 'was' : 'were'} bought.`,
    sell: (done, total) => `${done} of ${total} ${done === 1 ? 'was' : 'were'} sold.`,
    list: (done, total) => `${done} of ${total} ${done === 1 ? 'was' : 'were'} listed.`,
    bid: (done, total) => `${done} of ${total} ${done === 1 ? 'offer was' : 'offers were'} placed.`,
    cancel: (done, total) => `${done} of ${total} ${done === 1 ? 'was' : 'were'} cancelled.`,
    transfer: (done, total) => `${done} of ${total} ${done === 1 ? 'was' : 'were'} transferred.`,
  },
  rest: {
    gone: 'The rest was no longer available when the transaction was mined. Nothing moved for it.',
    open: 'Nothing was sent for the rest.',
    unknown: 'What became of the rest is not known yet.',
  },
  mayBeLive: 'A signed order may be live: anyone can fill it until you cancel it.',
}

export const resume: Messages['resume'] = {
  title: 'While you were away',
  states: {
    prompting:
      'not known yet: the request may still be open in your wallet. The chain shows nothing of it so far.',
    sent: 'sent, and not on chain yet.',
    done: 'done; we read it from the chain.',
    signed: 'signed, and not published.',
    posted: 'published.',
    maybe_live: 'published perhaps: treat it as live until you cancel it.',
    rejected: 'not sent: refused in your wallet, or never answered.',
    failed: 'failed on chain. Only the network fee was paid.',
    replaced: 'another transaction took its place.',
    unknown:
      'not known yet: the request may still be open in your wallet. The chain shows nothing of it so far.',
  },
  signature: { failed: 'not published: it expired or ended before, or its signature was not valid.' },
  cancellation: {
    posted: 'confirmed by the marketplace: the order can no longer be filled.',
    maybe_live: 'not confirmed: treat the order as live, and cancel it on chain to be sure.',
    failed: 'too late: the order was filled before.',
  },
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Somebody was faster: the order is filled.',
  order_cancelled: 'The order has been cancelled.',
  order_expired: 'The order is not in force at this time.',
  bad_signature: 'The signature of the order does not count any more.',
  wrong_value: 'The amount that was sent does not fit the order.',
  bad_fraction: 'The order cannot be filled in this quantity.',
  zone_refused: 'The rules of the order refuse this trade.',
  conduit_closed: 'The exchange may not move tokens at present.',
  bad_criteria: 'The token is not one that the offer is for.',
  not_approved: 'The permission to move the token or the money is missing.',
  not_held: 'One side does not hold the token or the money any more.',
  receiver_refused: 'The recipient cannot receive it.',
  not_owner_of_order: 'Only whoever made the order can cancel it.',
  bad_match: 'The orders do not fit each other.',
  payment_short: 'The payment does not cover the price.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'No price was agreed beforehand: the one above is what the bytes say',
  NO_ITEM_PRICE:
    'Only a total was agreed, and a part can happen without the rest: check what each token costs or brings',
  ORD_FUNDS:
    'Your offers promise more than you have or allowed; the first accepted may leave none for the others',
  ORD_NOT_HELD: 'The chain does not show this token in your account',
  ORD_CRITERIA: 'Which tokens have this trait is the marketplace’s word alone',
  ORD_ZONE: 'The old order may stay open until it is cancelled on chain',
  ORD_TIME: 'It stays valid for a long time, whatever the market does meanwhile',
  CALL_CURRENCY:
    'The price is in a currency that nobody vouches for: check its contract, and what the amount is worth',
  CALL_CANCEL_SET: 'It cancels on an older contract; make sure that the order is from there',
  CALL_RECEIVER: 'The receiver is a contract that says it takes no such tokens; they may stay there for ever',
  FLOW_REPEAT: 'The same was started before, and how that ended is not known',
  FLOW_STALE: 'The chain could only be read as it was a while ago',
  SIM_ONLY: 'It could only be tried out, not proven',
  APR_CHANNEL:
    'Somebody besides the exchange may move tokens by this permission: check the contract that is named',
  APR_OPERATOR:
    'It permits the whole collection to be moved, for one token, and the permission stays; the token can be sent without it',
  CALL_ELSEWHERE:
    'The receiver is a contract on another chain, and nobody on this one; what is sent there may be lost',
  ORD_BARRED:
    'The collection does not let the exchange move this token: the order can be signed, but nobody could buy it',
  MSG_TEXT: 'The marketplace wants this text signed. No check can say what it is used for: read all of it',
  MSG_SITE: 'The text signs in at another site than this one, or for another account or chain',
  SIM_PARTS:
    'The contract could carry out only a part of this: the prices of the single tokens are not known',
  SIM_GAS: 'In a trial run it used far more gas than this needs: check the network fee in your wallet',
  SIM_ENV_DIVERGE:
    'In a trial run under other conditions it failed: it may fail on chain, too, and cost only the network fee',
  TX_TO: 'It calls a contract that nobody here knows',
}
