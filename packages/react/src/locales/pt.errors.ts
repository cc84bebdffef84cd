import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('pt')

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Há um campo preenchido errado', body: 'Confira os campos e tente de novo.' },
  missing_configuration: {
    title: 'Esta rede não está configurada',
    body: 'Este site não tem um mercado configurado para a rede.',
  },
  no_order_ids: { title: 'Nada para cancelar', body: 'Nenhum anúncio ou oferta foi escolhido.' },
  bid_data_missing: {
    title: 'A oferta está incompleta',
    body: 'Escolha um token ou uma coleção para a oferta.',
  },
  unknown_chain: { title: 'Rede desconhecida', body: 'Este site não negocia nesta rede.' },
  provider_error: {
    title: 'O mercado informou um erro',
    body: 'Ele respondeu com um erro. Tentar de novo pode ajudar.',
  },
  provider_unreachable: {
    title: 'Não foi possível acessar o mercado',
    body: 'Confira sua conexão ou tente daqui a pouco.',
  },
  provider_malformed: {
    title: 'A resposta do mercado não pode ser lida',
    body: 'Ela tem uma forma desconhecida, então nada foi feito com ela.',
  },
  rate_limited: { title: 'Pedidos demais', body: 'Espere um momento e tente de novo.' },
  order_unavailable: {
    title: 'Não está mais disponível',
    body: 'Talvez alguém tenha comprado antes, ou o vendedor tenha retirado. Não pode mais ser comprado por esse preço.',
  },
  poll_timeout: {
    title: 'Está demorando mais do que o esperado',
    body: 'O mercado não preparou a próxima etapa a tempo. Você pode tentar de novo.',
  },
  order_refused: {
    title: 'O anúncio ou a oferta não foi publicado',
    body: 'O mercado recusou a publicação.',
  },
  cancel_unconfirmed: {
    title: 'O cancelamento não está confirmado',
    body: 'Você o assinou, mas o mercado não confirmou que ele teve efeito. Até lá, alguém ainda pode aceitar o anúncio ou a oferta pelo preço indicado. Tente de novo ou cancele na rede: é certo e custa uma taxa de rede.',
  },
  price_mismatch: {
    title: 'O preço mudou',
    body: 'Não é mais o preço com que você concordou, então nada foi pedido à sua carteira. Veja primeiro o novo preço.',
  },
  no_price_bound: {
    title: 'Nenhum preço foi combinado',
    body: 'Sem um preço combinado para cada item, nada é enviado à sua carteira.',
  },
  blocked: {
    title: 'Interrompido antes de a carteira abrir',
    body: 'O mercado pediu algo com que você não concordou.',
  },
  not_loaded: {
    title: 'Uma parte da página não carregou',
    body: 'As verificações de segurança não puderam ser carregadas, então nada foi pedido à sua carteira. Recarregue a página e tente de novo.',
  },
  declined: { title: 'Você parou aqui', body: 'Você não confirmou o resumo.' },
  wallet_refused: { title: 'Rejeitado na carteira', body: 'Você pode tentar de novo.' },
  wallet_busy: {
    title: 'Sua carteira tem outro pedido aberto',
    body: 'Abra a carteira, responda ao pedido que está esperando e tente de novo.',
  },
  wallet_unavailable: {
    title: 'A carteira não responde',
    body: 'Desbloqueie ou reconecte a carteira e tente de novo.',
  },
  wallet_error: {
    title: 'A carteira informou um erro',
    body: 'Ela respondeu com um erro em vez de um resultado.',
  },
  wrong_chain: {
    title: 'A carteira está em outra rede',
    body: 'Esta negociação é em outra rede. Troque a rede na carteira e tente de novo.',
  },
  account_changed: {
    title: 'A conta da carteira mudou',
    body: 'A negociação foi combinada para outra conta, então foi interrompida. Volte para essa conta ou comece de novo.',
  },
  bad_signature: {
    title: 'A assinatura não é válida',
    body: 'Não foi feita pela conta conectada, então não foi publicada.',
  },
  no_transaction_hash: {
    title: 'A carteira não devolveu nenhuma transação',
    body: 'Veja a atividade da carteira antes de tentar de novo: ela pode ter enviado uma.',
  },
  insufficient_funds: {
    title: 'Saldo insuficiente',
    body: 'A conta não pode pagar o preço e a taxa de rede. Adicione saldo e tente de novo.',
  },
  transaction_would_fail: {
    title: 'A transação falharia, por isso não foi enviada',
    body: 'Um teste com o estado atual falhou. Provavelmente algo mudou: o anúncio ou a oferta, um saldo ou uma permissão.',
  },
  transaction_reverted: {
    title: 'A transação falhou na rede',
    body: 'A rede a recusou: algo mudou antes de ela entrar em um bloco, ou faltou gás.',
  },
  transaction_cancelled: { title: 'Transação cancelada na carteira', body: 'Você cancelou a transação.' },
  transaction_replaced: {
    title: 'Outra transação a substituiu',
    body: 'Sua carteira enviou outra coisa, então esta negociação não aconteceu.',
  },
  transaction_dropped: {
    title: 'A transação foi descartada',
    body: 'A rede não a conhece mais. Você pode tentar de novo.',
  },
  transaction_timeout: {
    title: 'Enviada, mas o mercado ainda não a mostra',
    body: 'Está demorando mais do que o esperado. Acompanhe a transação no explorador antes de tentar de novo.',
  },
  effect_missing: {
    title: 'A rede não mostra o resultado',
    body: 'A transação deu certo, mas o que devia chegar não está lá. Veja no explorador.',
  },
  order_filled: {
    title: 'Aceito antes do cancelamento',
    body: 'Alguém aceitou o anúncio ou a oferta enquanto o cancelamento estava a caminho. A negociação é válida: veja sua atividade.',
  },
  aborted: { title: 'Interrompido', body: 'A negociação foi interrompida antes do fim.' },
  busy: {
    title: 'Já foi iniciada',
    body: 'A mesma negociação já foi iniciada nesta ou em outra janela. Termine-a lá ou veja como ela terminou antes de iniciá-la de novo.',
  },
  storage_failed: {
    title: 'Nada pode ser salvo neste navegador',
    body: 'Sem armazenamento, uma assinatura poderia se perder, então nenhuma foi pedida. Permita o armazenamento para este site.',
  },
  unexpected: {
    title: 'Algo deu errado',
    body: 'Isso não devia ter acontecido. Tentar de novo pode ajudar.',
  },
}

export const money: Messages['money'] = {
  untouched: 'Nenhum dinheiro foi movimentado e nada foi assinado.',
  signed:
    'Existe uma assinatura. Nenhum dinheiro foi movimentado, mas o anúncio ou a oferta pode ficar ativo até você cancelar.',
  sent: 'Uma transação está a caminho. Ainda não se sabe se vai dar certo.',
  spent: 'Uma transação deu certo na rede. Veja sua carteira antes de tentar de novo.',
  gas_only: 'Só a taxa de rede foi paga. Nada mais foi movimentado.',
  unknown:
    'Sua carteira foi consultada, e não se sabe se ela assinou ou enviou algo. Veja a atividade da carteira antes de tentar de novo.',
}

export const moved: Messages['moved'] = {
  offer: 'A oferta mudou',
  amounts: (was, now) => `Era ${was} e agora é ${now}.`,
  unasked: 'Nada foi pedido à sua carteira.',
  review: { buy: 'Ver o novo preço', sell: 'Ver a nova oferta' },
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) =>
      plural(done, {
        one: `{count} de ${total} foi comprado.`,
        other: `{count} de ${total} foram comprados.`,
      }),
    sell: (done, total) =>
      plural(done, { one: `{count} de ${total} foi vendido.`, other: `{count} de ${total} foram vendidos.` }),
    list: (done, total) =>
      plural(done, {
        one: `{count} de ${total} foi anunciado.`,
        other: `{count} de ${total} foram anunciados.`,
      }),
    bid: (done, total) =>
      plural(done, {
        one: `{count} de ${total} ofertas foi feita.`,
        other: `{count} de ${total} ofertas foram feitas.`,
      }),
    cancel: (done, total) =>
      plural(done, {
        one: `{count} de ${total} foi cancelado.`,
        other: `{count} de ${total} foram cancelados.`,
      }),
    transfer: (done, total) =>
      plural(done, {
        one: `{count} de ${total} foi transferido.`,
        other: `{count} de ${total} foram transferidos.`,
      }),
  },
  rest: {
    gone: 'O resto já não estava disponível quando a transação foi executada. Nada foi movimentado por ele.',
    open: 'Nada foi enviado para o resto.',
    unknown: 'Ainda não se sabe o que aconteceu com o resto.',
  },
  mayBeLive:
    'Um anúncio ou uma oferta que você assinou pode estar ativo: qualquer pessoa pode aceitar até você cancelar.',
}

export const resume: Messages['resume'] = {
  title: 'Enquanto você esteve fora',
  done: {
    buy: (what) => `Você comprou ${what}.`,
    sell: (what) => `Você vendeu ${what}.`,
    transfer: (what) => `Você transferiu ${what}.`,
    'sign-listing': (what) => `O anúncio de ${what} foi publicado.`,
    'sign-offer': (what) => `A oferta por ${what} foi publicada.`,
    listing: (what) => `O anúncio de ${what} está cancelado.`,
    offer: (what) => `A oferta por ${what} está cancelada.`,
  },
  confirmed: 'Confirmado na rede.',
  about: {
    buy: (what) => (what === undefined ? 'Compra:' : `Compra de ${what}:`),
    sell: (what) => (what === undefined ? 'Venda:' : `Venda de ${what}:`),
    transfer: (what) => (what === undefined ? 'Transferência:' : `Transferência de ${what}:`),
    'sign-listing': (what) => (what === undefined ? 'Anúncio:' : `Anúncio de ${what}:`),
    'sign-offer': (what) => (what === undefined ? 'Oferta:' : `Oferta por ${what}:`),
    cancel: (what) => (what === undefined ? 'Cancelamento:' : `Cancelamento para ${what}:`),
  },
  states: {
    prompting:
      'Ainda não se sabe: o pedido pode continuar aberto na sua carteira. Por enquanto a rede não mostra nada dele.',
    sent: 'Enviada, ainda não está na rede.',
    done: 'Concluído, confirmado na rede.',
    signed: 'Assinado, não publicado.',
    posted: 'Publicado.',
    maybe_live: 'Talvez publicado: trate como ativo até cancelar.',
    rejected: 'Não enviada: recusada na sua carteira ou nunca confirmada.',
    failed: 'Falhou na rede. Só a taxa de rede foi paga.',
    replaced: 'Outra transação a substituiu.',
    unknown:
      'Ainda não se sabe: o pedido pode continuar aberto na sua carteira. Por enquanto a rede não mostra nada dele.',
  },
  signature: {
    failed:
      'Não publicado: o anúncio ou a oferta já tinha expirado ou terminado, ou a assinatura não era válida.',
  },
  cancellation: {
    posted: 'Confirmado pelo mercado: o anúncio ou a oferta não pode mais ser aceito.',
    maybe_live:
      'Não confirmado: alguém talvez ainda possa aceitar o anúncio ou a oferta pelo preço indicado. Para ter certeza, cancele na rede.',
    failed: 'Tarde demais: o anúncio ou a oferta já tinha sido aceito.',
  },
}

export const gone: Messages['gone'] = {
  sell: {
    title: 'Esta oferta não existe mais',
    body: 'Ela foi retirada ou aceita, ou expirou. Volte para ver as ofertas atuais.',
  },
  cancel: {
    title: 'Este anúncio ou oferta não está mais aberto',
    body: 'Segundo o mercado, já foi aceito ou cancelado, ou expirou.',
  },
  token: {
    title: 'Você não tem mais este token',
    body: 'Segundo o mercado, ele não está na sua conta: foi vendido ou transferido nesse meio-tempo.',
  },
  reverts: {
    title: 'Esta negociação falharia',
    body: 'O anúncio ou a oferta continua em aberto, mas, no teste do mercado, os contratos rejeitaram esta negociação para a sua conta. Um token pode estar bloqueado, por exemplo, ou um destinatário pode não aceitar o que receberia.',
  },
  barred: {
    title: 'A coleção não permite negociar aqui',
    body: 'O anúncio ou a oferta continua em aberto, mas a coleção não deixa este mercado transferir os tokens dela.',
  },
  own_order: {
    title: 'Este anúncio ou oferta é seu',
    body: 'Você não pode aceitar o que você mesmo assinou. Pode alterar ou cancelar.',
  },
}

export const refused: Messages['refused'] = {
  title: 'O mercado recusou o pedido',
  body: 'Ele recusaria o mesmo pedido de novo. Confira o que você digitou.',
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Alguém foi mais rápido: o anúncio ou a oferta já foi aceito.',
  order_cancelled: 'O anúncio ou a oferta foi cancelado.',
  order_expired: 'O anúncio ou a oferta expirou ou ainda não é válido.',
  bad_signature: 'A assinatura do anúncio ou da oferta não é mais válida.',
  wrong_value: 'O valor enviado não corresponde ao preço.',
  bad_fraction: 'O anúncio ou a oferta não pode ser aceito nesta quantidade.',
  zone_refused: 'As regras do anúncio ou da oferta não permitem esta negociação.',
  conduit_closed: 'A exchange não pode transferir tokens no momento.',
  bad_criteria: 'A oferta não é para este token.',
  not_approved: 'Falta a permissão para transferir o token ou o dinheiro.',
  not_held: 'Uma das partes não tem mais o token ou o dinheiro.',
  transfer_barred: 'As regras da coleção não permitem esta transferência.',
  receiver_refused: 'O destinatário não pode recebê-lo.',
  not_owner_of_order: 'Só a conta que criou o anúncio ou a oferta pode cancelar.',
  bad_match: 'Os dois lados da negociação não combinam entre si.',
  payment_short: 'O pagamento não cobre o preço.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'Nenhum preço foi combinado: o preço acima é o que a própria transação indica.',
  PRICE_MOVES:
    'O preço muda com o tempo: dependendo de quando a transação for executada, pode ser pior do que o combinado ou mostrado.',
  NO_ITEM_PRICE:
    'Só um total foi combinado, e uma parte pode acontecer sem o resto: confira quanto custa ou rende cada token.',
  ORD_REVIVED:
    'Com isto, um anúncio seu mais antigo pode ser vendido pelo preço antigo: cancele-o antes se não quiser mais isso.',
  ORD_FUNDS:
    'Suas ofertas prometem mais do que você tem ou autorizou: a primeira a ser aceita pode não deixar nada para as outras.',
  ORD_FEE: 'As taxas levam mais desta oferta do que o habitual: confira quanto sobra para você.',
  ORD_NOT_HELD: 'A rede não mostra este token na sua conta.',
  ORD_CRITERIA: 'Só o mercado sabe quais tokens têm este atributo: a lista dele não pôde ser verificada.',
  ORD_ZONE: 'O anúncio ou a oferta anterior pode continuar aberto até ser cancelado na rede.',
  ORD_TIME: 'Ela continua válida por muito tempo, aconteça o que acontecer no mercado.',
  CALL_CURRENCY:
    'O preço está em uma moeda que não consta na lista desta rede: confira o contrato dela e quanto vale a quantia.',
  CALL_CANCEL_SET:
    'Não se sabe em qual contrato o anúncio ou a oferta foi criado: pode continuar aberto em outro.',
  CALL_RECEIVER:
    'O destinatário é um contrato que informa não aceitar estes tokens: eles podem ficar presos lá para sempre.',
  FLOW_REPEAT: 'A mesma ação já foi iniciada antes, e não se sabe como terminou.',
  FLOW_STALE: 'Só foi possível ler um estado anterior da rede.',
  SIM_ONLY: 'Só pôde ser simulado, não provado.',
  APR_CHANNEL:
    'Esta permissão deixa um contrato que não é a exchange transferir tokens: confira o contrato indicado.',
  APR_OPERATOR:
    'Permite transferir a coleção inteira, e a permissão continua. Os tokens podem ser enviados um a um sem ela.',
  CALL_ELSEWHERE:
    'O destinatário é um contrato em outra rede e nunca foi usado nesta: o que for enviado pode se perder.',
  ORD_BARRED:
    'A coleção não deixa a exchange transferir os seus tokens: você pode assinar, mas a negociação nunca poderá acontecer.',
  MSG_TEXT:
    'O mercado quer que você assine este texto. Nenhuma verificação pode dizer para que ele será usado: leia-o inteiro.',
  MSG_SITE: 'O texto faz login em outro site, ou para outra conta ou rede.',
  SIM_PARTS: 'O contrato pode executar só uma parte: o preço de cada token não é conhecido.',
  SIM_GAS:
    'Em uma simulação, usou muito mais gás do que o necessário: confira a taxa de rede na sua carteira.',
  SIM_ENV_DIVERGE:
    'Em uma simulação em outras condições, falhou: também pode falhar na rede e custar a taxa de rede sem fazer nada.',
  TX_TO: 'Chama um contrato desconhecido.',
}
