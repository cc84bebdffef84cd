import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'
import { asks, errors, gone, money, moved, progress, refused, resume, reverts } from './pt.errors.ts'

const plural = pluralsOf('pt')

/** Portuguese. */
export const pt: Messages = {
  locale: 'pt',
  common: {
    close: 'Fechar',
    back: 'Voltar',
    retry: 'Tentar de novo',
    done: 'Pronto',
    connect: 'Conectar carteira',
    loading: 'Carregando…',
    copy: 'Copiar',
    copied: 'Copiado',
    you: 'Você',
    balance: 'Saldo',
    newWindow: '(abre em uma nova aba)',
    unknownToken: (tokenId) => `#${tokenId}`,
    anyToken: (collection) =>
      collection === undefined ? 'Qualquer token desta coleção' : `Qualquer token de ${collection}`,
    newToken: (collection) =>
      collection === undefined ? 'Um token novo desta coleção' : `Um token novo de ${collection}`,
    oneOf: (count) => (count === undefined ? 'Um token de uma lista' : `Um token de uma lista de ${count}`),
    noImage: 'Sem imagem',
    units: (count) => `${count} ×`,
    estimate: (amount, fixed) =>
      `${amount}, estimativa pela cotação ${fixed ? 'fixa ' : ''}informada pelo mercado`,
  },
  fields: {
    price: 'Preço',
    pricePerItem: 'Preço por unidade',
    sale: 'Tipo de venda',
    sales: { fixed: 'Preço fixo', falling: 'Preço decrescente' },
    startPrice: (perItem) => (perItem ? 'Preço inicial por unidade' : 'Preço inicial'),
    endPrice: (perItem) => (perItem ? 'Preço final por unidade' : 'Preço final'),
    fallingHint:
      'O preço cai de forma constante a partir do preço inicial até o anúncio terminar. Quem comprar primeiro paga o preço daquele momento.',
    currency: 'Moeda',
    quantity: 'Quantidade',
    available: (count) => plural(count, { one: '{count} disponível', other: '{count} disponíveis' }),
    duration: 'Duração',
    durations: {
      hour: '1 hora',
      day: '1 dia',
      threeDays: '3 dias',
      week: '1 semana',
      month: '1 mês',
      threeMonths: '3 meses',
      sixMonths: '6 meses',
    },
    recipient: 'Destinatário',
    recipientHint: 'O endereço que será dono do token: 0x e 40 caracteres.',
    recipientNameHint: 'A conta que será dona do token: um endereço ou um nome.',
    useFloor: 'Usar o preço mínimo',
    useTraitFloor: 'Usar o preço mínimo do atributo',
    useLastSale: 'Usar o preço da última venda',
    lastSale: 'Última venda',
    useAsked: 'Usar a próxima oferta do leilão',
    buyer: 'Vender só para uma conta',
    buyerHint: 'Só esta conta poderá comprar. Deixe vazio para vender a qualquer um.',
    total: 'Total',
    youPay: 'Você paga',
    youReceive: 'Você recebe',
    royalty: (percent) => `Royalty do criador (${percent})`,
    enforcedRoyalty: (percent) => `Royalty do criador obrigatório (${percent})`,
    marketplaceFee: (percent) => `Taxa do mercado (${percent})`,
    otherFee: (percent) => `Outras taxas (${percent})`,
    balance: 'Saldo: {amount}',
    useFloorOf: 'Usar o preço mínimo: {price}',
  },
  connect: {
    title: 'Conecte uma carteira para continuar',
    body: 'Conectar não assina nem envia nada.',
    noneTitle: 'Nenhuma carteira encontrada',
    noneBody: 'Instale uma carteira de navegador e recarregue esta página.',
    browserWallets: 'Carteiras do navegador',
    failed: (wallet) => `${wallet} não se conectou. Abra a carteira, responda ao pedido e tente de novo.`,
  },
  buy: {
    action: 'Comprar agora',
    title: (token) => `Comprar ${token}`,
    complete: { title: 'Compra concluída', body: 'O token está na sua carteira, confirmado na rede.' },
    notice: 'Antes de a carteira abrir, você verá exatamente o que sai dela.',
  },
  list: {
    action: 'Anunciar',
    title: (token) => `Anunciar ${token}`,
    complete: {
      title: 'Anunciado',
      body: 'Seu anúncio está ativo. Você pode cancelá-lo quando quiser na sua conta.',
    },
    belowFloor: (percent) => `Está ${percent} abaixo do preço mínimo da coleção.`,
    farBelow: (price, floor) => `Preço: ${price}; preço mínimo: ${floor}.`,
    confirmLow: 'Sim, quero vender muito abaixo do preço mínimo.',
    free: 'Assinar um anúncio é grátis. No primeiro anúncio de cada coleção, você também aprova uma vez a transferência dela: uma transação com taxa de rede.',
    titleMany: (count) => plural(count, { one: 'Anunciar {count} token', other: 'Anunciar {count} tokens' }),
    actionMany: (count) => `Anunciar ${count}`,
    completeMany: {
      title: 'Todos anunciados',
      body: 'Seus anúncios estão ativos. Você pode cancelá-los quando quiser na sua conta.',
    },
    samePrice: 'Um preço para todos',
  },
  offer: {
    action: 'Fazer oferta',
    title: (token) => `Fazer oferta por ${token}`,
    collectionTitle: (name) => `Fazer oferta por qualquer token de ${name}`,
    attributeTitle: (name, attribute) => `Fazer oferta por qualquer token de ${name} com ${attribute}`,
    complete: {
      title: 'Oferta feita',
      body: 'O dono pode aceitá-la até ela expirar. Você pode cancelá-la quando quiser na sua conta.',
    },
    anyOwner:
      'Qualquer dono de um token assim pode aceitá-la até ela expirar. Você pode cancelá-la quando quiser na sua conta.',
    units: 'Os donos podem aceitá-las uma a uma.',
    funds:
      'Você só paga quando um dono aceita. Converter ou autorizar uma moeda antes custa uma taxa de rede.',
    wraps: '{amount} serão convertidos antes.',
    lowestAsk: 'Preço mínimo',
    bestOffer: 'Melhor oferta',
    buysNow: 'Por este preço você pode comprar agora, sem esperar que um dono aceite.',
    outbid: 'Não supera a melhor oferta, de {amount}, que um dono pode aceitar em vez desta.',
    asksMore: 'O vendedor pede pelo menos {amount}. Você pode oferecer menos: isso não obriga ninguém.',
  },
  auction: {
    action: 'Anunciar leilão',
    title: (token) => `Anunciar um leilão de ${token}`,
    complete: {
      title: 'Leilão anunciado',
      body: 'Ele aparece até terminar ou até o token mudar de dono. A melhor oferta não é aceita sozinha: você decide qual aceitar.',
    },
    withdrawal: {
      action: 'Retirar leilão',
      title: (token) => `Retirar o leilão de ${token}`,
      complete: {
        title: 'Leilão retirado',
        body: 'Ele não está mais anunciado. As ofertas já feitas continuam abertas.',
      },
    },
    binds:
      'Isto não obriga ninguém. O token fica na sua carteira, ofertas mais baixas continuam possíveis, e você decide qual oferta aceitar, se aceitar alguma.',
    offersStay:
      'As ofertas já feitas continuam abertas: elas pertencem a quem as fez. Você continua decidindo qual oferta aceitar, se aceitar alguma.',
    free: 'Você assina na sua carteira. É grátis.',
    reserve: 'Preço de reserva',
    reserveHint: 'A menor oferta que você diz que aceitaria. Deixe vazio para não ter preço de reserva.',
    stepPercent: 'Incremento mínimo (%)',
    stepHint: 'Quanto cada oferta deve superar a melhor.',
    announces: 'Anuncia um leilão de',
    withdraws: 'Encerra o leilão de',
    currency: 'Ofertas em',
    noReserve: 'Sem preço de reserva',
    step: 'Incremento mínimo',
    noStep: 'Qualquer valor acima da melhor oferta',
    eitherStep: (percent) => `${percent} ou {amount}, o que for maior`,
    until: 'Ofertas bem-vindas até',
    refused: { title: 'Não foi publicado', body: 'O mercado não aceitou o que você assinou.' },
    signed:
      'Você assinou, mas talvez não tenha sido publicado. Nenhum dinheiro foi movimentado, e o que você assinou não vende nada nem obriga ninguém.',
  },
  accept: {
    action: 'Aceitar oferta',
    title: (token) => `Vender ${token}`,
    complete: { title: 'Vendido', body: 'O valor está na sua carteira, confirmado na rede.' },
    titleMany: (count) => plural(count, { one: 'Vender {count} token', other: 'Vender {count} tokens' }),
    offer: 'Oferta',
    below: (percent) => `${percent} abaixo do preço mínimo`,
    above: (percent) => `${percent} acima do preço mínimo`,
    equal: 'Igual ao preço mínimo',
    otherCurrency: 'Em outra moeda que não a do preço mínimo',
    unknownFloor: 'Preço mínimo desconhecido',
    nothingListed: 'Nada está à venda',
    noSale: 'Nenhuma venda conhecida',
    unknown: 'Valor desconhecido',
    fees: 'Taxas e royalty',
    farBelow: (proceeds, floor) => `Você recebe ${proceeds}; preço mínimo: ${floor}.`,
  },
  edit: {
    action: 'Alterar',
    confirm: { listing: 'Alterar anúncio', offer: 'Alterar oferta' },
    title: {
      listing: (token) => `Alterar o anúncio de ${token}`,
      offer: (token) => `Alterar a oferta por ${token}`,
    },
    complete: {
      title: 'Alterado',
      body: 'As novas condições estão ativas e as antigas não podem mais ser aceitas.',
    },
    present: 'Preço atual',
    newPrice: 'Novo preço',
    canceled: {
      listing:
        'O anúncio anterior já foi cancelado. Uma assinatura o anuncia pelo novo preço; até lá, ele não está à venda.',
      offer:
        'A oferta anterior já foi cancelada. Uma assinatura faz a nova; até lá, ninguém pode aceitar uma oferta sua.',
    },
    plan: {
      listing: (present, next) =>
        `Etapa 1 de 2: cancelar o anúncio anterior (${present}). Etapa 2: assinar o novo por ${next}.`,
      offer: (present, next) =>
        `Etapa 1 de 2: cancelar a oferta anterior (${present}). Etapa 2: assinar a nova por ${next}.`,
    },
    stopped: {
      listing: 'O anúncio anterior foi cancelado; o token não está à venda agora.',
      offer: 'A oferta anterior foi cancelada; ninguém pode aceitá-la agora.',
    },
    unchanged: (until) => `Sem alteração: até ${until}`,
    ends: {
      replaced: 'Uma assinatura substitui as condições antigas pelas novas. É grátis.',
      cancelled: {
        listing:
          'Primeiro uma transação (taxa de rede) cancela o anúncio anterior, depois você assina o novo. Os dois nunca ficam abertos ao mesmo tempo.',
        offer:
          'Primeiro uma transação (taxa de rede) cancela a oferta anterior, depois você assina a nova. As duas nunca ficam abertas ao mesmo tempo.',
      },
    },
  },
  cancel: {
    action: 'Cancelar',
    confirm: {
      listing: 'Cancelar anúncio',
      offer: 'Cancelar oferta',
      several: 'Cancelar anúncios e ofertas',
    },
    keep: { listing: 'Manter anúncio', offer: 'Manter oferta', several: 'Manter todos' },
    title: {
      listing: (token) => `Cancelar o anúncio de ${token}`,
      offer: (token) => `Cancelar a oferta por ${token}`,
    },
    completeMany: { title: 'Cancelados', body: 'Ninguém mais pode aceitar estes anúncios e ofertas.' },
    titleMany: {
      listing: (count) =>
        plural(count, { one: 'Cancelar {count} anúncio', other: 'Cancelar {count} anúncios' }),
      offer: (count) => plural(count, { one: 'Cancelar {count} oferta', other: 'Cancelar {count} ofertas' }),
    },
    titleAll: 'Cancelar todos os anúncios e ofertas',
    ended: {
      listing: (count) =>
        plural(count, {
          one: 'Ninguém mais pode aceitar este anúncio.',
          other: 'Ninguém mais pode aceitar estes anúncios.',
        }),
      offer: (count) =>
        plural(count, {
          one: 'Ninguém mais pode aceitar esta oferta.',
          other: 'Ninguém mais pode aceitar estas ofertas.',
        }),
    },
    stillOpen: {
      listing: 'O anúncio continua aberto: qualquer pessoa pode comprar o token.',
      reserved: 'O anúncio continua aberto.',
      offer: 'A oferta continua aberta.',
      several: 'Os anúncios e as ofertas continuam abertos.',
    },
    present: {
      listing: 'Anunciado por {price} · termina {time}',
      offer: 'Oferta de {price} · termina {time}',
    },
    allWarning:
      'Isto encerra todos os anúncios e ofertas que você assinou nesta rede para a exchange usada aqui, em qualquer site. Os de outras exchanges continuam abertos.',
    complete: { title: 'Cancelado', body: 'Ninguém mais pode aceitar este anúncio ou oferta.' },
    onChain: 'Cancelar exige uma transação: sua carteira pedirá uma taxa de rede.',
    offChain: 'Para cancelar, basta uma assinatura. É grátis.',
  },
  transfer: {
    action: 'Transferir',
    title: (token) => `Transferir ${token}`,
    complete: { title: 'Transferido', body: 'O token agora é do destinatário, confirmado na rede.' },
    warning: 'Uma transferência não pode ser desfeita. Confira cada caractere do endereço.',
    entered: 'Você digitou',
    known: 'Você conhece',
    ownAccount: 'Sua própria conta',
    completeMany: { title: 'Transferidos', body: 'Os tokens agora são do destinatário, confirmado na rede.' },
    titleMany: (count) =>
      plural(count, { one: 'Transferir {count} token', other: 'Transferir {count} tokens' }),
    actionMany: (count) => `Transferir ${count}`,
    confirmLookalike: 'Sim, enviar para o endereço que digitei.',
    lookalikeTitle: 'Este endereço só parece com um que você conhece',
    lookalike: 'Ele começa e termina como um endereço que você já usou, mas é outro. Esse é um golpe comum.',
  },
  collect: {
    action: 'Colecionar',
    mint: 'Mintar',
    title: (collection) => `Obter tokens de ${collection}`,
    mintTitle: (collection) => `Mintar tokens de ${collection}`,
    minted: (count) =>
      plural(count, {
        one: '{count} token novo será mintado para você.',
        other: '{count} tokens novos serão mintados para você.',
      }),
    listed: (count) =>
      plural(count, {
        one: '{count} token é comprado de um anúncio.',
        other: '{count} tokens são comprados de anúncios.',
      }),
  },
  sweep: {
    action: 'Comprar vários',
    title: (collection, traits) =>
      traits === undefined
        ? `Comprar os tokens mais baratos de ${collection}`
        : `Comprar os tokens mais baratos de ${collection} com ${traits}`,
  },
  cart: {
    title: 'Carrinho',
    add: 'Adicionar ao carrinho',
    inCart: 'No carrinho',
    remove: (token) => `Remover ${token} do carrinho`,
    clear: 'Esvaziar o carrinho',
    empty: 'Seu carrinho está vazio',
    emptyHint: 'Adicione tokens de qualquer coleção e compre-os juntos.',
    gone: 'Não está mais à venda',
    lost: (names, count) =>
      plural(count, {
        one: `${names} foi vendido ou retirado.`,
        other: `${names} foram vendidos ou retirados.`,
      }),
    left: (count, total, sum) => `Agora você compra ${count} de ${total} por ${sum}.`,
    removeGone: (count) =>
      plural(count, { one: 'Remover o token indisponível', other: 'Remover {count} tokens indisponíveis' }),
    checkout: (count) => (count === 1 ? 'Comprar agora' : `Comprar ${count} agora`),
    complete: { title: 'Compra concluída', body: 'Os tokens estão na sua carteira, confirmado na rede.' },
  },
  activity: {
    label: 'Atividade',
    kinds: {
      sale: 'Venda',
      ask: 'Anunciado',
      bid: 'Oferta',
      transfer: 'Transferência',
      mint: 'Mintado',
      ask_cancel: 'Anúncio cancelado',
      bid_cancel: 'Oferta cancelada',
    },
    empty: 'Ainda não há atividade.',
    more: 'Mostrar mais',
    waiting: (count) =>
      plural(count, { one: 'Mostrar {count} novidade', other: 'Mostrar {count} novidades' }),
    to: 'Para',
  },
  review: {
    title: 'O que sua carteira vai pedir que você aprove',
    give: 'Você entrega',
    giveAtMost: 'Você entrega (no máximo)',
    get: 'Você recebe',
    getAtLeast: 'Você recebe (no mínimo)',
    fewer: {
      buy: 'Ou menos, se algum for vendido antes. Você só paga pelo que receber.',
      sell: 'Ou menos, se alguma oferta sumir antes. Você só entrega o que for pago.',
    },
    limitsAddUp: 'Limites em várias moedas se somam: cada um pode ser gasto por inteiro.',
    together: (count) => plural(count, { one: 'Total por {count} token', other: 'Total por {count} tokens' }),
    costs: (price) => `Custa ${price}`,
    brings: (price) => `Você recebe ${price}`,
    priced: (price) => `Preço: ${price}`,
    falls: (from, to, time) => `Cai de ${from} para ${to} até ${time}`,
    togetherNet: (count) =>
      plural(count, {
        one: 'Total por {count} token, já sem as taxas',
        other: 'Total por {count} tokens, já sem as taxas',
      }),
    total: 'Preço total',
    floor: (price) => `Preço mínimo: ${price}`,
    lastSale: (price) => `Última venda: ${price}`,
    nothing: 'Nada',
    wraps: 'Converte agora',
    wrapsInto: '{amount} em {currency}',
    later: { list: 'quando alguém comprar', bid: 'quando um dono aceitar' },
    laterSeveral: 'quando forem vendidos',
    laterTaker: 'quando a conta indicada abaixo comprar',
    laterAny: 'quando um dono aceitar; é o dono quem escolhe qual',
    laterMinted: 'O número é definido quando o token é mintado.',
    ends: 'Cancela',
    ended: { listing: 'Anúncio de {token} por {price}', offer: 'Oferta de {price} por {token}' },
    endsAll: (exchange) => `Todos os anúncios e ofertas que você assinou para ${exchange} nesta rede`,
    othersStay: 'Os de outras exchanges continuam abertos.',
    fees: 'Taxas',
    feesOfTrade: 'Taxas do mercado e royalty',
    feeKinds: { marketplace: 'Mercado', royalty: 'Royalty do criador', other: 'Outro destinatário' },
    feesNone: 'Nenhuma',
    feesIncluded: 'Incluídas no que você entrega.',
    networkFee: 'Taxa de rede',
    networkFeeAbout: 'Cerca de {fee}, no máximo {most}',
    networkFeeHint: 'Estimativa. O máximo prevê que o preço do gás dobre; sua carteira define a taxa final.',
    networkFeeUnknown: 'Desconhecida. Sua carteira a mostra antes de você confirmar.',
    sponsored: 'A taxa de rede é patrocinada. Sua carteira mostra se ainda há algo a pagar.',
    authority: 'Permissões novas',
    authorityNone: 'Nenhuma',
    authorityKinds: {
      erc20: '{spender} pode gastar até {amount}',
      erc20Unlimited: '{spender} pode gastar qualquer quantia de {currency}',
      'nft-operator': '{spender} pode transferir todos os tokens de {collection}',
      'nft-token': '{spender} pode transferir este único token de {collection}',
      privateOrder: 'Só a conta indicada acima pode aceitar o anúncio que você assinou',
    },
    fillable: {
      listing: (count) =>
        plural(count, {
          one: 'Quem cumprir as condições pode aceitar o anúncio que você assinou',
          other: 'Quem cumprir as condições pode aceitar os {count} anúncios que você assinou',
        }),
      offer: (count) =>
        plural(count, {
          one: 'Quem cumprir as condições pode aceitar a oferta que você assinou',
          other: 'Quem cumprir as condições pode aceitar as {count} ofertas que você assinou',
        }),
    },
    replaces:
      'Isto substitui uma permissão anterior. As ofertas abertas que dependem dela dividem o que restar.',
    revoke: 'Você pode revogar esta permissão quando quiser.',
    message: 'Texto para assinar',
    seaportItself: 'O próprio Seaport, sem conduit',
    revocable: {
      listing: (count) =>
        plural(count, {
          one: 'Você pode cancelar o anúncio quando quiser. Cancelar na rede custa uma taxa de rede.',
          other: 'Você pode cancelar os anúncios quando quiser. Cancelar na rede custa uma taxa de rede.',
        }),
      offer: (count) =>
        plural(count, {
          one: 'Você pode cancelar a oferta quando quiser. Cancelar na rede custa uma taxa de rede.',
          other: 'Você pode cancelar as ofertas quando quiser. Cancelar na rede custa uma taxa de rede.',
        }),
    },
    until: 'Válido até',
    checked: 'Como foi verificado',
    proof: {
      static: 'Provado a partir dos bytes exatos',
      'static+read': 'Provado a partir dos bytes exatos e lido na rede',
      simulated: 'Simulado, não provado',
      none: 'Não verificado',
    },
    simulated: 'Uma simulação com o estado atual da rede deu o mesmo resultado.',
    unprovenTitle: 'O que nenhuma verificação pode garantir',
    unproven: {
      shown_terms: 'Que a página mostrou o preço, a imagem e o contrato certos. Compare o contrato acima.',
      kept_signature:
        'Que o anúncio ou a oferta que você assinou seja publicado logo. Vale até expirar ou até você cancelar na sua conta.',
      unanswered_post:
        'Que um anúncio ou uma oferta tenha sumido porque o mercado não respondeu. Trate como ativo.',
      signed_cancellation:
        'Que um cancelamento por assinatura seja respeitado. Cancelar na rede é definitivo.',
      late_cancellation: 'Que ninguém aceite o anúncio ou a oferta antes de seu cancelamento estar na rede.',
      hidden_orders: 'Que não haja preço melhor em outro lugar. Você nunca paga mais que o combinado.',
      order_of_blocks:
        'Que ninguém seja mais rápido. Se alguém for, isto falha ou só uma parte acontece; nenhuma parte custa mais nem rende menos do que foi combinado.',
      resale: 'Que o token possa ser revendido. As regras são do contrato dele.',
      trait_members: 'Quais tokens têm o atributo. A lista do mercado é usada como está.',
      simulated_only: 'Que um código que só foi simulado faça o mesmo na rede.',
      token_code: 'Que o contrato do token siga o padrão. O que chegou é lido na rede.',
      node: 'Que os nós consultados digam a verdade. O que decorre dos bytes vale mesmo que não digam.',
      page: 'Que esta página seja honesta: nenhuma página pode provar isso de si mesma. Compare o destinatário, a quantia e o token que sua carteira mostra com este cartão.',
      wallet: 'Que sua carteira assine o que mostra.',
    },
    verified: 'Verificado neste aparelho',
    askTitle: 'Leia isto antes de continuar',
    askBody: 'Não foi possível provar que uma parte disto é segura. Continue só se souber por quê.',
    askBodyProven: 'Isto faz o que você pediu. Leia o que foi encontrado antes de confirmar.',
    blockTitle: 'Interrompido antes de a carteira abrir',
    blockBody:
      'O mercado pediu algo com que você não concordou. Nada foi assinado e nenhum dinheiro foi movimentado.',
    approve: 'Confirmar na carteira',
    hold: 'Segure para confirmar',
    copyReport: 'Copiar relatório',
    digest: 'Impressão digital',
    digestHint:
      'Ela identifica exatamente este pedido. O mesmo pedido tem a mesma impressão digital em qualquer aparelho e no código.',
    why: 'O que foi encontrado',
    funds: 'Com esta, suas ofertas abertas somam {promised}; você tem ou autorizou {covered}.',
    asks,
    findings: {
      FLOW: 'Os passos não correspondem ao que você pediu.',
      SHAPE: 'A resposta não tem a forma esperada.',
      TX: 'A transação não é a que você pediu.',
      TD: 'A mensagem a assinar não é a que você pediu.',
      MSG: 'O texto a assinar é desconhecido.',
      ORD: 'O anúncio ou a oferta não tem as condições combinadas.',
      CALL: 'A chamada faz algo que você não pediu.',
      APR: 'Uma permissão é mais ampla do que o necessário.',
      POST: 'A assinatura seria enviada para outro lugar.',
      RCPT: 'A rede não mostra o que devia ter acontecido.',
      SIM: 'Uma simulação terminou de outro jeito, ou é a única prova.',
      GAS: 'A taxa de rede aumentou muito desde que você leu isto.',
      NO: 'Nenhum preço foi combinado antes.',
    },
  },
  receipt: {
    tokens: {
      buy: 'Comprado',
      sell: 'Vendido',
      list: 'Anunciado',
      bid: 'Token',
      transfer: 'Enviado',
      cancel: 'Cancelado',
    },
    minted: 'Mintado',
    money: { buy: 'Pago', sell: 'Recebido já sem as taxas', list: 'Preço', bid: 'Sua oferta' },
    received: 'Recebido',
    atMost: 'no máximo {amount}',
    atLeast: 'no mínimo {amount}',
    transaction: 'Transação',
    viewToken: 'Ver token',
    viewTokens: 'Ver seus tokens',
    viewOrders: 'Ver seus anúncios e ofertas',
    browse: 'Continuar navegando',
  },
  steps: {
    label: 'Progresso',
    purposes: {
      'approve-currency': {
        title: 'Permitir o pagamento',
        wallet: 'Aprove na sua carteira gastar exatamente esta quantia.',
      },
      'approve-token': {
        title: 'Permitir a venda',
        wallet: 'Aprove na sua carteira. Necessário só uma vez por coleção.',
      },
      wrap: {
        title: 'Converter a moeda',
        wallet: 'Confirme na sua carteira para converter a quantia em moeda embrulhada.',
      },
      buy: { title: 'Comprar', wallet: 'Confirme a compra na carteira.' },
      sell: { title: 'Vender', wallet: 'Confirme a venda na carteira.' },
      'sign-listing': { title: 'Assinar o anúncio', wallet: 'Assine na sua carteira. É grátis.' },
      'sign-offer': { title: 'Assinar a oferta', wallet: 'Assine na sua carteira. É grátis.' },
      cancel: { title: 'Cancelar na rede', wallet: 'Confirme o cancelamento na carteira.' },
      'sign-auction': { title: 'Assinar o anúncio do leilão', wallet: 'Assine na sua carteira. É grátis.' },
      'sign-withdrawal': { title: 'Assinar a retirada', wallet: 'Assine na sua carteira. É grátis.' },
      'sign-message': {
        title: 'Assinar um texto',
        wallet: 'Leia o texto e assine-o na sua carteira. É grátis.',
      },
      'sign-cancel': { title: 'Assinar o cancelamento', wallet: 'Assine na sua carteira. É grátis.' },
      transfer: { title: 'Transferir', wallet: 'Confirme a transferência na carteira.' },
    },
    mint: { title: 'Mintar', wallet: 'Confirme o mint na carteira.' },
    preparing: 'Preparando e verificando as etapas',
    phases: {
      waiting: 'A seguir',
      confirming: 'Aguardando sua decisão',
      switching: 'Troque a rede na sua carteira',
      switching_by_hand: 'Sua carteira não consegue trocar de rede sozinha: escolha nela a rede certa',
      reconnecting: 'Sua carteira está bloqueada ou desconectada',
      prompted: 'Aguardando sua carteira',
      searching: 'Sua carteira não deu uma resposta clara; procurando na rede o que ela pode ter enviado',
      posting: 'Publicando',
      cosigning: 'Aguardando os outros signatários',
      sent: 'Aguardando a rede',
      mined: 'Na rede; aguardando o mercado mostrar',
      complete: 'Concluído',
      failed: 'Interrompido',
    },
    overdue:
      'Sua carteira não responde há dois minutos. A janela dela pode estar escondida: abra a carteira e confira.',
    stop: 'Parar de esperar pela carteira',
    behind: 'Uma transação anterior da sua conta precisa ser concluída antes.',
    pace: (time) => `Um bloco é produzido a cada ${time}, aproximadamente.`,
    explorer: 'Ver transação',
    unproven:
      'É o que o mercado informa. Não foi possível consultar nenhum nó da rede; confira em um explorador de blocos.',
    keepOpen: {
      wallet: 'Você pode fechar esta janela. O pedido continua aberto na sua carteira.',
      sent: 'Você pode fechar esta janela. A transação continua.',
    },
    failedOnChain: 'Falhou na rede',
    signListings: 'Assinar os anúncios',
    progress: (done, all) => `${done} de ${all} etapas concluídas`,
    current: (step, phase, progress) => `${step}: ${phase}. ${progress}`,
  },
  orders: {
    titles: { listing: 'Seus anúncios', offer: 'Suas ofertas' },
    none: {
      listing: 'Você não tem nada à venda. Abra um dos seus tokens para anunciá-lo.',
      offer: 'Você não tem ofertas abertas. Abra um token ou uma coleção para fazer uma.',
    },
    live: 'Ativo',
    notFillable: 'Não pode ser aceito agora',
    uncovered: 'Aberta, mas sem cobertura',
    uncoveredHint:
      'Seu saldo ou sua aprovação não cobre esta oferta junto com as mais altas e mais antigas. Adicione fundos, faça outra oferta para aumentar a aprovação de todas ou cancele-a.',
    onlyFor: 'Só {account} pode comprar',
    onlyForYou: 'Só você pode comprar',
    falls: 'cai para {price} {time}',
  },
  journal: {
    title: 'O que você assinou aqui',
    open: (count) =>
      count === 0
        ? 'Nenhum anúncio ou oferta que você assinou aqui pode mais ser aceito.'
        : plural(count, {
            one: '{count} anúncio ou oferta que você assinou aqui ainda pode ser aceito.',
            other: '{count} anúncios e ofertas que você assinou aqui ainda podem ser aceitos.',
          }),
    empty: 'Nada assinado ainda',
    emptyHint: 'Cada anúncio e oferta que você assina aqui fica guardado aqui, para que você possa cancelar.',
    sides: { ask: 'Anúncio', bid: 'Oferta' },
    states: {
      asked: 'Sua carteira foi consultada; a resposta é desconhecida',
      unposted: 'Assinado, não publicado',
      maybe_live: 'Talvez publicado: trate como ativo',
      live: 'Ativo',
      filled: 'Aceito',
      cancelled: 'Cancelado',
      expired: 'Expirado',
      counter_raised: 'Cancelado junto com todos os outros',
    },
    ends: 'termina {time}',
    copy: 'Copiar para um relatório de erro',
  },

  frame: {
    refused:
      'Isto não pode ser mostrado aqui. A página em volta não tem permissão, ou o endereço está errado.',
  },
  media: { model: 'Ver em 3D', page: 'Mostrar a página', video: 'Reproduzir vídeo' },
  broken: {
    title: 'Não foi possível mostrar esta parte',
    body: 'Tente de novo ou feche. Nada de novo foi enviado, e uma negociação que você confirmou na carteira continua.',
  },
  invalid: {
    no_price: 'Digite um preço.',
    bad_price: 'Digite o preço como número, por exemplo 1.25.',
    ambiguous_price:
      'Isso pode ser lido de duas formas. Para milhares, tire o ponto; para casas decimais, acrescente um zero, por exemplo 1.2340.',
    too_many_decimals: 'São casas decimais demais para esta moeda.',
    bad_end_price: 'Digite um preço final maior que zero e menor que o preço inicial.',
    bad_quantity: 'Digite um número inteiro, no máximo o disponível.',
    bad_address: 'Isto não é um endereço. Um endereço é 0x e 40 caracteres.',
    own_address: 'Este é o seu próprio endereço.',
    unknown_name: 'Este nome não existe.',
    name_failed: 'Não é possível procurar nomes agora. Digite o endereço.',
    resolving: 'Procurando o nome…',
    bad_step: 'Digite uma porcentagem de 0 a 100 com no máximo duas casas decimais, por exemplo 5 ou 2.5.',
    low_balance: 'Seu saldo não é suficiente.',
    low_price: 'Confirme primeiro o preço baixo.',
    lookalike: 'Confirme primeiro o endereço.',
    quoting: 'Consultando o preço…',
    fees_exceed_price: 'As taxas consumiriam o preço inteiro.',
    some_gone: 'Alguns foram vendidos ou retirados nesse meio-tempo.',
  },
  unavailable: {
    not_listed: 'Este token não está à venda agora.',
    nothing_listed:
      'Nada desta coleção está à venda agora. Você pode fazer uma oferta, e um dono pode aceitá-la.',
    nothing_to_collect:
      'Agora você não pode mintar tokens desta coleção aqui, e nenhum está à venda. Aqui só há mints abertos a todos, não os reservados a uma lista de permissões. Você pode fazer uma oferta, e um dono pode aceitá-la.',
    no_offer: 'Não há nenhuma oferta para aceitar agora.',
    own_token: 'Este token já é seu.',
    own_listing: 'Este é o seu próprio anúncio.',
    not_owner: 'Só o dono pode fazer isto, e a conta conectada não é dona do token.',
    order_gone: 'Este anúncio ou oferta foi aceito ou cancelado, ou expirou.',
    not_editable:
      'Esta oferta vale para um conjunto de tokens e não pode ser alterada. Cancele-a e faça outra.',
    not_unique: 'Aqui só é possível leiloar um token único (ERC-721).',
    no_currency: 'Nenhuma moeda de pagamento está configurada para esta rede.',
    unreachable: 'O mercado não respondeu.',
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
