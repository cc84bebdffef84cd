import type {
  Action,
  ItemPhase,
  JournalState,
  MoneyState,
  Purpose,
  RevertReason,
  SignedOrderState,
  TradeErrorCode,
  UnprovenCode,
} from '@sluice/core'
import type {
  ActivityKind,
  AskCode,
  DurationName,
  FindingFamily,
  InvalidReason,
  UnavailableReason,
} from './codes.ts'

/** A message with a title. */
export type TitledMessage = { readonly title: string; readonly body: string }

/**
 * Every sentence that the kit can show, for one language. Nothing that a provider wrote is ever shown as a
 * sentence: texts are found by our own codes. Names of tokens and collections are data, not words.
 */
export type Messages = PageMessages & RunMessages

/** What buttons, lists and forms say. */
export type PageMessages = {
  /** BCP 47 tag: numbers, dates and lists are formatted by it. */
  readonly locale: string
  readonly common: {
    readonly close: string
    readonly back: string
    readonly retry: string
    readonly done: string
    /** Goes on to other tokens. */
    readonly browse: string
    readonly connect: string
    readonly loading: string
    /** Of what is being read, once the provider leaves it unanswered for some seconds. */
    readonly slow: string
    readonly copy: string
    readonly copied: string
    readonly you: string
    readonly balance: string
    readonly newWindow: string
    readonly unknownToken: (tokenId: string) => string
    /** Over the address of a collection, with its name if that is known. */
    readonly anyToken: (collection: string | undefined) => string
    /** The same of a token that a mint makes. */
    readonly newToken: (collection: string | undefined) => string
    /** Over the address of a collection: one of a list of its tokens, with their number if that is known. */
    readonly oneOf: (count: number | undefined) => string
    readonly noImage: string
    readonly units: (count: bigint) => string
    /** What marks an amount in the reader's currency as an estimate, at a rate that is `fixed` or moves. */
    readonly estimate: (amount: string, fixed: boolean) => string
  }
  /** What is shown where the account holds too little. */
  readonly funds: {
    /** With `{amount}` and `{chain}`: how much more is needed at least. */
    readonly missing: string
    /** With `{chain}`, over the account's address. */
    readonly account: string
    readonly add: string
  }
  readonly fields: {
    readonly price: string
    readonly pricePerItem: string
    /** Over the choice between a fixed price and one that falls with time. */
    readonly sale: string
    readonly sales: Readonly<Record<'fixed' | 'falling', string>>
    /** For a falling price; of one unit if several are for sale. */
    readonly startPrice: (perItem: boolean) => string
    readonly endPrice: (perItem: boolean) => string
    readonly fallingHint: string
    readonly currency: string
    readonly quantity: string
    readonly available: (count: number) => string
    readonly duration: string
    readonly durations: Readonly<Record<DurationName, string>>
    readonly recipient: string
    readonly recipientHint: string
    readonly recipientNameHint: string
    /** With the place of `{amount}`. */
    readonly balance: string
    readonly useFloor: string
    /** With the place of `{price}`. */
    readonly useFloorOf: string
    readonly useTraitFloor: string
    readonly useLastSale: string
    readonly lastSale: string
    /** Fills in the lowest next offer of an auction. */
    readonly useAsked: string
    /** Over the address of the only account that may buy. */
    readonly buyer: string
    readonly buyerHint: string
    readonly total: string
    /** A sum, `{amount}`, that may be lower (`atMost`) or higher (`atLeast`), because its price moves with time. */
    readonly atMost: string
    readonly atLeast: string
    readonly youPay: string
    readonly youReceive: string
    readonly royalty: (percent: string) => string
    /** The collection lets only marketplaces that pay its royalty move its tokens. */
    readonly enforcedRoyalty: (percent: string) => string
    readonly marketplaceFee: (percent: string) => string
    /** A part of the price of which the marketplace does not say who receives it. */
    readonly otherFee: (percent: string) => string
    readonly noFees: string
  }
  /** What a token's price is measured by, with symbols. */
  readonly measures: {
    readonly floor: (price: string) => string
    readonly lastSale: (price: string) => string
  }
  readonly connect: {
    readonly title: string
    readonly body: string
    readonly noneTitle: string
    readonly noneBody: string
    readonly browserWallets: string
    readonly failed: (wallet: string) => string
  }
  readonly buy: FlowMessages & { readonly notice: string }
  readonly list: FlowMessages & {
    readonly belowFloor: (percent: string) => string
    /** Over the second yes that a price far below the lowest listing needs; prices with their symbols. */
    readonly farBelow: (price: string, floor: string) => string
    readonly confirmLow: string
    readonly free: string
    readonly titleMany: (count: number) => string
    readonly actionMany: (count: number) => string
    readonly completeMany: TitledMessage
    readonly samePrice: string
  }
  readonly offer: FlowMessages & {
    /** In place of the body of `complete`, if several owners can accept the offer. */
    readonly anyOwner: string
    readonly collectionTitle: (name: string) => string
    readonly attributeTitle: (name: string, attribute: string) => string
    /** Beside the number of an offer for several. */
    readonly units: string
    readonly funds: string
    /** If the price offered is more than what is held of the wrapped coin; with the place of `{amount}`. */
    readonly wraps: string
    readonly lowestAsk: string
    readonly bestOffer: string
    /** If the price offered is no lower than that of a listing. */
    readonly buysNow: string
    /** If the best offer is as high as the one that is typed, or higher; with the place of `{amount}`. */
    readonly outbid: string
    /** If the price offered is far above the lowest listing: how far, and the second yes that it needs. */
    readonly aboveAsk: (percent: string) => string
    readonly confirmHigh: string
    /** If the offer ends before the seller of an auction can accept it; with the place of `{time}`. */
    readonly endsBefore: string
    /** If an open auction asks for more; with the place of `{amount}`. */
    readonly asksMore: string
  }
  /** The announcement of an auction, and its withdrawal. */
  readonly auction: FlowMessages & {
    readonly withdrawal: FlowMessages
    /** What the announcement does not do. */
    readonly binds: string
    readonly offersStay: string
    readonly free: string
    readonly reserve: string
    readonly reserveHint: string
    /** Over the field of a number in percent. */
    readonly stepPercent: string
    readonly stepHint: string
    /** Over the token, on the card of an announcement and on that of a withdrawal. */
    readonly announces: string
    readonly withdraws: string
    readonly currency: string
    readonly noReserve: string
    readonly step: string
    /** Any offer above the best one will do. */
    readonly noStep: string
    /** Percentage and amount, of which the larger counts; with the place of `{amount}`. */
    readonly eitherStep: (percent: string) => string
    readonly until: string
    /** The provider did not take a signed statement. */
    readonly refused: TitledMessage
    /** What is known of the money when a statement was signed, but is not known to be published. */
    readonly signed: string
  }
  readonly accept: FlowMessages & {
    readonly titleMany: (count: number) => string
    /** What the offer pays before fees. */
    readonly offer: string
    /** How the offer compares with the lowest listing of the collection. */
    readonly below: (percent: string) => string
    readonly above: (percent: string) => string
    readonly equal: string
    readonly otherCurrency: string
    readonly unknownFloor: string
    /** In place of amounts that do not exist or are not known. */
    readonly nothingListed: string
    readonly noSale: string
    readonly unknown: string
    /** For an offer without known deductions. */
    readonly fees: string
    /** Before the second yes to what is far below the lowest listing. */
    readonly farBelow: (proceeds: string, floor: string) => string
  }
  readonly edit: OrderMessages & {
    /** Says which order is changed, if `action` is shown alone. */
    readonly confirm: Readonly<Record<'listing' | 'offer', string>>
    readonly present: string
    readonly newPrice: string
    /** In the place of `ends`, once the old order is canceled by this change: what is left to do, and how it stands until then. */
    readonly canceled: Readonly<Record<'listing' | 'offer', string>>
    /** Both steps of a change that cancels first, with the present price and the new one, and their symbols. */
    readonly plan: Readonly<Record<'listing' | 'offer', (present: string, next: string) => string>>
    /** What stands of a change that stopped between its two steps. */
    readonly stopped: Readonly<Record<'listing' | 'offer', string>>
    /** The order ends when it would have ended. */
    readonly unchanged: string
    /** Below that choice: when it ends. */
    readonly unchangedUntil: (until: string) => string
    readonly ends: {
      readonly replaced: string
      readonly cancelled: Readonly<Record<'listing' | 'offer', string>>
    }
  }
  readonly cancel: OrderMessages & {
    /** In the dialog: the button that ends the order, and the one that leaves all as it is. */
    readonly confirm: Readonly<Record<'listing' | 'offer' | 'several', string>>
    readonly keep: Readonly<Record<'listing' | 'offer' | 'several', string>>
    /** Of several orders of one side; on the button, too. */
    readonly titleMany: Readonly<Record<'listing' | 'offer', (count: number) => string>>
    readonly completeMany: TitledMessage
    readonly titleAll: string
    /** Where a cancellation failed: what still holds. `reserved`: a listing that not everyone may be able to buy. */
    readonly stillOpen: Readonly<Record<'listing' | 'reserved' | 'offer' | 'several', string>>
    /** An order that is to be canceled, with its `{price}` and how soon it ends, `{time}`. */
    readonly present: Readonly<Record<'listing' | 'offer', string>>
    readonly allWarning: string
    readonly onChain: string
    readonly offChain: string
  }
  readonly transfer: FlowMessages & {
    readonly titleMany: (count: number) => string
    readonly actionMany: (count: number) => string
    readonly completeMany: TitledMessage
    readonly warning: string
    /** Over the two addresses that look alike. */
    readonly entered: string
    readonly known: string
    readonly ownAccount: string
    /** The account's own listing of the token can be filled if the token comes back. */
    readonly listingStays: string
    /** The second yes to a lookalike address. */
    readonly confirmLookalike: string
    readonly lookalikeTitle: string
    /** Over what is said of an address whose key nobody has. */
    readonly burnTitle: string
    readonly burn: string
    /** The second yes to such an address. */
    readonly confirmBurn: string
    /** The addresses of earlier dealings could not be read. */
    readonly notCompared: string
    readonly lookalike: string
  }
  /** Getting tokens of a collection: `minted` are new, `listed` are bought from others. */
  readonly collect: {
    readonly action: string
    readonly mint: string
    readonly title: (collection: string) => string
    /** In place of `title`, if all are new. */
    readonly mintTitle: (collection: string) => string
    readonly minted: (count: number) => string
    readonly listed: (count: number) => string
  }
  readonly sweep: {
    readonly action: string /** `traits` if only tokens with these are bought, such as `Palette: Dusk`. */
    readonly title: (collection: string, traits: string | undefined) => string
    /** In which currency the cheapest were found, where the chain has others that are not worth the same. */
    readonly compared: (symbol: string) => string
  }
  readonly cart: {
    readonly title: string
    readonly add: string
    readonly inCart: string
    readonly remove: (token: string) => string
    readonly clear: string
    readonly empty: string
    readonly emptyHint: string
    readonly gone: string
    /** Names of what can no longer be bought. */
    readonly lost: (names: string, count: number) => string
    /** Names of what makes the whole purchase fail, of which the rest can be bought. */
    readonly failing: (names: string, count: number) => string
    /** What is bought without it: so many of all, and their sum with its symbol. */
    readonly left: (count: number, total: number, sum: string) => string
    /** What the listings ask together; shown while no account is connected. */
    readonly listedSum: string
    /** How many entries that sum leaves out, as their prices are not known. */
    readonly notInSum: (count: number) => string
    readonly removeGone: (count: number) => string
    readonly checkout: (count: number) => string
    readonly complete: TitledMessage
  }
  readonly activity: {
    readonly label: string
    readonly kinds: Readonly<Record<ActivityKind, string>>
    readonly empty: string
    readonly more: string
    /** On the button that shows what happened since the list was read. */
    readonly waiting: (count: number) => string
    readonly to: string
  }
  /** The account's own open orders. */
  readonly orders: {
    readonly titles: Readonly<Record<'listing' | 'offer', string>>
    readonly none: Readonly<Record<'listing' | 'offer', string>>
    readonly live: string
    readonly notFillable: string
    /** In place of `live`: the maker cannot pay the offer together with those that come before it. */
    readonly uncovered: string
    readonly uncoveredHint: string
    /** Below the present price of a listing: the `{price}` that it falls to, and how soon that is, `{time}`. */
    readonly falls: string
    /** Of a listing for one `{account}`. */
    readonly onlyFor: string
    readonly onlyForYou: string
  }
  readonly journal: {
    readonly title: string
    readonly open: (count: number) => string
    readonly empty: string
    readonly emptyHint: string
    readonly sides: Readonly<Record<'ask' | 'bid', string>>
    readonly states: Readonly<Record<SignedOrderState, string>>
    /** With the place of `{time}`, such as "in 2 days". */
    readonly ends: string
    readonly copy: string
  }
  /** In place of everything, in a frame that may not be where it is. */
  readonly frame: { readonly refused: string }
  readonly media: Readonly<Record<'model' | 'page' | 'video', string>>
  /** In the place of a part of the kit that failed to draw. */
  readonly broken: TitledMessage
  /** In the place of the view of a run that could not be loaded. */
  readonly notLoaded: TitledMessage
  readonly invalid: Readonly<Record<InvalidReason, string>>
  readonly unavailable: Readonly<Record<UnavailableReason, string>>
  /**
   * What is out of reach: the offer to sell to, the order to cancel or the token in the account is no longer there, or an
   * open order cannot be filled, since the contracts reject it, the collection bars this marketplace, or it is one's own.
   */
  readonly gone: Readonly<
    Record<'sell' | 'cancel' | 'token' | 'reverts' | 'barred' | 'own_order', TitledMessage>
  >
}

/** What is said of one action: the card before the wallet opens, the steps, the receipt, and how it can stop. */
export type RunMessages = {
  readonly review: {
    readonly title: string
    readonly give: string
    /** The same of what may happen in part. */
    readonly giveAtMost: string
    readonly get: string
    /** Of what arrives now: less is stopped. */
    readonly getAtLeast: string
    /** Below what arrives, if the call skips orders that are gone. */
    readonly fewer: Readonly<Record<'buy' | 'sell', string>>
    /** Below the amounts given, if several currencies may be spent. */
    readonly limitsAddUp: string
    /** Below the money of several tokens: `count` units in all. */
    readonly together: (count: number) => string
    /** Below one of several tokens: what it costs, with its symbol. */
    readonly costs: (price: string) => string
    /** Below one of several tokens: what it brings after fees, with its symbol. */
    readonly brings: (price: string) => string
    /** Below one of several tokens that are sold: its price before fees, with its symbol. */
    readonly priced: (price: string) => string
    /** The same of a price that falls until a moment. */
    readonly falls: (from: string, to: string, time: string) => string
    /** Below the money that several tokens bring after fees: `count` units in all. */
    readonly togetherNet: (count: number) => string
    /** Over the sum of the prices of several tokens that are sold, before fees. */
    readonly total: string
    readonly nothing: string
    /** Over the coin that is wrapped before an offer is signed. */
    readonly wraps: string
    /** With the places of `{amount}` and `{currency}`. */
    readonly wrapsInto: string
    /** Under what a signed order moves, which does not happen now. */
    readonly later: Readonly<Record<'list' | 'bid', string>>
    /** The same of several listings. */
    readonly laterSeveral: string
    /** The same of a listing for one account, which is named below it. */
    readonly laterTaker: string
    /** The same of an offer for any of several tokens. */
    readonly laterAny: string
    /** Under a token that a mint makes. */
    readonly laterMinted: string
    /** Over the orders that can no longer be filled. */
    readonly ends: string
    /** An order that ends, with the places of `{token}` and `{price}`. */
    readonly ended: Readonly<Record<'listing' | 'offer', string>>
    /** All orders that were signed for one exchange, such as `Seaport 1.6`. */
    readonly endsAll: (exchange: string) => string
    readonly othersStay: string
    readonly fees: string
    /** In place of `fees`, if there are none. */
    readonly feesOfTrade: string
    readonly feeKinds: Readonly<Record<'marketplace' | 'royalty' | 'other', string>>
    /** Below the fees of a purchase. */
    readonly feesIncluded: string
    readonly networkFee: string
    /** What a transaction is expected to cost, at `{fee}`, and the most of it, at `{most}`. */
    readonly networkFeeAbout: string
    readonly networkFeeHint: string
    readonly networkFeeUnknown: string
    /** A paymaster of the host's is to pay the network fee. */
    readonly sponsored: string
    readonly authority: string
    readonly authorityNone: string
    /** With the places of `{spender}`, and of `{amount}`, `{currency}` or `{collection}`. */
    readonly authorityKinds: Readonly<
      Record<'erc20' | 'erc20Unlimited' | 'nft-operator' | 'nft-token' | 'privateOrder', string>
    >
    /** Who can fill the orders that are signed. */
    readonly fillable: string
    /** Beside an allowance that replaces one that open offers need. */
    readonly replaces: string
    readonly revoke: string
    /** Before a text that is to be signed. */
    readonly message: string
    /** Beside a permission that goes to the exchange's own contract. */
    readonly seaportItself: string
    /** Below the orders that are signed. */
    readonly revocable: string
    readonly until: string
    readonly checked: string
    readonly proof: Readonly<Record<'static' | 'static+read' | 'simulated' | 'none', string>>
    /** Beside a proof, when a trial run came to the same. */
    readonly simulated: string
    readonly unprovenTitle: string
    readonly unproven: Readonly<Record<UnprovenCode, string>>
    readonly verified: string
    readonly askTitle: string
    readonly askBody: string
    /** In place of `askBody`, if every byte was proven. */
    readonly askBodyProven: string
    readonly blockTitle: string
    readonly blockBody: string
    readonly approve: string
    readonly hold: string
    readonly copyReport: string
    readonly digest: string
    readonly digestHint: string
    readonly why: string
    /** What open offers promise, `{promised}`, and what there is to pay them, `{covered}`. */
    readonly funds: string
    /** What the user has to confirm, in one sentence; the family's if there is none. */
    readonly asks: Readonly<Record<AskCode, string>>
    readonly findings: Readonly<Record<FindingFamily, string>>
  }
  /** What was done, once it is done. */
  readonly receipt: {
    /** Over the tokens of an action. */
    readonly tokens: Readonly<Record<Exclude<Action, 'announce'>, string>>
    /** Over tokens that a purchase minted. */
    readonly minted: string
    /** Over the money of an action. */
    readonly money: Readonly<Record<'buy' | 'sell' | 'list' | 'bid', string>>
    /** Over the money of a sale without fees. */
    readonly received: string
    readonly transaction: string
    readonly viewToken: string
    readonly viewTokens: string
    readonly viewOrders: string
  }
  readonly steps: {
    readonly label: string
    readonly purposes: Readonly<Record<Purpose, { readonly title: string; readonly wallet: string }>>
    /** Of a purchase that only mints, in place of `purposes.buy`. */
    readonly mint: { readonly title: string; readonly wallet: string }
    readonly preparing: string
    /** Below it, when it takes long, with the button that stops it. */
    readonly slow: string
    readonly stopPreparing: string
    /** Of `switching_by_hand` with the places of `{chain}` and `{id}`. */
    readonly phases: Readonly<Record<ItemPhase, string>>
    /** Below a wallet's window that has been open for two minutes. */
    readonly overdue: string
    /** Gives up the wait for an answer of the wallet. */
    readonly stop: string
    /** Below what waits for an earlier transaction of the account. */
    readonly behind: string
    /** How soon to expect news of what was sent; `time` as the language writes it. */
    readonly pace: (time: string) => string
    readonly explorer: string
    /** What goes on when the window is closed: while the wallet is asked, and once something was sent. */
    readonly keepOpen: Readonly<Record<'wallet' | 'sent', string>>
    /** In the place of the phase `failed`, where a transaction was mined and did nothing. */
    readonly failedOnChain: string
    /** In the place of the title of `sign-listing`, where one signature stands for several. */
    readonly signListings: string
    /** In the place of what was read from the chain, if no node could be asked. */
    readonly unproven: string
    readonly progress: (done: number, all: number) => string
    /** What a screen reader says of the current step; `progress` is a whole sentence. */
    readonly current: (step: string, phase: string, progress: string) => string
  }
  readonly errors: Readonly<Record<TradeErrorCode, TitledMessage>>
  /** The provider would refuse the same request again: in the place of its error. */
  readonly refused: TitledMessage
  /** Why a contract refused a call, if it said so: in the place of what `errors` only supposes. */
  readonly reverts: Readonly<Record<Exclude<RevertReason, 'unknown'>, string>>
  readonly money: Readonly<Record<MoneyState, string>>
  /** Instead of the body of `price_mismatch`, where both amounts are known. */
  readonly moved: {
    /** Title, where it is an offer that changed. */
    readonly offer: string
    /** Amounts with their symbols. */
    readonly amounts: (was: string, now: string) => string
    /** Said of a trade that was started before, too: of the money of the first start nothing is claimed. */
    readonly unasked: string
    /** On the button that leads back to the form. */
    readonly review: Readonly<Record<'buy' | 'sell', string>>
  }
  /** What was done of an action that stopped before all of it was. */
  readonly progress: {
    readonly done: Readonly<Record<Exclude<Action, 'announce'>, (done: number, total: number) => string>>
    /** What became of the others: nothing; what is not known yet; or gone when the transaction was mined. */
    readonly rest: Readonly<Record<'open' | 'unknown' | 'gone', string>>
    /** A signed order may be published, and the reader can end it. */
    readonly mayBeLive: string
  }
  /** Of trades whose dialogs are closed. */
  readonly pending: {
    readonly title: string
    readonly count: (count: number) => string
    /** Of one that goes on only once the reader does something. */
    readonly needsUser: string
    /** What to do about a request to which the wallet gave no answer. */
    readonly unanswered: string
    /** What a trade is; `listing` and `offer` are changed. */
    readonly kinds: Readonly<Record<Action | 'listing' | 'offer', string>>
    readonly open: string
    /** On the button that opens one that waits for the reader. */
    readonly resume: string
    /** A change whose new order is missing: its price with its symbol. */
    readonly unfinished: Readonly<Record<'listing' | 'offer', (price: string) => string>>
    readonly giveUp: Readonly<Record<'listing' | 'offer', string>>
    /** Opens the dialog of a trade that ended. */
    readonly details: string
    /** What screen readers call the notices about trades that ended. */
    readonly ended: string
  }
  readonly resume: {
    readonly title: string
    /** What is done, with the names of its tokens: `listing` and `offer` were canceled. */
    readonly done: Readonly<
      Record<
        'buy' | 'sell' | 'transfer' | 'sign-listing' | 'sign-offer' | 'listing' | 'offer',
        (what: string) => string
      >
    >
    /** After those of `done` that the chain shows. */
    readonly confirmed: string
    /** Before how a thing stands: what it is, with the names of its tokens where they are known. */
    readonly about: Readonly<
      Record<
        'buy' | 'sell' | 'transfer' | 'sign-listing' | 'sign-offer' | 'cancel',
        (what: string | undefined) => string
      >
    >
    /** Whole sentences, after the name of the step and what it was for. */
    readonly states: Readonly<Record<JournalState, string>>
    /** In place of those, if it is a signature. */
    readonly signature: { readonly failed: string }
    /** In place of both, if the signature ends orders. */
    readonly cancellation: Readonly<Record<'posted' | 'maybe_live' | 'failed', string>>
  }
}

/** What every dialog says. `token` is the name of the token. */
export type FlowMessages = {
  /** On the button that opens the dialog, and on the one that starts the action. */
  readonly action: string
  readonly title: (token: string) => string
  readonly complete: TitledMessage
}

/** Messages of a dialog about an order that exists: its title names what ends or changes. */
export type OrderMessages = Omit<FlowMessages, 'title'> & {
  readonly title: Readonly<Record<'listing' | 'offer', (token: string) => string>>
}
