import { asks, errors, gone, money, moved, progress, refused, resume, reverts } from './fr.errors.ts'
import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('fr')

/** French. */
export const fr: Messages = {
  locale: 'fr',
  common: {
    close: 'Fermer',
    back: 'Retour',
    retry: 'Réessayer',
    done: 'Terminé',
    browse: 'Continuer à parcourir',
    connect: 'Connecter un portefeuille',
    loading: 'Chargement…',
    slow: 'La place de marché met plus de temps que d’habitude à répondre.',
    copy: 'Copier',
    copied: 'Copié',
    you: 'Vous',
    balance: 'Solde',
    newWindow: '(s’ouvre dans un nouvel onglet)',
    unknownToken: (tokenId) => `#${tokenId}`,
    anyToken: (collection) =>
      collection === undefined
        ? 'N’importe quel jeton de cette collection'
        : `N’importe quel jeton de ${collection}`,
    newToken: (collection) =>
      collection === undefined ? 'Nouveau jeton de cette collection' : `Nouveau jeton de ${collection}`,
    oneOf: (count) =>
      count === undefined
        ? 'N’importe quel jeton d’une liste'
        : `N’importe quel jeton d’une liste de ${count}`,
    noImage: 'Pas d’image',
    units: (count) => `${count} ×`,
    estimate: (amount, fixed) =>
      `${amount}, estimation au taux ${fixed ? 'fixe ' : ''}indiqué par la place de marché`,
  },
  funds: {
    missing: 'Il manque au moins {amount} sur {chain}, plus les frais de réseau.',
    account: 'Votre compte sur {chain} :',
    add: 'Ajouter des fonds',
  },
  fields: {
    price: 'Prix',
    pricePerItem: 'Prix par unité',
    sale: 'Type de vente',
    sales: { fixed: 'Prix fixe', falling: 'Prix dégressif' },
    startPrice: (perItem) => (perItem ? 'Prix de départ par unité' : 'Prix de départ'),
    endPrice: (perItem) => (perItem ? 'Prix final par unité' : 'Prix final'),
    fallingHint:
      'Le prix baisse régulièrement depuis le prix de départ jusqu’à la fin de l’annonce. Le premier acheteur paie le prix du moment.',
    currency: 'Devise',
    quantity: 'Quantité',
    available: (count) => plural(count, { one: '{count} disponible', other: '{count} disponibles' }),
    duration: 'Durée',
    durations: {
      hour: '1 heure',
      day: '1 jour',
      threeDays: '3 jours',
      week: '1 semaine',
      month: '1 mois',
      threeMonths: '3 mois',
      sixMonths: '6 mois',
    },
    recipient: 'Destinataire',
    recipientHint: 'L’adresse du nouveau propriétaire : 0x et 40 caractères.',
    recipientNameHint: 'Le compte du nouveau propriétaire : une adresse ou un nom.',
    useFloor: 'Utiliser le prix plancher',
    useTraitFloor: 'Utiliser le prix plancher de l’attribut',
    useLastSale: 'Utiliser le prix de la dernière vente',
    lastSale: 'Dernière vente',
    useAsked: 'Utiliser la prochaine offre de l’enchère',
    buyer: 'Vendre à un seul compte',
    buyerHint: 'Seul ce compte pourra l’acheter. Laissez vide pour vendre à tous.',
    total: 'Total',
    atMost: 'au plus {amount}',
    atLeast: 'au moins {amount}',
    youPay: 'Vous payez',
    youReceive: 'Vous recevez',
    royalty: (percent) => `Redevance du créateur (${percent})`,
    enforcedRoyalty: (percent) => `Redevance du créateur imposée (${percent})`,
    marketplaceFee: (percent) => `Frais de la place de marché (${percent})`,
    otherFee: (percent) => `Autres frais (${percent})`,
    balance: 'Solde : {amount}',
    useFloorOf: 'Utiliser le prix plancher : {price}',
    noFees: 'Aucun',
  },
  measures: {
    floor: (price) => `Prix plancher : ${price}`,
    lastSale: (price) => `Dernière vente : ${price}`,
  },
  connect: {
    title: 'Connectez un portefeuille pour continuer',
    body: 'La connexion ne signe rien et n’envoie rien.',
    noneTitle: 'Aucun portefeuille trouvé',
    noneBody: 'Installez un portefeuille pour navigateur, puis rechargez cette page.',
    browserWallets: 'Portefeuilles du navigateur',
    failed: (wallet) => `${wallet} ne s’est pas connecté. Ouvrez-le, répondez à la demande, puis réessayez.`,
  },
  buy: {
    action: 'Acheter',
    title: (token) => `Acheter ${token}`,
    complete: {
      title: 'Il est à vous',
      body: 'Le jeton est dans votre portefeuille, confirmé sur la chaîne.',
    },
    notice: 'Avant l’ouverture de votre portefeuille, vous verrez exactement ce qui en sort.',
  },
  list: {
    action: 'Mettre en vente',
    title: (token) => `Mettre en vente ${token}`,
    complete: {
      title: 'En vente',
      body: 'Votre annonce est active. Vous pouvez l’annuler à tout moment depuis votre compte.',
    },
    belowFloor: (percent) => `C’est ${percent} de moins que le prix plancher de la collection.`,
    farBelow: (price, floor) => `Prix : ${price} ; prix plancher : ${floor}.`,
    confirmLow: 'Oui, je veux vendre bien en dessous du prix plancher.',
    free: 'Signer une annonce est gratuit. À la première annonce d’une collection, vous approuvez aussi une fois son transfert : une transaction avec des frais de réseau.',
    titleMany: (count) =>
      plural(count, { one: 'Mettre en vente {count} jeton', other: 'Mettre en vente {count} jetons' }),
    actionMany: (count) => `Mettre ${count} en vente`,
    completeMany: {
      title: 'Tout est en vente',
      body: 'Vos annonces sont actives. Vous pouvez les annuler à tout moment depuis votre compte.',
    },
    samePrice: 'Un seul prix pour tous',
  },
  offer: {
    action: 'Faire une offre',
    title: (token) => `Faire une offre pour ${token}`,
    collectionTitle: (name) => `Faire une offre pour n’importe quel jeton de ${name}`,
    attributeTitle: (name, attribute) =>
      `Faire une offre pour n’importe quel jeton de ${name} avec ${attribute}`,
    complete: {
      title: 'Offre faite',
      body: 'Le propriétaire peut l’accepter jusqu’à son expiration. Vous pouvez l’annuler à tout moment depuis votre compte.',
    },
    anyOwner:
      'Tout propriétaire d’un tel jeton peut l’accepter jusqu’à son expiration. Vous pouvez l’annuler à tout moment depuis votre compte.',
    units: 'Les propriétaires peuvent les accepter une par une.',
    funds:
      'Vous ne payez que lorsqu’un propriétaire accepte. Convertir ou autoriser d’abord une devise coûte des frais de réseau.',
    wraps: '{amount} seront d’abord convertis.',
    lowestAsk: 'Prix plancher',
    bestOffer: 'Meilleure offre',
    buysNow: 'À ce prix, vous pouvez l’acheter tout de suite, sans attendre qu’un propriétaire accepte.',
    outbid:
      'Ce montant ne dépasse pas la meilleure offre, de {amount}, qu’un propriétaire peut accepter à la place.',
    aboveAsk: (percent) => `C’est ${percent} au-dessus de l’annonce la plus basse.`,
    confirmHigh: 'Oui, je veux offrir bien au-dessus de l’annonce la plus basse.',
    endsBefore:
      'L’enchère se termine {time}. Cette offre risque d’expirer avant que le vendeur puisse l’accepter : choisissez une durée plus longue.',
    asksMore: 'Le vendeur demande au moins {amount}. Vous pouvez offrir moins : cela n’engage personne.',
  },
  auction: {
    action: 'Annoncer une enchère',
    title: (token) => `Annoncer une enchère pour ${token}`,
    complete: {
      title: 'Enchère annoncée',
      body: 'Elle s’affiche jusqu’à sa fin ou jusqu’à ce que le jeton change de mains. La meilleure offre n’est pas acceptée d’elle-même : vous décidez laquelle accepter.',
    },
    withdrawal: {
      action: 'Retirer l’enchère',
      title: (token) => `Retirer l’enchère pour ${token}`,
      complete: {
        title: 'Enchère retirée',
        body: 'Elle n’est plus annoncée. Les offres déjà faites restent ouvertes.',
      },
    },
    binds:
      'Cela n’engage personne. Votre jeton reste dans votre portefeuille, des offres plus basses restent possibles, et c’est vous qui décidez quelle offre accepter, s’il y en a une qui vous convient.',
    offersStay:
      'Les offres déjà faites restent ouvertes : elles appartiennent à ceux qui les ont faites. C’est toujours vous qui décidez quelle offre accepter, s’il y en a une qui vous convient.',
    free: 'Vous signez dans votre portefeuille. C’est gratuit.',
    reserve: 'Prix de réserve',
    reserveHint:
      'L’offre la plus basse que vous dites accepter. Laissez vide s’il n’y a pas de prix de réserve.',
    stepPercent: 'Surenchère minimale (%)',
    stepHint: 'De combien chaque offre doit dépasser la meilleure.',
    announces: 'Annonce une enchère pour',
    withdraws: 'Met fin à l’enchère pour',
    currency: 'Offres en',
    noReserve: 'Sans prix de réserve',
    step: 'Surenchère minimale',
    noStep: 'Tout montant supérieur à la meilleure offre',
    eitherStep: (percent) => `${percent} ou {amount}, le plus élevé des deux`,
    until: 'Offres bienvenues jusqu’au',
    refused: {
      title: 'La publication n’a pas eu lieu',
      body: 'La place de marché n’a pas accepté ce que vous avez signé.',
    },
    signed:
      'Vous avez signé, mais ce n’est peut-être pas publié. Aucun argent n’a bougé, et ce que vous avez signé ne vend rien et n’engage personne.',
  },
  accept: {
    action: 'Accepter l’offre',
    title: (token) => `Vendre ${token}`,
    complete: {
      title: 'Vendu',
      body: 'Le produit de la vente est dans votre portefeuille, confirmé sur la chaîne.',
    },
    titleMany: (count) => plural(count, { one: 'Vendre {count} jeton', other: 'Vendre {count} jetons' }),
    offer: 'Offre',
    below: (percent) => `${percent} de moins que le prix plancher`,
    above: (percent) => `${percent} de plus que le prix plancher`,
    equal: 'Autant que le prix plancher',
    otherCurrency: 'Dans une autre devise que le prix plancher',
    unknownFloor: 'Prix plancher inconnu',
    nothingListed: 'Rien n’est en vente',
    noSale: 'Aucune vente connue',
    unknown: 'Montant inconnu',
    fees: 'Frais et redevance',
    farBelow: (proceeds, floor) => `Vous recevez ${proceeds} ; prix plancher : ${floor}.`,
  },
  edit: {
    action: 'Modifier',
    confirm: { listing: 'Modifier l’annonce', offer: 'Modifier l’offre' },
    title: {
      listing: (token) => `Modifier l’annonce de ${token}`,
      offer: (token) => `Modifier l’offre pour ${token}`,
    },
    complete: {
      title: 'Modifiée',
      body: 'Les nouvelles conditions sont actives et les anciennes ne peuvent plus être acceptées.',
    },
    present: 'Prix actuel',
    newPrice: 'Nouveau prix',
    canceled: {
      listing:
        'L’ancienne annonce est déjà annulée. Une signature remet le jeton en vente au nouveau prix ; d’ici là, il n’est pas en vente.',
      offer:
        'L’ancienne offre est déjà annulée. Une signature fait la nouvelle ; d’ici là, personne ne peut accepter d’offre de votre part.',
    },
    plan: {
      listing: (present, next) =>
        `Étape 1 sur 2 : annuler l’ancienne annonce (${present}). Étape 2 : signer la nouvelle à ${next}.`,
      offer: (present, next) =>
        `Étape 1 sur 2 : annuler l’ancienne offre (${present}). Étape 2 : signer la nouvelle à ${next}.`,
    },
    stopped: {
      listing: 'L’ancienne annonce a été annulée ; le jeton n’est plus en vente.',
      offer: 'L’ancienne offre a été annulée ; plus personne ne peut l’accepter.',
    },
    unchanged: 'Inchangée',
    unchangedUntil: (until) => `Jusqu’au ${until}`,
    ends: {
      replaced: 'Une signature remplace les anciennes conditions par les nouvelles. C’est gratuit.',
      cancelled: {
        listing:
          'Une transaction (frais de réseau) annule d’abord l’ancienne annonce, puis vous signez la nouvelle. Les deux ne sont jamais ouvertes en même temps.',
        offer:
          'Une transaction (frais de réseau) annule d’abord l’ancienne offre, puis vous signez la nouvelle. Les deux ne sont jamais ouvertes en même temps.',
      },
    },
  },
  cancel: {
    action: 'Annuler',
    confirm: {
      listing: 'Annuler l’annonce',
      offer: 'Annuler l’offre',
      several: 'Annuler les annonces et offres',
    },
    keep: { listing: 'Garder l’annonce', offer: 'Garder l’offre', several: 'Les garder' },
    title: {
      listing: (token) => `Annuler l’annonce de ${token}`,
      offer: (token) => `Annuler l’offre pour ${token}`,
    },
    completeMany: { title: 'Annulées', body: 'Plus personne ne peut les accepter.' },
    titleMany: {
      listing: (count) =>
        plural(count, { one: 'Annuler {count} annonce', other: 'Annuler {count} annonces' }),
      offer: (count) => plural(count, { one: 'Annuler {count} offre', other: 'Annuler {count} offres' }),
    },
    titleAll: 'Annuler toutes les annonces et offres',
    stillOpen: {
      listing: 'L’annonce est toujours ouverte : n’importe qui peut acheter le jeton.',
      reserved: 'L’annonce est toujours ouverte.',
      offer: 'L’offre est toujours ouverte.',
      several: 'Les annonces et offres sont toujours ouvertes.',
    },
    present: {
      listing: 'En vente à {price} · se termine {time}',
      offer: 'Offre de {price} · se termine {time}',
    },
    allWarning:
      'Cela met fin à toutes les annonces et offres que vous avez signées sur cette chaîne pour le contrat d’échange utilisé ici, quel que soit le site. Celles d’autres contrats d’échange restent ouvertes.',
    complete: { title: 'Annulée', body: 'Plus personne ne peut l’accepter.' },
    onChain: 'L’annulation nécessite une transaction : votre portefeuille demandera des frais de réseau.',
    offChain: 'Une signature suffit pour annuler. C’est gratuit.',
  },
  transfer: {
    action: 'Transférer',
    title: (token) => `Transférer ${token}`,
    complete: {
      title: 'Transféré',
      body: 'Le jeton appartient maintenant au destinataire, confirmé sur la chaîne.',
    },
    warning: 'Un transfert est irréversible. Vérifiez chaque caractère de l’adresse.',
    entered: 'Vous avez saisi',
    known: 'Vous connaissez',
    ownAccount: 'Votre propre compte',
    completeMany: {
      title: 'Transférés',
      body: 'Les jetons appartiennent maintenant au destinataire, confirmé sur la chaîne.',
    },
    titleMany: (count) =>
      plural(count, { one: 'Transférer {count} jeton', other: 'Transférer {count} jetons' }),
    actionMany: (count) => `Transférer ${count}`,
    listingStays:
      'Votre annonce reste ouverte : annulez-la d’abord si vous ne voulez pas qu’elle soit exécutée au retour du token.',
    confirmLookalike: 'Oui, envoyer à l’adresse que j’ai saisie.',
    burnTitle: 'C’est une adresse de destruction',
    burn: 'On ne connaît personne qui ait la clé de cette adresse : ce qui y est envoyé est perdu.',
    confirmBurn: 'Oui, détruire ce que j’envoie.',
    lookalikeTitle: 'Cette adresse ressemble à une adresse connue, mais ce n’est pas elle',
    notCompared: 'Cette adresse n’a pas pu être comparée à celles que vous avez déjà utilisées.',
    lookalike:
      'Elle commence et finit comme une adresse que vous avez déjà utilisée, mais c’en est une autre. C’est une escroquerie courante.',
  },
  collect: {
    action: 'Collectionner',
    mint: 'Minter',
    title: (collection) => `Obtenir des jetons de ${collection}`,
    mintTitle: (collection) => `Minter des jetons de ${collection}`,
    minted: (count) =>
      plural(count, {
        one: '{count} nouveau jeton sera minté pour vous.',
        other: '{count} nouveaux jetons seront mintés pour vous.',
      }),
    listed: (count) =>
      plural(count, {
        one: '{count} jeton en vente est acheté.',
        other: '{count} jetons en vente sont achetés.',
      }),
  },
  sweep: {
    action: 'En acheter plusieurs',
    title: (collection, traits) =>
      traits === undefined
        ? `Acheter les jetons les moins chers de ${collection}`
        : `Acheter les jetons les moins chers de ${collection} avec ${traits}`,
    compared: (symbol) =>
      `Les moins chers d’après leur prix en ${symbol}. Les annonces dans d’autres monnaies ne sont pas comparées à ceux-ci.`,
  },
  cart: {
    title: 'Panier',
    add: 'Ajouter au panier',
    inCart: 'Dans le panier',
    remove: (token) => `Retirer ${token} du panier`,
    clear: 'Vider le panier',
    empty: 'Votre panier est vide',
    emptyHint: 'Ajoutez des jetons de n’importe quelle collection, puis achetez-les ensemble.',
    gone: 'N’est plus en vente',
    lost: (names, count) =>
      plural(count, {
        one: `${names} a été vendu ou retiré.`,
        other: `${names} ont été vendus ou retirés.`,
      }),
    failing: (names, count) =>
      plural(count, {
        one: `${names} ne peut pas être acheté pour le moment. Vous pouvez acheter le reste.`,
        other: `${names} ne peuvent pas être achetés pour le moment. Vous pouvez acheter le reste.`,
      }),
    left: (count, total, sum) => `Vous en achetez maintenant ${count} sur ${total} pour ${sum}.`,
    listedSum: 'Somme des prix affichés',
    notInSum: (count) =>
      plural(count, {
        one: '{count} jeton n’est pas compris : son prix n’est pas encore connu.',
        other: '{count} jetons ne sont pas compris : leurs prix ne sont pas encore connus.',
      }),
    removeGone: (count) =>
      plural(count, { one: 'Retirer le jeton indisponible', other: 'Retirer {count} jetons indisponibles' }),
    checkout: (count) => (count === 1 ? 'L’acheter maintenant' : `En acheter ${count} maintenant`),
    complete: {
      title: 'Ils sont à vous',
      body: 'Les jetons sont dans votre portefeuille, confirmés sur la chaîne.',
    },
  },
  activity: {
    label: 'Activité',
    kinds: {
      sale: 'Vente',
      ask: 'Mis en vente',
      bid: 'Offre',
      transfer: 'Transfert',
      mint: 'Minté',
      ask_cancel: 'Annonce annulée',
      bid_cancel: 'Offre annulée',
    },
    empty: 'Aucune activité pour l’instant.',
    more: 'Voir plus',
    waiting: (count) =>
      plural(count, { one: 'Voir {count} nouvel événement', other: 'Voir {count} nouveaux événements' }),
    to: 'À',
  },
  review: {
    title: 'Ce que votre portefeuille vous demandera d’approuver',
    give: 'Vous donnez',
    giveAtMost: 'Vous donnez (au plus)',
    get: 'Vous recevez',
    getAtLeast: 'Vous recevez (au moins)',
    fewer: {
      buy: 'Ou moins, si certains sont vendus avant. Vous ne payez que ce que vous recevez.',
      sell: 'Ou moins, si certaines offres disparaissent avant. Vous ne donnez que ce qui est payé.',
    },
    limitsAddUp: 'Les limites en plusieurs devises s’additionnent : chacune peut être dépensée en entier.',
    together: (count) =>
      plural(count, { one: 'Total pour {count} jeton', other: 'Total pour {count} jetons' }),
    costs: (price) => `Coûte ${price}`,
    brings: (price) => `Rapporte ${price}`,
    priced: (price) => `Prix : ${price}`,
    falls: (from, to, time) => `Passe de ${from} à ${to} d’ici le ${time}`,
    togetherNet: (count) =>
      plural(count, {
        one: 'Total pour {count} jeton, après frais',
        other: 'Total pour {count} jetons, après frais',
      }),
    total: 'Prix total',
    nothing: 'Rien',
    wraps: 'Conversion immédiate',
    wrapsInto: '{amount} en {currency}',
    later: { list: 'quand quelqu’un l’achètera', bid: 'quand un propriétaire acceptera' },
    laterSeveral: 'quand ils seront vendus',
    laterTaker: 'quand le compte indiqué plus bas l’achètera',
    laterAny: 'quand un propriétaire acceptera, et il choisira lequel',
    laterMinted: 'Le numéro est attribué lors du mint.',
    ends: 'Annule',
    ended: { listing: 'Annonce de {token} à {price}', offer: 'Offre de {price} pour {token}' },
    endsAll: (exchange) =>
      `Toutes les annonces et offres que vous avez signées pour ${exchange} sur cette chaîne`,
    othersStay: 'Celles d’autres contrats d’échange restent ouvertes.',
    fees: 'Frais',
    feesOfTrade: 'Frais de la place de marché et redevance',
    feeKinds: {
      marketplace: 'Place de marché',
      royalty: 'Redevance du créateur',
      other: 'Autre destinataire',
    },
    feesIncluded: 'Compris dans ce que vous donnez.',
    networkFee: 'Frais de réseau',
    networkFeeAbout: 'Environ {fee}, au plus {most}',
    networkFeeHint:
      'Estimation. Le maximum prévoit un doublement du prix du gaz ; votre portefeuille fixe les frais définitifs.',
    networkFeeUnknown: 'Inconnus. Votre portefeuille les affiche avant que vous confirmiez.',
    sponsored:
      'Les frais de réseau sont pris en charge. Votre portefeuille indique s’il reste quelque chose à payer.',
    authority: 'Nouvelles autorisations',
    authorityNone: 'Aucune',
    authorityKinds: {
      erc20: '{spender} peut dépenser jusqu’à {amount}',
      erc20Unlimited: '{spender} peut dépenser n’importe quel montant en {currency}',
      'nft-operator': '{spender} peut transférer tous les jetons de {collection}',
      'nft-token': '{spender} peut transférer ce seul jeton de {collection}',
      privateOrder: 'Seul le compte indiqué plus haut peut accepter votre annonce signée',
    },
    fillable: 'Quiconque remplit les conditions peut accepter ce que vous signez',
    replaces:
      'Cela remplace une autorisation plus ancienne. Les offres en cours qui en dépendent se partagent ce qui reste.',
    revoke: 'Vous pouvez révoquer cette autorisation à tout moment.',
    message: 'Texte à signer',
    seaportItself: 'Seaport lui-même, sans conduit',
    revocable: 'Vous pouvez annuler à tout moment. Annuler sur la chaîne coûte des frais de réseau.',
    until: 'Valable jusqu’au',
    checked: 'Mode de vérification',
    proof: {
      static: 'Prouvé à partir des octets exacts',
      'static+read': 'Prouvé à partir des octets exacts et lu sur la chaîne',
      simulated: 'Simulé, non prouvé',
      none: 'Non vérifié',
    },
    simulated: 'Une simulation sur l’état actuel de la chaîne a donné le même résultat.',
    unprovenTitle: 'Ce qu’aucune vérification ne peut garantir',
    unproven: {
      shown_terms:
        'Que la page vous ait montré le bon prix, la bonne image et le bon contrat. Comparez le contrat ci-dessus.',
      kept_signature:
        'Que votre annonce ou offre signée soit publiée aussitôt. Elle reste valable jusqu’à son expiration ou jusqu’à ce que vous l’annuliez dans votre compte.',
      unanswered_post:
        'Qu’une annonce ou une offre ait disparu parce que la place de marché n’a pas répondu. Considérez-la comme active.',
      signed_cancellation:
        'Qu’une annulation par signature soit respectée. L’annulation sur la chaîne est définitive.',
      late_cancellation:
        'Que personne n’accepte l’annonce ou l’offre avant que votre annulation soit sur la chaîne.',
      hidden_orders: 'Qu’il n’y ait pas de meilleur prix ailleurs. Vous ne payez jamais plus que convenu.',
      order_of_blocks:
        'Que personne ne soit plus rapide. Si quelqu’un l’est, ceci échoue ou seule une partie a lieu ; aucune partie ne coûte plus ni ne rapporte moins que convenu.',
      resale: 'Que le jeton puisse être revendu. Son contrat fixe les règles.',
      trait_members: 'Quels jetons ont l’attribut. La liste de la place de marché est utilisée telle quelle.',
      simulated_only: 'Qu’un code seulement simulé fasse la même chose sur la chaîne.',
      token_code: 'Que le contrat du jeton respecte sa norme. Ce qui est arrivé est lu sur la chaîne.',
      node: 'Que les nœuds interrogés disent la vérité. Ce qui découle des octets vaut même dans le cas contraire.',
      page: 'Que cette page soit honnête : aucune page ne peut le prouver d’elle-même. Comparez le destinataire, le montant et le jeton que montre votre portefeuille avec cette fiche.',
      wallet: 'Que votre portefeuille signe ce qu’il montre.',
    },
    verified: 'Vérifié sur cet appareil',
    askTitle: 'Lisez ceci avant de continuer',
    askBody:
      'La sécurité d’une partie de ceci n’a pas pu être prouvée. Ne continuez que si vous savez pourquoi.',
    askBodyProven: 'Ceci fait ce que vous avez demandé. Lisez ce qui a été trouvé avant de confirmer.',
    blockTitle: 'Arrêté avant l’ouverture de votre portefeuille',
    blockBody:
      'La place de marché a demandé quelque chose que vous n’avez pas accepté. Rien n’a été signé et aucun argent n’a bougé.',
    approve: 'Confirmer dans le portefeuille',
    hold: 'Maintenir pour confirmer',
    copyReport: 'Copier le rapport',
    digest: 'Empreinte',
    digestHint:
      'Elle identifie exactement cette demande. La même demande a la même empreinte sur tout appareil et dans le code.',
    why: 'Ce qui a été trouvé',
    funds: 'Avec celle-ci, vos offres en cours totalisent {promised} ; vous avez ou avez autorisé {covered}.',
    asks,
    findings: {
      FLOW: 'Les étapes ne correspondent pas à votre demande.',
      SHAPE: 'La réponse n’a pas la forme attendue.',
      TX: 'La transaction n’est pas celle que vous avez demandée.',
      TD: 'Le message à signer n’est pas celui que vous avez demandé.',
      MSG: 'Le texte à signer est inconnu.',
      ORD: 'L’annonce ou l’offre n’a pas les conditions que vous avez acceptées.',
      CALL: 'L’appel fait quelque chose que vous n’avez pas demandé.',
      APR: 'Une autorisation est plus large que nécessaire.',
      POST: 'La signature serait envoyée ailleurs.',
      RCPT: 'La chaîne ne montre pas ce qui aurait dû se produire.',
      SIM: 'Une simulation s’est terminée autrement, ou est la seule preuve.',
      GAS: 'Les frais de réseau ont beaucoup augmenté depuis que vous avez lu ceci.',
      NO: 'Aucun prix n’a été convenu auparavant.',
    },
  },
  receipt: {
    tokens: {
      buy: 'Acheté',
      sell: 'Vendu',
      list: 'Mis en vente',
      bid: 'Jeton',
      transfer: 'Envoyé',
      cancel: 'Annulé',
    },
    minted: 'Minté',
    money: { buy: 'Payé', sell: 'Reçu après frais', list: 'Prix', bid: 'Votre offre' },
    received: 'Reçu',
    transaction: 'Transaction',
    viewToken: 'Voir le jeton',
    viewTokens: 'Voir vos jetons',
    viewOrders: 'Voir vos annonces et offres',
  },
  steps: {
    label: 'Progression',
    purposes: {
      'approve-currency': {
        title: 'Autoriser le paiement',
        wallet: 'Approuvez dans votre portefeuille la dépense de ce montant exact.',
      },
      'approve-token': {
        title: 'Autoriser la vente',
        wallet: 'Approuvez dans votre portefeuille. Nécessaire une fois par collection.',
      },
      wrap: {
        title: 'Convertir la monnaie',
        wallet: 'Confirmez dans votre portefeuille pour convertir le montant en jetons enveloppés.',
      },
      buy: { title: 'Acheter', wallet: 'Confirmez l’achat dans votre portefeuille.' },
      sell: { title: 'Vendre', wallet: 'Confirmez la vente dans votre portefeuille.' },
      'sign-listing': { title: 'Signer l’annonce', wallet: 'Signez dans votre portefeuille. C’est gratuit.' },
      'sign-offer': { title: 'Signer l’offre', wallet: 'Signez dans votre portefeuille. C’est gratuit.' },
      cancel: { title: 'Annuler sur la chaîne', wallet: 'Confirmez l’annulation dans votre portefeuille.' },
      'sign-auction': {
        title: 'Signer l’annonce de l’enchère',
        wallet: 'Signez dans votre portefeuille. C’est gratuit.',
      },
      'sign-withdrawal': {
        title: 'Signer le retrait',
        wallet: 'Signez dans votre portefeuille. C’est gratuit.',
      },
      'sign-message': {
        title: 'Signer un texte',
        wallet: 'Lisez le texte, puis signez-le dans votre portefeuille. C’est gratuit.',
      },
      'sign-cancel': {
        title: 'Signer l’annulation',
        wallet: 'Signez dans votre portefeuille. Cela ne coûte rien.',
      },
      transfer: { title: 'Transférer', wallet: 'Confirmez le transfert dans votre portefeuille.' },
    },
    mint: { title: 'Minter', wallet: 'Confirmez le mint dans votre portefeuille.' },
    preparing: 'Préparation et vérification des étapes',
    slow: 'Cela prend plus de temps que d’habitude. Vous pouvez attendre, ou arrêter et réessayer plus tard.',
    stopPreparing: 'Arrêter',
    phases: {
      waiting: 'Ensuite',
      confirming: 'En attente de votre décision',
      switching: 'Changez de chaîne dans votre portefeuille',
      switching_by_hand:
        'Votre portefeuille ne peut pas changer de chaîne seul : choisissez-y {chain} (ID de chaîne {id})',
      reconnecting: 'Votre portefeuille est verrouillé ou déconnecté',
      prompted: 'En attente de votre portefeuille',
      searching:
        'Pas de réponse claire de votre portefeuille ; recherche sur la chaîne de ce qu’il a pu envoyer',
      posting: 'Publication',
      cosigning: 'En attente des autres signataires',
      sent: 'En attente de la chaîne',
      mined: 'Sur la chaîne ; en attente de l’affichage par la place de marché',
      complete: 'Terminé',
      failed: 'Arrêté',
    },
    overdue:
      'Votre portefeuille ne répond pas depuis deux minutes. Sa fenêtre est peut-être cachée : ouvrez-le et vérifiez.',
    stop: 'Ne plus attendre le portefeuille',
    behind: 'Une transaction antérieure de votre compte doit d’abord aboutir.',
    pace: (time) => `Temps entre deux blocs : environ ${time}.`,
    explorer: 'Voir la transaction',
    unproven:
      'C’est ce qu’indique la place de marché. Aucun nœud de la chaîne n’a pu être joint : vérifiez dans un explorateur de blocs.',
    keepOpen: {
      wallet: 'Vous pouvez fermer cette fenêtre. La demande reste ouverte dans votre portefeuille.',
      sent: 'Vous pouvez fermer cette fenêtre. La transaction continue.',
    },
    failedOnChain: 'Échec sur la chaîne',
    signListings: 'Signer les annonces',
    progress: (done, all) => `${done} étapes sur ${all} terminées`,
    current: (step, phase, progress) => `${step} : ${phase}. ${progress}`,
  },
  orders: {
    titles: { listing: 'Vos annonces', offer: 'Vos offres' },
    none: {
      listing: 'Vous n’avez rien en vente. Ouvrez un de vos jetons pour le mettre en vente.',
      offer: 'Vous n’avez aucune offre ouverte. Ouvrez un jeton ou une collection pour en faire une.',
    },
    live: 'Active',
    notFillable: 'Ne peut pas être acceptée pour l’instant',
    uncovered: 'Ouverte, mais non couverte',
    uncoveredHint:
      'Votre solde ou votre autorisation ne la couvre pas en plus de vos offres plus élevées et plus anciennes. Ajoutez des fonds, faites une autre offre pour augmenter l’autorisation pour toutes, ou annulez-la.',
    onlyFor: 'Seul {account} peut l’acheter',
    onlyForYou: 'Vous seul pouvez l’acheter',
    falls: 'descend à {price} {time}',
  },
  journal: {
    title: 'Ce que vous avez signé ici',
    open: (count) =>
      count === 0
        ? 'Aucune des annonces et offres que vous avez signées ici ne peut plus être acceptée.'
        : plural(count, {
            one: '{count} annonce ou offre que vous avez signée ici peut encore être acceptée.',
            other: '{count} annonces et offres que vous avez signées ici peuvent encore être acceptées.',
          }),
    empty: 'Rien n’est encore signé',
    emptyHint:
      'Chaque annonce et chaque offre que vous signez ici y est conservée, pour que vous puissiez l’annuler.',
    sides: { ask: 'Annonce', bid: 'Offre' },
    states: {
      asked: 'Votre portefeuille a été sollicité ; sa réponse est inconnue',
      unposted: 'Signée, non publiée',
      maybe_live: 'Peut-être publiée : considérez-la comme active',
      live: 'Active',
      filled: 'Acceptée',
      cancelled: 'Annulée',
      expired: 'Expirée',
      counter_raised: 'Annulée avec toutes les autres',
    },
    ends: 'se termine {time}',
    copy: 'Copier pour un rapport d’erreur',
  },

  frame: {
    refused:
      'Ceci ne peut pas être affiché ici. La page qui l’entoure n’y est pas autorisée, ou l’adresse est incorrecte.',
  },
  media: { model: 'Voir en 3D', page: 'Afficher la page', video: 'Lire la vidéo' },
  broken: {
    title: 'Cette partie n’a pas pu être affichée',
    body: 'Réessayez ou fermez-la. Rien de nouveau n’a été envoyé, et un échange confirmé dans votre portefeuille se poursuit.',
  },
  notLoaded: {
    title: 'Une partie de la page n’a pas été chargée',
    body: 'Vérifiez votre connexion et réessayez. Si cela ne suffit pas, rechargez la page. Rien de nouveau n’a été envoyé, et un échange confirmé dans votre portefeuille se poursuit.',
  },
  invalid: {
    no_price: 'Indiquez un prix.',
    bad_price: 'Indiquez le prix comme un nombre, par exemple 1,25.',
    ambiguous_price:
      'Ce nombre peut se lire de deux façons. Pour des milliers, enlevez le séparateur ; pour des décimales, ajoutez un zéro, par exemple 1,2340.',
    too_many_decimals: 'C’est trop de décimales pour cette devise.',
    bad_end_price: 'Saisissez un prix final supérieur à zéro et inférieur au prix de départ.',
    bad_quantity: 'Indiquez un nombre entier, au plus égal à la quantité disponible.',
    bad_address: 'Ce n’est pas une adresse. Une adresse se compose de 0x et de 40 caractères.',
    bad_checksum: 'La somme de contrôle de cette adresse est fausse : un caractère est mal saisi.',
    token_contract: 'C’est le contrat du token lui-même : le token serait perdu.',
    keeps_no_tokens: 'Ce contrat ne garde de tokens pour personne : ils seraient perdus.',
    own_address: 'C’est votre propre adresse.',
    unknown_name: 'Ce nom n’existe pas.',
    name_failed: 'La recherche de noms est indisponible pour l’instant. Saisissez l’adresse.',
    resolving: 'Recherche du nom…',
    bad_step: 'Saisissez un pourcentage de 0 à 100 avec deux décimales au plus, par exemple 5 ou 2.5.',
    low_balance: 'Votre solde est insuffisant.',
    high_price: 'Confirmez d’abord le prix élevé.',
    low_price: 'Confirmez d’abord le prix bas.',
    lookalike: 'Confirmez d’abord l’adresse.',
    burn_address: 'Confirmez d’abord l’adresse.',
    quoting: 'Récupération du prix…',
    checking: 'Vérification…',
    fees_exceed_price: 'Les frais absorberaient tout le prix.',
    some_gone: 'Certains ne peuvent pas être achetés actuellement.',
  },
  unavailable: {
    not_listed: 'Ce jeton n’est pas en vente actuellement.',
    nothing_listed:
      'Rien n’est à vendre dans cette collection pour le moment. Vous pouvez faire une offre, qu’un propriétaire pourra accepter.',
    nothing_to_collect:
      'Vous ne pouvez pas minter ici de jeton de cette collection pour le moment, et aucun n’est à vendre. Seuls les mints ouverts à tous sont proposés ici, pas ceux réservés à une liste d’autorisation. Vous pouvez faire une offre, qu’un propriétaire pourra accepter.',
    no_offer: 'Il n’y a aucune offre à accepter actuellement.',
    own_token: 'Ce jeton est déjà à vous.',
    own_listing: 'C’est votre propre annonce.',
    not_owner: 'Seul le propriétaire peut le faire, et le compte connecté ne possède pas le jeton.',
    order_gone: 'Cette annonce ou offre a été acceptée ou annulée, ou elle a expiré.',
    not_fillable: 'Cette annonce ou offre ne peut pas être acceptée actuellement.',
    not_editable:
      'Cette offre couvre un ensemble de jetons et ne peut pas être modifiée. Annulez-la et faites-en une nouvelle.',
    not_unique: 'Seul un jeton unique (ERC-721) peut être mis aux enchères ici.',
    no_currency: 'Aucune devise de paiement n’est configurée pour cette chaîne.',
    unreachable: 'La place de marché n’a pas répondu.',
  },
  pending: {
    title: 'Opérations en cours',
    count: (count) =>
      plural(count, { one: '{count} opération en cours', other: '{count} opérations en cours' }),
    needsUser: 'En attente de vous',
    unanswered:
      'Regardez dans votre portefeuille : confirmez-y la demande ou refusez-la. S’il n’en montre aucune, vous n’avez rien à faire : cette page continue de la chercher sur la chaîne.',
    kinds: {
      buy: 'Achat',
      sell: 'Vente',
      list: 'Annonce',
      bid: 'Offre',
      cancel: 'Annulation',
      transfer: 'Transfert',
      announce: 'Enchère',
      listing: 'Modification d’une annonce',
      offer: 'Modification d’une offre',
    },
    open: 'Voir la progression',
    resume: 'Continuer',
    unfinished: {
      listing: (price) => `L’ancienne annonce est annulée. La nouvelle à ${price} n’est pas encore signée.`,
      offer: (price) => `L’ancienne offre est annulée. La nouvelle de ${price} n’est pas encore signée.`,
    },
    giveUp: { listing: 'Ne pas remettre en vente', offer: 'Ne pas refaire d’offre' },
    details: 'Voir les détails',
    ended: 'Opérations terminées',
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
