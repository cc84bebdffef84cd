import type { Messages } from './messages.ts'

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Algo está mal rellenado', body: 'Revisa los campos e inténtalo otra vez.' },
  missing_configuration: {
    title: 'Esta cadena no está configurada',
    body: 'Este sitio no tiene un mercado configurado para la cadena.',
  },
  no_order_ids: { title: 'Nada que cancelar', body: 'No se eligió ninguna orden.' },
  bid_data_missing: {
    title: 'La oferta está incompleta',
    body: 'Elige un token o una colección para la oferta.',
  },
  unknown_chain: { title: 'Cadena desconocida', body: 'Este sitio no opera en esa cadena.' },
  provider_error: {
    title: 'El mercado lo rechazó',
    body: 'Respondió con un error. Quizá ayude intentarlo otra vez.',
  },
  provider_unreachable: {
    title: 'No se puede contactar con el mercado',
    body: 'Comprueba tu conexión o inténtalo dentro de un momento.',
  },
  provider_malformed: {
    title: 'El mercado respondió de una forma desconocida',
    body: 'No se pudo leer su respuesta, así que no se hizo nada con ella.',
  },
  rate_limited: { title: 'Demasiadas peticiones', body: 'Espera un momento e inténtalo otra vez.' },
  order_unavailable: {
    title: 'Vendido o retirado entretanto',
    body: 'Alguien fue más rápido o el vendedor lo retiró. Ya no se puede comprar a este precio.',
  },
  poll_timeout: {
    title: 'Tarda más de lo esperado',
    body: 'El mercado no preparó a tiempo el siguiente paso. Puedes intentarlo otra vez.',
  },
  order_refused: {
    title: 'La orden no se publicó',
    body: 'El mercado no la aceptó.',
  },
  cancel_unconfirmed: {
    title: 'No es seguro que la orden esté cancelada',
    body: 'Firmaste la cancelación, pero el mercado no la confirmó. La orden puede seguir activa. Inténtalo de nuevo o cancélala en la cadena.',
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
    title: 'Una parte de la página no llegó',
    body: 'No se pudieron cargar las comprobaciones de seguridad, así que no se pidió nada a tu cartera. Recarga la página e inténtalo otra vez.',
  },
  declined: { title: 'Te detuviste aquí', body: 'No confirmaste el resumen.' },
  wallet_refused: {
    title: 'Rechazado en tu cartera',
    body: 'Rechazaste la petición. Puedes intentarlo otra vez.',
  },
  wallet_busy: {
    title: 'Tu cartera tiene otra petición abierta',
    body: 'Abre tu cartera, responde a lo que espera allí e inténtalo otra vez.',
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
    body: 'No cambió. Cambia la cadena en tu cartera e inténtalo otra vez.',
  },
  account_changed: {
    title: 'Cambió la cuenta de la cartera',
    body: 'La operación se acordó para otra cuenta, así que se detuvo. Vuelve a ella o empieza de nuevo.',
  },
  bad_signature: {
    title: 'La firma no corresponde',
    body: 'No la hizo la cuenta conectada, así que no se publicó.',
  },
  no_transaction_hash: {
    title: 'La cartera no dio ninguna transacción',
    body: 'Mira la actividad de tu cartera antes de intentarlo otra vez: puede que la haya enviado.',
  },
  insufficient_funds: {
    title: 'Fondos insuficientes',
    body: 'La cuenta no puede pagar el precio y la tarifa de red. Añade fondos e inténtalo otra vez.',
  },
  transaction_reverted: {
    title: 'La transacción falló en la cadena',
    body: 'La cadena la rechazó, seguramente porque alguien fue más rápido.',
  },
  transaction_cancelled: { title: 'Cancelada en tu cartera', body: 'Cancelaste la transacción.' },
  transaction_replaced: {
    title: 'Otra transacción ocupó su lugar',
    body: 'Tu cartera envió otra cosa, así que esta operación no ocurrió.',
  },
  transaction_dropped: {
    title: 'La transacción se perdió',
    body: 'La cadena ya no la conoce. Puedes intentarlo otra vez.',
  },
  transaction_timeout: {
    title: 'Enviada; el mercado aún no la muestra',
    body: 'Tarda más de lo esperado. Sigue la transacción en el explorador antes de intentarlo otra vez.',
  },
  effect_missing: {
    title: 'La cadena no muestra el resultado',
    body: 'La transacción tuvo éxito, pero lo que debía llegar no está. Mírala en el explorador.',
  },
  order_filled: {
    title: 'Ejecutada antes de cancelarse',
    body: 'Alguien aceptó la orden mientras la cancelación estaba en camino. La operación es válida: mira tu actividad.',
  },
  aborted: { title: 'Detenido', body: 'La operación se detuvo antes de terminar.' },
  busy: {
    title: 'Ya está en marcha',
    body: 'La misma operación está en curso en esta u otra ventana. Termínala allí.',
  },
  storage_failed: {
    title: 'No se puede guardar nada en este navegador',
    body: 'Sin eso se podría olvidar una firma, así que no se pidió ninguna. Permite el almacenamiento para este sitio.',
  },
  unexpected: { title: 'Algo salió mal', body: 'Esto no estaba previsto. Quizá ayude intentarlo otra vez.' },
}

export const money: Messages['money'] = {
  untouched: 'No se movió dinero ni se firmó nada.',
  signed: 'Existe una firma. No se movió dinero, pero la orden puede estar activa hasta que la canceles.',
  sent: 'Hay una transacción en camino. Aún no se sabe si tendrá éxito.',
  spent: 'Una transacción tuvo éxito en la cadena. Mira tu cartera antes de intentarlo otra vez.',
  gas_only: 'Solo se pagó la tarifa de red. No se movió nada más.',
  unknown:
    'Se preguntó a tu cartera y no se sabe si firmó o envió algo. Mira la actividad de tu cartera antes de intentarlo otra vez.',
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) => (done === 1 ? `Se compró 1 de ${total}.` : `Se compraron ${done} de ${total}.`),
    sell: (done, total) => (done === 1 ? `Se vendió 1 de ${total}.` : `Se vendieron ${done} de ${total}.`),
    list: (done, total) =>
      done === 1 ? `Se puso en venta 1 de ${total}.` : `Se pusieron en venta ${done} de ${total}.`,
    bid: (done, total) =>
      done === 1 ? `Se hizo 1 de ${total} ofertas.` : `Se hicieron ${done} de ${total} ofertas.`,
    cancel: (done, total) =>
      done === 1 ? `Se canceló 1 de ${total}.` : `Se cancelaron ${done} de ${total}.`,
    transfer: (done, total) =>
      done === 1 ? `Se transfirió 1 de ${total}.` : `Se transfirieron ${done} de ${total}.`,
  },
  rest: {
    gone: 'El resto ya no estaba disponible cuando se ejecutó la transacción. Por él no se movió nada.',
    open: 'No se envió nada para el resto.',
    unknown: 'Aún no se sabe qué pasó con el resto.',
  },
  mayBeLive: 'Puede haber una orden firmada activa: cualquiera puede ejecutarla hasta que la canceles.',
}

export const resume: Messages['resume'] = {
  title: 'Mientras no estabas',
  states: {
    prompting:
      'aún no se sabe: la solicitud puede seguir abierta en tu cartera. Por ahora la cadena no muestra nada.',
    sent: 'enviada, aún no está en la cadena.',
    done: 'hecho; lo hemos leído en la cadena.',
    signed: 'firmada, sin publicar.',
    posted: 'publicada.',
    maybe_live: 'quizá publicada: considérala activa hasta que la canceles.',
    rejected: 'no enviada: se rechazó en tu cartera o nunca se respondió.',
    failed: 'falló en la cadena. Solo se pagó la tarifa de red.',
    replaced: 'otra transacción ocupó su lugar.',
    unknown:
      'aún no se sabe: la solicitud puede seguir abierta en tu cartera. Por ahora la cadena no muestra nada.',
  },
  signature: { failed: 'sin publicar: la orden caducó o terminó antes, o su firma no era válida.' },
  cancellation: {
    posted: 'confirmada por el mercado: la orden ya no se puede ejecutar.',
    maybe_live: 'sin confirmar: considera activa la orden y, para mayor seguridad, cancélala en la cadena.',
    failed: 'demasiado tarde: la orden ya se había ejecutado.',
  },
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Alguien fue más rápido: la orden ya está completada.',
  order_cancelled: 'La orden fue cancelada.',
  order_expired: 'La orden no está vigente en este momento.',
  bad_signature: 'La firma de la orden ya no vale.',
  wrong_value: 'El importe enviado no corresponde a la orden.',
  bad_fraction: 'La orden no se puede completar en esta cantidad.',
  zone_refused: 'Las reglas de la orden rechazan esta operación.',
  conduit_closed: 'El mercado no puede mover tokens en este momento.',
  bad_criteria: 'La oferta no es para este token.',
  not_approved: 'Falta el permiso para mover el token o el dinero.',
  not_held: 'Una de las partes ya no tiene el token o el dinero.',
  receiver_refused: 'El destinatario no puede recibirlo.',
  not_owner_of_order: 'Solo quien creó la orden puede cancelarla.',
  bad_match: 'Las órdenes no encajan entre sí.',
  payment_short: 'El pago no cubre el precio.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'No se acordó ningún precio: el de arriba es el que dicen los bytes',
  NO_ITEM_PRICE:
    'Solo se acordó un total, y una parte puede ejecutarse sin el resto: comprueba lo que cuesta o aporta cada token',
  ORD_FUNDS:
    'Tus ofertas prometen más de lo que tienes o has autorizado; la primera que se acepte puede dejar a las demás sin nada',
  ORD_NOT_HELD: 'La cadena no muestra este token en tu cuenta',
  ORD_CRITERIA: 'Qué tokens tienen este rasgo lo dice el mercado; nadie pudo comprobar su lista',
  ORD_ZONE:
    'Nadie pudo comprobar que una firma ponga fin a la orden anterior; puede seguir abierta hasta que se cancele en la cadena',
  ORD_TIME: 'Sigue siendo válido mucho tiempo, haga lo que haga el mercado',
  CALL_CURRENCY:
    'El precio está en una moneda que nadie avala: comprueba su contrato y cuánto vale la cantidad',
  CALL_CANCEL_SET: 'Cancela en un contrato más antiguo; comprueba que la orden es de allí',
  CALL_RECEIVER:
    'El destinatario es un contrato que responde que no acepta estos tokens; podrían quedarse allí para siempre',
  FLOW_REPEAT: 'Lo mismo ya se inició antes, y no se sabe cómo terminó',
  FLOW_STALE: 'La cadena solo se pudo leer como estaba hace un rato',
  SIM_ONLY: 'Solo se pudo probar, no demostrar',
  APR_CHANNEL:
    'Con este permiso, alguien más que el exchange puede mover tokens: revisa el contrato indicado',
  APR_OPERATOR:
    'Permite mover toda la colección por un solo token, y el permiso queda; el token se puede enviar sin él',
  CALL_ELSEWHERE:
    'El destinatario es un contrato en otra cadena y nadie en esta; lo que se envíe puede perderse',
  ORD_BARRED:
    'La colección no permite que el exchange mueva este token: la orden se puede firmar, pero nadie podría comprarlo',
  MSG_TEXT:
    'El mercado quiere que firmes este texto. Ninguna comprobación puede decir para qué se usará: léelo entero',
  MSG_SITE: 'El texto inicia sesión en un sitio distinto de este, o para otra cuenta o cadena',
  SIM_PARTS: 'El contrato podría ejecutar solo una parte: no se conocen los precios de cada token',
  SIM_GAS: 'En una prueba usó mucho más gas del necesario: comprueba la comisión de red en tu cartera',
  SIM_ENV_DIVERGE:
    'En una prueba con otras condiciones falló: también puede fallar en la cadena y costar solo la comisión de red',
  TX_TO: 'Llama a un contrato que aquí nadie conoce',
}
