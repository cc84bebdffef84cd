/** Why a form cannot be confirmed as it is. */
export type InvalidReason =
  | 'no_price'
  | 'bad_price'
  | 'ambiguous_price'
  | 'too_many_decimals'
  | 'bad_end_price'
  | 'low_price'
  | 'bad_quantity'
  | 'bad_address'
  | 'own_address'
  | 'unknown_name'
  | 'name_failed'
  | 'resolving'
  | 'quoting'
  | 'low_balance'
  | 'fees_exceed_price'
  | 'some_gone'

/** Why there is nothing to fill in. */
export type UnavailableReason =
  | 'not_listed'
  | 'nothing_listed'
  | 'no_offer'
  | 'own_token'
  | 'own_listing'
  | 'not_owner'
  | 'order_gone'
  | 'not_editable'
  | 'no_currency'
  | 'unreachable'

/** How long a listing or an offer is valid; `durations` has the seconds. */
export type DurationName = 'hour' | 'day' | 'threeDays' | 'week' | 'month' | 'threeMonths' | 'sixMonths'

/** Findings that the user is asked to confirm. */
export type AskCode =
  | 'NO_PRICE_BOUND'
  | 'NO_ITEM_PRICE'
  | 'ORD_FUNDS'
  | 'ORD_NOT_HELD'
  | 'ORD_CRITERIA'
  | 'ORD_TIME'
  | 'ORD_ZONE'
  | 'CALL_CANCEL_SET'
  | 'CALL_CURRENCY'
  | 'CALL_RECEIVER'
  | 'FLOW_REPEAT'
  | 'FLOW_STALE'
  | 'SIM_ONLY'
  | 'APR_CHANNEL'
  | 'APR_OPERATOR'
  | 'CALL_ELSEWHERE'
  | 'ORD_BARRED'
  | 'MSG_TEXT'
  | 'MSG_SITE'
  | 'SIM_PARTS'
  | 'SIM_GAS'
  | 'SIM_ENV_DIVERGE'
  | 'TX_TO'

/** The family of a guard's finding: its code up to the first `_`. */
export type FindingFamily =
  | 'FLOW'
  | 'SHAPE'
  | 'TX'
  | 'TD'
  | 'MSG'
  | 'ORD'
  | 'CALL'
  | 'APR'
  | 'POST'
  | 'RCPT'
  | 'SIM'
  | 'GAS'
  | 'NO'

/** What happened to a token, in the order a list may filter by. */
export type ActivityKind = 'sale' | 'ask' | 'bid' | 'transfer' | 'mint' | 'ask_cancel' | 'bid_cancel'
