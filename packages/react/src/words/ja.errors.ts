import type { Words } from './words.ts'

/** What a reader is told about each way an action can stop. */
export const errors: Words['errors'] = {
  invalid_input: { title: '入力に誤りがあります', body: '各項目を確認して、もう一度お試しください。' },
  missing_configuration: {
    title: 'このチェーンは設定されていません',
    body: 'このサイトには、このチェーンのマーケットが設定されていません。',
  },
  no_order_ids: { title: '取り消すものがありません', body: '注文が選ばれていません。' },
  bid_data_missing: {
    title: 'オファーが不完全です',
    body: 'オファーの対象となるトークンかコレクションを選んでください。',
  },
  unknown_chain: { title: '不明なチェーン', body: 'このサイトはこのチェーンで取引しません。' },
  provider_error: {
    title: 'マーケットが拒否しました',
    body: 'エラーが返されました。もう一度試すと解決することがあります。',
  },
  provider_unreachable: {
    title: 'マーケットに接続できません',
    body: '接続を確認するか、少し待ってからお試しください。',
  },
  provider_malformed: {
    title: 'マーケットが未知の形式で応答しました',
    body: '応答を読み取れなかったため、何も行っていません。',
  },
  rate_limited: { title: 'リクエストが多すぎます', body: '少し待ってからお試しください。' },
  order_unavailable: {
    title: 'すでに売れたか取り下げられました',
    body: '他の人が早かったか、売り手が取り下げました。この価格ではもう買えません。',
  },
  poll_timeout: {
    title: '予想より時間がかかっています',
    body: 'マーケットが次の手順を時間内に用意できませんでした。もう一度お試しください。',
  },
  order_refused: {
    title: '注文は公開されませんでした',
    body: 'マーケットが受け付けませんでした。',
  },
  cancel_unconfirmed: {
    title: '注文が取り消されたか確認できません',
    body: '取り消しに署名しましたが、マーケットが確認しませんでした。注文はまだ有効かもしれません。もう一度試すか、チェーン上で取り消してください。',
  },
  price_mismatch: {
    title: '価格が変わりました',
    body: '合意した価格ではなくなったため、ウォレットには何も求めていません。まず新しい価格を確認してください。',
  },
  no_price_bound: {
    title: '価格が合意されていません',
    body: '品目ごとに合意した価格がなければ、ウォレットには何も送られません。',
  },
  blocked: {
    title: 'ウォレットが開く前に停止しました',
    body: 'マーケットが、あなたの同意していないことを求めました。',
  },
  not_loaded: {
    title: 'ページの一部が届きませんでした',
    body: '安全確認を読み込めなかったため、ウォレットには何も求めていません。ページを再読み込みしてお試しください。',
  },
  declined: { title: 'ここで止めました', body: '概要を確認しませんでした。' },
  wallet_refused: {
    title: 'ウォレットで拒否しました',
    body: 'リクエストを拒否しました。もう一度お試しいただけます。',
  },
  wallet_busy: {
    title: 'ウォレットに別のリクエストがあります',
    body: 'ウォレットを開き、待っているものに応えてからお試しください。',
  },
  wallet_unavailable: {
    title: 'ウォレットが応答しません',
    body: 'ロックを解除するか接続し直して、もう一度お試しください。',
  },
  wallet_error: {
    title: 'ウォレットがエラーを報告しました',
    body: 'リクエストを処理できませんでした。もう一度お試しください。',
  },
  wrong_chain: {
    title: 'ウォレットが別のチェーンにあります',
    body: '切り替わりませんでした。ウォレットでチェーンを変えてからお試しください。',
  },
  account_changed: {
    title: 'ウォレットのアカウントが変わりました',
    body: '別のアカウントで合意した取引のため停止しました。元に戻すか、やり直してください。',
  },
  bad_signature: {
    title: '署名が一致しません',
    body: '接続中のアカウントの署名ではないため、公開していません。',
  },
  no_transaction_hash: {
    title: 'ウォレットが取引を返しませんでした',
    body: '再試行の前にウォレットの履歴を確認してください。送信済みかもしれません。',
  },
  insufficient_funds: {
    title: '残高が足りません',
    body: '価格とネットワーク手数料を支払えません。資金を追加してからお試しください。',
  },
  transaction_reverted: {
    title: '取引がチェーン上で失敗しました',
    body: 'チェーンが拒否しました。おそらく他の人が早かったためです。',
  },
  transaction_cancelled: {
    title: 'ウォレットで取り消しました',
    body: 'あなたが取引を取り消しました。',
  },
  transaction_replaced: {
    title: '別の取引に置き換わりました',
    body: 'ウォレットが別のものを送信したため、この取引は行われませんでした。',
  },
  transaction_dropped: {
    title: '取引が破棄されました',
    body: 'チェーンに記録が残っていません。もう一度お試しいただけます。',
  },
  transaction_timeout: {
    title: '送信済みですが、マーケットにまだ表示されません',
    body: '予想より時間がかかっています。再試行の前にエクスプローラーで取引を確認してください。',
  },
  effect_missing: {
    title: 'チェーンに結果が見えません',
    body: '取引は成功しましたが、届くはずのものがありません。エクスプローラーで確認してください。',
  },
  aborted: { title: '停止しました', body: '完了前に取引を停止しました。' },
  busy: {
    title: 'すでに進行中です',
    body: '同じ取引がこのウィンドウか別のウィンドウで進行中です。そちらで完了してください。',
  },
  storage_failed: {
    title: 'このブラウザーには保存できません',
    body: '署名が失われるおそれがあるため、署名を求めていません。このサイトの保存を許可してください。',
  },
  unexpected: {
    title: '問題が発生しました',
    body: '予期しない事態です。もう一度試すと解決することがあります。',
  },
}

export const money: Words['money'] = {
  untouched: '資金は動いておらず、署名もされていません。',
  signed: '署名があります。資金は動いていませんが、取り消すまで注文が有効な場合があります。',
  sent: '取引が進行中です。成功するかはまだ分かりません。',
  spent: '取引はチェーン上で成功しました。再試行の前にウォレットを確認してください。',
  gas_only: 'ネットワーク手数料だけが支払われました。他は動いていません。',
  unknown:
    'ウォレットに尋ねましたが、署名や送信をしたかどうか分かりません。再試行の前にウォレットの履歴を確認してください。',
}

export const progress: Words['progress'] = {
  done: {
    buy: (done, total) => `${total} 件のうち ${done} 件を購入しました。`,
    sell: (done, total) => `${total} 件のうち ${done} 件を売却しました。`,
    list: (done, total) => `${total} 件のうち ${done} 件を出品しました。`,
    bid: (done, total) => `${total} 件のうち ${done} 件のオファーを出しました。`,
    cancel: (done, total) => `${total} 件のうち ${done} 件を取り消しました。`,
    transfer: (done, total) => `${total} 件のうち ${done} 件を送りました。`,
  },
  rest: { open: '残りについては何も送信していません。', unknown: '残りがどうなったかはまだ分かりません。' },
  mayBeLive: '署名済みの注文が有効な可能性があります。取り消すまで誰でも約定できます。',
}

export const resume: Words['resume'] = {
  title: '離れている間に',
  states: {
    prompting:
      'まだ分かりません。ウォレットで要求が開いたままの可能性があります。今のところチェーンには何もありません。',
    sent: '送信済み、まだチェーンにありません。',
    done: '完了。チェーンから確認しています。',
    signed: '署名済み、未公開です。',
    posted: '公開しました。',
    maybe_live: '公開された可能性があります。取り消すまで有効とみなしてください。',
    rejected: 'ウォレットで拒否しました。',
    failed: 'チェーンで失敗しました。手数料だけ支払われました。',
    replaced: '別の取引に置き換わりました。',
    unknown:
      'まだ分かりません。ウォレットで要求が開いたままの可能性があります。今のところチェーンには何もありません。',
  },
}

export const reverts: Words['reverts'] = {
  order_filled: '他の人が先に約定しました。',
  order_cancelled: '注文は取り消されています。',
  order_expired: '注文は現在有効ではありません。',
  bad_signature: '注文の署名はもう有効ではありません。',
  wrong_value: '送った金額が注文と合いません。',
  bad_fraction: 'この数量では約定できません。',
  zone_refused: '注文の規則がこの取引を拒否しています。',
  conduit_closed: '取引所は現在トークンを動かせません。',
  bad_criteria: 'このトークンはオファーの対象ではありません。',
  not_approved: 'トークンまたは資金を動かす許可がありません。',
  not_held: '一方がトークンまたは資金をもう持っていません。',
  receiver_refused: '受取人が受け取れません。',
  not_owner_of_order: '注文を作った人だけが取り消せます。',
  bad_match: '注文同士が合いません。',
  payment_short: '支払いが価格に足りません。',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Words['review']['asks'] = {
  NO_PRICE_BOUND: '価格は事前に合意されていません。上の価格はバイト列から読み取ったものです',
  NO_ITEM_PRICE:
    '合意されているのは合計だけで、一部だけが実行されることもあります。トークンごとの価格を確かめてください',
  ORD_FUNDS:
    'オファーの合計が残高か許可した額を超えています。最初に成立した分で残りが足りなくなることがあります',
  ORD_NOT_HELD: 'チェーン上ではこのトークンはあなたのアカウントにありません',
  ORD_CRITERIA: 'どのトークンがこの特性を持つかはマーケットの申告で、一覧は確認できませんでした',
  ORD_ZONE:
    '署名で元の注文が終わるかどうか、誰にも確かめられませんでした。チェーン上で取り消すまで有効なままかもしれません',
  ORD_TIME: '相場がどう動いても、長い間有効なままです',
  CALL_CURRENCY: '価格は誰も保証していない通貨建てです。そのコントラクトと金額の価値を確かめてください',
  CALL_CANCEL_SET: '古いコントラクトでの取り消しです。注文がそこで出されたものか確かめてください',
  CALL_RECEIVER:
    '受取先はこのトークンを受け取らないと答えるコントラクトです。二度と取り出せないことがあります',
  FLOW_REPEAT: '同じ操作がすでに開始されており、その結果がまだわかっていません',
  FLOW_STALE: 'チェーンは少し前の状態しか読めませんでした',
  SIM_ONLY: '試しただけで、証明はできていません',
  TX_TO: 'ここでは知られていないコントラクトを呼び出します',
}
