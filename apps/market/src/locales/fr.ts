import { pluralsOf } from '@sluice/react'
import type { MarketMessages } from './messages.ts'

const plural = pluralsOf('fr')

export const messages: MarketMessages = {
  locale: 'fr',
  head: {
    skip: 'Aller au contenu',
    skipWorks: 'Aller aux jetons',
    chain: 'Chaîne',
    language: 'Langue',
    scheme: 'Thème',
    schemes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
    coinsOnly: 'Cryptomonnaies seules',
    cart: (count) => plural(count, { one: 'Panier, {count} article', other: 'Panier, {count} articles' }),
    development: 'Dév',
    account: (address) => `Votre compte, ${address}`,
  },
  search: {
    label: 'Rechercher des collections, des jetons et des comptes',
    placeholder: 'Rechercher',
    found: 'Résultats',
    nothing: 'Aucun résultat.',
    kinds: { collection: 'Collection', token: 'Jeton', account: 'Compte' },
  },
  wallets: {
    scan: 'Scannez ce code avec votre portefeuille, ou copiez-y le lien.',
    developmentTitle: 'Portefeuille de développement',
    developmentBody:
      'Signe aussitôt, sans rien demander. Ses clés sont publiques : pour les chaînes locales uniquement.',
    mobileTitle: 'Ouvrir dans un portefeuille',
    mobileBody: 'Sur cet appareil, ouvrez cette page dans le navigateur de votre portefeuille.',
  },
  foot: {
    promise: 'Chaque échange est décodé et vérifié sur cet appareil avant l’ouverture de votre portefeuille.',
    local: 'chaîne locale, monnaies sans valeur',
  },
  common: {
    loading: 'Chargement…',
    more: 'Voir plus',
    view: 'Vue',
    notForSale: 'Pas en vente',
    failedTitle: 'La place de marché n’a pas répondu',
    failed: 'Le fournisseur est injoignable. Vos jetons et votre argent ne sont pas concernés.',
    stale: 'Ce que vous voyez a été chargé plus tôt et peut avoir changé.',
    retry: 'Réessayer',
    lostTitle: 'Page introuvable',
    notFound: {
      page: 'Cette page n’existe pas.',
      collection: 'Ce lien ne mène à aucune collection : une adresse se compose de 0x et de 40 caractères.',
      token: 'Ce lien ne mène à aucun jeton : sa dernière partie n’est pas un identifiant valide.',
      account: 'Ce lien ne mène à aucun compte : une adresse se compose de 0x et de 40 caractères.',
    },
    noChainTitle: 'Cette chaîne n’est pas disponible ici',
    noChain: 'Il n’y a rien à afficher à cette adresse. Chaînes disponibles ici :',
    never: 'Jamais',
    action: 'Action',
    noProviderTitle: 'Aucune place de marché n’est ouverte ici',
    noProvider:
      'Cette page n’a trouvé aucun fournisseur. Démarrez l’environnement local, ou indiquez un fournisseur dans market.config.ts.',
  },
  failures: {
    unreachable: {
      title: 'Cette partie n’a pas pu être chargée',
      body: 'Le réseau ou le serveur de cette page ne répond pas. Cette partie sera chargée dès qu’il répondra. Vos jetons et votre argent ne sont pas concernés.',
    },
    outdated: {
      title: 'Il y a une nouvelle version de cette page',
      body: 'Rechargez-la pour continuer. Vos jetons et votre argent ne sont pas concernés.',
    },
    broken: {
      title: 'Cette partie n’a pas pu être affichée',
      body: 'Une erreur s’y est produite. Vos jetons et votre argent ne sont pas concernés.',
    },
    reload: 'Recharger',
  },
  home: {
    headline: 'Collectionnez en toute transparence.',
    lead: (chain) =>
      `Des NFT sur ${chain}. Avant l’ouverture de votre portefeuille, cette page montre exactement ce qui en sort et ce que vous recevez, vérifié sur votre propre appareil.`,
    traded: 'Les plus échangées',
    collections: 'Collections',
    listed: 'Mis en vente récemment',
    live: 'Activité récente',
    bareTitle: 'Aucune collection pour l’instant',
    bare: (chain) => `Aucune collection n’a encore été trouvée sur ${chain}.`,
    quietTitle: 'Rien n’est en vente pour l’instant',
    quiet: 'Les nouvelles annonces apparaissent ici automatiquement.',
    period: 'Période',
    periods: { '1day': '1 jour', '7day': '7 jours', '30day': '30 jours', allTime: 'Tout' },
  },
  facts: {
    lastSale: 'Dernière vente',
    floor: 'Prix plancher',
    bestOffer: 'Meilleure offre',
    volume: 'Volume',
    works: 'Jetons',
    forSale: 'En vente',
    owners: 'Propriétaires',
    change: 'Évolution',
    royalty: 'Redevance',
    inCurrency: (fact, symbol) => `${fact} en ${symbol}`,
  },
  views: {
    works: 'Jetons',
    market: 'Marché',
    activity: 'Activité',
    listings: 'Annonces',
    offersMade: 'Offres faites',
    offersReceived: 'Offres reçues',
    signed: 'Signé',
  },
  collection: {
    unknownTitle: 'Collection inconnue',
    unknown: (chain) => `Cette collection n’a pas été trouvée sur ${chain}.`,
    offerAny: 'Offre sur n’importe quel jeton',
    offerThese: 'Faire une offre sur ceux-ci',
  },
  filters: {
    layout: 'Présentation',
    layouts: { grid: 'Cartes', table: 'Tableau' },
    label: 'Filtres',
    price: (symbol) => `Prix en ${symbol}`,
    from: 'De',
    to: 'À',
    fromIn: (symbol) => `Prix minimal en ${symbol}`,
    toIn: (symbol) => `Prix maximal en ${symbol}`,
    reversed: 'Le prix maximal est inférieur au prix minimal.',
    chosen: (count) => plural(count, { one: '{count} choisi', other: '{count} choisis' }),
    remove: (filter) => `Retirer ${filter}`,
    clear: 'Effacer les filtres',
    noneTitle: 'Aucun résultat',
    none: 'Aucun jeton de cette collection ne correspond aux filtres.',
    sort: 'Tri',
    sorts: {
      'price-asc': 'Prix croissant',
      'price-desc': 'Prix décroissant',
      number: 'Numéro',
    },
    coinFirst: (sort, symbol) => `${sort}, ${symbol} d’abord`,
    counts: 'Les nombres comptent toute la collection, pas ce que laissent les filtres.',
    open: (count) =>
      count === 0
        ? 'Filtres'
        : plural(count, { one: 'Filtres, {count} actif', other: 'Filtres, {count} actifs' }),
    done: 'Voir les jetons',
  },
  charts: {
    sales: 'Ventes',
    depth: 'Profondeur',
    mean: 'Moyenne de 5 ventes',
    sale: 'Vente',
    collectionOffers: 'Offres sur la collection',
    forSale: 'En vente',
    salesLabel: (count, low, high) =>
      plural(count, {
        one: `{count} vente, de ${low} à ${high}.`,
        other: `{count} ventes, de ${low} à ${high}.`,
      }),
    depthLabel: (listings, offers) =>
      `Par prix : ${plural(listings, { one: '{count} annonce', other: '{count} annonces' })}, ${plural(offers, { one: '{count} offre', other: '{count} offres' })}.`,
    fewSales: (count) => `L’historique des prix s’affiche à partir de deux ventes ; ${count} pour l’instant.`,
    fewPrices: 'La profondeur s’affiche dès qu’il y a deux prix à comparer.',
    perDay: 'Vendu par jour',
    singles: (count) =>
      plural(count, {
        one: '{count} offre sur un seul jeton n’est pas affichée : elle ne vaut pas pour les autres.',
        other:
          '{count} offres sur des jetons précis ne sont pas affichées : elles ne valent pas pour les autres.',
      }),
    others: (count) =>
      plural(count, {
        one: '{count} annonce ou offre n’est pas affichée : elle est dans une autre monnaie, ou bien au-dessus de la moins chère.',
        other:
          '{count} annonces ou offres ne sont pas affichées : elles sont dans d’autres monnaies, ou bien au-dessus de la moins chère.',
      }),
    otherSales: (count) =>
      plural(count, {
        one: '{count} vente dans une autre monnaie n’est pas affichée.',
        other: '{count} ventes dans d’autres monnaies ne sont pas affichées.',
      }),
    logScale: 'Échelle logarithmique : chaque ligne vaut dix fois celle du dessous.',
    keys: 'Utilisez les flèches du clavier pour lire les valeurs.',
  },
  token: {
    owner: 'Propriétaire',
    zoom: 'Voir en grand',
    magnify: 'Agrandir',
    others: 'Autres jetons de cette collection',
    allOthers: 'Voir toute la collection',
    unknownTitle: 'Jeton inconnu',
    unknown: (chain) => `Ce jeton n’a pas été trouvé sur ${chain}.`,
    collection: 'Collection',
    ownedBy: 'Appartient à {owner}',
    trade: 'Échanger',
    price: 'Prix',
    acceptBest: 'Accepter la meilleure offre',
    listedAlready:
      'Ce jeton est déjà en vente. Une seconde annonce laisse la première ouverte : pour demander plus, modifiez la première.',
    attributes: 'Attributs',
    have: (count) => plural(count, { one: '{count} jeton l’a', other: '{count} jetons l’ont' }),
    listings: 'Annonces',
    offers: 'Offres',
    by: 'Compte',
    source: 'Provenance',
    withFees: (share) => `dont ${share} de frais`,
    quantity: 'Quantité',
    ends: 'Fin',
    prices: 'Historique des prix',
    provenance: 'Historique',
    details: 'Détails',
    contract: 'Contrat',
    tokenId: 'Identifiant du jeton',
    standard: 'Standard',
    copyName: (name) => `Copier : ${name}`,
    owned: 'Ce jeton est à vous',
    bestOffer: 'Meilleure offre : {price}',
    bestOfferEnds: 'Meilleure offre : {price}, se termine {time}',
  },
  account: {
    yours: 'Votre compte',
    yourWorks: 'Vos jetons',
    connect: 'Connectez un portefeuille pour voir ce que vous détenez et ce que vous vendez.',
    change: 'Changer de portefeuille',
    disconnect: 'Déconnecter',
    select: 'Sélectionner',
    selectNamed: (name) => `Sélectionner ${name}`,
    selected: 'Jetons sélectionnés',
    works: (count) => plural(count, { one: '{count} jeton', other: '{count} jetons' }),
    atMost: (count) => `${count} au plus à la fois`,
    clear: 'Effacer',
    emptyTitle: 'Pas encore de jetons',
    emptyOwn: (chain) => `Voir ce qui est en vente sur ${chain}`,
    empty: (chain) => `Ce compte n’a aucun jeton sur ${chain}.`,
    held: (count) => plural(count, { one: '{count} détenu', other: '{count} détenus' }),
    noOffersTitle: 'Aucune offre pour l’instant',
    noOffers: 'Les offres sur les jetons de ce compte apparaissent ici automatiquement.',
    acceptBestOf: (count) =>
      plural(count, { one: 'Accepter la meilleure offre', other: 'Accepter les {count} meilleures offres' }),
    nothingListed: 'Rien en vente',
    listFirst: 'Choisir des jetons à vendre',
    nothingOffered: 'Aucune offre faite',
    cancelSelected: (count) =>
      count === 0
        ? 'Annuler la sélection'
        : plural(count, { one: 'Annuler {count} élément', other: 'Annuler {count} éléments' }),
    cancelAll: 'Annuler toutes les annonces et offres',
    order: 'Pour',
    state: 'État',
    anyOf: (collection) =>
      collection === undefined
        ? 'N’importe quel jeton de la collection'
        : `N’importe quel jeton de ${collection}`,
    estimate: 'Valeur estimée',
    estimateHint: 'Une estimation d’après les prix planchers. Personne n’a offert ce montant.',
    estimatePart: (count) =>
      plural(count, {
        one: 'Une estimation d’après le prix plancher du premier jeton. Personne n’a offert ce montant.',
        other:
          'Une estimation d’après les prix planchers des {count} premiers jetons. Personne n’a offert ce montant.',
      }),
  },
}
