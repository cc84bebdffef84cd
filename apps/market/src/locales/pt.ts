import { pluralsOf } from '@sluice/react'
import type { MarketMessages } from './messages.ts'

const plural = pluralsOf('pt')

export const messages: MarketMessages = {
  locale: 'pt',
  head: {
    skip: 'Ir para o conteúdo',
    skipWorks: 'Ir para os tokens',
    chain: 'Rede',
    language: 'Idioma',
    scheme: 'Tema',
    schemes: { system: 'Sistema', light: 'Claro', dark: 'Escuro' },
    cart: (count) => plural(count, { one: 'Carrinho, {count} item', other: 'Carrinho, {count} itens' }),
    development: 'Dev',
    account: (address) => `Sua conta, ${address}`,
  },
  search: {
    label: 'Buscar coleções, tokens e contas',
    placeholder: 'Buscar',
    found: 'Resultados',
    nothing: 'Nada encontrado.',
    kinds: { collection: 'Coleção', token: 'Token', account: 'Conta' },
  },
  wallets: {
    scan: 'Escaneie o código com sua carteira ou copie o link para ela.',
    developmentTitle: 'Carteira de desenvolvimento',
    developmentBody: 'Assina na hora, sem perguntar. As chaves são públicas: só para redes locais.',
    mobileTitle: 'Abrir em uma carteira',
    mobileBody: 'Neste aparelho, abra esta página no navegador da sua carteira.',
  },
  foot: {
    promise: 'Cada negociação é decodificada e verificada neste aparelho antes de a sua carteira abrir.',
    local: 'rede local, moedas sem valor',
  },
  common: {
    loading: 'Carregando…',
    more: 'Mostrar mais',
    view: 'Visão',
    notForSale: 'Não está à venda',
    failedTitle: 'O mercado não respondeu',
    failed: 'Não foi possível acessar o provedor. Seus tokens e seu dinheiro não foram afetados.',
    stale: 'O que você vê foi carregado antes e pode ter mudado.',
    retry: 'Tentar de novo',
    lostTitle: 'Página não encontrada',
    lost: {
      page: 'Esta página não existe.',
      collection: 'Este link não leva a nenhuma coleção: um endereço é 0x e 40 caracteres.',
      token: 'Este link não leva a nenhum token: a última parte não é um ID de token válido.',
      account: 'Este link não leva a nenhuma conta: um endereço é 0x e 40 caracteres.',
    },
    noChainTitle: 'Esta rede não está disponível aqui',
    noChain: 'Não há nada para mostrar neste link. Este mercado opera em:',
    never: 'Nunca',
    action: 'Ação',
    noProviderTitle: 'Nenhum mercado está aberto aqui',
    noProvider:
      'Esta página não encontrou nenhum provedor. Inicie o ambiente local ou indique um provedor em market.config.ts.',
  },
  failures: {
    unreachable: {
      title: 'Não foi possível carregar esta parte',
      body: 'A internet ou o servidor desta página não responde. Esta parte será carregada assim que responder. Seus tokens e seu dinheiro não foram afetados.',
    },
    outdated: {
      title: 'Esta página tem uma nova versão',
      body: 'Recarregue para continuar. Seus tokens e seu dinheiro não foram afetados.',
    },
    broken: {
      title: 'Não foi possível mostrar esta parte',
      body: 'Algo nela falhou. Seus tokens e seu dinheiro não foram afetados.',
    },
    reload: 'Recarregar',
  },
  home: {
    headline: 'Colecione sem nada escondido.',
    lead: (chain) =>
      `NFTs em ${chain}. Antes de a sua carteira abrir, esta página mostra exatamente o que sai dela e o que você recebe, verificado no seu próprio aparelho.`,
    traded: 'Mais negociadas',
    listed: 'Anunciados recentemente',
    live: 'Atividade recente',
    bareTitle: 'Ainda não há coleções',
    bare: (chain) => `Nenhuma coleção foi encontrada em ${chain} ainda.`,
    quietTitle: 'Nada está à venda agora',
    quiet: 'Novos anúncios aparecem aqui automaticamente.',
    period: 'Período',
    periods: { '1day': '1 dia', '7day': '7 dias', '30day': '30 dias', allTime: 'Tudo' },
  },
  facts: {
    floor: 'Preço mínimo',
    bestOffer: 'Melhor oferta',
    volume: 'Volume',
    works: 'Tokens',
    forSale: 'À venda',
    owners: 'Donos',
    royalty: 'Royalty',
  },
  views: {
    works: 'Tokens',
    market: 'Mercado',
    activity: 'Atividade',
    listings: 'Anúncios',
    offersMade: 'Ofertas feitas',
    offersReceived: 'Ofertas recebidas',
    signed: 'Assinado',
  },
  collection: {
    unknownTitle: 'Coleção desconhecida',
    unknown: (chain) => `Esta coleção não foi encontrada em ${chain}.`,
    offerAny: 'Fazer oferta por qualquer token',
    offerThese: 'Fazer oferta por estes',
  },
  filters: {
    label: 'Filtros',
    price: (symbol) => `Preço em ${symbol}`,
    from: 'De',
    to: 'Até',
    fromIn: (symbol) => `Preço a partir de, em ${symbol}`,
    toIn: (symbol) => `Preço até, em ${symbol}`,
    remove: (filter) => `Remover ${filter}`,
    clear: 'Limpar filtros',
    noneTitle: 'Nenhum resultado',
    none: 'Nenhum token desta coleção corresponde aos filtros.',
    sort: 'Ordem',
    sorts: {
      'price-asc': 'Preço: menor primeiro',
      'price-desc': 'Preço: maior primeiro',
      number: 'Número',
    },
    open: (count) =>
      count === 0
        ? 'Filtros'
        : plural(count, { one: 'Filtros, {count} ativo', other: 'Filtros, {count} ativos' }),
    done: 'Ver tokens',
  },
  charts: {
    sales: 'Vendas',
    depth: 'Profundidade',
    mean: 'Média de cinco',
    sale: 'Venda',
    collectionOffers: 'Ofertas pela coleção',
    forSale: 'À venda',
    salesLabel: (count, low, high) =>
      plural(count, {
        one: `{count} venda, de ${low} a ${high}.`,
        other: `{count} vendas, de ${low} a ${high}.`,
      }),
    depthLabel: (listings, offers) =>
      `Por preço: ${plural(listings, { one: '{count} anúncio', other: '{count} anúncios' })}, ${plural(offers, { one: '{count} oferta', other: '{count} ofertas' })}.`,
    fewSales: (count) => `O histórico de preços aparece a partir de duas vendas; até agora, ${count}.`,
    fewPrices: 'A profundidade aparece quando há dois preços para comparar.',
    perDay: 'Vendido por dia',
    singles: (count) =>
      plural(count, {
        one: '{count} oferta por um único token não é mostrada: ela não vale para os outros.',
        other: '{count} ofertas por tokens específicos não são mostradas: elas não valem para os outros.',
      }),
    keys: 'Leia os valores com as setas do teclado.',
  },
  token: {
    unknownTitle: 'Token desconhecido',
    unknown: (chain) => `Este token não foi encontrado em ${chain}.`,
    collection: 'Coleção',
    ownedBy: 'Pertence a {owner}',
    trade: 'Negociar',
    price: 'Preço',
    acceptBest: 'Aceitar a melhor oferta',
    listedAlready:
      'Este token já está anunciado. Um segundo anúncio deixa o primeiro aberto: para pedir mais, altere o primeiro.',
    attributes: 'Atributos',
    have: (count) => plural(count, { one: '{count} token tem isto', other: '{count} tokens têm isto' }),
    listings: 'Anúncios',
    offers: 'Ofertas',
    by: 'Conta',
    quantity: 'Quantidade',
    ends: 'Termina',
    prices: 'Histórico de preços',
    provenance: 'Histórico',
    details: 'Detalhes',
    contract: 'Contrato',
    tokenId: 'ID do token',
    standard: 'Padrão',
    copyName: (name) => `Copiar: ${name}`,
    owned: 'Este token é seu',
    bestOffer: 'Melhor oferta: {price}',
  },
  account: {
    yours: 'Sua conta',
    yourWorks: 'Seus tokens',
    connect: 'Conecte uma carteira para ver o que você tem e o que anunciou.',
    change: 'Trocar de carteira',
    disconnect: 'Desconectar',
    select: 'Selecionar',
    selectNamed: (name) => `Selecionar ${name}`,
    selected: 'Tokens selecionados',
    works: (count) => plural(count, { one: '{count} token', other: '{count} tokens' }),
    clear: 'Limpar',
    emptyTitle: 'Ainda não há tokens',
    emptyOwn: (chain) => `Ver o que está à venda em ${chain}`,
    empty: (chain) => `Esta conta não tem tokens em ${chain}.`,
    held: (count) => `${count} na conta`,
    noOffersTitle: 'Nenhuma oferta agora',
    noOffers: 'As ofertas pelos tokens desta conta aparecem aqui automaticamente.',
    acceptBestOf: (count) =>
      plural(count, { one: 'Aceitar a melhor oferta', other: 'Aceitar as {count} melhores ofertas' }),
    nothingListed: 'Nada à venda',
    nothingOffered: 'Nenhuma oferta feita',
    cancelSelected: (count) =>
      count === 0
        ? 'Cancelar seleção'
        : plural(count, { one: 'Cancelar {count} selecionada', other: 'Cancelar {count} selecionadas' }),
    cancelAll: 'Cancelar todas as ordens',
    order: 'Para',
    state: 'Estado',
    live: 'Ativa',
    notFillable: 'Não pode ser executada agora',
    anyOf: (collection) =>
      collection === undefined ? 'Qualquer token da coleção' : `Qualquer token de ${collection}`,
    estimate: 'Valor estimado',
    estimateHint: 'Uma estimativa com base nos preços mínimos. Ninguém ofereceu esse valor.',
    estimatePart: (count) =>
      plural(count, {
        one: 'Uma estimativa com base no preço mínimo do primeiro token. Ninguém ofereceu esse valor.',
        other:
          'Uma estimativa com base nos preços mínimos dos primeiros {count} tokens. Ninguém ofereceu esse valor.',
      }),
  },
}
