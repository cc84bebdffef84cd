import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('es')

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Hay un campo mal rellenado', body: 'Revisa los campos e inténtalo otra vez.' },
  missing_configuration: {
    title: 'Esta cadena no está configurada',
    body: 'Este sitio no tiene un mercado configurado para la cadena.',
  },
  no_order_ids: { title: 'No hay nada que cancelar', body: 'No se eligió ningún anuncio ni oferta.' },
  bid_data_missing: {
    title: 'La oferta está incompleta',
    body: 'Elige un token o una colección para la oferta.',
  },
  unknown_chain: { title: 'Cadena desconocida', body: 'Este sitio no opera en esta cadena.' },
  provider_error: {
    title: 'El mercado informó de un error',
    body: 'Respondió con un error. Quizá ayude intentarlo otra vez.',
  },
  provider_unreachable: {
    title: 'No se puede contactar con el mercado',
    body: 'Comprueba tu conexión o inténtalo dentro de un momento.',
  },
  provider_malformed: {
    title: 'La respuesta del mercado no se puede leer',
    body: 'Tiene una forma desconocida, así que no se hizo nada con ella.',
  },
  rate_limited: { title: 'Demasiadas solicitudes', body: 'Espera un momento e inténtalo otra vez.' },
  order_unavailable: {
    title: 'Ya no está disponible',
    body: 'Quizá alguien compró antes o el vendedor lo retiró de la venta. Lo que elegiste ya no se puede comprar a este precio.',
  },
  poll_timeout: {
    title: 'Está tardando más de lo esperado',
    body: 'El mercado no preparó a tiempo el siguiente paso. Puedes intentarlo otra vez.',
  },
  order_refused: {
    title: 'El anuncio o la oferta no se publicó',
    body: 'El mercado rechazó la publicación.',
  },
  cancel_unconfirmed: {
    title: 'La cancelación no está confirmada',
    body: 'La firmaste, pero el mercado no ha confirmado que tenga efecto. Hasta entonces, alguien puede aceptar el anuncio o la oferta a su precio. Inténtalo de nuevo o cancela en la cadena: es seguro y cuesta una comisión de red.',
  },
  price_mismatch: {
    title: 'El precio ha cambiado',
    body: 'Ya no es el precio que aceptaste, así que no se pidió nada a tu cartera. Mira antes el precio nuevo.',
  },
  no_price_bound: {
    title: 'No se acordó ningún precio',
    body: 'Sin un precio acordado para cada artículo no se envía nada a tu cartera.',
  },
  blocked: { title: 'Detenido antes de abrir tu cartera', body: 'El mercado pidió algo que no aceptaste.' },
  not_loaded: {
    title: 'Una parte de la página no se cargó',
    body: 'No se pudieron cargar las comprobaciones de seguridad, así que no se pidió nada a tu cartera. Recarga la página e inténtalo otra vez.',
  },
  declined: { title: 'Te detuviste aquí', body: 'No confirmaste el resumen.' },
  wallet_refused: { title: 'Rechazado en tu cartera', body: 'Puedes intentarlo otra vez.' },
  wallet_busy: {
    title: 'Tu cartera tiene otra solicitud abierta',
    body: 'Abre tu cartera, responde a la solicitud pendiente e inténtalo otra vez.',
  },
  wallet_unavailable: {
    title: 'La cartera no responde',
    body: 'Desbloquéala o conéctala de nuevo e inténtalo otra vez.',
  },
  wallet_error: {
    title: 'La cartera informó de un error',
    body: 'Respondió con un error en lugar de un resultado.',
  },
  wrong_chain: {
    title: 'La cartera está en otra cadena',
    body: 'Esta operación es en otra cadena. Cambia la cadena en tu cartera e inténtalo otra vez.',
  },
  account_changed: {
    title: 'Cambió la cuenta de la cartera',
    body: 'La operación se acordó para otra cuenta, así que se detuvo. Vuelve a esa cuenta o empieza de nuevo.',
  },
  bad_signature: {
    title: 'La firma no es válida',
    body: 'No la hizo la cuenta conectada, así que no se publicó.',
  },
  no_transaction_hash: {
    title: 'La cartera no devolvió ninguna transacción',
    body: 'Mira la actividad de tu cartera antes de intentarlo otra vez: puede que haya enviado una.',
  },
  insufficient_funds: {
    title: 'Fondos insuficientes',
    body: 'La cuenta no puede pagar el precio y la comisión de red. Añade fondos e inténtalo otra vez.',
  },
  transaction_would_fail: {
    title: 'La transacción fallaría, así que no se envió',
    body: 'Una prueba con el estado actual falló. Probablemente algo ha cambiado: el anuncio o la oferta, un saldo o un permiso.',
  },
  transaction_reverted: {
    title: 'La transacción falló en la cadena',
    body: 'La cadena la rechazó: algo cambió antes de que entrara en un bloque, o se quedó sin gas.',
  },
  transaction_cancelled: { title: 'Transacción cancelada en tu cartera', body: 'Cancelaste la transacción.' },
  transaction_replaced: {
    title: 'Otra transacción la sustituyó',
    body: 'Tu cartera envió otra cosa, así que esta operación no ocurrió.',
  },
  transaction_dropped: {
    title: 'La transacción se descartó',
    body: 'La cadena ya no la conoce. Puedes intentarlo otra vez.',
  },
  transaction_timeout: {
    title: 'Enviada, pero el mercado aún no la muestra',
    body: 'Tarda más de lo esperado. Sigue la transacción en el explorador antes de intentarlo otra vez.',
  },
  effect_missing: {
    title: 'La cadena no muestra el resultado',
    body: 'La transacción tuvo éxito, pero lo que debía llegar no está. Mírala en el explorador.',
  },
  order_filled: {
    title: 'Aceptado antes de cancelarse',
    body: 'Alguien aceptó el anuncio o la oferta mientras la cancelación estaba en camino. La operación es válida: mira tu actividad.',
  },
  aborted: { title: 'Detenido', body: 'La operación se detuvo antes de terminar.' },
  busy: {
    title: 'Ya se ha iniciado',
    body: 'La misma operación ya se inició en esta u otra ventana. Termínala allí, o mira cómo terminó antes de iniciarla otra vez.',
  },
  storage_failed: {
    title: 'No se puede guardar nada en este navegador',
    body: 'Sin almacenamiento se podría perder una firma, así que no se pidió ninguna. Permite el almacenamiento para este sitio.',
  },
  unexpected: {
    title: 'Algo salió mal',
    body: 'Esto no debería haber ocurrido. Quizá ayude intentarlo otra vez.',
  },
}

export const money: Messages['money'] = {
  untouched: 'No se movió dinero ni se firmó nada.',
  signed:
    'Existe una firma. No se movió dinero, pero el anuncio o la oferta puede estar activo hasta que lo canceles.',
  sent: 'Hay una transacción en camino. Aún no se sabe si tendrá éxito.',
  spent: 'Una transacción tuvo éxito en la cadena. Mira tu cartera antes de intentarlo otra vez.',
  gas_only: 'Solo se pagó la comisión de red. No se movió nada más.',
  unknown:
    'Se consultó a tu cartera y no se sabe si firmó o envió algo. Mira la actividad de tu cartera antes de intentarlo otra vez.',
}

export const moved: Messages['moved'] = {
  offer: 'La oferta ha cambiado',
  amounts: (was, now) => `Antes era ${was} y ahora es ${now}.`,
  unasked: 'No se pidió nada a tu cartera.',
  review: { buy: 'Ver el precio nuevo', sell: 'Ver la oferta nueva' },
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) =>
      plural(done, { one: `Se compró {count} de ${total}.`, other: `Se compraron {count} de ${total}.` }),
    sell: (done, total) =>
      plural(done, { one: `Se vendió {count} de ${total}.`, other: `Se vendieron {count} de ${total}.` }),
    list: (done, total) =>
      plural(done, {
        one: `Se puso en venta {count} de ${total}.`,
        other: `Se pusieron en venta {count} de ${total}.`,
      }),
    bid: (done, total) =>
      plural(done, {
        one: `Se hizo {count} de ${total} ofertas.`,
        other: `Se hicieron {count} de ${total} ofertas.`,
      }),
    cancel: (done, total) =>
      plural(done, { one: `Se canceló {count} de ${total}.`, other: `Se cancelaron {count} de ${total}.` }),
    transfer: (done, total) =>
      plural(done, {
        one: `Se transfirió {count} de ${total}.`,
        other: `Se transfirieron {count} de ${total}.`,
      }),
  },
  rest: {
    gone: 'El resto ya no estaba disponible cuando se ejecutó la transacción. No se movió nada por él.',
    open: 'No se envió nada para el resto.',
    unknown: 'Aún no se sabe qué pasó con el resto.',
  },
  mayBeLive:
    'Un anuncio o una oferta que firmaste puede estar activo: cualquiera puede aceptarlo hasta que lo canceles.',
}

export const resume: Messages['resume'] = {
  title: 'Mientras no estabas',
  done: {
    buy: (what) => `Compraste ${what}.`,
    sell: (what) => `Vendiste ${what}.`,
    transfer: (what) => `Transferiste ${what}.`,
    'sign-listing': (what) => `El anuncio de ${what} está publicado.`,
    'sign-offer': (what) => `La oferta por ${what} está publicada.`,
    listing: (what) => `El anuncio de ${what} está cancelado.`,
    offer: (what) => `La oferta por ${what} está cancelada.`,
  },
  confirmed: 'Confirmado en la cadena.',
  about: {
    buy: (what) => (what === undefined ? 'Compra:' : `Compra de ${what}:`),
    sell: (what) => (what === undefined ? 'Venta:' : `Venta de ${what}:`),
    transfer: (what) => (what === undefined ? 'Transferencia:' : `Transferencia de ${what}:`),
    'sign-listing': (what) => (what === undefined ? 'Anuncio:' : `Anuncio de ${what}:`),
    'sign-offer': (what) => (what === undefined ? 'Oferta:' : `Oferta por ${what}:`),
    cancel: (what) => (what === undefined ? 'Cancelación:' : `Cancelación para ${what}:`),
  },
  states: {
    prompting:
      'Aún no se sabe: la solicitud puede seguir abierta en tu cartera. Por ahora la cadena no muestra nada.',
    sent: 'Enviada, aún no está en la cadena.',
    done: 'Hecho, confirmado en la cadena.',
    signed: 'Firmado, sin publicar.',
    posted: 'Publicado.',
    maybe_live: 'Quizá publicado: considéralo activo hasta que lo canceles.',
    rejected: 'No enviada: se rechazó en tu cartera o nunca se confirmó.',
    failed: 'Falló en la cadena. Solo se pagó la comisión de red.',
    replaced: 'Otra transacción la sustituyó.',
    unknown:
      'Aún no se sabe: la solicitud puede seguir abierta en tu cartera. Por ahora la cadena no muestra nada.',
  },
  signature: {
    failed: 'Sin publicar: el anuncio o la oferta ya había vencido o terminado, o su firma no era válida.',
  },
  cancellation: {
    posted: 'Confirmada por el mercado: el anuncio o la oferta ya no se puede aceptar.',
    maybe_live:
      'Sin confirmar: puede que alguien aún acepte el anuncio o la oferta a su precio. Para estar seguro, cancela en la cadena.',
    failed: 'Demasiado tarde: el anuncio o la oferta ya se había aceptado.',
  },
}

export const gone: Messages['gone'] = {
  sell: {
    title: 'Esta oferta ya no está',
    body: 'Se retiró, se aceptó o venció. Vuelve atrás para ver las ofertas actuales.',
  },
  cancel: {
    title: 'Este anuncio u oferta ya no está abierto',
    body: 'Según el mercado, ya se aceptó, se canceló o venció.',
  },
  token: {
    title: 'Ya no tienes este token',
    body: 'Según el mercado, no está en tu cuenta: se vendió o se transfirió entretanto.',
  },
  reverts: {
    title: 'Esta operación fallaría',
    body: 'El anuncio o la oferta sigue en pie, pero en la prueba del mercado los contratos rechazaron esta operación para tu cuenta. Por ejemplo, un token puede estar bloqueado o un destinatario puede no aceptar lo que recibiría.',
  },
  barred: {
    title: 'La colección no permite operar aquí',
    body: 'El anuncio o la oferta sigue en pie, pero la colección no deja que este mercado transfiera sus tokens.',
  },
  own_order: {
    title: 'Es tu propio anuncio u oferta',
    body: 'No puedes aceptar lo que firmaste tú. Puedes cambiarlo o cancelarlo.',
  },
}

export const refused: Messages['refused'] = {
  title: 'El mercado rechazó la solicitud',
  body: 'Volvería a rechazar la misma solicitud. Revisa los datos introducidos.',
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Alguien fue más rápido: el anuncio o la oferta ya se aceptó.',
  order_cancelled: 'El anuncio o la oferta se canceló.',
  order_expired: 'El anuncio o la oferta ha vencido o aún no es válido.',
  bad_signature: 'La firma del anuncio o de la oferta ya no es válida.',
  wrong_value: 'El importe enviado no coincide con el precio.',
  bad_fraction: 'El anuncio o la oferta no se puede aceptar en esta cantidad.',
  zone_refused: 'Las reglas del anuncio o de la oferta no permiten esta operación.',
  conduit_closed: 'El contrato de intercambio no puede transferir tokens en este momento.',
  bad_criteria: 'La oferta no es para este token.',
  not_approved: 'Falta el permiso para transferir el token o el dinero.',
  not_held: 'Una de las partes ya no tiene el token o el dinero.',
  transfer_barred: 'Las reglas de la colección no permiten esta transferencia.',
  receiver_refused: 'El destinatario no puede recibirlo.',
  not_owner_of_order: 'Solo la cuenta que creó el anuncio o la oferta puede cancelarlo.',
  bad_match: 'Las dos partes de la operación no encajan entre sí.',
  payment_short: 'El pago no cubre el precio.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'No se acordó ningún precio: el de arriba es el que indica la propia transacción.',
  PRICE_MOVES:
    'El precio cambia con el tiempo: según cuándo se ejecute la transacción, puede ser peor que lo acordado o mostrado.',
  NO_ITEM_PRICE:
    'Solo se acordó un total, y una parte puede hacerse sin el resto: comprueba lo que cuesta o aporta cada token.',
  ORD_REVIVED:
    'Con esto, un anuncio tuyo anterior puede venderse a su precio antiguo: cancélalo antes si ya no lo quieres.',
  ORD_FUNDS:
    'Tus ofertas prometen más de lo que tienes o has autorizado: la primera que se acepte puede dejar a las demás sin nada.',
  ORD_FEE: 'Las comisiones se llevan más de esta oferta de lo habitual: comprueba cuánto te queda.',
  ORD_NOT_HELD: 'La cadena no muestra este token en tu cuenta.',
  ORD_CRITERIA: 'Qué tokens tienen este rasgo solo lo sabe el mercado: no se pudo comprobar su lista.',
  ORD_ZONE: 'El anuncio o la oferta anterior puede seguir abierto hasta que se cancele en la cadena.',
  ORD_TIME: 'Sigue siendo válida mucho tiempo, pase lo que pase en el mercado.',
  CALL_CURRENCY:
    'El precio está en una moneda que no figura en la lista de esta cadena: comprueba su contrato y cuánto vale el importe.',
  CALL_CANCEL_SET: 'No se sabe en qué contrato se creó el anuncio o la oferta: puede seguir abierto en otro.',
  CALL_RECEIVER:
    'El destinatario es un contrato que indica que no acepta estos tokens: podrían quedarse allí para siempre.',
  FLOW_REPEAT: 'La misma acción ya se inició antes y no se sabe cómo terminó.',
  FLOW_STALE: 'Solo se pudo leer un estado anterior de la cadena.',
  SIM_ONLY: 'Solo se pudo simular, no probar.',
  APR_CHANNEL:
    'Este permiso deja que un contrato distinto del de intercambio transfiera tokens: revisa el contrato indicado.',
  APR_OPERATOR:
    'Permite transferir toda la colección, y el permiso se mantiene. Los tokens se pueden enviar uno a uno sin él.',
  CALL_ELSEWHERE:
    'El destinatario es un contrato de otra cadena y nunca se ha usado en esta: lo que se envíe puede perderse.',
  ORD_BARRED:
    'La colección no permite que el contrato de intercambio transfiera sus tokens: puedes firmar, pero la operación nunca podrá realizarse.',
  MSG_TEXT:
    'El mercado quiere que firmes este texto. Ninguna comprobación puede decir para qué se usará: léelo entero.',
  MSG_SITE: 'El texto inicia sesión en otro sitio, o para otra cuenta o cadena.',
  SIM_PARTS: 'El contrato podría ejecutar solo una parte: no se conoce el precio de cada token.',
  SIM_GAS: 'En una simulación usó mucho más gas del necesario: comprueba la comisión de red en tu cartera.',
  SIM_ENV_DIVERGE:
    'En una simulación con otras condiciones falló: también puede fallar en la cadena y costar la comisión de red sin hacer nada.',
  TX_TO: 'Llama a un contrato desconocido.',
}
