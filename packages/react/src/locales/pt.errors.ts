import type { Messages } from './messages.ts'

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Algo está mal preenchido', body: 'Confira os campos e tente de novo.' },
  missing_configuration: {
    title: 'Esta rede não está configurada',
    body: 'Este site não tem um mercado configurado para a rede.',
  },
  no_order_ids: { title: 'Nada a cancelar', body: 'Nenhuma ordem foi escolhida.' },
  bid_data_missing: {
    title: 'A oferta está incompleta',
    body: 'Escolha um token ou uma coleção para a oferta.',
  },
  unknown_chain: { title: 'Rede desconhecida', body: 'Este site não negocia nessa rede.' },
  provider_error: { title: 'O mercado recusou', body: 'Respondeu com um erro. Talvez ajude tentar de novo.' },
  provider_unreachable: {
    title: 'Não é possível alcançar o mercado',
    body: 'Confira sua conexão ou tente daqui a pouco.',
  },
  provider_malformed: {
    title: 'O mercado respondeu de forma desconhecida',
    body: 'A resposta não pôde ser lida, então nada foi feito com ela.',
  },
  rate_limited: { title: 'Pedidos demais', body: 'Espere um momento e tente de novo.' },
  order_unavailable: {
    title: 'Vendido ou retirado nesse meio-tempo',
    body: 'Alguém foi mais rápido ou o vendedor retirou. Não pode mais ser comprado por esse preço.',
  },
  poll_timeout: {
    title: 'Está demorando mais que o esperado',
    body: 'O mercado não preparou o próximo passo a tempo. Você pode tentar de novo.',
  },
  order_refused: {
    title: 'A ordem não foi publicada',
    body: 'O mercado não aceitou.',
  },
  cancel_unconfirmed: {
    title: 'Não é certo que a ordem esteja cancelada',
    body: 'Você assinou o cancelamento, mas o mercado não o confirmou. A ordem pode continuar ativa. Tente de novo ou cancele-a na rede.',
  },
  price_mismatch: {
    title: 'O preço mudou',
    body: 'Não é mais o preço combinado, então nada foi pedido à sua carteira. Veja primeiro o novo preço.',
  },
  no_price_bound: {
    title: 'Nenhum preço foi combinado',
    body: 'Sem um preço combinado para cada item nada é enviado à sua carteira.',
  },
  blocked: {
    title: 'Parado antes de a carteira abrir',
    body: 'O mercado pediu algo com que você não concordou.',
  },
  not_loaded: {
    title: 'Uma parte da página não chegou',
    body: 'As verificações de segurança não puderam ser carregadas, então nada foi pedido à sua carteira. Recarregue a página e tente de novo.',
  },
  declined: { title: 'Você parou aqui', body: 'Você não confirmou o resumo.' },
  wallet_refused: { title: 'Recusado na carteira', body: 'Você rejeitou o pedido. Pode tentar de novo.' },
  wallet_busy: {
    title: 'Sua carteira tem outro pedido aberto',
    body: 'Abra a carteira, responda ao que espera lá e tente de novo.',
  },
  wallet_unavailable: {
    title: 'A carteira não responde',
    body: 'Desbloqueie ou conecte de novo e tente outra vez.',
  },
  wallet_error: {
    title: 'A carteira informou um erro',
    body: 'Ela respondeu com um erro em vez de um resultado.',
  },
  wrong_chain: {
    title: 'A carteira está em outra rede',
    body: 'Ela não trocou. Troque a rede na carteira e tente de novo.',
  },
  account_changed: {
    title: 'A conta da carteira mudou',
    body: 'A negociação era de outra conta, então foi parada. Volte a ela ou comece de novo.',
  },
  bad_signature: {
    title: 'A assinatura não confere',
    body: 'Não foi feita pela conta conectada, então não foi publicada.',
  },
  no_transaction_hash: {
    title: 'A carteira não deu nenhuma transação',
    body: 'Veja a atividade da carteira antes de tentar de novo: ela pode ter enviado uma.',
  },
  insufficient_funds: {
    title: 'Saldo insuficiente',
    body: 'A conta não pode pagar o preço e a taxa da rede. Adicione saldo e tente de novo.',
  },
  transaction_reverted: {
    title: 'A transação falhou na rede',
    body: 'A rede a recusou, provavelmente porque alguém foi mais rápido.',
  },
  transaction_cancelled: { title: 'Cancelada na carteira', body: 'Você cancelou a transação.' },
  transaction_replaced: {
    title: 'Outra transação tomou o lugar dela',
    body: 'Sua carteira enviou outra coisa, então esta negociação não aconteceu.',
  },
  transaction_dropped: {
    title: 'A transação foi descartada',
    body: 'A rede não a conhece mais. Você pode tentar de novo.',
  },
  transaction_timeout: {
    title: 'Enviada; o mercado ainda não a mostra',
    body: 'Está demorando mais que o esperado. Acompanhe a transação no explorador antes de tentar de novo.',
  },
  effect_missing: {
    title: 'A rede não mostra o resultado',
    body: 'A transação deu certo, mas o que devia chegar não está lá. Veja no explorador.',
  },
  order_filled: {
    title: 'Executada antes do cancelamento',
    body: 'Alguém aceitou a ordem enquanto o cancelamento estava a caminho. A negociação vale: veja sua atividade.',
  },
  aborted: { title: 'Parado', body: 'A negociação foi parada antes do fim.' },
  busy: {
    title: 'Já está em andamento',
    body: 'A mesma negociação corre nesta ou em outra janela. Termine-a lá.',
  },
  storage_failed: {
    title: 'Nada pode ser salvo neste navegador',
    body: 'Sem isso uma assinatura poderia ser esquecida, então nenhuma foi pedida. Permita o armazenamento para este site.',
  },
  unexpected: { title: 'Algo deu errado', body: 'Isso não estava previsto. Talvez ajude tentar de novo.' },
}

export const money: Messages['money'] = {
  untouched: 'Nenhum dinheiro se moveu e nada foi assinado.',
  signed: 'Existe uma assinatura. Nenhum dinheiro se moveu, mas a ordem pode valer até você cancelá-la.',
  sent: 'Uma transação está a caminho. Ainda não se sabe se vai dar certo.',
  spent: 'Uma transação deu certo na rede. Veja sua carteira antes de tentar de novo.',
  gas_only: 'Só a taxa da rede foi paga. Nada mais se moveu.',
  unknown:
    'Sua carteira foi consultada, e não se sabe se ela assinou ou enviou algo. Veja a atividade da carteira antes de tentar de novo.',
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) =>
      done === 1 ? `1 de ${total} foi comprado.` : `${done} de ${total} foram comprados.`,
    sell: (done, total) =>
      done === 1 ? `1 de ${total} foi vendido.` : `${done} de ${total} foram vendidos.`,
    list: (done, total) =>
      done === 1 ? `1 de ${total} foi posto à venda.` : `${done} de ${total} foram postos à venda.`,
    bid: (done, total) =>
      done === 1 ? `1 de ${total} ofertas foi feita.` : `${done} de ${total} ofertas foram feitas.`,
    cancel: (done, total) =>
      done === 1 ? `1 de ${total} foi cancelado.` : `${done} de ${total} foram cancelados.`,
    transfer: (done, total) =>
      done === 1 ? `1 de ${total} foi transferido.` : `${done} de ${total} foram transferidos.`,
  },
  rest: {
    gone: 'O resto já não estava disponível quando a transação foi executada. Nada foi movimentado por ele.',
    open: 'Nada foi enviado para o resto.',
    unknown: 'Ainda não se sabe o que aconteceu com o resto.',
  },
  mayBeLive: 'Uma ordem assinada pode estar ativa: qualquer pessoa pode executá-la até você cancelá-la.',
}

export const resume: Messages['resume'] = {
  title: 'Enquanto você esteve fora',
  states: {
    prompting:
      'ainda não se sabe: o pedido pode continuar aberto na sua carteira. Por enquanto a rede não mostra nada dele.',
    sent: 'enviada, ainda não está na rede.',
    done: 'feito; lemos isso na rede.',
    signed: 'assinada, não publicada.',
    posted: 'publicada.',
    maybe_live: 'talvez publicada: trate como ativa até cancelar.',
    rejected: 'não enviada: recusada na carteira ou nunca respondida.',
    failed: 'falhou na rede. Só a taxa da rede foi paga.',
    replaced: 'outra transação tomou o lugar dela.',
    unknown:
      'ainda não se sabe: o pedido pode continuar aberto na sua carteira. Por enquanto a rede não mostra nada dele.',
  },
  signature: {
    failed: 'não publicada: a ordem já tinha expirado ou terminado, ou a assinatura não era válida.',
  },
  cancellation: {
    posted: 'confirmada pelo mercado: a ordem não pode mais ser executada.',
    maybe_live: 'não confirmada: trate a ordem como ativa e, por segurança, cancele-a na rede.',
    failed: 'tarde demais: a ordem já tinha sido executada.',
  },
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Alguém foi mais rápido: a ordem já foi executada.',
  order_cancelled: 'A ordem foi cancelada.',
  order_expired: 'A ordem não está em vigor neste momento.',
  bad_signature: 'A assinatura da ordem não vale mais.',
  wrong_value: 'O valor enviado não corresponde à ordem.',
  bad_fraction: 'A ordem não pode ser executada nesta quantidade.',
  zone_refused: 'As regras da ordem recusam esta negociação.',
  conduit_closed: 'O mercado não pode mover tokens no momento.',
  bad_criteria: 'A oferta não é para este token.',
  not_approved: 'Falta a permissão para mover o token ou o dinheiro.',
  not_held: 'Uma das partes não tem mais o token ou o dinheiro.',
  receiver_refused: 'O destinatário não pode recebê-lo.',
  not_owner_of_order: 'Só quem criou a ordem pode cancelá-la.',
  bad_match: 'As ordens não combinam entre si.',
  payment_short: 'O pagamento não cobre o preço.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'Nenhum preço foi combinado: o de cima é o que os bytes dizem',
  NO_ITEM_PRICE:
    'Só um total foi combinado, e uma parte pode acontecer sem o resto: confira quanto custa ou rende cada token',
  ORD_FUNDS:
    'As suas ofertas prometem mais do que tem ou autorizou; a primeira aceite pode não deixar nada para as outras',
  ORD_NOT_HELD: 'A rede não mostra este token na sua conta',
  ORD_CRITERIA: 'Que tokens têm esta característica é a palavra do mercado; ninguém pôde verificar a lista',
  ORD_ZONE:
    'Ninguém pôde verificar que uma assinatura encerra a ordem antiga; ela pode continuar aberta até ser cancelada na cadeia',
  ORD_TIME: 'Fica válido muito tempo, faça o mercado o que fizer',
  CALL_CURRENCY:
    'O preço está numa moeda que ninguém garante: verifique o contrato dela e quanto vale a quantia',
  CALL_CANCEL_SET: 'Cancela num contrato mais antigo; confirme que a ordem é de lá',
  CALL_RECEIVER:
    'O destinatário é um contrato que responde que não aceita estes tokens; podem ficar lá para sempre',
  FLOW_REPEAT: 'O mesmo já foi iniciado antes, e não se sabe como terminou',
  FLOW_STALE: 'A rede só pôde ser lida como estava há algum tempo',
  SIM_ONLY: 'Só pôde ser experimentado, não provado',
  APR_CHANNEL:
    'Com esta permissão, mais alguém além da exchange pode mover tokens: confira o contrato indicado',
  APR_OPERATOR:
    'Permite mover a coleção inteira por causa de um token, e a permissão fica; o token pode ser enviado sem ela',
  CALL_ELSEWHERE:
    'O destinatário é um contrato em outra rede e ninguém nesta; o que for enviado pode se perder',
  ORD_BARRED:
    'A coleção não deixa a exchange mover este token: a ordem pode ser assinada, mas ninguém conseguiria comprá-lo',
  MSG_TEXT:
    'O mercado quer que este texto seja assinado. Nenhuma verificação diz para que será usado: leia-o por inteiro',
  MSG_SITE: 'O texto faz login em outro site que não este, ou para outra conta ou rede',
  SIM_PARTS: 'O contrato poderia executar só uma parte: os preços de cada token não são conhecidos',
  SIM_GAS: 'Num teste, usou muito mais gás do que o necessário: confira a taxa de rede na sua carteira',
  SIM_ENV_DIVERGE:
    'Num teste em outras condições, falhou: também pode falhar na rede e custar só a taxa de rede',
  TX_TO: 'Chama um contrato que aqui ninguém conhece',
}
