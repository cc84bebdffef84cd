import type { Messages } from './messages.ts'

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: '잘못 입력된 항목이 있습니다', body: '각 항목을 확인하고 다시 시도하세요.' },
  missing_configuration: {
    title: '이 체인은 설정되지 않았습니다',
    body: '이 사이트에는 해당 체인의 마켓이 설정되어 있지 않습니다.',
  },
  no_order_ids: { title: '취소할 것이 없습니다', body: '선택된 판매나 제안이 없습니다.' },
  bid_data_missing: {
    title: '제안이 완전하지 않습니다',
    body: '제안할 토큰이나 컬렉션을 선택하세요.',
  },
  unknown_chain: { title: '알 수 없는 체인', body: '이 사이트는 이 체인에서 거래하지 않습니다.' },
  provider_error: {
    title: '마켓에서 오류가 발생했습니다',
    body: '오류로 응답했습니다. 다시 시도하면 될 수 있습니다.',
  },
  provider_unreachable: {
    title: '마켓에 연결할 수 없습니다',
    body: '연결을 확인하거나 잠시 후 다시 시도하세요.',
  },
  provider_malformed: {
    title: '마켓의 응답을 읽을 수 없습니다',
    body: '알 수 없는 형식이라 아무것도 하지 않았습니다.',
  },
  rate_limited: { title: '요청이 너무 많습니다', body: '잠시 기다린 뒤 다시 시도하세요.' },
  order_unavailable: {
    title: '더 이상 구매할 수 없습니다',
    body: '다른 사람이 먼저 구매했거나 판매자가 철회했을 수 있습니다. 이 가격으로는 더 이상 살 수 없습니다.',
  },
  poll_timeout: {
    title: '예상보다 오래 걸립니다',
    body: '마켓이 다음 단계를 제때 준비하지 못했습니다. 다시 시도할 수 있습니다.',
  },
  order_refused: {
    title: '판매나 제안이 게시되지 않았습니다',
    body: '마켓이 게시를 거절했습니다.',
  },
  cancel_unconfirmed: {
    title: '취소가 확인되지 않았습니다',
    body: '서명했지만 취소가 적용되었다고 마켓이 아직 확인하지 않았습니다. 확인될 때까지는 누군가 그 가격에 판매나 제안을 체결할 수 있습니다. 다시 시도하거나 체인에서 취소하세요. 체인에서 취소하면 확실하지만 네트워크 수수료가 듭니다.',
  },
  price_mismatch: {
    title: '가격이 바뀌었습니다',
    body: '동의한 가격이 아니므로 지갑에 아무것도 요청하지 않았습니다. 먼저 새 가격을 확인하세요.',
  },
  no_price_bound: {
    title: '합의된 가격이 없습니다',
    body: '항목마다 합의된 가격이 없으면 지갑에 아무것도 보내지 않습니다.',
  },
  blocked: {
    title: '지갑이 열리기 전에 멈췄습니다',
    body: '마켓이 동의하지 않은 것을 요구했습니다.',
  },
  not_loaded: {
    title: '페이지의 일부를 불러오지 못했습니다',
    body: '안전 검사를 불러오지 못해 지갑에 아무것도 요청하지 않았습니다. 페이지를 새로 고친 뒤 다시 시도하세요.',
  },
  declined: { title: '여기서 멈췄습니다', body: '요약을 확인하지 않았습니다.' },
  wallet_refused: { title: '지갑에서 거절했습니다', body: '다시 시도할 수 있습니다.' },
  wallet_busy: {
    title: '지갑에 다른 요청이 열려 있습니다',
    body: '지갑을 열어 대기 중인 요청에 응답한 뒤 다시 시도하세요.',
  },
  wallet_unavailable: {
    title: '지갑이 응답하지 않습니다',
    body: '잠금을 풀거나 다시 연결한 뒤 시도하세요.',
  },
  wallet_error: { title: '지갑에서 오류가 발생했습니다', body: '결과 대신 오류로 응답했습니다.' },
  wrong_chain: {
    title: '지갑이 다른 체인에 있습니다',
    body: '이 거래는 다른 체인에서 이루어집니다. 지갑에서 체인을 바꾼 뒤 다시 시도하세요.',
  },
  account_changed: {
    title: '지갑의 계정이 바뀌었습니다',
    body: '다른 계정으로 합의한 거래라 멈췄습니다. 되돌리거나 새로 시작하세요.',
  },
  bad_signature: {
    title: '서명이 유효하지 않습니다',
    body: '연결된 계정의 서명이 아니므로 게시하지 않았습니다.',
  },
  no_transaction_hash: {
    title: '지갑이 트랜잭션을 반환하지 않았습니다',
    body: '다시 시도하기 전에 지갑의 활동을 확인하세요. 보냈을 수도 있습니다.',
  },
  insufficient_funds: {
    title: '잔액이 부족합니다',
    body: '가격과 네트워크 수수료를 낼 수 없습니다. 자금을 더한 뒤 다시 시도하세요.',
  },
  transaction_would_fail: {
    title: '실패할 트랜잭션이라 보내지 않았습니다',
    body: '현재 상태로 시험 실행한 결과 실패했습니다. 판매나 제안, 잔액 또는 권한이 바뀌었을 수 있습니다.',
  },
  transaction_reverted: {
    title: '체인에서 트랜잭션이 실패했습니다',
    body: '체인이 거절했습니다. 블록에 포함되기 전에 상태가 바뀌었거나 가스가 부족했습니다.',
  },
  transaction_cancelled: { title: '지갑에서 트랜잭션을 취소했습니다', body: '트랜잭션을 취소했습니다.' },
  transaction_replaced: {
    title: '다른 트랜잭션으로 대체되었습니다',
    body: '지갑이 다른 것을 보내 이 거래는 이루어지지 않았습니다.',
  },
  transaction_dropped: {
    title: '트랜잭션이 버려졌습니다',
    body: '체인에 더 이상 기록이 없습니다. 다시 시도할 수 있습니다.',
  },
  transaction_timeout: {
    title: '보냈지만 마켓에 아직 나타나지 않습니다',
    body: '예상보다 오래 걸립니다. 다시 시도하기 전에 탐색기에서 트랜잭션을 확인하세요.',
  },
  effect_missing: {
    title: '체인에 결과가 보이지 않습니다',
    body: '트랜잭션은 성공했지만 도착해야 할 것이 없습니다. 탐색기에서 확인하세요.',
  },
  order_filled: {
    title: '취소되기 전에 체결되었습니다',
    body: '취소가 처리되는 동안 누군가 판매나 제안을 체결했습니다. 거래는 유효하니 활동 내역을 확인하세요.',
  },
  aborted: { title: '멈췄습니다', body: '거래가 끝나기 전에 멈췄습니다.' },
  busy: {
    title: '이미 시작되었습니다',
    body: '같은 거래가 이 창이나 다른 창에서 이미 시작되었습니다. 그곳에서 마치거나, 다시 시작하기 전에 어떻게 끝났는지 확인하세요.',
  },
  storage_failed: {
    title: '이 브라우저에 저장할 수 없습니다',
    body: '저장할 수 없으면 서명을 잃어버릴 수 있어 서명을 요청하지 않았습니다. 이 사이트의 저장소 사용을 허용하세요.',
  },
  unexpected: {
    title: '문제가 생겼습니다',
    body: '일어나서는 안 되는 일입니다. 다시 시도하면 될 수 있습니다.',
  },
}

export const money: Messages['money'] = {
  untouched: '자금은 이동하지 않았고 서명된 것도 없습니다.',
  signed: '서명이 있습니다. 자금은 이동하지 않았지만 취소할 때까지 판매나 제안이 유효할 수 있습니다.',
  sent: '트랜잭션이 진행 중입니다. 성공할지는 아직 알 수 없습니다.',
  spent: '트랜잭션이 체인에서 성공했습니다. 다시 시도하기 전에 지갑을 확인하세요.',
  gas_only: '네트워크 수수료만 지불했습니다. 그 밖에 이동한 것은 없습니다.',
  unknown:
    '지갑에 요청했지만 서명하거나 보냈는지 알 수 없습니다. 다시 시도하기 전에 지갑의 활동을 확인하세요.',
}

export const moved: Messages['moved'] = {
  offer: '제안이 바뀌었습니다',
  amounts: (was, now) => `이전 금액: ${was}, 현재 금액: ${now}.`,
  unasked: '지갑에는 아무것도 요청하지 않았습니다.',
  review: { buy: '새 가격 보기', sell: '새 제안 보기' },
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) => `${total}개 중 ${done}개를 샀습니다.`,
    sell: (done, total) => `${total}개 중 ${done}개를 팔았습니다.`,
    list: (done, total) => `${total}개 중 ${done}개를 판매 등록했습니다.`,
    bid: (done, total) => `제안 ${total}개 중 ${done}개를 냈습니다.`,
    cancel: (done, total) => `${total}개 중 ${done}개를 취소했습니다.`,
    transfer: (done, total) => `${total}개 중 ${done}개를 전송했습니다.`,
  },
  rest: {
    gone: '나머지는 트랜잭션이 실행될 때 이미 거래할 수 없었습니다. 그 부분은 아무것도 이동하지 않았습니다.',
    open: '나머지에 대해서는 아무것도 보내지 않았습니다.',
    unknown: '나머지가 어떻게 되었는지는 아직 알 수 없습니다.',
  },
  mayBeLive: '서명한 판매나 제안이 유효할 수 있습니다. 취소할 때까지 누구나 체결할 수 있습니다.',
}

export const resume: Messages['resume'] = {
  title: '자리를 비운 사이',
  done: {
    buy: (what) => `구매 완료: ${what}.`,
    sell: (what) => `판매 완료: ${what}.`,
    transfer: (what) => `전송 완료: ${what}.`,
    'sign-listing': (what) => `${what} 판매가 게시되었습니다.`,
    'sign-offer': (what) => `${what} 제안이 게시되었습니다.`,
    listing: (what) => `${what} 판매가 취소되었습니다.`,
    offer: (what) => `${what} 제안이 취소되었습니다.`,
  },
  confirmed: '체인에서 확인했습니다.',
  about: {
    buy: (what) => (what === undefined ? '구매:' : `${what} 구매:`),
    sell: (what) => (what === undefined ? '판매:' : `${what} 판매:`),
    transfer: (what) => (what === undefined ? '전송:' : `${what} 전송:`),
    'sign-listing': (what) => (what === undefined ? '판매 등록:' : `${what} 판매 등록:`),
    'sign-offer': (what) => (what === undefined ? '제안:' : `${what} 제안:`),
    cancel: (what) => (what === undefined ? '취소:' : `${what} 취소:`),
  },
  states: {
    prompting:
      '아직 알 수 없습니다. 지갑에 요청이 열려 있을 수 있습니다. 지금까지 체인에는 아무것도 없습니다.',
    sent: '보냈지만 아직 체인에서 처리되지 않았습니다.',
    done: '완료되었습니다. 체인에서 확인했습니다.',
    signed: '서명했지만 게시되지 않았습니다.',
    posted: '게시되었습니다.',
    maybe_live: '게시되었을 수 있습니다. 취소할 때까지 유효한 것으로 보세요.',
    rejected: '보내지 않았습니다. 지갑에서 거절했거나 확인하지 않았습니다.',
    failed: '체인에서 실패했습니다. 네트워크 수수료만 지불했습니다.',
    replaced: '다른 트랜잭션으로 대체되었습니다.',
    unknown: '아직 알 수 없습니다. 지갑에 요청이 열려 있을 수 있습니다. 지금까지 체인에는 아무것도 없습니다.',
  },
  signature: {
    failed: '게시되지 않았습니다. 판매나 제안이 이미 만료되었거나 끝났거나, 서명이 유효하지 않았습니다.',
  },
  cancellation: {
    posted: '마켓이 확인했습니다. 이 판매나 제안은 더 이상 체결될 수 없습니다.',
    maybe_live:
      '확인되지 않았습니다. 누군가 그 가격에 판매나 제안을 체결할 수 있습니다. 확실히 하려면 체인에서 취소하세요.',
    failed: '늦었습니다. 판매나 제안이 이미 체결되었습니다.',
  },
}

export const gone: Messages['gone'] = {
  sell: {
    title: '이 제안은 더 이상 없습니다',
    body: '철회되었거나 수락되었거나 만료되었습니다. 뒤로 돌아가 현재 제안을 확인하세요.',
  },
  cancel: {
    title: '이 판매나 제안은 더 이상 열려 있지 않습니다',
    body: '마켓에 따르면 이미 체결되었거나 취소되었거나 만료되었습니다.',
  },
  token: {
    title: '이 토큰을 더 이상 보유하고 있지 않습니다',
    body: '마켓에 따르면 이 토큰은 내 계정에 없습니다. 그사이에 판매되었거나 전송되었습니다.',
  },
  reverts: {
    title: '이 거래는 실패합니다',
    body: '판매나 제안은 아직 유효하지만, 마켓의 시험 실행에서 컨트랙트가 이 계정의 거래를 거부했습니다. 예를 들어 토큰이 잠겨 있거나 받는 쪽이 수령을 거부할 수 있습니다.',
  },
  barred: {
    title: '컬렉션이 여기서의 거래를 허용하지 않습니다',
    body: '판매나 제안은 아직 유효하지만, 컬렉션이 이 마켓의 토큰 전송을 허용하지 않습니다.',
  },
  own_order: {
    title: '내가 올린 판매나 제안입니다',
    body: '직접 서명한 것은 스스로 체결할 수 없습니다. 변경하거나 취소할 수 있습니다.',
  },
}

export const refused: Messages['refused'] = {
  title: '마켓이 요청을 거절했습니다',
  body: '같은 요청은 다시 거절됩니다. 입력한 내용을 확인하세요.',
}

export const reverts: Messages['reverts'] = {
  order_filled: '다른 사람이 더 빨라 판매나 제안이 이미 체결되었습니다.',
  order_cancelled: '판매나 제안이 취소되었습니다.',
  order_expired: '판매나 제안이 만료되었거나 아직 유효하지 않습니다.',
  bad_signature: '판매나 제안의 서명이 더 이상 유효하지 않습니다.',
  wrong_value: '보낸 금액이 가격과 맞지 않습니다.',
  bad_fraction: '이 수량으로는 판매나 제안을 체결할 수 없습니다.',
  zone_refused: '판매나 제안의 규칙이 이 거래를 허용하지 않습니다.',
  conduit_closed: '거래소가 지금은 토큰을 전송할 수 없습니다.',
  bad_criteria: '이 토큰은 제안의 대상이 아닙니다.',
  not_approved: '토큰이나 자금을 전송할 권한이 없습니다.',
  not_held: '한쪽이 토큰이나 자금을 더 이상 가지고 있지 않습니다.',
  transfer_barred: '컬렉션의 규칙이 이 전송을 허용하지 않습니다.',
  receiver_refused: '받는 사람이 받을 수 없습니다.',
  not_owner_of_order: '판매나 제안을 만든 계정만 취소할 수 있습니다.',
  bad_match: '거래 양쪽의 조건이 서로 맞지 않습니다.',
  payment_short: '지불액이 가격에 미치지 못합니다.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: '미리 합의된 가격이 없습니다. 위 가격은 트랜잭션 자체에 적힌 것입니다.',
  PRICE_MOVES:
    '가격이 시간에 따라 바뀝니다. 트랜잭션이 언제 실행되는지에 따라 합의했거나 표시된 가격보다 불리할 수 있습니다.',
  NO_ITEM_PRICE: '합의된 것은 총액뿐이며 일부만 실행될 수도 있습니다. 토큰마다 가격을 확인하세요.',
  ORD_REVIVED: '이로 인해 이전에 올린 판매가 이전 가격에 체결될 수 있습니다. 원하지 않으면 먼저 취소하세요.',
  ORD_FUNDS:
    '제안 금액의 합이 잔액이나 승인한 한도보다 많습니다. 먼저 수락된 제안 때문에 나머지는 모자랄 수 있습니다.',
  ORD_FEE: '이 제안에서 빠지는 수수료가 보통보다 많습니다. 받게 될 금액을 확인하세요.',
  ORD_NOT_HELD: '체인에는 이 토큰이 내 계정에 없습니다.',
  ORD_CRITERIA: '어떤 토큰이 이 속성을 갖는지는 마켓만 알고 있으며, 그 목록은 확인할 수 없었습니다.',
  ORD_ZONE: '이전 판매나 제안은 체인에서 취소할 때까지 열려 있을 수 있습니다.',
  ORD_TIME: '시장이 어떻게 변하든 오랫동안 유효합니다.',
  CALL_CURRENCY: '가격의 통화가 이 체인의 목록에 없습니다. 그 컨트랙트와 금액의 가치를 확인하세요.',
  CALL_CANCEL_SET:
    '판매나 제안이 어느 컨트랙트에서 나온 것인지 알 수 없습니다. 다른 컨트랙트에서는 계속 유효할 수 있습니다.',
  CALL_RECEIVER: '받는 쪽은 이런 토큰을 받지 않는다고 답하는 컨트랙트입니다. 영영 꺼내지 못할 수 있습니다.',
  FLOW_REPEAT: '같은 작업이 이미 시작되었으며, 어떻게 끝났는지 알 수 없습니다.',
  FLOW_STALE: '체인의 이전 상태만 읽을 수 있었습니다.',
  SIM_ONLY: '시뮬레이션만 가능했고 증명하지는 못했습니다.',
  APR_CHANNEL:
    '이 권한이 있으면 거래소가 아닌 컨트랙트도 토큰을 전송할 수 있습니다. 표시된 컨트랙트를 확인하세요.',
  APR_OPERATOR:
    '컬렉션 전체를 전송할 권한을 주며, 권한은 계속 남습니다. 토큰은 하나씩이라면 권한 없이도 보낼 수 있습니다.',
  CALL_ELSEWHERE:
    '받는 주소는 다른 체인의 컨트랙트이며 이 체인에서는 사용된 적이 없습니다. 보내면 잃을 수 있습니다.',
  ORD_BARRED:
    '컬렉션이 거래소의 토큰 전송을 허용하지 않습니다. 서명할 수는 있지만 거래는 이루어질 수 없습니다.',
  MSG_TEXT: '마켓이 이 글에 서명하기를 요구합니다. 어디에 쓰일지는 확인할 수 없으니 끝까지 읽으세요.',
  MSG_SITE: '이 글은 다른 사이트, 또는 다른 계정이나 체인에 로그인하는 내용입니다.',
  SIM_PARTS: '컨트랙트가 일부만 실행할 수도 있습니다. 토큰별 가격은 알 수 없습니다.',
  SIM_GAS: '시뮬레이션에서 필요한 것보다 훨씬 많은 가스를 썼습니다. 지갑에서 네트워크 수수료를 확인하세요.',
  SIM_ENV_DIVERGE:
    '다른 조건의 시뮬레이션에서는 실패했습니다. 체인에서도 실패해 아무 일도 하지 않고 네트워크 수수료만 들 수 있습니다.',
  TX_TO: '알 수 없는 컨트랙트를 호출합니다.',
}
