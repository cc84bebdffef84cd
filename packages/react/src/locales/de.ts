import { asks, errors, gone, money, moved, progress, refused, resume, reverts } from './de.errors.ts'
import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('de')

/** German. */
export const de: Messages = {
  locale: 'de',
  common: {
    close: 'Schließen',
    back: 'Zurück',
    retry: 'Erneut versuchen',
    done: 'Fertig',
    browse: 'Weiter stöbern',
    connect: 'Wallet verbinden',
    loading: 'Wird geladen …',
    slow: 'Der Marktplatz braucht länger als üblich, um zu antworten.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    you: 'Du',
    balance: 'Guthaben',
    newWindow: '(öffnet in neuem Tab)',
    unknownToken: (tokenId) => `#${tokenId}`,
    anyToken: (collection) =>
      collection === undefined ? 'Beliebiger Token dieser Sammlung' : `Beliebiger Token aus ${collection}`,
    newToken: (collection) =>
      collection === undefined ? 'Neuer Token dieser Sammlung' : `Neuer Token aus ${collection}`,
    oneOf: (count) =>
      count === undefined
        ? 'Beliebiger Token aus einer Liste'
        : `Beliebiger Token aus einer Liste von ${count}`,
    noImage: 'Kein Bild',
    units: (count) => `${count} ×`,
    estimate: (amount, fixed) =>
      `${amount}, geschätzt zu einem ${fixed ? 'festen ' : ''}Kurs, den der Marktplatz nennt`,
  },
  funds: {
    missing: 'Auf {chain} fehlen mindestens {amount}, dazu die Netzwerkgebühr.',
    account: 'Dein Konto auf {chain}:',
    add: 'Guthaben aufladen',
  },
  fields: {
    price: 'Preis',
    pricePerItem: 'Preis pro Stück',
    sale: 'Verkaufsart',
    sales: { fixed: 'Festpreis', falling: 'Fallender Preis' },
    startPrice: (perItem) => (perItem ? 'Startpreis pro Stück' : 'Startpreis'),
    endPrice: (perItem) => (perItem ? 'Endpreis pro Stück' : 'Endpreis'),
    fallingHint:
      'Der Preis fällt gleichmäßig vom Startpreis an, bis das Angebot endet. Wer zuerst kauft, zahlt den Preis dieses Augenblicks.',
    currency: 'Währung',
    quantity: 'Anzahl',
    available: (count) => `${count} verfügbar`,
    duration: 'Laufzeit',
    durations: {
      hour: '1 Stunde',
      day: '1 Tag',
      threeDays: '3 Tage',
      week: '1 Woche',
      month: '1 Monat',
      threeMonths: '3 Monate',
      sixMonths: '6 Monate',
    },
    recipient: 'Empfänger',
    recipientHint: 'Die Adresse des neuen Besitzers: 0x und 40 Zeichen.',
    recipientNameHint: 'Das Konto des neuen Besitzers: eine Adresse oder ein Name.',
    useFloor: 'Floor-Preis übernehmen',
    useTraitFloor: 'Floor-Preis des Merkmals übernehmen',
    useLastSale: 'Letzten Verkaufspreis übernehmen',
    lastSale: 'Letzter Verkauf',
    useAsked: 'Nächstes Gebot der Auktion übernehmen',
    buyer: 'Nur an ein Konto verkaufen',
    buyerHint: 'Nur dieses Konto kann kaufen. Lass das Feld leer, um an alle zu verkaufen.',
    total: 'Summe',
    atMost: 'höchstens {amount}',
    atLeast: 'mindestens {amount}',
    youPay: 'Du zahlst',
    youReceive: 'Du erhältst',
    royalty: (percent) => `Tantieme (${percent})`,
    enforcedRoyalty: (percent) => `Tantieme wird durchgesetzt (${percent})`,
    marketplaceFee: (percent) => `Marktplatzgebühr (${percent})`,
    otherFee: (percent) => `Weitere Gebühren (${percent})`,
    balance: 'Guthaben: {amount}',
    useFloorOf: 'Floor-Preis übernehmen: {price}',
    noFees: 'Keine',
  },
  measures: {
    floor: (price) => `Floor-Preis ${price}`,
    lastSale: (price) => `Letzter Verkauf ${price}`,
  },
  connect: {
    title: 'Verbinde eine Wallet, um fortzufahren',
    body: 'Beim Verbinden wird nichts signiert und nichts gesendet.',
    noneTitle: 'Keine Wallet gefunden',
    noneBody: 'Installiere eine Browser-Wallet und lade diese Seite neu.',
    browserWallets: 'Browser-Wallets',
    failed: (wallet) =>
      `${wallet} hat sich nicht verbunden. Öffne die Wallet, beantworte die Anfrage und versuche es erneut.`,
  },
  buy: {
    action: 'Jetzt kaufen',
    title: (token) => `${token} kaufen`,
    complete: {
      title: 'Gekauft',
      body: 'Der Token ist in deiner Wallet, auf der Chain bestätigt.',
    },
    notice: 'Bevor sich deine Wallet öffnet, siehst du genau, was sie verlässt.',
  },
  list: {
    action: 'Zum Verkauf anbieten',
    title: (token) => `${token} anbieten`,
    complete: {
      title: 'Angeboten',
      body: 'Dein Angebot ist live. Du kannst es jederzeit in deinem Konto stornieren.',
    },
    belowFloor: (percent) => `Das liegt ${percent} unter dem Floor-Preis der Sammlung.`,
    farBelow: (price, floor) => `Preis ${price}, Floor-Preis ${floor}.`,
    confirmLow: 'Ja, ich möchte so weit unter dem Floor-Preis verkaufen.',
    free: 'Ein Angebot zu signieren ist kostenlos. Beim ersten Angebot aus einer Sammlung gibst du einmal deren Übertragung frei: eine Transaktion mit Netzwerkgebühr.',
    titleMany: (count) => `${count} Token anbieten`,
    actionMany: (count) => `${count} zum Verkauf anbieten`,
    completeMany: {
      title: 'Alle angeboten',
      body: 'Deine Angebote sind live. Du kannst sie jederzeit in deinem Konto stornieren.',
    },
    samePrice: 'Ein Preis für alle',
  },
  offer: {
    action: 'Gebot abgeben',
    title: (token) => `Auf ${token} bieten`,
    collectionTitle: (name) => `Auf einen beliebigen Token aus ${name} bieten`,
    attributeTitle: (name, attribute) => `Auf einen beliebigen Token aus ${name} mit ${attribute} bieten`,
    complete: {
      title: 'Gebot abgegeben',
      body: 'Der Besitzer kann es bis zum Ablauf annehmen. Du kannst es jederzeit in deinem Konto stornieren.',
    },
    anyOwner:
      'Jeder Besitzer eines passenden Tokens kann es bis zum Ablauf annehmen. Du kannst es jederzeit in deinem Konto stornieren.',
    units: 'Besitzer können sie einzeln annehmen.',
    funds:
      'Du zahlst erst, wenn ein Besitzer annimmt. Eine Währung vorher zu wrappen oder freizugeben, kostet eine Netzwerkgebühr.',
    wraps: '{amount} werden vorher gewrappt.',
    lowestAsk: 'Floor-Preis',
    bestOffer: 'Bestes Gebot',
    buysNow: 'Zu diesem Preis kannst du sofort kaufen, ohne auf einen Besitzer zu warten.',
    outbid: 'Das liegt nicht über dem besten Gebot von {amount}, das ein Besitzer stattdessen annehmen kann.',
    aboveAsk: (percent) => `Das liegt ${percent} über dem günstigsten Angebot.`,
    confirmHigh: 'Ja, ich möchte so weit über dem günstigsten Angebot bieten.',
    endsBefore:
      'Die Auktion endet {time}. Dieses Gebot läuft womöglich ab, bevor der Verkäufer es annehmen kann: Wähle eine längere Dauer.',
    asksMore:
      'Der Verkäufer wünscht mindestens {amount}. Du kannst auch weniger bieten: Das ist für niemanden bindend.',
  },
  auction: {
    action: 'Auktion ankündigen',
    title: (token) => `Auktion für ${token} ankündigen`,
    complete: {
      title: 'Auktion angekündigt',
      body: 'Sie wird angezeigt, bis sie endet oder der Token den Besitzer wechselt. Das beste Gebot wird nicht von selbst angenommen: Du entscheidest, welches du annimmst.',
    },
    withdrawal: {
      action: 'Auktion zurückziehen',
      title: (token) => `Auktion für ${token} zurückziehen`,
      complete: {
        title: 'Auktion zurückgezogen',
        body: 'Sie ist nicht mehr angekündigt. Bereits abgegebene Gebote bleiben offen.',
      },
    },
    binds:
      'Das ist für niemanden bindend. Dein Token bleibt in deiner Wallet, niedrigere Gebote sind weiterhin möglich, und du entscheidest, ob und welches Gebot du annimmst.',
    offersStay:
      'Bereits abgegebene Gebote bleiben offen: Sie gehören denen, die sie abgegeben haben. Du entscheidest weiterhin, ob und welches Gebot du annimmst.',
    free: 'Du signierst in deiner Wallet. Das ist kostenlos.',
    reserve: 'Mindestpreis',
    reserveHint:
      'Das niedrigste Gebot, das du nach eigener Aussage annehmen würdest. Leer lassen für keinen Mindestpreis.',
    stepPercent: 'Mindestschritt (%)',
    stepHint: 'Um wie viel jedes Gebot über dem besten liegen soll.',
    announces: 'Kündigt eine Auktion an für',
    withdraws: 'Beendet die Auktion für',
    currency: 'Gebote in',
    noReserve: 'Kein Mindestpreis',
    step: 'Mindestschritt',
    noStep: 'Jeder Betrag über dem besten Gebot',
    eitherStep: (percent) => `${percent} oder {amount}, je nachdem, was mehr ist`,
    until: 'Gebote erwünscht bis',
    refused: {
      title: 'Es wurde nicht veröffentlicht',
      body: 'Der Marktplatz hat nicht angenommen, was du signiert hast.',
    },
    signed:
      'Du hast signiert, aber vielleicht wurde es nicht veröffentlicht. Es wurde kein Geld bewegt, und deine Signatur verkauft nichts und bindet niemanden.',
  },
  accept: {
    action: 'Gebot annehmen',
    title: (token) => `${token} verkaufen`,
    complete: {
      title: 'Verkauft',
      body: 'Der Erlös ist in deiner Wallet, auf der Chain bestätigt.',
    },
    titleMany: (count) => `${count} Token verkaufen`,
    offer: 'Gebot',
    below: (percent) => `${percent} unter dem Floor-Preis`,
    above: (percent) => `${percent} über dem Floor-Preis`,
    equal: 'So viel wie der Floor-Preis',
    otherCurrency: 'In einer anderen Währung als der Floor-Preis',
    unknownFloor: 'Floor-Preis nicht bekannt',
    nothingListed: 'Nichts steht zum Verkauf',
    noSale: 'Kein Verkauf bekannt',
    unknown: 'Nicht bekannt',
    fees: 'Gebühren und Tantieme',
    farBelow: (proceeds, floor) => `Du erhältst ${proceeds}, Floor-Preis ${floor}.`,
  },
  edit: {
    action: 'Ändern',
    confirm: { listing: 'Angebot ändern', offer: 'Gebot ändern' },
    title: {
      listing: (token) => `Angebot für ${token} ändern`,
      offer: (token) => `Gebot für ${token} ändern`,
    },
    complete: {
      title: 'Geändert',
      body: 'Die neuen Bedingungen gelten. Zu den alten kann niemand mehr handeln.',
    },
    present: 'Aktueller Preis',
    newPrice: 'Neuer Preis',
    canceled: {
      listing:
        'Das alte Angebot ist schon storniert. Eine Signatur bietet den Token zum neuen Preis an; bis dahin steht er nicht zum Verkauf.',
      offer:
        'Das alte Gebot ist schon storniert. Eine Signatur gibt das neue ab; bis dahin kann niemand ein Gebot von dir annehmen.',
    },
    plan: {
      listing: (present, next) =>
        `Schritt 1 von 2: das alte Angebot (${present}) stornieren. Schritt 2: das neue zu ${next} signieren.`,
      offer: (present, next) =>
        `Schritt 1 von 2: das alte Gebot (${present}) stornieren. Schritt 2: das neue über ${next} signieren.`,
    },
    stopped: {
      listing: 'Das alte Angebot wurde storniert; der Token steht jetzt nicht zum Verkauf.',
      offer: 'Das alte Gebot wurde storniert; niemand kann es jetzt annehmen.',
    },
    unchanged: 'Unverändert',
    unchangedUntil: (until) => `Bis ${until}`,
    ends: {
      replaced: 'Eine Signatur ersetzt die alten Bedingungen durch die neuen. Sie ist kostenlos.',
      cancelled: {
        listing:
          'Zuerst storniert eine Transaktion (Netzwerkgebühr) das alte Angebot, dann signierst du das neue. Beide sind nie gleichzeitig offen.',
        offer:
          'Zuerst storniert eine Transaktion (Netzwerkgebühr) das alte Gebot, dann signierst du das neue. Beide sind nie gleichzeitig offen.',
      },
    },
  },
  cancel: {
    action: 'Stornieren',
    confirm: {
      listing: 'Angebot stornieren',
      offer: 'Gebot stornieren',
      several: 'Angebote und Gebote stornieren',
    },
    keep: { listing: 'Angebot behalten', offer: 'Gebot behalten', several: 'Behalten' },
    title: {
      listing: (token) => `Angebot für ${token} stornieren`,
      offer: (token) => `Gebot für ${token} stornieren`,
    },
    completeMany: { title: 'Storniert', body: 'Niemand kann sie mehr annehmen.' },
    titleMany: {
      listing: (count) =>
        plural(count, { one: '{count} Angebot stornieren', other: '{count} Angebote stornieren' }),
      offer: (count) =>
        plural(count, { one: '{count} Gebot stornieren', other: '{count} Gebote stornieren' }),
    },
    titleAll: 'Alle Angebote und Gebote stornieren',
    stillOpen: {
      listing: 'Das Angebot ist noch offen: Jeder kann den Token kaufen.',
      reserved: 'Das Angebot ist noch offen.',
      offer: 'Das Gebot ist noch offen.',
      several: 'Die Angebote und Gebote sind noch offen.',
    },
    present: { listing: 'Angeboten für {price} · endet {time}', offer: 'Gebot über {price} · endet {time}' },
    allWarning:
      'Das beendet alle Angebote und Gebote, die du auf dieser Chain für die hier genutzte Börse signiert hast, gleich auf welcher Seite. Die auf anderen Börsen bleiben offen.',
    complete: { title: 'Storniert', body: 'Niemand kann es mehr annehmen.' },
    onChain: 'Zum Stornieren ist eine Transaktion nötig: Deine Wallet verlangt dafür eine Netzwerkgebühr.',
    offChain: 'Zum Stornieren genügt eine Signatur. Sie ist kostenlos.',
  },
  transfer: {
    action: 'Übertragen',
    title: (token) => `${token} übertragen`,
    complete: {
      title: 'Übertragen',
      body: 'Der Token gehört jetzt dem Empfänger, auf der Chain bestätigt.',
    },
    warning: 'Eine Übertragung lässt sich nicht rückgängig machen. Prüfe jedes Zeichen der Adresse.',
    entered: 'Du hast eingegeben',
    known: 'Du kennst',
    ownAccount: 'Dein eigenes Konto',
    completeMany: {
      title: 'Übertragen',
      body: 'Die Token gehören jetzt dem Empfänger, auf der Chain bestätigt.',
    },
    titleMany: (count) => `${count} Token übertragen`,
    actionMany: (count) => `${count} übertragen`,
    listingStays:
      'Dein Verkaufsangebot bleibt offen: Zieh es vorher zurück, wenn es nicht ausgeführt werden soll, sobald der Token zurückkommt.',
    confirmLookalike: 'Ja, an die Adresse senden, die ich eingegeben habe.',
    burnTitle: 'Das ist eine Burn-Adresse',
    burn: 'Zu dieser Adresse ist kein Schlüssel bekannt: Was dorthin gesendet wird, ist verloren.',
    confirmBurn: 'Ja, vernichten, was ich sende.',
    lookalikeTitle: 'Diese Adresse sieht einer bekannten nur ähnlich',
    notCompared: 'Diese Adresse konnte nicht mit denen verglichen werden, die du schon verwendet hast.',
    lookalike:
      'Sie beginnt und endet wie eine Adresse, die du schon verwendet hast, ist aber eine andere. Das ist eine verbreitete Betrugsmasche.',
  },
  collect: {
    action: 'Sammeln',
    mint: 'Minten',
    title: (collection) => `Token aus ${collection} sammeln`,
    mintTitle: (collection) => `Token aus ${collection} minten`,
    minted: (count) =>
      plural(count, {
        one: '{count} neuer Token wird für dich gemintet.',
        other: '{count} neue Token werden für dich gemintet.',
      }),
    listed: (count) =>
      plural(count, {
        one: '{count} Token wird aus einem Angebot gekauft.',
        other: '{count} Token werden aus Angeboten gekauft.',
      }),
  },
  sweep: {
    action: 'Mehrere kaufen',
    title: (collection, traits) =>
      traits === undefined
        ? `Die günstigsten Token aus ${collection} kaufen`
        : `Die günstigsten Token aus ${collection} mit ${traits} kaufen`,
    compared: (symbol) =>
      `Die günstigsten nach dem Preis in ${symbol}. Angebote in anderen Währungen werden damit nicht verglichen.`,
  },
  cart: {
    title: 'Warenkorb',
    add: 'In den Warenkorb',
    inCart: 'Im Warenkorb',
    remove: (token) => `${token} aus dem Warenkorb nehmen`,
    clear: 'Warenkorb leeren',
    empty: 'Dein Warenkorb ist leer',
    emptyHint: 'Lege Token aus beliebigen Sammlungen hinein und kaufe sie zusammen.',
    gone: 'Nicht mehr im Angebot',
    lost: (names, count) =>
      plural(count, {
        one: `${names} wurde verkauft oder zurückgezogen.`,
        other: `${names} wurden verkauft oder zurückgezogen.`,
      }),
    failing: (names, count) =>
      plural(count, {
        one: `${names} lässt sich gerade nicht kaufen. Der Rest lässt sich ohne dieses Token kaufen.`,
        other: `${names} lassen sich gerade nicht kaufen. Der Rest lässt sich ohne sie kaufen.`,
      }),
    left: (count, total, sum) => `Du kaufst jetzt ${count} von ${total} für ${sum}.`,
    listedSum: 'Summe der Angebotspreise',
    notInSum: (count) =>
      plural(count, {
        one: '{count} Token ist nicht enthalten: Sein Preis ist noch nicht bekannt.',
        other: '{count} Token sind nicht enthalten: Ihre Preise sind noch nicht bekannt.',
      }),
    removeGone: (count) =>
      plural(count, {
        one: 'Nicht verfügbaren Token entfernen',
        other: '{count} nicht verfügbare Token entfernen',
      }),
    checkout: (count) => (count === 1 ? 'Jetzt kaufen' : `${count} jetzt kaufen`),
    complete: {
      title: 'Gekauft',
      body: 'Die Token sind in deiner Wallet, auf der Chain bestätigt.',
    },
  },
  activity: {
    label: 'Aktivität',
    kinds: {
      sale: 'Verkauf',
      ask: 'Angeboten',
      bid: 'Gebot',
      transfer: 'Übertragung',
      mint: 'Gemintet',
      ask_cancel: 'Angebot storniert',
      bid_cancel: 'Gebot storniert',
    },
    empty: 'Noch keine Aktivität.',
    more: 'Mehr anzeigen',
    waiting: (count) =>
      plural(count, { one: '{count} neuen Eintrag anzeigen', other: '{count} neue Einträge anzeigen' }),
    to: 'An',
  },
  review: {
    title: 'Was du in deiner Wallet bestätigen sollst',
    give: 'Du gibst',
    giveAtMost: 'Du gibst (höchstens)',
    get: 'Du erhältst',
    getAtLeast: 'Du erhältst (mindestens)',
    fewer: {
      buy: 'Oder weniger, falls einige vorher verkauft werden. Du zahlst nur, was du bekommst.',
      sell: 'Oder weniger, falls einige Gebote vorher wegfallen. Du gibst nur, was bezahlt wird.',
    },
    limitsAddUp: 'Grenzen in mehreren Währungen addieren sich: Jede davon kann voll ausgeschöpft werden.',
    together: (count) => `Summe für ${count} Token`,
    costs: (price) => `Kostet ${price}`,
    brings: (price) => `Bringt ${price}`,
    priced: (price) => `Preis ${price}`,
    falls: (from, to, time) => `Fällt von ${from} auf ${to} bis ${time}`,
    togetherNet: (count) => `Summe für ${count} Token, nach Gebühren`,
    total: 'Gesamtpreis',
    nothing: 'Nichts',
    wraps: 'Wird jetzt gewrappt',
    wrapsInto: '{amount} in {currency}',
    later: { list: 'wenn jemand kauft', bid: 'wenn ein Besitzer annimmt' },
    laterSeveral: 'wenn sie verkauft werden',
    laterTaker: 'wenn das unten genannte Konto kauft',
    laterAny: 'wenn ein Besitzer annimmt; er wählt aus, welchen',
    laterMinted: 'Welche Nummer du bekommst, entscheidet sich beim Minten.',
    ends: 'Storniert wird',
    ended: { listing: 'Angebot von {token} für {price}', offer: 'Gebot von {price} für {token}' },
    endsAll: (exchange) => `Alle Angebote und Gebote, die du auf dieser Chain für ${exchange} signiert hast`,
    othersStay: 'Die auf anderen Börsen bleiben offen.',
    fees: 'Gebühren',
    feesOfTrade: 'Marktplatz\u00ADgebühren und Tantieme',
    feeKinds: { marketplace: 'Marktplatz', royalty: 'Tantieme', other: 'Anderer Empfänger' },
    feesIncluded: 'In dem enthalten, was du gibst.',
    networkFee: 'Netzwerkgebühr',
    networkFeeAbout: 'Etwa {fee}, höchstens {most}',
    networkFeeHint:
      'Schätzung. Der Höchstwert lässt zu, dass sich der Gaspreis verdoppelt; die endgültige Gebühr legt deine Wallet fest.',
    networkFeeUnknown: 'Unbekannt. Deine Wallet zeigt sie, bevor du bestätigst.',
    sponsored: 'Die Netzwerkgebühr wird übernommen. Deine Wallet zeigt, ob noch etwas zu zahlen bleibt.',
    authority: 'Neue Freigaben',
    authorityNone: 'Keine',
    authorityKinds: {
      erc20: '{spender} darf bis zu {amount} ausgeben',
      erc20Unlimited: '{spender} darf beliebig viel {currency} ausgeben',
      'nft-operator': '{spender} darf jeden Token aus {collection} übertragen',
      'nft-token': '{spender} darf diesen einen Token aus {collection} übertragen',
      privateOrder: 'Nur das oben genannte Konto kann dein signiertes Angebot annehmen',
    },
    fillable: 'Wer die Bedingungen erfüllt, kann annehmen, was du signierst',
    replaces:
      'Das ersetzt eine ältere Freigabe. Laufende Gebote, die darauf beruhen, teilen sich, was übrig bleibt.',
    revoke: 'Du kannst diese Freigabe jederzeit widerrufen.',
    message: 'Text zum Signieren',
    seaportItself: 'Seaport selbst, ohne Conduit',
    revocable: 'Du kannst jederzeit stornieren. Auf der Chain kostet das eine Netzwerkgebühr.',
    until: 'Gültig bis',
    checked: 'So wurde geprüft',
    proof: {
      static: 'Anhand der genauen Bytes bewiesen',
      'static+read': 'Anhand der genauen Bytes bewiesen und von der Chain gelesen',
      simulated: 'Simuliert, nicht bewiesen',
      none: 'Nicht geprüft',
    },
    simulated: 'Eine Simulation auf dem aktuellen Stand der Chain kam zum selben Ergebnis.',
    unprovenTitle: 'Was keine Prüfung garantieren kann',
    unproven: {
      shown_terms:
        'Dass dir die Seite den richtigen Preis, das richtige Bild und den richtigen Vertrag gezeigt hat. Vergleiche den Vertrag oben.',
      kept_signature:
        'Dass dein signiertes Angebot oder Gebot sofort veröffentlicht wird. Es gilt, bis es abläuft oder du es in deinem Konto stornierst.',
      unanswered_post:
        'Dass ein Angebot oder Gebot weg ist, weil der Marktplatz nicht geantwortet hat. Behandle es als live.',
      signed_cancellation:
        'Dass eine Stornierung per Signatur beachtet wird. Auf der Chain ist sie endgültig.',
      late_cancellation:
        'Dass niemand das Angebot oder Gebot annimmt, bevor deine Stornierung auf der Chain ist.',
      hidden_orders: 'Dass es anderswo keinen besseren Preis gibt. Du zahlst nie mehr als vereinbart.',
      order_of_blocks:
        'Dass niemand schneller ist. Ist es jemand, scheitert dies, oder es geschieht nur ein Teil davon; kein Teil kostet mehr oder bringt weniger, als du vereinbart hast.',
      resale: 'Dass sich der Token weiterverkaufen lässt. Die Regeln macht sein Vertrag.',
      trait_members:
        'Welche Token das Merkmal haben. Die Liste des Marktplatzes wird unverändert übernommen.',
      simulated_only: 'Dass Code, der nur simuliert wurde, auf der Chain dasselbe tut.',
      token_code:
        'Dass der Vertrag des Tokens seinen Standard einhält. Was angekommen ist, wird von der Chain gelesen.',
      node: 'Dass die befragten Knoten die Wahrheit sagen. Was aus den Bytes folgt, gilt auch sonst.',
      page: 'Dass diese Seite ehrlich ist: Das kann keine Seite von sich selbst beweisen. Vergleiche Empfänger, Betrag und Token, die deine Wallet zeigt, mit dieser Karte.',
      wallet: 'Dass deine Wallet signiert, was sie zeigt.',
    },
    verified: 'Auf diesem Gerät geprüft',
    askTitle: 'Lies das, bevor du fortfährst',
    askBody: 'Ein Teil davon ließ sich nicht als sicher beweisen. Fahre nur fort, wenn du weißt, warum.',
    askBodyProven: 'Dies tut, was du verlangt hast. Lies vor dem Bestätigen, was gefunden wurde.',
    blockTitle: 'Angehalten, bevor sich deine Wallet öffnete',
    blockBody:
      'Der Marktplatz hat etwas verlangt, dem du nicht zugestimmt hast. Es wurde nichts signiert und kein Geld bewegt.',
    approve: 'In der Wallet bestätigen',
    hold: 'Zum Bestätigen gedrückt halten',
    copyReport: 'Bericht kopieren',
    digest: 'Fingerabdruck',
    digestHint:
      'Er kennzeichnet genau diese Anfrage. Dieselbe Anfrage hat auf jedem Gerät und im Code denselben Fingerabdruck.',
    why: 'Was gefunden wurde',
    funds: 'Deine offenen Gebote ergeben mit diesem {promised}; vorhanden oder freigegeben sind {covered}.',
    asks,
    findings: {
      FLOW: 'Die Schritte passen nicht zu dem, was du wolltest.',
      SHAPE: 'Die Antwort hat nicht die erwartete Form.',
      TX: 'Die Transaktion ist nicht die, die du wolltest.',
      TD: 'Die zu signierende Nachricht ist nicht die, die du wolltest.',
      MSG: 'Der zu signierende Text ist unbekannt.',
      ORD: 'Das Angebot oder Gebot hat nicht die vereinbarten Bedingungen.',
      CALL: 'Der Aufruf tut etwas, das du nicht verlangt hast.',
      APR: 'Eine Freigabe ist weiter als für den Handel nötig.',
      POST: 'Die Signatur würde woandershin gesendet.',
      RCPT: 'Die Chain zeigt nicht, was hätte geschehen sollen.',
      SIM: 'Eine Simulation endete anders oder ist der einzige Beleg.',
      GAS: 'Die Netzwerkgebühr ist stark gestiegen, seit du das gelesen hast.',
      NO: 'Vorher wurde kein Preis vereinbart.',
    },
  },
  receipt: {
    tokens: {
      buy: 'Gekauft',
      sell: 'Verkauft',
      list: 'Angeboten',
      bid: 'Token',
      transfer: 'Gesendet',
      cancel: 'Storniert',
    },
    minted: 'Gemintet',
    money: { buy: 'Bezahlt', sell: 'Erhalten, nach Gebühren', list: 'Preis', bid: 'Dein Gebot' },
    received: 'Erhalten',
    transaction: 'Transaktion',
    viewToken: 'Token ansehen',
    viewTokens: 'Deine Token ansehen',
    viewOrders: 'Deine Angebote und Gebote ansehen',
  },
  steps: {
    label: 'Fortschritt',
    purposes: {
      'approve-currency': {
        title: 'Zahlung freigeben',
        wallet: 'Gib in deiner Wallet genau diesen Betrag frei.',
      },
      'approve-token': {
        title: 'Verkauf freigeben',
        wallet: 'Bestätige die Freigabe in deiner Wallet. Sie ist für diese Sammlung nur einmal nötig.',
      },
      wrap: { title: 'Währung wrappen', wallet: 'Bestätige in deiner Wallet, um den Betrag zu wrappen.' },
      buy: { title: 'Kaufen', wallet: 'Bestätige den Kauf in deiner Wallet.' },
      sell: { title: 'Verkaufen', wallet: 'Bestätige den Verkauf in deiner Wallet.' },
      'sign-listing': { title: 'Angebot signieren', wallet: 'Signiere in deiner Wallet. Das ist kostenlos.' },
      'sign-offer': { title: 'Gebot signieren', wallet: 'Signiere in deiner Wallet. Das ist kostenlos.' },
      cancel: { title: 'Auf der Chain stornieren', wallet: 'Bestätige die Stornierung in deiner Wallet.' },
      'sign-auction': {
        title: 'Ankündigung signieren',
        wallet: 'Signiere in deiner Wallet. Das ist kostenlos.',
      },
      'sign-withdrawal': {
        title: 'Rücknahme signieren',
        wallet: 'Signiere in deiner Wallet. Das ist kostenlos.',
      },
      'sign-message': {
        title: 'Einen Text signieren',
        wallet: 'Lies den Text und signiere ihn dann in deiner Wallet. Das ist kostenlos.',
      },
      'sign-cancel': {
        title: 'Stornierung signieren',
        wallet: 'Signiere in deiner Wallet. Das ist kostenlos.',
      },
      transfer: { title: 'Übertragen', wallet: 'Bestätige die Übertragung in deiner Wallet.' },
    },
    mint: { title: 'Minten', wallet: 'Bestätige das Minten in deiner Wallet.' },
    preparing: 'Schritte werden vorbereitet und geprüft',
    slow: 'Das dauert länger als üblich. Du kannst warten oder abbrechen und es später erneut versuchen.',
    stopPreparing: 'Abbrechen',
    phases: {
      waiting: 'Als Nächstes',
      confirming: 'Wartet auf deine Entscheidung',
      switching: 'Wechsle die Chain in deiner Wallet',
      switching_by_hand:
        'Deine Wallet kann die Chain nicht selbst wechseln: Wähle in ihr {chain} (Chain-ID {id}) aus',
      reconnecting: 'Deine Wallet ist gesperrt oder getrennt',
      prompted: 'Wartet auf deine Wallet',
      searching:
        'Deine Wallet hat nicht klar geantwortet; auf der Chain wird gesucht, was sie gesendet haben könnte',
      posting: 'Wird veröffentlicht',
      cosigning: 'Wartet auf die anderen Unterzeichner',
      sent: 'Wartet auf die Chain',
      mined: 'Auf der Chain; wartet darauf, dass der Marktplatz es anzeigt',
      complete: 'Fertig',
      failed: 'Angehalten',
    },
    overdue:
      'Deine Wallet antwortet seit zwei Minuten nicht. Vielleicht ist ihr Fenster verdeckt: Öffne die Wallet und sieh nach.',
    stop: 'Nicht länger auf die Wallet warten',
    behind: 'Zuerst muss eine frühere Transaktion deines Kontos abgeschlossen sein.',
    pace: (time) => `Abstand zwischen zwei Blöcken: etwa ${time}.`,
    explorer: 'Transaktion ansehen',
    unproven:
      'So meldet es der Marktplatz. Kein Knoten der Chain war erreichbar; sieh deshalb in einem Block-Explorer nach.',
    keepOpen: {
      wallet: 'Du kannst dieses Fenster schließen. Die Anfrage bleibt in deiner Wallet offen.',
      sent: 'Du kannst dieses Fenster schließen. Die Transaktion läuft weiter.',
    },
    failedOnChain: 'Auf der Chain fehlgeschlagen',
    signListings: 'Angebote signieren',
    progress: (done, all) => `${done} von ${all} Schritten erledigt`,
    current: (step, phase, progress) => `${step}: ${phase}. ${progress}`,
  },
  orders: {
    titles: { listing: 'Deine Angebote', offer: 'Deine Gebote' },
    none: {
      listing: 'Du bietest nichts zum Verkauf an. Öffne einen deiner Token, um ihn anzubieten.',
      offer: 'Du hast keine offenen Gebote. Öffne einen Token oder eine Sammlung, um eines abzugeben.',
    },
    live: 'Gültig',
    notFillable: 'Kann zurzeit nicht angenommen werden',
    uncovered: 'Offen, aber nicht gedeckt',
    uncoveredHint:
      'Dein Guthaben oder deine Freigabe reicht dafür nicht, wenn deine höheren und älteren Gebote mitzählen. Lade Guthaben auf, gib ein weiteres Gebot ab, das die Freigabe für alle erhöht, oder storniere es.',
    onlyFor: 'Nur {account} kann kaufen',
    onlyForYou: 'Nur du kannst kaufen',
    falls: 'fällt {time} auf {price}',
  },
  journal: {
    title: 'Was du hier signiert hast',
    open: (count) =>
      count === 0
        ? 'Kein Angebot oder Gebot, das du hier signiert hast, kann noch angenommen werden.'
        : plural(count, {
            one: '{count} hier signiertes Angebot oder Gebot kann noch angenommen werden.',
            other: '{count} hier signierte Angebote und Gebote können noch angenommen werden.',
          }),
    empty: 'Noch nichts signiert',
    emptyHint:
      'Jedes Angebot und jedes Gebot, das du hier signierst, wird hier aufbewahrt, damit du es stornieren kannst.',
    sides: { ask: 'Angebot', bid: 'Gebot' },
    states: {
      asked: 'Deine Wallet wurde gefragt; ihre Antwort ist unbekannt',
      unposted: 'Signiert, nicht veröffentlicht',
      maybe_live: 'Möglicherweise veröffentlicht: Behandle es als live',
      live: 'Live',
      filled: 'Angenommen',
      cancelled: 'Storniert',
      expired: 'Abgelaufen',
      counter_raised: 'Zusammen mit allen anderen storniert',
    },
    ends: 'endet {time}',
    copy: 'Für einen Fehlerbericht kopieren',
  },

  frame: {
    refused:
      'Das kann hier nicht angezeigt werden. Die umgebende Seite darf es nicht anzeigen, oder die Adresse ist falsch.',
  },
  media: { model: 'In 3D ansehen', page: 'Seite zeigen', video: 'Video abspielen' },
  broken: {
    title: 'Dieser Teil konnte nicht angezeigt werden',
    body: 'Versuche es erneut oder schließe ihn. Es wurde nichts Neues gesendet, und ein Handel, den du in deiner Wallet bestätigt hast, läuft weiter.',
  },
  notLoaded: {
    title: 'Ein Teil der Seite wurde nicht geladen',
    body: 'Prüfe deine Verbindung und versuche es erneut. Wenn das nicht hilft, lade die Seite neu. Es wurde nichts Neues gesendet, und ein Handel, den du in deiner Wallet bestätigt hast, läuft weiter.',
  },
  invalid: {
    no_price: 'Gib einen Preis ein.',
    bad_price: 'Gib den Preis als Zahl ein, etwa 1,25.',
    ambiguous_price:
      'Das lässt sich auf zwei Arten lesen. Lass bei Tausendern das Trennzeichen weg; hänge bei Nachkommastellen eine Null an, etwa 1,2340.',
    too_many_decimals: 'Das sind zu viele Nachkommastellen für diese Währung.',
    bad_end_price: 'Gib einen Endpreis ein, der größer als 0 und kleiner als der Startpreis ist.',
    bad_quantity: 'Gib eine ganze Zahl ein, höchstens so viel wie verfügbar.',
    bad_address: 'Das ist keine Adresse. Eine Adresse besteht aus 0x und 40 Zeichen.',
    bad_checksum: 'Die Prüfsumme dieser Adresse stimmt nicht: Ein Zeichen ist falsch eingegeben.',
    token_contract: 'Das ist der Vertrag des Tokens selbst: Der Token ginge verloren.',
    keeps_no_tokens: 'Dieser Vertrag verwahrt für niemanden Token: Sie gingen verloren.',
    own_address: 'Das ist deine eigene Adresse.',
    unknown_name: 'Diesen Namen gibt es nicht.',
    name_failed: 'Namen lassen sich gerade nicht nachschlagen. Gib die Adresse ein.',
    resolving: 'Name wird nachgeschlagen …',
    bad_step:
      'Gib einen Prozentsatz von 0 bis 100 mit höchstens zwei Nachkommastellen ein, zum Beispiel 5 oder 2.5.',
    low_balance: 'Dein Guthaben reicht dafür nicht.',
    high_price: 'Bestätige zuerst den hohen Preis.',
    low_price: 'Bestätige zuerst den niedrigen Preis.',
    lookalike: 'Bestätige zuerst die Adresse.',
    burn_address: 'Bestätige zuerst die Adresse.',
    quoting: 'Preis wird abgefragt …',
    checking: 'Wird geprüft …',
    fees_exceed_price: 'Die Gebühren würden den ganzen Preis aufbrauchen.',
    some_gone: 'Einige können gerade nicht gekauft werden.',
  },
  unavailable: {
    not_listed: 'Dieser Token steht gerade nicht zum Verkauf.',
    nothing_listed:
      'Aus dieser Sammlung steht gerade nichts zum Verkauf. Du kannst ein Gebot abgeben, das ein Besitzer annehmen kann.',
    nothing_to_collect:
      'Aus dieser Sammlung kannst du hier gerade nichts minten, und keiner ihrer Token steht zum Verkauf. Hier gibt es nur Mints, die allen offenstehen, keine für eine Allowlist. Du kannst ein Gebot abgeben, das ein Besitzer annehmen kann.',
    no_offer: 'Es gibt gerade kein Gebot, das du annehmen kannst.',
    own_token: 'Dieser Token gehört dir schon.',
    own_listing: 'Das ist dein eigenes Angebot.',
    not_owner: 'Das kann nur der Besitzer, und das verbundene Konto besitzt den Token nicht.',
    order_gone: 'Dieses Angebot oder Gebot wurde angenommen oder storniert, oder es ist abgelaufen.',
    not_fillable: 'Dieses Angebot oder Gebot kann gerade nicht angenommen werden.',
    not_editable:
      'Dieses Gebot gilt für mehrere Token und lässt sich nicht ändern. Storniere es und gib ein neues ab.',
    not_unique: 'Hier können nur einmalige Token (ERC-721) versteigert werden.',
    no_currency: 'Für diese Chain ist keine Zahlungswährung eingerichtet.',
    unreachable: 'Der Marktplatz hat nicht geantwortet.',
  },
  pending: {
    title: 'Laufende Vorgänge',
    count: (count) => plural(count, { one: '{count} laufender Vorgang', other: '{count} laufende Vorgänge' }),
    needsUser: 'Wartet auf dich',
    unanswered:
      'Sieh in deiner Wallet nach: Bestätige die Anfrage dort oder lehne sie ab. Zeigt deine Wallet keine, musst du nichts tun: Diese Seite sucht weiter auf der Chain danach.',
    kinds: {
      buy: 'Kauf',
      sell: 'Verkauf',
      list: 'Angebot',
      bid: 'Gebot',
      cancel: 'Stornierung',
      transfer: 'Übertragung',
      announce: 'Auktion',
      listing: 'Änderung eines Angebots',
      offer: 'Änderung eines Gebots',
    },
    open: 'Fortschritt ansehen',
    resume: 'Fortsetzen',
    unfinished: {
      listing: (price) => `Das alte Angebot ist storniert. Das neue zu ${price} ist noch nicht signiert.`,
      offer: (price) => `Das alte Gebot ist storniert. Das neue über ${price} ist noch nicht signiert.`,
    },
    giveUp: { listing: 'Nicht wieder anbieten', offer: 'Nicht wieder bieten' },
    details: 'Einzelheiten ansehen',
    ended: 'Beendete Vorgänge',
  },
  errors,
  gone,
  refused,
  reverts,
  money,
  moved,
  progress,
  resume,
}
