import { asks, errors, gone, money, moved, progress, refused, resume, reverts } from './es.errors.ts'
import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('es')

/** Spanish. */
export const es: Messages = {
  locale: 'es',
  common: {
    close: 'Cerrar',
    back: 'Atrás',
    retry: 'Reintentar',
    done: 'Listo',
    connect: 'Conectar cartera',
    loading: 'Cargando…',
    copy: 'Copiar',
    copied: 'Copiado',
    you: 'Tú',
    balance: 'Saldo',
    newWindow: '(se abre en otra pestaña)',
    unknownToken: (tokenId) => `#${tokenId}`,
    anyToken: (collection) =>
      collection === undefined ? 'Cualquier token de esta colección' : `Cualquier token de ${collection}`,
    newToken: (collection) =>
      collection === undefined ? 'Un token nuevo de esta colección' : `Un token nuevo de ${collection}`,
    oneOf: (count) => (count === undefined ? 'Un token de una lista' : `Un token de una lista de ${count}`),
    noImage: 'Sin imagen',
    units: (count) => `${count} ×`,
    estimate: (amount, fixed) =>
      `${amount}, estimación con el tipo de cambio ${fixed ? 'fijo ' : ''}que indica el mercado`,
  },
  fields: {
    price: 'Precio',
    pricePerItem: 'Precio por unidad',
    sale: 'Tipo de venta',
    sales: { fixed: 'Precio fijo', falling: 'Precio descendente' },
    startPrice: (perItem) => (perItem ? 'Precio inicial por unidad' : 'Precio inicial'),
    endPrice: (perItem) => (perItem ? 'Precio final por unidad' : 'Precio final'),
    fallingHint:
      'El precio baja de forma constante desde el precio inicial hasta que termina el anuncio. Quien compra primero paga el precio de ese momento.',
    currency: 'Moneda',
    quantity: 'Cantidad',
    available: (count) => plural(count, { one: '{count} disponible', other: '{count} disponibles' }),
    duration: 'Duración',
    durations: {
      hour: '1 hora',
      day: '1 día',
      threeDays: '3 días',
      week: '1 semana',
      month: '1 mes',
      threeMonths: '3 meses',
      sixMonths: '6 meses',
    },
    recipient: 'Destinatario',
    recipientHint: 'La dirección que será propietaria del token: 0x y 40 caracteres.',
    recipientNameHint: 'La cuenta que será propietaria del token: una dirección o un nombre.',
    useFloor: 'Usar el precio mínimo',
    useTraitFloor: 'Usar el precio mínimo del rasgo',
    useLastSale: 'Usar el precio de la última venta',
    lastSale: 'Última venta',
    useAsked: 'Usar la próxima oferta de la subasta',
    buyer: 'Vender a una sola cuenta',
    buyerHint: 'Solo esta cuenta podrá comprarlo. Déjalo vacío para vender a cualquiera.',
    total: 'Total',
    youPay: 'Pagas',
    youReceive: 'Recibes',
    royalty: (percent) => `Regalía del creador (${percent})`,
    enforcedRoyalty: (percent) => `Regalía del creador obligatoria (${percent})`,
    marketplaceFee: (percent) => `Comisión del mercado (${percent})`,
    otherFee: (percent) => `Otras comisiones (${percent})`,
    balance: 'Saldo: {amount}',
    useFloorOf: 'Usar el precio mínimo: {price}',
  },
  connect: {
    title: 'Conecta una cartera para continuar',
    body: 'Al conectar no se firma ni se envía nada.',
    noneTitle: 'No se encontró ninguna cartera',
    noneBody: 'Instala una cartera para el navegador y vuelve a cargar esta página.',
    browserWallets: 'Carteras del navegador',
    failed: (wallet) =>
      `${wallet} no se conectó. Abre la cartera, responde a la solicitud e inténtalo otra vez.`,
  },
  buy: {
    action: 'Comprar ahora',
    title: (token) => `Comprar ${token}`,
    complete: { title: 'Ya es tuyo', body: 'El token está en tu cartera, confirmado en la cadena.' },
    notice: 'Antes de que se abra tu cartera verás exactamente qué sale de ella.',
  },
  list: {
    action: 'Poner en venta',
    title: (token) => `Poner en venta ${token}`,
    complete: {
      title: 'En venta',
      body: 'Tu anuncio está activo. Puedes cancelarlo cuando quieras desde tu cuenta.',
    },
    belowFloor: (percent) => `Está un ${percent} por debajo del precio mínimo de la colección.`,
    farBelow: (price, floor) => `Precio: ${price}; precio mínimo: ${floor}.`,
    confirmLow: 'Sí, quiero vender muy por debajo del precio mínimo.',
    free: 'Firmar un anuncio es gratis. La primera vez que pones en venta algo de una colección, también apruebas una vez su transferencia: una transacción con comisión de red.',
    titleMany: (count) =>
      plural(count, { one: 'Poner en venta {count} token', other: 'Poner en venta {count} tokens' }),
    actionMany: (count) => `Poner ${count} en venta`,
    completeMany: {
      title: 'Todo en venta',
      body: 'Tus anuncios están activos. Puedes cancelarlos cuando quieras desde tu cuenta.',
    },
    samePrice: 'Un precio para todos',
  },
  offer: {
    action: 'Hacer una oferta',
    title: (token) => `Hacer una oferta por ${token}`,
    collectionTitle: (name) => `Hacer una oferta por cualquier token de ${name}`,
    attributeTitle: (name, attribute) => `Hacer una oferta por cualquier token de ${name} con ${attribute}`,
    complete: {
      title: 'Oferta hecha',
      body: 'El propietario puede aceptarla hasta que venza. Puedes cancelarla cuando quieras desde tu cuenta.',
    },
    anyOwner:
      'Cualquier propietario de un token así puede aceptarla hasta que venza. Puedes cancelarla cuando quieras desde tu cuenta.',
    units: 'Los propietarios pueden aceptarlas una a una.',
    funds:
      'Solo pagas cuando un propietario acepta. Envolver o autorizar antes una moneda cuesta una comisión de red.',
    wraps: 'Antes se envolverán {amount}.',
    lowestAsk: 'Precio mínimo',
    bestOffer: 'Mejor oferta',
    buysNow: 'A este precio puedes comprarlo ya, sin esperar a que un propietario acepte.',
    outbid: 'No supera la mejor oferta, de {amount}, que un propietario puede aceptar en su lugar.',
    asksMore: 'El vendedor pide al menos {amount}. Puedes ofrecer menos: eso no obliga a nadie.',
  },
  auction: {
    action: 'Anunciar subasta',
    title: (token) => `Anunciar una subasta de ${token}`,
    complete: {
      title: 'Subasta anunciada',
      body: 'Se muestra hasta que termine o el token cambie de manos. La mejor oferta no se acepta sola: tú decides cuál aceptar.',
    },
    withdrawal: {
      action: 'Retirar subasta',
      title: (token) => `Retirar la subasta de ${token}`,
      complete: {
        title: 'Subasta retirada',
        body: 'Ya no está anunciada. Las ofertas que se hicieron siguen abiertas.',
      },
    },
    binds:
      'Esto no obliga a nadie. El token se queda en tu cartera, se pueden seguir haciendo ofertas más bajas y tú decides qué oferta aceptar, si es que aceptas alguna.',
    offersStay:
      'Las ofertas que se hicieron siguen abiertas: pertenecen a quienes las hicieron. Tú sigues decidiendo qué oferta aceptar, si es que aceptas alguna.',
    free: 'Lo firmas en tu cartera. Es gratis.',
    reserve: 'Precio de reserva',
    reserveHint: 'La oferta más baja que dices que aceptarías. Déjalo vacío si no hay precio de reserva.',
    stepPercent: 'Incremento mínimo (%)',
    stepHint: 'Cuánto debe superar cada oferta a la mejor.',
    announces: 'Anuncia una subasta de',
    withdraws: 'Pone fin a la subasta de',
    currency: 'Ofertas en',
    noReserve: 'Sin precio de reserva',
    step: 'Incremento mínimo',
    noStep: 'Cualquier importe por encima de la mejor oferta',
    eitherStep: (percent) => `${percent} o {amount}, lo que sea mayor`,
    until: 'Ofertas bienvenidas hasta',
    refused: { title: 'No se publicó', body: 'El mercado no aceptó lo que firmaste.' },
    signed:
      'Lo firmaste, pero puede que no se haya publicado. No se movió dinero, y lo que firmaste no vende nada ni obliga a nadie.',
  },
  accept: {
    action: 'Aceptar oferta',
    title: (token) => `Vender ${token}`,
    complete: { title: 'Vendido', body: 'El importe está en tu cartera, confirmado en la cadena.' },
    titleMany: (count) => plural(count, { one: 'Vender {count} token', other: 'Vender {count} tokens' }),
    offer: 'Oferta',
    below: (percent) => `Un ${percent} por debajo del precio mínimo`,
    above: (percent) => `Un ${percent} por encima del precio mínimo`,
    equal: 'Igual que el precio mínimo',
    otherCurrency: 'En otra moneda que el precio mínimo',
    unknownFloor: 'Se desconoce el precio mínimo',
    nothingListed: 'No hay nada en venta',
    noSale: 'No se conoce ninguna venta',
    unknown: 'Se desconoce',
    fees: 'Comisiones y regalía',
    farBelow: (proceeds, floor) => `Recibes ${proceeds}; precio mínimo: ${floor}.`,
  },
  edit: {
    action: 'Cambiar',
    confirm: { listing: 'Cambiar anuncio', offer: 'Cambiar oferta' },
    title: {
      listing: (token) => `Cambiar el anuncio de ${token}`,
      offer: (token) => `Cambiar la oferta por ${token}`,
    },
    complete: {
      title: 'Cambiado',
      body: 'Las nuevas condiciones están activas y las anteriores ya no se pueden aceptar.',
    },
    present: 'Precio actual',
    newPrice: 'Precio nuevo',
    canceled: {
      listing:
        'El anuncio anterior ya está cancelado. Una firma lo pone en venta al precio nuevo; hasta entonces no está en venta.',
      offer:
        'La oferta anterior ya está cancelada. Una firma hace la nueva; hasta entonces nadie puede aceptar una oferta tuya.',
    },
    plan: {
      listing: (present, next) =>
        `Paso 1 de 2: cancelar el anuncio anterior (${present}). Paso 2: firmar el nuevo por ${next}.`,
      offer: (present, next) =>
        `Paso 1 de 2: cancelar la oferta anterior (${present}). Paso 2: firmar la nueva por ${next}.`,
    },
    stopped: {
      listing: 'El anuncio anterior se canceló; ahora el token no está en venta.',
      offer: 'La oferta anterior se canceló; ahora nadie puede aceptarla.',
    },
    unchanged: (until) => `Sin cambios: hasta el ${until}`,
    ends: {
      replaced: 'Una firma sustituye las condiciones anteriores por las nuevas. Es gratis.',
      cancelled: {
        listing:
          'Primero una transacción (comisión de red) cancela el anuncio anterior y luego firmas el nuevo. Nunca están abiertos los dos a la vez.',
        offer:
          'Primero una transacción (comisión de red) cancela la oferta anterior y luego firmas la nueva. Nunca están abiertas las dos a la vez.',
      },
    },
  },
  cancel: {
    action: 'Cancelar',
    confirm: {
      listing: 'Cancelar anuncio',
      offer: 'Cancelar oferta',
      several: 'Cancelar anuncios y ofertas',
    },
    keep: { listing: 'Mantener anuncio', offer: 'Mantener oferta', several: 'Mantenerlos' },
    title: {
      listing: (token) => `Cancelar el anuncio de ${token}`,
      offer: (token) => `Cancelar la oferta por ${token}`,
    },
    completeMany: { title: 'Cancelados', body: 'Nadie puede aceptar ya estos anuncios y ofertas.' },
    titleMany: {
      listing: (count) =>
        plural(count, { one: 'Cancelar {count} anuncio', other: 'Cancelar {count} anuncios' }),
      offer: (count) => plural(count, { one: 'Cancelar {count} oferta', other: 'Cancelar {count} ofertas' }),
    },
    titleAll: 'Cancelar todos los anuncios y ofertas',
    ended: {
      listing: (count) =>
        plural(count, {
          one: 'Nadie puede aceptar ya este anuncio.',
          other: 'Nadie puede aceptar ya estos anuncios.',
        }),
      offer: (count) =>
        plural(count, {
          one: 'Nadie puede aceptar ya esta oferta.',
          other: 'Nadie puede aceptar ya estas ofertas.',
        }),
    },
    stillOpen: {
      listing: 'El anuncio sigue abierto: cualquiera puede comprar el token.',
      reserved: 'El anuncio sigue abierto.',
      offer: 'La oferta sigue abierta.',
      several: 'Los anuncios y las ofertas siguen abiertos.',
    },
    present: {
      listing: 'En venta por {price} · termina {time}',
      offer: 'Oferta de {price} · termina {time}',
    },
    allWarning:
      'Esto pone fin a todos los anuncios y ofertas que firmaste en esta cadena para el contrato de intercambio que se usa aquí, en cualquier sitio. Los de otros contratos de intercambio siguen abiertos.',
    complete: { title: 'Cancelado', body: 'Nadie puede aceptar ya este anuncio u oferta.' },
    onChain: 'Cancelar requiere una transacción: tu cartera pedirá una comisión de red.',
    offChain: 'Para cancelar basta una firma. Es gratis.',
  },
  transfer: {
    action: 'Transferir',
    title: (token) => `Transferir ${token}`,
    complete: {
      title: 'Transferido',
      body: 'El token ya pertenece al destinatario, confirmado en la cadena.',
    },
    warning: 'Una transferencia no se puede deshacer. Comprueba cada carácter de la dirección.',
    entered: 'Escribiste',
    known: 'Conoces',
    ownAccount: 'Tu propia cuenta',
    completeMany: {
      title: 'Transferidos',
      body: 'Los tokens ya pertenecen al destinatario, confirmado en la cadena.',
    },
    titleMany: (count) =>
      plural(count, { one: 'Transferir {count} token', other: 'Transferir {count} tokens' }),
    actionMany: (count) => `Transferir ${count}`,
    confirmLookalike: 'Sí, enviar a la dirección que escribí.',
    lookalikeTitle: 'Esta dirección solo se parece a una que conoces',
    lookalike: 'Empieza y termina como una dirección que ya has usado, pero es otra. Es una estafa habitual.',
  },
  collect: {
    action: 'Coleccionar',
    mint: 'Acuñar',
    title: (collection) => `Conseguir tokens de ${collection}`,
    mintTitle: (collection) => `Acuñar tokens de ${collection}`,
    minted: (count) =>
      plural(count, {
        one: 'Se acuñará {count} token nuevo para ti.',
        other: 'Se acuñarán {count} tokens nuevos para ti.',
      }),
    listed: (count) =>
      plural(count, {
        one: 'Se compra {count} token en venta.',
        other: 'Se compran {count} tokens en venta.',
      }),
  },
  sweep: {
    action: 'Comprar varios',
    title: (collection, traits) =>
      traits === undefined
        ? `Comprar los tokens más baratos de ${collection}`
        : `Comprar los tokens más baratos de ${collection} con ${traits}`,
  },
  cart: {
    title: 'Carrito',
    add: 'Añadir al carrito',
    inCart: 'En el carrito',
    remove: (token) => `Quitar ${token} del carrito`,
    clear: 'Vaciar el carrito',
    empty: 'Tu carrito está vacío',
    emptyHint: 'Añade tokens de cualquier colección y cómpralos juntos.',
    gone: 'Ya no está en venta',
    lost: (names, count) =>
      plural(count, {
        one: `${names} se vendió o se retiró.`,
        other: `${names} se vendieron o se retiraron.`,
      }),
    left: (count, total, sum) => `Ahora compras ${count} de ${total} por ${sum}.`,
    removeGone: (count) =>
      plural(count, { one: 'Quitar el token no disponible', other: 'Quitar {count} tokens no disponibles' }),
    checkout: (count) => (count === 1 ? 'Comprarlo ahora' : `Comprar ${count} ahora`),
    complete: {
      title: 'Ya son tuyos',
      body: 'Los tokens están en tu cartera, confirmado en la cadena.',
    },
  },
  activity: {
    label: 'Actividad',
    kinds: {
      sale: 'Venta',
      ask: 'Puesto en venta',
      bid: 'Oferta',
      transfer: 'Transferencia',
      mint: 'Acuñado',
      ask_cancel: 'Anuncio cancelado',
      bid_cancel: 'Oferta cancelada',
    },
    empty: 'Todavía no hay actividad.',
    more: 'Ver más',
    waiting: (count) => plural(count, { one: 'Ver {count} novedad', other: 'Ver {count} novedades' }),
    to: 'A',
  },
  review: {
    title: 'Lo que tu cartera te pedirá aprobar',
    give: 'Entregas',
    giveAtMost: 'Entregas (como máximo)',
    get: 'Recibes',
    getAtLeast: 'Recibes (como mínimo)',
    fewer: {
      buy: 'O menos, si alguno se vende antes. Solo pagas lo que recibes.',
      sell: 'O menos, si alguna oferta desaparece antes. Solo entregas lo que se paga.',
    },
    limitsAddUp: 'Los límites en varias monedas se suman: cada uno puede gastarse por completo.',
    together: (count) => plural(count, { one: 'Total por {count} token', other: 'Total por {count} tokens' }),
    costs: (price) => `Cuesta ${price}`,
    brings: (price) => `Recibes ${price}`,
    priced: (price) => `Precio: ${price}`,
    falls: (from, to, time) => `Baja de ${from} a ${to} hasta el ${time}`,
    togetherNet: (count) =>
      plural(count, {
        one: 'Total por {count} token, descontadas las comisiones',
        other: 'Total por {count} tokens, descontadas las comisiones',
      }),
    total: 'Precio total',
    floor: (price) => `Precio mínimo: ${price}`,
    lastSale: (price) => `Última venta: ${price}`,
    nothing: 'Nada',
    wraps: 'Se envuelve ahora',
    wrapsInto: '{amount} en {currency}',
    later: { list: 'cuando alguien lo compre', bid: 'cuando un propietario acepte' },
    laterSeveral: 'cuando se vendan',
    laterTaker: 'cuando lo compre la cuenta indicada abajo',
    laterAny: 'cuando un propietario acepte; el propietario elige cuál',
    laterMinted: 'El número se asigna al acuñar.',
    ends: 'Se cancela',
    ended: { listing: 'Anuncio de {token} por {price}', offer: 'Oferta de {price} por {token}' },
    endsAll: (exchange) => `Todos los anuncios y ofertas que firmaste para ${exchange} en esta cadena`,
    othersStay: 'Los de otros contratos de intercambio siguen abiertos.',
    fees: 'Comisiones',
    feesOfTrade: 'Comisiones del mercado y regalía',
    feeKinds: { marketplace: 'Mercado', royalty: 'Regalía del creador', other: 'Otro destinatario' },
    feesNone: 'Ninguna',
    feesIncluded: 'Incluidas en lo que entregas.',
    networkFee: 'Comisión de red',
    networkFeeAbout: 'Unos {fee}; como máximo {most}',
    networkFeeHint:
      'Estimación. El máximo prevé que el precio del gas se duplique; tu cartera fija la comisión definitiva.',
    networkFeeUnknown: 'Desconocida. Tu cartera la muestra antes de que confirmes.',
    sponsored: 'La comisión de red está patrocinada. Tu cartera muestra si queda algo por pagar.',
    authority: 'Permisos nuevos',
    authorityNone: 'Ninguno',
    authorityKinds: {
      erc20: '{spender} puede gastar hasta {amount}',
      erc20Unlimited: '{spender} puede gastar cualquier cantidad de {currency}',
      'nft-operator': '{spender} puede transferir todos los tokens de {collection}',
      'nft-token': '{spender} puede transferir este único token de {collection}',
      privateOrder: 'Solo la cuenta indicada arriba puede aceptar el anuncio que firmaste',
    },
    fillable: {
      listing: (count) =>
        plural(count, {
          one: 'Cualquiera que cumpla sus condiciones puede aceptar el anuncio que firmaste',
          other: 'Cualquiera que cumpla sus condiciones puede aceptar los {count} anuncios que firmaste',
        }),
      offer: (count) =>
        plural(count, {
          one: 'Cualquiera que cumpla sus condiciones puede aceptar la oferta que firmaste',
          other: 'Cualquiera que cumpla sus condiciones puede aceptar las {count} ofertas que firmaste',
        }),
    },
    replaces:
      'Sustituye a un permiso anterior. Las ofertas vigentes que dependen de él comparten lo que queda.',
    revoke: 'Puedes revocar este permiso cuando quieras.',
    message: 'Texto para firmar',
    seaportItself: 'El propio Seaport, sin conduit',
    revocable: {
      listing: (count) =>
        plural(count, {
          one: 'Puedes cancelar el anuncio cuando quieras. Cancelar en la cadena cuesta una comisión de red.',
          other:
            'Puedes cancelar los anuncios cuando quieras. Cancelar en la cadena cuesta una comisión de red.',
        }),
      offer: (count) =>
        plural(count, {
          one: 'Puedes cancelar la oferta cuando quieras. Cancelar en la cadena cuesta una comisión de red.',
          other:
            'Puedes cancelar las ofertas cuando quieras. Cancelar en la cadena cuesta una comisión de red.',
        }),
    },
    until: 'Válido hasta',
    checked: 'Cómo se comprobó',
    proof: {
      static: 'Probado a partir de los bytes exactos',
      'static+read': 'Probado a partir de los bytes exactos y leído en la cadena',
      simulated: 'Simulado, no probado',
      none: 'Sin comprobar',
    },
    simulated: 'Una simulación con el estado actual de la cadena dio el mismo resultado.',
    unprovenTitle: 'Lo que ninguna comprobación puede garantizar',
    unproven: {
      shown_terms:
        'Que la página te haya mostrado el precio, la imagen y el contrato correctos. Compara el contrato de arriba.',
      kept_signature:
        'Que el anuncio o la oferta que firmaste se publique enseguida. Es válido hasta que venza o lo canceles en tu cuenta.',
      unanswered_post:
        'Que un anuncio o una oferta haya desaparecido porque el mercado no respondió. Considéralo activo.',
      signed_cancellation: 'Que se respete una cancelación por firma. Cancelar en la cadena es definitivo.',
      late_cancellation:
        'Que nadie acepte el anuncio o la oferta antes de que tu cancelación esté en la cadena.',
      hidden_orders: 'Que no haya mejor precio en otro sitio. Nunca pagas más de lo que aceptaste.',
      order_of_blocks:
        'Que nadie sea más rápido. Si alguien lo es, esto falla o solo se hace una parte; ninguna parte cuesta más ni aporta menos de lo acordado.',
      resale: 'Que el token pueda revenderse. Las reglas las pone su contrato.',
      trait_members: 'Qué tokens tienen el rasgo. Se usa la lista del mercado tal como es.',
      simulated_only: 'Que un código que solo se simuló haga lo mismo en la cadena.',
      token_code: 'Que el contrato del token cumpla su estándar. Lo que llegó se lee en la cadena.',
      node: 'Que los nodos consultados digan la verdad. Lo que se deduce de los bytes vale aunque no la digan.',
      page: 'Que esta página sea honesta: ninguna página puede probarlo de sí misma. Compara el destinatario, la cantidad y el token que muestra tu cartera con esta tarjeta.',
      wallet: 'Que tu cartera firme lo que muestra.',
    },
    verified: 'Verificado en este dispositivo',
    askTitle: 'Lee esto antes de continuar',
    askBody: 'No se pudo probar que una parte sea segura. Continúa solo si sabes por qué.',
    askBodyProven: 'Esto hace lo que pediste. Lee lo que se encontró antes de confirmar.',
    blockTitle: 'Detenido antes de abrir tu cartera',
    blockBody: 'El mercado pidió algo que no aceptaste. No se firmó nada ni se movió dinero.',
    approve: 'Confirmar en la cartera',
    hold: 'Mantener pulsado para confirmar',
    copyReport: 'Copiar informe',
    digest: 'Huella',
    digestHint:
      'Identifica exactamente esta solicitud. La misma solicitud tiene la misma huella en cualquier dispositivo y en el código.',
    why: 'Lo que se encontró',
    funds: 'Con esta, tus ofertas abiertas suman {promised}; tienes o has autorizado {covered}.',
    asks,
    findings: {
      FLOW: 'Los pasos no corresponden a lo que pediste.',
      SHAPE: 'La respuesta no tiene la forma esperada.',
      TX: 'La transacción no es la que pediste.',
      TD: 'El mensaje que se firmaría no es el que pediste.',
      MSG: 'El texto que se firmaría es desconocido.',
      ORD: 'El anuncio o la oferta no tiene las condiciones que aceptaste.',
      CALL: 'La llamada hace algo que no pediste.',
      APR: 'Un permiso es más amplio de lo que la operación necesita.',
      POST: 'La firma se enviaría a otro sitio.',
      RCPT: 'La cadena no muestra lo que debía ocurrir.',
      SIM: 'Una simulación terminó de otra manera, o es la única prueba.',
      GAS: 'La comisión de red ha subido mucho desde que leíste esto.',
      NO: 'No se acordó ningún precio antes.',
    },
  },
  receipt: {
    tokens: {
      buy: 'Comprado',
      sell: 'Vendido',
      list: 'En venta',
      bid: 'Token',
      transfer: 'Enviado',
      cancel: 'Cancelado',
    },
    minted: 'Acuñado',
    money: { buy: 'Pagado', sell: 'Recibido tras comisiones', list: 'Precio', bid: 'Tu oferta' },
    received: 'Recibido',
    atMost: 'como máximo {amount}',
    atLeast: 'como mínimo {amount}',
    transaction: 'Transacción',
    viewToken: 'Ver token',
    viewTokens: 'Ver tus tokens',
    viewOrders: 'Ver tus anuncios y ofertas',
    browse: 'Seguir explorando',
  },
  steps: {
    label: 'Progreso',
    purposes: {
      'approve-currency': {
        title: 'Permitir el pago',
        wallet: 'Aprueba en tu cartera gastar exactamente esta cantidad.',
      },
      'approve-token': {
        title: 'Permitir la venta',
        wallet: 'Aprueba en tu cartera. Solo hace falta una vez por colección.',
      },
      wrap: { title: 'Envolver la moneda', wallet: 'Confirma en tu cartera para envolver la cantidad.' },
      buy: { title: 'Comprar', wallet: 'Confirma la compra en tu cartera.' },
      sell: { title: 'Vender', wallet: 'Confirma la venta en tu cartera.' },
      'sign-listing': { title: 'Firmar el anuncio', wallet: 'Firma en tu cartera. Es gratis.' },
      'sign-offer': { title: 'Firmar la oferta', wallet: 'Firma en tu cartera. Es gratis.' },
      cancel: { title: 'Cancelar en la cadena', wallet: 'Confirma la cancelación en tu cartera.' },
      'sign-auction': { title: 'Firmar el anuncio de la subasta', wallet: 'Firma en tu cartera. Es gratis.' },
      'sign-withdrawal': { title: 'Firmar la retirada', wallet: 'Firma en tu cartera. Es gratis.' },
      'sign-message': {
        title: 'Firmar un texto',
        wallet: 'Lee el texto y fírmalo en tu cartera. Es gratis.',
      },
      'sign-cancel': { title: 'Firmar la cancelación', wallet: 'Firma en tu cartera. Es gratis.' },
      transfer: { title: 'Transferir', wallet: 'Confirma la transferencia en tu cartera.' },
    },
    mint: { title: 'Acuñar', wallet: 'Confirma la acuñación en tu cartera.' },
    preparing: 'Preparando y comprobando los pasos',
    phases: {
      waiting: 'A continuación',
      confirming: 'Esperando tu decisión',
      switching: 'Cambia de cadena en tu cartera',
      switching_by_hand: 'Tu cartera no puede cambiar de cadena por sí sola: elige en ella la correcta',
      reconnecting: 'Tu cartera está bloqueada o desconectada',
      prompted: 'Esperando a tu cartera',
      searching: 'Tu cartera no dio una respuesta clara; se busca en la cadena lo que pudo enviar',
      posting: 'Publicando',
      cosigning: 'Esperando a los demás firmantes',
      sent: 'Esperando a la cadena',
      mined: 'En la cadena; esperando a que el mercado lo muestre',
      complete: 'Hecho',
      failed: 'Detenido',
    },
    overdue:
      'Tu cartera no ha respondido en dos minutos. Puede que su ventana esté oculta: abre la cartera y compruébalo.',
    stop: 'Dejar de esperar a la cartera',
    behind: 'Antes tiene que completarse una transacción anterior de tu cuenta.',
    pace: (time) => `Llega un bloque cada ${time} aproximadamente.`,
    explorer: 'Ver transacción',
    unproven:
      'Es lo que indica el mercado. No se pudo contactar con ningún nodo de la cadena; compruébalo en un explorador de bloques.',
    keepOpen: {
      wallet: 'Puedes cerrar esta ventana. La solicitud sigue abierta en tu cartera.',
      sent: 'Puedes cerrar esta ventana. La transacción continúa.',
    },
    failedOnChain: 'Falló en la cadena',
    signListings: 'Firmar los anuncios',
    progress: (done, all) => `${done} de ${all} pasos completados`,
    current: (step, phase, progress) => `${step}: ${phase}. ${progress}`,
  },
  orders: {
    titles: { listing: 'Tus anuncios', offer: 'Tus ofertas' },
    none: {
      listing: 'No tienes nada en venta. Abre uno de tus tokens para ponerlo en venta.',
      offer: 'No tienes ofertas abiertas. Abre un token o una colección para hacer una.',
    },
    live: 'Activo',
    notFillable: 'No se puede aceptar ahora',
    uncovered: 'Abierta, pero sin cobertura',
    uncoveredHint:
      'Tu saldo o tu permiso de gasto no alcanza para ella junto con tus ofertas más altas y más antiguas. Añade fondos, haz otra oferta para ampliar el permiso para todas o cancélala.',
    onlyFor: 'Solo {account} puede comprarlo',
    onlyForYou: 'Solo tú puedes comprarlo',
    falls: 'baja a {price} {time}',
  },
  journal: {
    title: 'Lo que firmaste aquí',
    open: (count) =>
      count === 0
        ? 'Ya no se puede aceptar ningún anuncio ni oferta que firmaste aquí.'
        : plural(count, {
            one: '{count} anuncio u oferta que firmaste aquí todavía se puede aceptar.',
            other: '{count} anuncios y ofertas que firmaste aquí todavía se pueden aceptar.',
          }),
    empty: 'Todavía no has firmado nada',
    emptyHint: 'Cada anuncio y cada oferta que firmes aquí se guarda aquí para que puedas cancelarlo.',
    sides: { ask: 'Anuncio', bid: 'Oferta' },
    states: {
      asked: 'Se consultó a tu cartera; su respuesta es desconocida',
      unposted: 'Firmado, sin publicar',
      maybe_live: 'Quizá publicado: considéralo activo',
      live: 'Activo',
      filled: 'Aceptado',
      cancelled: 'Cancelado',
      expired: 'Vencido',
      counter_raised: 'Cancelado con todos los demás',
    },
    ends: 'termina {time}',
    copy: 'Copiar para un informe de error',
  },

  frame: {
    refused:
      'Esto no se puede mostrar aquí. La página que lo rodea no puede mostrarlo, o la dirección es incorrecta.',
  },
  media: { model: 'Ver en 3D', page: 'Mostrar la página', video: 'Reproducir vídeo' },
  broken: {
    title: 'No se pudo mostrar esta parte',
    body: 'Inténtalo otra vez o ciérrala. No se ha enviado nada nuevo, y una operación que confirmaste en tu cartera continúa.',
  },
  invalid: {
    no_price: 'Escribe un precio.',
    bad_price: 'Escribe el precio como número, por ejemplo 1.25.',
    ambiguous_price:
      'Esto se puede leer de dos maneras. Si son miles, quita el punto; si son decimales, añade un cero, por ejemplo 1.2340.',
    too_many_decimals: 'Son demasiados decimales para esta moneda.',
    bad_end_price: 'Escribe un precio final mayor que cero y menor que el precio inicial.',
    bad_quantity: 'Escribe un número entero, como máximo lo disponible.',
    bad_address: 'Esto no es una dirección. Una dirección es 0x y 40 caracteres.',
    own_address: 'Esta es tu propia dirección.',
    unknown_name: 'Este nombre no existe.',
    name_failed: 'Ahora no se pueden buscar nombres. Escribe la dirección.',
    resolving: 'Buscando el nombre…',
    bad_step: 'Escribe un porcentaje de 0 a 100 con dos decimales como máximo, por ejemplo 5 o 2.5.',
    low_balance: 'Tu saldo no es suficiente.',
    low_price: 'Confirma primero el precio bajo.',
    lookalike: 'Confirma primero la dirección.',
    quoting: 'Consultando el precio…',
    fees_exceed_price: 'Las comisiones se llevarían todo el precio.',
    some_gone: 'Algunos se vendieron o retiraron entretanto.',
  },
  unavailable: {
    not_listed: 'Este token no está en venta ahora.',
    nothing_listed:
      'Ahora no hay nada en venta de esta colección. Puedes hacer una oferta, y un propietario puede aceptarla.',
    nothing_to_collect:
      'Ahora no puedes acuñar aquí tokens de esta colección, y ninguno está en venta. Aquí solo se ofrecen acuñaciones abiertas a todos, no las reservadas a una lista de permitidos. Puedes hacer una oferta, y un propietario puede aceptarla.',
    no_offer: 'Ahora no hay ninguna oferta que aceptar.',
    own_token: 'Este token ya es tuyo.',
    own_listing: 'Este anuncio es tuyo.',
    not_owner: 'Solo el propietario puede hacerlo, y la cuenta conectada no es propietaria del token.',
    order_gone: 'Este anuncio u oferta se aceptó, se canceló o venció.',
    not_editable: 'Esta oferta abarca un conjunto de tokens y no se puede cambiar. Cancélala y haz otra.',
    not_unique: 'Aquí solo se puede subastar un token único (ERC-721).',
    no_currency: 'No hay ninguna moneda de pago configurada para esta cadena.',
    unreachable: 'El mercado no respondió.',
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
