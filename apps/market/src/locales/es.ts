import { pluralsOf } from '@sluice/react'
import type { MarketMessages } from './messages.ts'

const plural = pluralsOf('es')

export const messages: MarketMessages = {
  locale: 'es',
  head: {
    skip: 'Ir al contenido',
    skipWorks: 'Ir a los tokens',
    chain: 'Cadena',
    language: 'Idioma',
    scheme: 'Tema',
    schemes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
    coinsOnly: 'Solo criptomonedas',
    cart: (count) => plural(count, { one: 'Carrito, {count} artículo', other: 'Carrito, {count} artículos' }),
    development: 'Dev',
    account: (address) => `Tu cuenta, ${address}`,
  },
  search: {
    label: 'Buscar colecciones, tokens y cuentas',
    placeholder: 'Buscar',
    found: 'Resultados',
    nothing: 'Sin resultados.',
    kinds: { collection: 'Colección', token: 'Token', account: 'Cuenta' },
  },
  wallets: {
    scan: 'Escanea el código con tu cartera o copia el enlace en ella.',
    developmentTitle: 'Cartera de desarrollo',
    developmentBody: 'Firma al instante, sin preguntar. Sus claves son públicas: solo para cadenas locales.',
    mobileTitle: 'Abrir en una cartera',
    mobileBody: 'En este dispositivo, abre esta página en el navegador de tu cartera.',
  },
  foot: {
    promise:
      'Cada operación se decodifica y se comprueba en este dispositivo antes de que se abra tu cartera.',
    local: 'cadena local, monedas sin valor',
  },
  common: {
    loading: 'Cargando…',
    more: 'Ver más',
    view: 'Vista',
    notForSale: 'No está en venta',
    failedTitle: 'El mercado no respondió',
    failed: 'No se pudo contactar con el proveedor. Tus tokens y tu dinero no se ven afectados.',
    stale: 'Lo que ves se cargó antes y puede haber cambiado.',
    retry: 'Reintentar',
    lostTitle: 'Página no encontrada',
    notFound: {
      page: 'Esta página no existe.',
      collection: 'Este enlace no lleva a ninguna colección: una dirección es 0x y 40 caracteres.',
      token: 'Este enlace no lleva a ningún token: su última parte no es un ID de token válido.',
      account: 'Este enlace no lleva a ninguna cuenta: una dirección es 0x y 40 caracteres.',
    },
    noChainTitle: 'Esta cadena no está disponible aquí',
    noChain: 'No hay nada que mostrar en este enlace. Este mercado opera en:',
    never: 'Nunca',
    action: 'Acción',
    noProviderTitle: 'Aquí no hay ningún mercado abierto',
    noProvider:
      'Esta página no encontró ningún proveedor. Inicia el entorno local o indica un proveedor en market.config.ts.',
  },
  failures: {
    unreachable: {
      title: 'No se pudo cargar esta parte',
      body: 'La red o el servidor de esta página no responde. Esta parte se cargará en cuanto responda. Tus tokens y tu dinero no se ven afectados.',
    },
    outdated: {
      title: 'Hay una versión nueva de esta página',
      body: 'Vuelve a cargarla para continuar. Tus tokens y tu dinero no se ven afectados.',
    },
    broken: {
      title: 'No se pudo mostrar esta parte',
      body: 'Algo falló en ella. Tus tokens y tu dinero no se ven afectados.',
    },
    reload: 'Volver a cargar',
  },
  home: {
    headline: 'Colecciona sin nada oculto.',
    lead: (chain) =>
      `NFT en ${chain}. Antes de que se abra tu cartera, esta página muestra exactamente qué sale de ella y qué recibes, verificado en tu propio dispositivo.`,
    traded: 'Más negociadas',
    collections: 'Colecciones',
    listed: 'Recién puestos en venta',
    live: 'Actividad reciente',
    bareTitle: 'Aún no hay colecciones',
    bare: (chain) => `Todavía no se ha encontrado ninguna colección en ${chain}.`,
    quietTitle: 'Ahora no hay nada en venta',
    quiet: 'Los anuncios nuevos aparecen aquí automáticamente.',
    period: 'Periodo',
    periods: { '1day': '1 día', '7day': '7 días', '30day': '30 días', allTime: 'Todo' },
  },
  facts: {
    lastSale: 'Última venta',
    floor: 'Precio mínimo',
    bestOffer: 'Mejor oferta',
    volume: 'Volumen',
    works: 'Tokens',
    forSale: 'En venta',
    owners: 'Propietarios',
    change: 'Variación',
    royalty: 'Regalía',
    inCurrency: (fact, symbol) => `${fact} en ${symbol}`,
  },
  views: {
    works: 'Tokens',
    market: 'Mercado',
    activity: 'Actividad',
    listings: 'Anuncios',
    offersMade: 'Ofertas hechas',
    offersReceived: 'Ofertas recibidas',
    signed: 'Firmado',
  },
  collection: {
    unknownTitle: 'Colección desconocida',
    unknown: (chain) => `Esta colección no se ha encontrado en ${chain}.`,
    offerAny: 'Ofertar por cualquier token',
    offerThese: 'Ofertar por estos',
  },
  filters: {
    layout: 'Presentación',
    layouts: { grid: 'Tarjetas', table: 'Tabla' },
    label: 'Filtros',
    price: (symbol) => `Precio en ${symbol}`,
    from: 'Desde',
    to: 'Hasta',
    fromIn: (symbol) => `Precio desde, en ${symbol}`,
    toIn: (symbol) => `Precio hasta, en ${symbol}`,
    chosen: (count) => plural(count, { one: '{count} elegido', other: '{count} elegidos' }),
    remove: (filter) => `Quitar ${filter}`,
    clear: 'Borrar filtros',
    noneTitle: 'Sin resultados',
    none: 'Ningún token de esta colección cumple los filtros.',
    sort: 'Orden',
    sorts: {
      'price-asc': 'Precio: de menor a mayor',
      'price-desc': 'Precio: de mayor a menor',
      number: 'Número',
    },
    open: (count) =>
      count === 0
        ? 'Filtros'
        : plural(count, { one: 'Filtros, {count} activo', other: 'Filtros, {count} activos' }),
    done: 'Ver tokens',
  },
  charts: {
    sales: 'Ventas',
    depth: 'Profundidad',
    mean: 'Media de 5 ventas',
    sale: 'Venta',
    collectionOffers: 'Ofertas por la colección',
    forSale: 'En venta',
    salesLabel: (count, low, high) =>
      plural(count, {
        one: `{count} venta, de ${low} a ${high}.`,
        other: `{count} ventas, de ${low} a ${high}.`,
      }),
    depthLabel: (listings, offers) =>
      `Por precio: ${plural(listings, { one: '{count} anuncio', other: '{count} anuncios' })}, ${plural(offers, { one: '{count} oferta', other: '{count} ofertas' })}.`,
    fewSales: (count) => `El historial de precios aparece a partir de dos ventas; por ahora, ${count}.`,
    fewPrices: 'La profundidad aparece cuando hay dos precios que comparar.',
    perDay: 'Vendido por día',
    singles: (count) =>
      plural(count, {
        one: 'No se muestra {count} oferta por un solo token: no vale para los demás.',
        other: 'No se muestran {count} ofertas por tokens sueltos: no valen para los demás.',
      }),
    others: (count) =>
      plural(count, {
        one: 'No se muestra {count} anuncio u oferta: está en otra moneda o muy por encima del más barato.',
        other:
          'No se muestran {count} anuncios u ofertas: están en otras monedas o muy por encima del más barato.',
      }),
    otherSales: (count) =>
      plural(count, {
        one: 'No se muestra {count} venta en otra moneda.',
        other: 'No se muestran {count} ventas en otras monedas.',
      }),
    logScale: 'Escala logarítmica: cada línea es diez veces la de abajo.',
    keys: 'Lee los valores con las flechas del teclado.',
  },
  token: {
    owner: 'Propietario',
    zoom: 'Ver en grande',
    magnify: 'Ampliar',
    others: 'Más de esta colección',
    allOthers: 'Ver toda la colección',
    unknownTitle: 'Token desconocido',
    unknown: (chain) => `Este token no se ha encontrado en ${chain}.`,
    collection: 'Colección',
    ownedBy: 'Propiedad de {owner}',
    trade: 'Operar',
    price: 'Precio',
    acceptBest: 'Aceptar la mejor oferta',
    listedAlready:
      'Este token ya está en venta. Un segundo anuncio deja abierto el primero: para pedir más, cambia el primero.',
    attributes: 'Atributos',
    have: (count) => plural(count, { one: '{count} token lo tiene', other: '{count} tokens lo tienen' }),
    listings: 'Anuncios',
    offers: 'Ofertas',
    by: 'Cuenta',
    source: 'Procedencia',
    withFees: (share) => `incl. ${share} de comisiones`,
    quantity: 'Cantidad',
    ends: 'Termina',
    prices: 'Historial de precios',
    provenance: 'Historial',
    details: 'Detalles',
    contract: 'Contrato',
    tokenId: 'ID del token',
    standard: 'Estándar',
    copyName: (name) => `Copiar: ${name}`,
    owned: 'Este token es tuyo',
    bestOffer: 'Mejor oferta: {price}',
    bestOfferEnds: 'Mejor oferta: {price}, termina {time}',
  },
  account: {
    yours: 'Tu cuenta',
    yourWorks: 'Tus tokens',
    connect: 'Conecta una cartera para ver lo que tienes y lo que has puesto en venta.',
    change: 'Cambiar de cartera',
    disconnect: 'Desconectar',
    select: 'Seleccionar',
    selectNamed: (name) => `Seleccionar ${name}`,
    selected: 'Tokens seleccionados',
    works: (count) => plural(count, { one: '{count} token', other: '{count} tokens' }),
    atMost: (count) => `${count} como máximo a la vez`,
    clear: 'Quitar',
    emptyTitle: 'Aún no hay tokens',
    emptyOwn: (chain) => `Ver lo que está en venta en ${chain}`,
    empty: (chain) => `Esta cuenta no tiene tokens en ${chain}.`,
    held: (count) => `${count} en la cuenta`,
    noOffersTitle: 'Ahora no hay ofertas',
    noOffers: 'Las ofertas por los tokens de esta cuenta aparecen aquí automáticamente.',
    acceptBestOf: (count) =>
      plural(count, { one: 'Aceptar la mejor oferta', other: 'Aceptar las {count} mejores ofertas' }),
    nothingListed: 'Nada en venta',
    listFirst: 'Elegir tokens para vender',
    nothingOffered: 'Ninguna oferta hecha',
    cancelSelected: (count) =>
      count === 0
        ? 'Cancelar selección'
        : plural(count, { one: 'Cancelar {count} seleccionado', other: 'Cancelar {count} seleccionados' }),
    cancelAll: 'Cancelar todos los anuncios y ofertas',
    order: 'Para',
    state: 'Estado',
    anyOf: (collection) =>
      collection === undefined ? 'Cualquier token de la colección' : `Cualquier token de ${collection}`,
    estimate: 'Valor estimado',
    estimateHint: 'Una estimación según los precios mínimos. Nadie ha ofrecido este importe.',
    estimatePart: (count) =>
      plural(count, {
        one: 'Una estimación según el precio mínimo del primer token. Nadie ha ofrecido este importe.',
        other:
          'Una estimación según los precios mínimos de los primeros {count} tokens. Nadie ha ofrecido este importe.',
      }),
  },
}
