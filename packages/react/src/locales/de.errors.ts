import type { Messages } from './messages.ts'

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: {
    title: 'Etwas ist falsch ausgefüllt',
    body: 'Prüfe die Felder und versuche es noch einmal.',
  },
  missing_configuration: {
    title: 'Diese Chain ist nicht eingerichtet',
    body: 'Für sie ist auf dieser Seite kein Marktplatz eingestellt.',
  },
  no_order_ids: { title: 'Nichts zu stornieren', body: 'Es wurde kein Auftrag gewählt.' },
  bid_data_missing: {
    title: 'Das Gebot ist unvollständig',
    body: 'Wähle einen Token oder eine Sammlung für das Gebot.',
  },
  unknown_chain: { title: 'Unbekannte Chain', body: 'Diese Seite handelt nicht auf dieser Chain.' },
  provider_error: {
    title: 'Der Marktplatz hat abgelehnt',
    body: 'Er antwortete mit einem Fehler. Vielleicht hilft ein neuer Versuch.',
  },
  provider_unreachable: {
    title: 'Der Marktplatz ist nicht erreichbar',
    body: 'Prüfe deine Verbindung oder versuche es gleich noch einmal.',
  },
  provider_malformed: {
    title: 'Der Marktplatz antwortete in unbekannter Form',
    body: 'Die Antwort war nicht lesbar, darum wurde nichts damit getan.',
  },
  rate_limited: {
    title: 'Zu viele Anfragen',
    body: 'Warte einen Moment und versuche es dann noch einmal.',
  },
  order_unavailable: {
    title: 'Inzwischen verkauft oder zurückgezogen',
    body: 'Jemand war schneller, oder der Verkäufer nahm es zurück. Zu diesem Preis gibt es das nicht mehr.',
  },
  poll_timeout: {
    title: 'Es dauert länger als erwartet',
    body: 'Der Marktplatz hat den nächsten Schritt nicht rechtzeitig vorbereitet. Du kannst es noch einmal versuchen.',
  },
  order_refused: {
    title: 'Der Auftrag wurde nicht veröffentlicht',
    body: 'Der Marktplatz hat ihn nicht angenommen.',
  },
  cancel_unconfirmed: {
    title: 'Ob der Auftrag storniert ist, steht nicht fest',
    body: 'Du hast die Stornierung signiert, aber der Marktplatz hat sie nicht bestätigt. Der Auftrag ist vielleicht noch gültig. Versuche es noch einmal oder storniere ihn auf der Blockchain.',
  },
  price_mismatch: {
    title: 'Der Preis hat sich geändert',
    body: 'Es ist nicht mehr der vereinbarte Preis, darum wurde deine Wallet nicht gefragt. Sieh dir zuerst den neuen Preis an.',
  },
  no_price_bound: {
    title: 'Kein Preis vereinbart',
    body: 'Ohne vereinbarten Preis für jeden Posten geht nichts an deine Wallet.',
  },
  blocked: {
    title: 'Gestoppt, bevor sich deine Wallet öffnete',
    body: 'Der Marktplatz verlangte etwas, dem du nicht zugestimmt hast.',
  },
  not_loaded: {
    title: 'Ein Teil der Seite kam nicht an',
    body: 'Die Sicherheitsprüfung konnte nicht geladen werden, darum wurde deine Wallet nicht gefragt. Lade die Seite neu und versuche es noch einmal.',
  },
  declined: { title: 'Du hast hier aufgehört', body: 'Du hast die Zusammenfassung nicht bestätigt.' },
  wallet_refused: {
    title: 'In der Wallet abgelehnt',
    body: 'Du hast die Anfrage abgelehnt. Du kannst es noch einmal versuchen.',
  },
  wallet_busy: {
    title: 'In deiner Wallet ist noch eine Anfrage offen',
    body: 'Öffne die Wallet, beantworte, was dort wartet, und versuche es noch einmal.',
  },
  wallet_unavailable: {
    title: 'Die Wallet antwortet nicht',
    body: 'Entsperre oder verbinde sie neu und versuche es noch einmal.',
  },
  wallet_error: {
    title: 'Die Wallet meldete einen Fehler',
    body: 'Sie antwortete mit einem Fehler statt mit einem Ergebnis.',
  },
  wrong_chain: {
    title: 'Die Wallet ist auf einer anderen Chain',
    body: 'Sie hat nicht gewechselt. Wechsle die Chain in der Wallet und versuche es noch einmal.',
  },
  account_changed: {
    title: 'Das Konto in der Wallet hat gewechselt',
    body: 'Der Handel war für ein anderes Konto vereinbart und wurde gestoppt. Wechsle zurück oder beginne neu.',
  },
  bad_signature: {
    title: 'Die Signatur passt nicht',
    body: 'Sie stammt nicht vom verbundenen Konto und wurde darum nicht veröffentlicht.',
  },
  no_transaction_hash: {
    title: 'Die Wallet nannte keine Transaktion',
    body: 'Sieh dir den Verlauf deiner Wallet an, bevor du es noch einmal versuchst: vielleicht hat sie eine gesendet.',
  },
  insufficient_funds: {
    title: 'Guthaben reicht nicht',
    body: 'Das Konto kann Preis und Netzwerkgebühr nicht zahlen. Lade es auf und versuche es noch einmal.',
  },
  transaction_reverted: {
    title: 'Die Transaktion ist auf der Chain fehlgeschlagen',
    body: 'Die Chain hat sie abgelehnt, wahrscheinlich war jemand schneller.',
  },
  transaction_cancelled: {
    title: 'In der Wallet abgebrochen',
    body: 'Du hast die Transaktion abgebrochen.',
  },
  transaction_replaced: {
    title: 'Eine andere Transaktion nahm ihren Platz ein',
    body: 'Deine Wallet hat etwas anderes gesendet, dieser Handel fand also nicht statt.',
  },
  transaction_dropped: {
    title: 'Die Transaktion wurde verworfen',
    body: 'Die Chain kennt sie nicht mehr. Du kannst es noch einmal versuchen.',
  },
  transaction_timeout: {
    title: 'Gesendet; der Marktplatz zeigt es noch nicht',
    body: 'Es dauert länger als erwartet. Verfolge die Transaktion im Explorer, bevor du es noch einmal versuchst.',
  },
  effect_missing: {
    title: 'Die Chain zeigt das Ergebnis nicht',
    body: 'Die Transaktion war erfolgreich, aber was ankommen sollte, ist nicht da. Sieh sie dir im Explorer an.',
  },
  order_filled: {
    title: 'Vor der Stornierung ausgeführt',
    body: 'Jemand hat die Order angenommen, während die Stornierung unterwegs war. Der Handel gilt: Sieh in deine Aktivitäten.',
  },
  aborted: { title: 'Gestoppt', body: 'Der Handel wurde vor dem Ende gestoppt.' },
  busy: {
    title: 'Läuft bereits',
    body: 'Derselbe Handel läuft in diesem oder einem anderen Fenster. Beende ihn dort.',
  },
  storage_failed: {
    title: 'In diesem Browser kann nichts gespeichert werden',
    body: 'Ohne das könnte eine Signatur vergessen werden, darum wurde keine verlangt. Erlaube den Speicher für diese Seite.',
  },
  unexpected: {
    title: 'Etwas ging schief',
    body: 'Das war nicht vorgesehen. Vielleicht hilft ein neuer Versuch.',
  },
}

export const money: Messages['money'] = {
  untouched: 'Es floss kein Geld, und nichts wurde signiert.',
  signed: 'Es gibt eine Signatur. Es floss kein Geld, aber der Auftrag kann gelten, bis du ihn stornierst.',
  sent: 'Eine Transaktion ist unterwegs. Ob sie gelingt, ist noch nicht bekannt.',
  spent:
    'Eine Transaktion war auf der Chain erfolgreich. Sieh in deine Wallet, bevor du es noch einmal versuchst.',
  gas_only: 'Nur die Netzwerkgebühr wurde bezahlt. Sonst hat sich nichts bewegt.',
  unknown:
    'Deine Wallet wurde gefragt, und es ist nicht bekannt, ob sie etwas signiert oder gesendet hat. Sieh in den Verlauf deiner Wallet, bevor du es noch einmal versuchst.',
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) => `${done} von ${total} ${done === 1 ? 'wurde' : 'wurden'} gekauft.`,
    sell: (done, total) => `${done} von ${total} ${done === 1 ? 'wurde' : 'wurden'} verkauft.`,
    list: (done, total) => `${done} von ${total} ${done === 1 ? 'wurde' : 'wurden'} angeboten.`,
    bid: (done, total) => `${done} von ${total} ${done === 1 ? 'Gebot wurde' : 'Geboten wurden'} abgegeben.`,
    cancel: (done, total) => `${done} von ${total} ${done === 1 ? 'wurde' : 'wurden'} storniert.`,
    transfer: (done, total) => `${done} von ${total} ${done === 1 ? 'wurde' : 'wurden'} übertragen.`,
  },
  rest: {
    gone: 'Der Rest war nicht mehr verfügbar, als die Transaktion ausgeführt wurde. Dafür wurde nichts übertragen.',
    open: 'Für den Rest wurde nichts gesendet.',
    unknown: 'Was aus dem Rest wurde, ist noch nicht bekannt.',
  },
  mayBeLive: 'Ein signierter Auftrag kann live sein: Jeder kann ihn ausführen, bis du ihn stornierst.',
}

export const resume: Messages['resume'] = {
  title: 'Während du weg warst',
  states: {
    prompting:
      'noch nicht bekannt: Die Anfrage kann in deiner Wallet noch offen sein. Auf der Chain ist bisher nichts davon zu sehen.',
    sent: 'gesendet, noch nicht auf der Chain.',
    done: 'fertig; wir haben es von der Chain gelesen.',
    signed: 'signiert, nicht veröffentlicht.',
    posted: 'veröffentlicht.',
    maybe_live: 'vielleicht veröffentlicht: behandle es als live, bis du stornierst.',
    rejected: 'nicht gesendet: in der Wallet abgelehnt oder nie beantwortet.',
    failed: 'auf der Chain fehlgeschlagen. Nur die Netzwerkgebühr wurde bezahlt.',
    replaced: 'eine andere Transaktion nahm ihren Platz ein.',
    unknown:
      'noch nicht bekannt: Die Anfrage kann in deiner Wallet noch offen sein. Auf der Chain ist bisher nichts davon zu sehen.',
  },
  signature: {
    failed:
      'nicht veröffentlicht: Die Order war vorher abgelaufen oder beendet, oder ihre Signatur war ungültig.',
  },
  cancellation: {
    posted: 'vom Marktplatz bestätigt: Die Order kann nicht mehr ausgeführt werden.',
    maybe_live:
      'nicht bestätigt: Behandle die Order als live und storniere sie zur Sicherheit auf der Chain.',
    failed: 'zu spät: Die Order wurde vorher ausgeführt.',
  },
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Jemand war schneller: Der Auftrag ist erfüllt.',
  order_cancelled: 'Der Auftrag wurde storniert.',
  order_expired: 'Der Auftrag gilt zu dieser Zeit nicht.',
  bad_signature: 'Die Signatur des Auftrags gilt nicht mehr.',
  wrong_value: 'Der gesendete Betrag passt nicht zum Auftrag.',
  bad_fraction: 'Der Auftrag lässt sich in dieser Menge nicht erfüllen.',
  zone_refused: 'Die Regeln des Auftrags lehnen diesen Handel ab.',
  conduit_closed: 'Die Börse darf derzeit keine Token bewegen.',
  bad_criteria: 'Das Angebot gilt nicht für diesen Token.',
  not_approved: 'Die Erlaubnis, den Token oder das Geld zu bewegen, fehlt.',
  not_held: 'Eine Seite besitzt den Token oder das Geld nicht mehr.',
  receiver_refused: 'Der Empfänger kann es nicht annehmen.',
  not_owner_of_order: 'Nur wer den Auftrag erteilt hat, kann ihn stornieren.',
  bad_match: 'Die Aufträge passen nicht zueinander.',
  payment_short: 'Die Zahlung deckt den Preis nicht.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'Es war kein Preis vereinbart: der obige steht in den Bytes',
  NO_ITEM_PRICE:
    'Vereinbart ist nur eine Summe, und ein Teil kann ohne den Rest geschehen: prüfe, was jedes Token kostet oder bringt',
  ORD_FUNDS:
    'Deine Gebote versprechen mehr, als du hast oder freigegeben hast; das erste angenommene lässt den anderen vielleicht nichts',
  ORD_NOT_HELD: 'Die Chain zeigt diesen Token nicht in deinem Konto',
  ORD_CRITERIA: 'Welche Token das Merkmal haben, sagt der Marktplatz; seine Liste konnte niemand prüfen',
  ORD_ZONE:
    'Niemand konnte prüfen, ob eine Signatur die alte Order beendet; sie bleibt vielleicht offen, bis sie auf der Chain storniert wird',
  ORD_TIME: 'Es gilt lange, was auch immer der Markt inzwischen tut',
  CALL_CURRENCY:
    'Der Preis ist in einer Währung, für die niemand bürgt: Prüfe ihren Vertrag und was der Betrag wert ist',
  CALL_CANCEL_SET: 'Storniert wird auf einem älteren Vertrag; sieh nach, ob der Auftrag von dort ist',
  CALL_RECEIVER:
    'Der Empfänger ist ein Vertrag, der solche Token nach eigener Auskunft nicht annimmt; sie bleiben dort vielleicht für immer',
  FLOW_REPEAT: 'Dasselbe wurde schon einmal gestartet, und wie das ausging, ist nicht bekannt',
  FLOW_STALE: 'Die Chain war nur auf einem älteren Stand lesbar',
  SIM_ONLY: 'Es konnte nur ausprobiert, nicht bewiesen werden',
  APR_CHANNEL:
    'Durch diese Erlaubnis darf außer der Börse noch jemand Token bewegen: prüfe den genannten Vertrag',
  APR_OPERATOR:
    'Für einen einzigen Token wird erlaubt, die ganze Sammlung zu bewegen, und die Erlaubnis bleibt; der Token lässt sich auch ohne sie senden',
  CALL_ELSEWHERE:
    'Der Empfänger ist auf einer anderen Blockchain ein Vertrag und auf dieser niemand; was dorthin geht, ist vielleicht verloren',
  ORD_BARRED:
    'Die Sammlung lässt die Börse diesen Token nicht bewegen: Der Auftrag kann signiert werden, aber niemand könnte ihn kaufen',
  MSG_TEXT:
    'Der Marktplatz möchte diesen Text signiert haben. Keine Prüfung kann sagen, wofür er verwendet wird: lies ihn ganz',
  MSG_SITE:
    'Der Text meldet bei einer anderen Seite als dieser an, oder für ein anderes Konto oder eine andere Blockchain',
  SIM_PARTS:
    'Der Vertrag könnte nur einen Teil davon ausführen: Die Preise der einzelnen Tokens sind nicht bekannt',
  SIM_GAS:
    'Im Probelauf verbrauchte es weit mehr Gas, als dafür nötig ist: prüfe die Netzwerkgebühr in deiner Wallet',
  SIM_ENV_DIVERGE:
    'Unter anderen Bedingungen scheiterte der Probelauf: Es kann auch auf der Blockchain scheitern und nur die Netzwerkgebühr kosten',
  TX_TO: 'Es ruft einen Vertrag auf, den hier niemand kennt',
}
