import type { Messages } from './messages.ts'

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: '填写有误', body: '请检查各项后重试。' },
  missing_configuration: { title: '此链尚未配置', body: '本站没有为该链配置市场。' },
  no_order_ids: { title: '没有可取消的内容', body: '未选择任何挂单或报价。' },
  bid_data_missing: { title: '报价不完整', body: '请为报价选择一个代币或一个合集。' },
  unknown_chain: { title: '未知的链', body: '本站不在该链上交易。' },
  provider_error: { title: '市场报告了错误', body: '市场返回了错误，重试可能有用。' },
  provider_unreachable: { title: '无法连接市场', body: '请检查网络，或稍后再试。' },
  provider_malformed: { title: '无法读取市场的响应', body: '其格式未知，因此未做任何处理。' },
  rate_limited: { title: '请求过多', body: '请稍候再试。' },
  order_unavailable: {
    title: '已无法购买',
    body: '可能有人先买走了，或卖家已撤回。已无法以此价格购买。',
  },
  poll_timeout: { title: '耗时超出预期', body: '市场未能及时准备下一步。可以重试。' },
  order_refused: {
    title: '挂单或报价未发布',
    body: '市场没有接受。',
  },
  cancel_unconfirmed: {
    title: '取消尚未确认',
    body: '您已签名，但市场尚未确认取消生效。在确认之前，他人仍可按原价成交该挂单或报价。请重试，或在链上取消：链上取消是确定的，但需支付网络费。',
  },
  price_mismatch: {
    title: '价格已变动',
    body: '已不是您同意的价格，因此没有请求您的钱包。请先查看新价格。',
  },
  no_price_bound: { title: '未约定价格', body: '没有为每一项约定价格，不会向钱包发送任何内容。' },
  blocked: { title: '在钱包打开之前已停止', body: '市场要求了您未同意的内容。' },
  not_loaded: {
    title: '页面有一部分未能加载',
    body: '安全检查未能加载，因此没有向钱包请求任何内容。请刷新页面后重试。',
  },
  declined: { title: '您在此停止', body: '您没有确认摘要。' },
  wallet_refused: { title: '已在钱包中拒绝', body: '可以重试。' },
  wallet_busy: { title: '钱包中还有另一个请求', body: '请打开钱包，回应等待中的请求后重试。' },
  wallet_unavailable: { title: '钱包没有响应', body: '请解锁或重新连接后重试。' },
  wallet_error: { title: '钱包报告了错误', body: '钱包返回的是错误，而不是结果。' },
  wrong_chain: { title: '钱包在另一条链上', body: '这笔交易在另一条链上。请在钱包中切换链后重试。' },
  account_changed: {
    title: '钱包账户已更换',
    body: '交易是为另一个账户约定的，因此已停止。请切换回去，或重新开始。',
  },
  bad_signature: { title: '签名无效', body: '签名不是由所连接的账户作出，因此没有发布。' },
  no_transaction_hash: {
    title: '钱包没有返回交易',
    body: '重试前请查看钱包的活动记录：可能已经发送。',
  },
  insufficient_funds: {
    title: '余额不足',
    body: '账户不足以支付价格和网络费。请充值后重试。',
  },
  transaction_would_fail: {
    title: '交易会失败，因此没有发送',
    body: '按当前状态试运行时失败。挂单或报价、余额或授权可能已发生变化。',
  },
  transaction_reverted: { title: '交易在链上失败', body: '链拒绝了它：打包前情况已变，或 gas 不足。' },
  transaction_cancelled: { title: '已在钱包中取消交易', body: '您取消了该交易。' },
  transaction_replaced: {
    title: '另一笔交易取代了它',
    body: '钱包发送了别的交易，因此这笔交易没有发生。',
  },
  transaction_dropped: { title: '交易被丢弃', body: '链上已没有它的记录。可以重试。' },
  transaction_timeout: {
    title: '已发送，但市场尚未显示',
    body: '耗时超出预期。重试前请在区块浏览器中跟踪该交易。',
  },
  effect_missing: {
    title: '链上没有显示结果',
    body: '交易成功，但应到达的资产没有到达。请在区块浏览器中查看。',
  },
  order_filled: {
    title: '取消前已成交',
    body: '在取消生效之前，有人成交了这个挂单或报价。交易有效，请查看您的活动记录。',
  },
  aborted: { title: '已停止', body: '交易在完成前被停止。' },
  busy: {
    title: '已经开始',
    body: '同一笔交易已在本窗口或另一窗口开始。请在那里完成，或先查看其结果，再重新开始。',
  },
  storage_failed: {
    title: '此浏览器无法保存任何内容',
    body: '无法保存时签名可能丢失，因此没有请求签名。请允许本站使用存储。',
  },
  unexpected: { title: '出了问题', body: '这本不应发生。重试可能有用。' },
}

export const money: Messages['money'] = {
  untouched: '没有资金变动，也没有签名。',
  signed: '已有签名。没有资金变动，但挂单或报价在您取消之前可能有效。',
  sent: '一笔交易已在途中，尚不知是否成功。',
  spent: '一笔交易已在链上成功。重试前请查看您的钱包。',
  gas_only: '只支付了网络费，其他没有变动。',
  unknown: '已向钱包发出请求，但不知其是否已签名或发送。重试前请查看钱包的活动记录。',
}

export const moved: Messages['moved'] = {
  offer: '报价已变动',
  amounts: (was, now) => `之前为 ${was}，现在为 ${now}。`,
  unasked: '没有向您的钱包请求任何内容。',
  review: { buy: '查看新价格', sell: '查看新报价' },
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) => `${total} 件中已购买 ${done} 件。`,
    sell: (done, total) => `${total} 件中已出售 ${done} 件。`,
    list: (done, total) => `${total} 件中已上架 ${done} 件。`,
    bid: (done, total) => `${total} 个报价中已提交 ${done} 个。`,
    cancel: (done, total) => `${total} 件中已取消 ${done} 件。`,
    transfer: (done, total) => `${total} 件中已转移 ${done} 件。`,
  },
  rest: {
    gone: '交易执行时，其余部分已无法成交。这部分没有任何资产转移。',
    open: '其余部分没有发送任何内容。',
    unknown: '其余部分的结果尚不清楚。',
  },
  mayBeLive: '已签名的挂单或报价可能有效：在您取消之前，任何人都可以成交。',
}

export const resume: Messages['resume'] = {
  title: '在您离开期间',
  done: {
    buy: (what) => `已购买 ${what}。`,
    sell: (what) => `已出售 ${what}。`,
    transfer: (what) => `已转移 ${what}。`,
    'sign-listing': (what) => `${what} 的挂单已发布。`,
    'sign-offer': (what) => `对 ${what} 的报价已发布。`,
    listing: (what) => `${what} 的挂单已取消。`,
    offer: (what) => `对 ${what} 的报价已取消。`,
  },
  confirmed: '已在链上确认。',
  about: {
    buy: (what) => (what === undefined ? '购买：' : `购买 ${what}：`),
    sell: (what) => (what === undefined ? '出售：' : `出售 ${what}：`),
    transfer: (what) => (what === undefined ? '转移：' : `转移 ${what}：`),
    'sign-listing': (what) => (what === undefined ? '挂单：' : `${what} 的挂单：`),
    'sign-offer': (what) => (what === undefined ? '报价：' : `对 ${what} 的报价：`),
    cancel: (what) => (what === undefined ? '取消：' : `取消 ${what}：`),
  },
  states: {
    prompting: '尚不清楚：请求可能仍在钱包中等待。目前链上没有任何记录。',
    sent: '已发送，尚未上链。',
    done: '已完成，已在链上确认。',
    signed: '已签署，未发布。',
    posted: '已发布。',
    maybe_live: '可能已发布：取消之前请视为有效。',
    rejected: '未发送：已在钱包中拒绝，或从未确认。',
    failed: '在链上失败。只支付了网络费。',
    replaced: '另一笔交易取代了它。',
    unknown: '尚不清楚：请求可能仍在钱包中等待。目前链上没有任何记录。',
  },
  signature: { failed: '未发布：挂单或报价此前已过期或已结束，或其签名无效。' },
  cancellation: {
    posted: '市场已确认：该挂单或报价无法再成交。',
    maybe_live: '未确认：他人可能仍可按原价成交该挂单或报价。如需确保，请在链上取消。',
    failed: '太晚了：挂单或报价此前已成交。',
  },
}

export const gone: Messages['gone'] = {
  sell: {
    title: '此报价已不存在',
    body: '它已被撤回或接受，或已过期。请返回查看当前报价。',
  },
  cancel: {
    title: '此挂单或报价已不再有效',
    body: '据市场显示，它已成交、取消或过期。',
  },
  token: {
    title: '您已不再持有此代币',
    body: '据市场显示，它不在您的账户中：期间已被售出或转移。',
  },
  reverts: {
    title: '此交易会失败',
    body: '此挂单或报价仍然有效，但在市场的试运行中，合约拒绝了您账户的这笔交易。例如，代币可能被锁定，或者接收方不接受其应收的资产。',
  },
  barred: {
    title: '该系列不允许在此交易',
    body: '此挂单或报价仍然有效，但该系列不允许此市场转移其代币。',
  },
  own_order: {
    title: '这是您自己的挂单或报价',
    body: '您不能成交自己签署的订单。您可以更改或取消它。',
  },
}

export const refused: Messages['refused'] = {
  title: '市场拒绝了请求',
  body: '相同的请求会再次被拒绝，请检查您填写的内容。',
}

export const reverts: Messages['reverts'] = {
  order_filled: '有人更快：挂单或报价已经成交。',
  order_cancelled: '挂单或报价已被取消。',
  order_expired: '挂单或报价已过期或尚未生效。',
  bad_signature: '挂单或报价的签名已失效。',
  wrong_value: '发送的金额与价格不符。',
  bad_fraction: '挂单或报价不能按此数量成交。',
  zone_refused: '挂单或报价的规则不允许此交易。',
  conduit_closed: '交易所目前不能转移代币。',
  bad_criteria: '该报价不适用于此代币。',
  not_approved: '缺少转移代币或资金的授权。',
  not_held: '其中一方已不再持有代币或资金。',
  transfer_barred: '该合集的规则不允许此次转移。',
  receiver_refused: '接收方无法接收。',
  not_owner_of_order: '只有创建挂单或报价的账户才能取消它。',
  bad_match: '交易双方的条款不匹配。',
  payment_short: '付款不足以支付价格。',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: '事先没有约定价格：上面的价格来自交易本身。',
  PRICE_MOVES: '价格随时间变化：取决于交易何时执行，实际价格可能比约定或显示的更差。',
  NO_ITEM_PRICE: '只约定了总价，而其中一部分可能单独成交：请核对每个代币的价格。',
  ORD_REVIVED: '这会使您以前的挂单可以按旧价格成交：如果不再需要，请先取消它。',
  ORD_FUNDS: '您的报价总额超过余额或授权额度：最先被接受的一个可能让其余报价无法兑现。',
  ORD_FEE: '此报价中用于支付费用的部分高于通常水平：请核对您能得到多少。',
  ORD_NOT_HELD: '链上显示您的账户没有这个代币。',
  ORD_CRITERIA: '只有市场知道哪些代币具有此特征：其列表无法核实。',
  ORD_ZONE: '在链上取消之前，旧的挂单或报价可能一直有效。',
  ORD_TIME: '无论行情如何，它会长期有效。',
  CALL_CURRENCY: '价格所用的货币不在此链的列表中：请核对其合约以及该数额的价值。',
  CALL_CANCEL_SET: '无法确定挂单或报价出自哪个合约；它可能在另一个合约上仍然有效。',
  CALL_RECEIVER: '接收方是一个表示不接收此类代币的合约；代币可能永远留在那里。',
  FLOW_REPEAT: '之前已开始过同样的操作，其结果尚不清楚。',
  FLOW_STALE: '只能读到链上较早的状态。',
  SIM_ONLY: '只能模拟，无法证明。',
  APR_CHANNEL: '此授权允许交易所以外的合约转移代币：请核对所示合约。',
  APR_OPERATOR: '授权转移整个合集，且授权会一直保留；不授权也可以逐个发送代币。',
  CALL_ELSEWHERE: '接收方是另一条链上的合约，在本链上从未使用过：发送到那里的资产可能丢失。',
  ORD_BARRED: '该合集不允许交易所转移其代币：您可以签名，但交易永远无法成交。',
  MSG_TEXT: '市场要求签署这段文字。无法检查它会被用在何处：请通读全文。',
  MSG_SITE: '这段文字用于登录其他网站，或针对其他账户或链。',
  SIM_PARTS: '合约可能只执行其中一部分：单个代币的价格未知。',
  SIM_GAS: '模拟所用的 gas 远超所需：请在钱包中核对网络费。',
  SIM_ENV_DIVERGE: '在其他条件下的模拟失败了：它在链上也可能失败，白白花费网络费。',
  TX_TO: '它会调用未知的合约。',
}
