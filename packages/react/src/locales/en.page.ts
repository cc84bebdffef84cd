import type { PageMessages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('en')

/** What buttons, lists and forms say in English. */
export const enPage: PageMessages = {
  locale: 'en',
  common: {
    close: 'Close',
    back: 'Back',
    retry: 'Try again',
    done: 'Done',
    browse: 'Keep browsing',
    connect: 'Connect wallet',
    loading: 'Loading…',
    slow: 'The marketplace is taking longer than usual to respond.',
    copy: 'Copy',
    copied: 'Copied',
    you: 'You',
    balance: 'Balance',
    newWindow: '(opens in a new tab)',
    unknownToken: (tokenId) => `#${tokenId}`,
    anyToken: (collection) =>
      collection === undefined ? 'Any token in this collection' : `Any token in ${collection}`,
    newToken: (collection) =>
      collection === undefined ? 'New token in this collection' : `New token in ${collection}`,
    oneOf: (count) => (count === undefined ? 'Any token from a list' : `Any token from a list of ${count}`),
    noImage: 'No image',
    units: (count) => `${count} ×`,
    estimate: (amount, fixed) =>
      `${amount}, an estimate at ${fixed ? 'a fixed rate' : 'the rate'} that the marketplace gives`,
  },
  funds: {
    missing: 'At least {amount} more is needed on {chain}, and the network fee.',
    account: 'Your account on {chain}:',
    add: 'Add funds',
  },
  fields: {
    price: 'Price',
    pricePerItem: 'Price per item',
    sale: 'Sale type',
    sales: { fixed: 'Fixed price', falling: 'Falling price' },
    startPrice: (perItem) => (perItem ? 'Starting price per item' : 'Starting price'),
    endPrice: (perItem) => (perItem ? 'Final price per item' : 'Final price'),
    fallingHint:
      'The price falls evenly from the starting price until the listing ends. The first buyer pays the price at that moment.',
    currency: 'Currency',
    quantity: 'Quantity',
    available: (count) => `${count} available`,
    duration: 'Duration',
    durations: {
      hour: '1 hour',
      day: '1 day',
      threeDays: '3 days',
      week: '1 week',
      month: '1 month',
      threeMonths: '3 months',
      sixMonths: '6 months',
    },
    recipient: 'Recipient',
    recipientHint: 'The address of the new owner: 0x followed by 40 characters.',
    recipientNameHint: 'The account of the new owner: an address or a name.',
    useFloor: 'Use floor price',
    useTraitFloor: 'Use trait floor price',
    useLastSale: 'Use last sale price',
    lastSale: 'Last sale',
    useAsked: 'Use next offer of the auction',
    buyer: 'Sell to one account only',
    buyerHint: 'Only this account can buy it. Leave it empty to sell to anyone.',
    total: 'Total',
    atMost: 'at most {amount}',
    atLeast: 'at least {amount}',
    youPay: 'You pay',
    youReceive: 'You receive',
    royalty: (percent) => `Creator royalty (${percent})`,
    enforcedRoyalty: (percent) => `Creator earnings enforced (${percent})`,
    marketplaceFee: (percent) => `Marketplace fee (${percent})`,
    otherFee: (percent) => `Other fees (${percent})`,
    balance: 'Balance: {amount}',
    useFloorOf: 'Use floor price: {price}',
    noFees: 'None',
  },
  measures: {
    floor: (price) => `Floor price ${price}`,
    lastSale: (price) => `Last sale ${price}`,
  },
  connect: {
    title: 'Connect a wallet to continue',
    body: 'Connecting signs nothing and sends nothing.',
    noneTitle: 'No wallet found',
    noneBody: 'Install a browser wallet, then reload this page.',
    browserWallets: 'Browser wallets',
    failed: (wallet) => `${wallet} did not connect. Open it, respond to the request, then try again.`,
  },
  buy: {
    action: 'Buy now',
    title: (token) => `Buy ${token}`,
    complete: { title: 'It is yours', body: 'The token is in your wallet, confirmed on chain.' },
    notice: 'Before your wallet opens, you will see exactly what leaves it.',
  },
  list: {
    action: 'List for sale',
    title: (token) => `List ${token}`,
    complete: {
      title: 'Listed',
      body: 'Your listing is live. You can cancel it in your account at any time.',
    },
    belowFloor: (percent) => `This is ${percent} below the floor price of the collection.`,
    farBelow: (price, floor) => `Price ${price}, floor price ${floor}.`,
    confirmLow: 'Yes, I want to sell this far below the floor price.',
    free: 'Signing a listing is free. The first time you list from a collection, you also approve transfers of its tokens: one transaction with a network fee.',
    titleMany: (count) => plural(count, { one: 'List {count} token', other: 'List {count} tokens' }),
    actionMany: (count) => `List ${count} for sale`,
    completeMany: {
      title: 'All listed',
      body: 'Your listings are live. You can cancel them in your account at any time.',
    },
    samePrice: 'One price for all',
  },
  offer: {
    action: 'Make offer',
    title: (token) => `Make an offer for ${token}`,
    collectionTitle: (name) => `Make an offer for any token in ${name}`,
    attributeTitle: (name, attribute) => `Make an offer for any token in ${name} with ${attribute}`,
    complete: {
      title: 'Offer placed',
      body: 'The owner can accept it until it expires. You can cancel it in your account at any time.',
    },
    anyOwner:
      'Any owner of such a token can accept it until it expires. You can cancel it in your account at any time.',
    units: 'Owners can accept them one by one.',
    funds:
      'You pay only when an owner accepts. If a currency has to be wrapped or approved first, that costs a network fee.',
    wraps: '{amount} will be wrapped first.',
    lowestAsk: 'Floor price',
    bestOffer: 'Best offer',
    buysNow: 'At this price you can buy it now, without waiting for an owner to accept.',
    outbid: 'This is not above the best offer of {amount}, which an owner may accept instead.',
    aboveAsk: (percent) => `This is ${percent} above the lowest listing.`,
    confirmHigh: 'Yes, I want to offer this far above the lowest listing.',
    endsBefore:
      'The auction ends {time}. This offer may expire before the seller can accept it: choose a longer duration.',
    asksMore: 'The seller asks for at least {amount}. You can still offer less; the minimum is not binding.',
  },
  auction: {
    action: 'Announce auction',
    title: (token) => `Announce an auction of ${token}`,
    complete: {
      title: 'Auction announced',
      body: 'It is shown until it ends or the token changes hands. The best offer is not accepted automatically: you decide which one to accept.',
    },
    withdrawal: {
      action: 'Withdraw auction',
      title: (token) => `Withdraw the auction of ${token}`,
      complete: {
        title: 'Auction withdrawn',
        body: 'It is no longer announced. Existing offers stay open.',
      },
    },
    binds:
      'This is not binding. Your token stays in your wallet, lower offers can still be made, and you decide which offer to accept, if any.',
    offersStay:
      'Existing offers stay open: they belong to the people who made them. You still decide which offer to accept, if any.',
    free: 'You sign it in your wallet. It is free.',
    reserve: 'Reserve',
    reserveHint: 'The lowest offer you say you would accept. Leave it empty for no reserve.',
    stepPercent: 'Minimum increment (%)',
    stepHint: 'How much each offer should exceed the best one.',
    announces: 'Announces an auction of',
    withdraws: 'Ends the auction of',
    currency: 'Offers in',
    noReserve: 'No reserve',
    step: 'Minimum increment',
    noStep: 'Any amount above the best offer',
    eitherStep: (percent) => `${percent} or {amount}, whichever is more`,
    until: 'Offers are welcome until',
    refused: { title: 'It was not published', body: 'The marketplace did not accept what you signed.' },
    signed:
      'You signed it, but it may not be published. No money moved, and what you signed sells nothing and is not binding.',
  },
  accept: {
    action: 'Accept offer',
    title: (token) => `Sell ${token}`,
    complete: { title: 'Sold', body: 'The proceeds are in your wallet, confirmed on chain.' },
    titleMany: (count) => plural(count, { one: 'Sell {count} token', other: 'Sell {count} tokens' }),
    offer: 'Offer',
    below: (percent) => `${percent} below the floor price`,
    above: (percent) => `${percent} above the floor price`,
    equal: 'Equal to the floor price',
    otherCurrency: 'In a different currency than the floor price',
    unknownFloor: 'Floor price unknown',
    nothingListed: 'Nothing is listed',
    noSale: 'No known sale',
    unknown: 'Unknown',
    fees: 'Fees and royalty',
    farBelow: (proceeds, floor) => `You receive ${proceeds}, floor price ${floor}.`,
  },
  edit: {
    action: 'Change',
    confirm: { listing: 'Change listing', offer: 'Change offer' },
    title: {
      listing: (token) => `Change the listing of ${token}`,
      offer: (token) => `Change your offer for ${token}`,
    },
    complete: { title: 'Changed', body: 'The new terms are live, and the old ones can no longer be filled.' },
    present: 'Current price',
    newPrice: 'New price',
    canceled: {
      listing:
        'The old listing is already canceled. One signature lists it at the new price; until then it is not for sale.',
      offer:
        'The old offer is already canceled. One signature makes the new one; until then nobody can accept an offer from you.',
    },
    plan: {
      listing: (present, next) =>
        `Step 1 of 2: cancel the old listing (${present}). Step 2: sign the new one at ${next}.`,
      offer: (present, next) =>
        `Step 1 of 2: cancel the old offer (${present}). Step 2: sign the new one at ${next}.`,
    },
    stopped: {
      listing: 'The old listing was canceled; it is not for sale now.',
      offer: 'The old offer was canceled; nobody can accept it now.',
    },
    unchanged: 'Unchanged',
    unchangedUntil: (until) => `Until ${until}`,
    ends: {
      replaced: 'One signature replaces the old terms with the new ones. It is free.',
      cancelled: {
        listing:
          'First a transaction (network fee) cancels the old listing, then you sign the new one. The two are never open at the same time.',
        offer:
          'First a transaction (network fee) cancels the old offer, then you sign the new one. The two are never open at the same time.',
      },
    },
  },
  cancel: {
    action: 'Cancel',
    confirm: { listing: 'Cancel listing', offer: 'Cancel offer', several: 'Cancel listings and offers' },
    keep: { listing: 'Keep listing', offer: 'Keep offer', several: 'Keep them' },
    title: {
      listing: (token) => `Cancel the listing of ${token}`,
      offer: (token) => `Cancel your offer for ${token}`,
    },
    completeMany: { title: 'Canceled', body: 'Nobody can accept them anymore.' },
    titleMany: {
      listing: (count) => plural(count, { one: 'Cancel {count} listing', other: 'Cancel {count} listings' }),
      offer: (count) => plural(count, { one: 'Cancel {count} offer', other: 'Cancel {count} offers' }),
    },
    titleAll: 'Cancel all listings and offers',
    stillOpen: {
      listing: 'The listing is still open: anyone can buy it.',
      reserved: 'The listing is still open.',
      offer: 'The offer is still open.',
      several: 'The listings and offers are still open.',
    },
    present: { listing: 'Listed at {price} · ends {time}', offer: 'Offer of {price} · ends {time}' },
    allWarning:
      'This cancels every listing and offer you signed on this chain for the exchange used here, on any site. Those on other exchanges stay open.',
    complete: { title: 'Canceled', body: 'Nobody can accept it anymore.' },
    onChain: 'Canceling takes a transaction: your wallet will ask for a network fee.',
    offChain: 'Canceling takes only a signature. It is free.',
  },
  transfer: {
    action: 'Transfer',
    title: (token) => `Transfer ${token}`,
    complete: { title: 'Transferred', body: 'The recipient now owns the token, confirmed on chain.' },
    warning: 'A transfer cannot be undone. Check every character of the address.',
    entered: 'You entered',
    known: 'You used before',
    ownAccount: 'Your own account',
    completeMany: { title: 'Transferred', body: 'The recipient now owns the tokens, confirmed on chain.' },
    titleMany: (count) => plural(count, { one: 'Transfer {count} token', other: 'Transfer {count} tokens' }),
    actionMany: (count) => `Transfer ${count}`,
    listingStays:
      'Your listing stays open: cancel it first if you do not want it filled when the token returns.',
    confirmLookalike: 'Yes, send it to the address I entered.',
    burnTitle: 'This is a burn address',
    burn: 'Nobody is known to have the key of this address: what is sent there is lost.',
    confirmBurn: 'Yes, burn what I send.',
    lookalikeTitle: 'This address only looks like one you know',
    notCompared: 'This address could not be compared with those you have used before.',
    lookalike:
      'It begins and ends like an address you have used before, but it is a different one. This is a common scam.',
  },
  collect: {
    action: 'Collect',
    mint: 'Mint',
    title: (collection) => `Collect from ${collection}`,
    mintTitle: (collection) => `Mint from ${collection}`,
    minted: (count) =>
      plural(count, {
        one: '{count} new token will be minted for you.',
        other: '{count} new tokens will be minted for you.',
      }),
    listed: (count) =>
      plural(count, {
        one: '{count} token is bought from a listing.',
        other: '{count} tokens are bought from listings.',
      }),
  },
  sweep: {
    action: 'Buy several',
    title: (collection, traits) =>
      traits === undefined
        ? `Buy the cheapest tokens in ${collection}`
        : `Buy the cheapest tokens in ${collection} with ${traits}`,
    compared: (symbol) =>
      `Cheapest first, by price in ${symbol}. Prices in other currencies are not compared with it.`,
  },
  cart: {
    title: 'Cart',
    add: 'Add to cart',
    inCart: 'In cart',
    remove: (token) => `Remove ${token} from the cart`,
    clear: 'Empty the cart',
    empty: 'Your cart is empty',
    emptyHint: 'Add tokens from any collection, then buy them together.',
    gone: 'No longer for sale',
    lost: (names, count) =>
      plural(count, { one: `${names} was sold or withdrawn.`, other: `${names} were sold or withdrawn.` }),
    failing: (names, count) =>
      plural(count, {
        one: `${names} cannot be bought at the moment. You can buy the rest without it.`,
        other: `${names} cannot be bought at the moment. You can buy the rest without them.`,
      }),
    left: (count, total, sum) => `You are now buying ${count} of ${total} for ${sum}.`,
    listedSum: 'Total of the listed prices',
    notInSum: (count) =>
      plural(count, {
        one: '{count} item is not included: its price is not known yet.',
        other: '{count} items are not included: their prices are not known yet.',
      }),
    removeGone: (count) =>
      plural(count, { one: 'Remove the unavailable token', other: 'Remove {count} unavailable tokens' }),
    checkout: (count) => (count === 1 ? 'Buy it now' : `Buy ${count} now`),
    complete: {
      title: 'They are yours',
      body: 'The tokens are in your wallet, confirmed on chain.',
    },
  },
  activity: {
    label: 'Activity',
    kinds: {
      sale: 'Sale',
      ask: 'Listed',
      bid: 'Offer',
      transfer: 'Transfer',
      mint: 'Minted',
      ask_cancel: 'Listing canceled',
      bid_cancel: 'Offer canceled',
    },
    empty: 'No activity yet.',
    more: 'Show more',
    waiting: (count) => plural(count, { one: 'Show {count} new entry', other: 'Show {count} new entries' }),
    to: 'To',
  },
  orders: {
    titles: { listing: 'Your listings', offer: 'Your offers' },
    none: {
      listing: 'You have nothing for sale. Open a token you own to list it.',
      offer: 'You have no open offers. Open a token or a collection to make one.',
    },
    live: 'Live',
    notFillable: 'Cannot be filled now',
    uncovered: 'Open, but not covered',
    uncoveredHint:
      'Your balance or allowance does not cover it together with your higher and older offers. Add funds, make another offer to raise the allowance for all of them, or cancel it.',
    onlyFor: 'Only {account} can buy it',
    onlyForYou: 'Only you can buy it',
    falls: 'falls to {price} {time}',
  },
  journal: {
    title: 'What you signed here',
    open: (count) =>
      count === 0
        ? 'None of the listings and offers you signed here can be filled anymore.'
        : plural(count, {
            one: '{count} listing or offer you signed here can still be filled.',
            other: '{count} listings and offers you signed here can still be filled.',
          }),
    empty: 'Nothing signed yet',
    emptyHint: 'Every listing and offer you sign on this site is kept here, so that you can cancel it.',
    sides: { ask: 'Listing', bid: 'Offer' },
    states: {
      asked: 'Your wallet was asked; its response is unknown',
      unposted: 'Signed, not published',
      maybe_live: 'Possibly published: treat it as live',
      live: 'Live',
      filled: 'Filled',
      cancelled: 'Canceled',
      expired: 'Expired',
      counter_raised: 'Canceled together with all others',
    },
    ends: 'ends {time}',
    copy: 'Copy for a bug report',
  },

  frame: {
    refused:
      'This cannot be shown here. The page around it is not allowed to show it, or the address is wrong.',
  },
  media: { model: 'View in 3D', page: 'Show the page', video: 'Play video' },
  broken: {
    title: 'This part could not be shown',
    body: 'Try again, or close it. Nothing new was sent, and a trade you confirmed in your wallet continues.',
  },
  notLoaded: {
    title: 'Part of the page did not load',
    body: 'Check your connection and try again. If that does not help, reload the page. Nothing new was sent, and a trade you confirmed in your wallet continues.',
  },
  invalid: {
    no_price: 'Enter a price.',
    bad_price: 'Enter the price as a number, such as 1.25.',
    ambiguous_price:
      'This can be read in two ways. For thousands, leave out the point; for a fraction, add a zero, such as 1.2340.',
    too_many_decimals: 'That is too many decimal places for this currency.',
    bad_end_price: 'Enter a final price above zero and below the starting price.',
    bad_quantity: 'Enter a whole number, no more than what is available.',
    bad_address: 'This is not an address. An address is 0x followed by 40 characters.',
    bad_checksum: 'This address has a wrong checksum: one character is mistyped.',
    token_contract: 'This is the contract of the token itself: the token would be lost.',
    keeps_no_tokens: 'This contract keeps no tokens for anybody: they would be lost.',
    own_address: 'This is your own address.',
    unknown_name: 'This name does not exist.',
    name_failed: 'Names cannot be looked up right now. Enter the address.',
    resolving: 'Looking up the name…',
    bad_step: 'Enter a percentage from 0 to 100 with at most two decimal places, such as 5 or 2.5.',
    low_balance: 'Your balance is too low for this.',
    high_price: 'Confirm the high price first.',
    low_price: 'Confirm the low price first.',
    lookalike: 'Confirm the address first.',
    burn_address: 'Confirm the address first.',
    quoting: 'Getting the price…',
    checking: 'Checking…',
    fees_exceed_price: 'Fees would take up the whole price.',
    some_gone: 'Some of these cannot be bought right now.',
  },
  unavailable: {
    not_listed: 'This token is not for sale now.',
    nothing_listed:
      'Nothing in this collection can be bought right now. You can make an offer, and an owner may accept it.',
    nothing_to_collect:
      'You cannot mint from this collection here right now, and none of its tokens are for sale. Only mints that are open to everyone are offered here, not allow-list mints. You can make an offer, and an owner may accept it.',
    no_offer: 'There is no offer to accept now.',
    own_token: 'You already own this token.',
    own_listing: 'This is your own listing.',
    not_owner: 'Only the owner can do this, and the connected account does not own the token.',
    order_gone: 'This listing or offer was filled or canceled, or it has expired.',
    not_fillable: 'This listing or offer cannot be filled right now.',
    not_editable: 'This offer covers a set of tokens and cannot be changed. Cancel it and make a new one.',
    not_unique: 'Only one-of-a-kind tokens (ERC-721) can be auctioned here.',
    no_currency: 'No payment currency is configured for this chain.',
    unreachable: 'The marketplace did not respond.',
  },
  gone: {
    sell: {
      title: 'This offer is no longer there',
      body: 'It was withdrawn or filled, or it has expired. Go back to see the offers there are now.',
    },
    cancel: {
      title: 'This listing or offer is no longer open',
      body: 'According to the marketplace it was filled or canceled already, or it has expired.',
    },
    token: {
      title: 'You no longer hold this token',
      body: 'According to the marketplace it is not in your account: it was sold or transferred in the meantime.',
    },
    reverts: {
      title: 'This trade would fail',
      body: 'The listing or offer is still open, but in the marketplace’s trial run the contracts rejected this trade for your account. A token may be locked, for example, or a recipient may not accept what it would receive.',
    },
    barred: {
      title: 'The collection does not allow trades here',
      body: 'The listing or offer is still open, but the collection does not let this marketplace transfer its tokens.',
    },
    own_order: {
      title: 'This is your own listing or offer',
      body: 'You cannot fill what you signed yourself. You can change or cancel it.',
    },
  },
}
