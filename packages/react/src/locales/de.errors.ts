import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('de')

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: {
    title: 'Etwas ist falsch ausgefüllt',
    body: 'Prüfe die Felder und versuche es erneut.',
  },
  missing_configuration: {
    title: 'Diese Chain ist nicht eingerichtet',
    body: 'Auf dieser Seite ist für diese Chain kein Marktplatz eingerichtet.',
  },
  no_order_ids: { title: 'Nichts zu stornieren', body: 'Es wurde kein Angebot oder Gebot ausgewählt.' },
  bid_data_missing: {
    title: 'Das Gebot ist unvollständig',
    body: 'Wähle einen Token oder eine Sammlung für das Gebot.',
  },
  unknown_chain: { title: 'Unbekannte Chain', body: 'Diese Seite handelt nicht auf dieser Chain.' },
  provider_error: {
    title: 'Der Marktplatz hat einen Fehler gemeldet',
    body: 'Er hat mit einem Fehler geantwortet. Vielleicht hilft ein neuer Versuch.',
  },
  provider_unreachable: {
    title: 'Der Marktplatz ist nicht erreichbar',
    body: 'Prüfe deine Verbindung oder versuche es gleich noch einmal.',
  },
  provider_malformed: {
    title: 'Die Antwort des Marktplatzes ist nicht lesbar',
    body: 'Sie hat eine unbekannte Form, deshalb wurde nichts damit gemacht.',
  },
  rate_limited: {
    title: 'Zu viele Anfragen',
    body: 'Warte einen Moment und versuche es dann erneut.',
  },
  order_unavailable: {
    title: 'Nicht mehr erhältlich',
    body: 'Vielleicht hat jemand anderes zuerst gekauft, oder der Verkäufer hat das Angebot zurückgezogen. Zu diesem Preis ist es nicht mehr erhältlich.',
  },
  poll_timeout: {
    title: 'Es dauert länger als erwartet',
    body: 'Der Marktplatz hat den nächsten Schritt nicht rechtzeitig vorbereitet. Du kannst es erneut versuchen.',
  },
  order_refused: {
    title: 'Das Angebot oder Gebot wurde nicht veröffentlicht',
    body: 'Der Marktplatz hat die Veröffentlichung abgelehnt.',
  },
  cancel_unconfirmed: {
    title: 'Die Stornierung ist nicht bestätigt',
    body: 'Du hast sie signiert, aber der Marktplatz hat nicht bestätigt, dass sie wirkt. Bis dahin kann noch jemand das Angebot oder Gebot zu seinem Preis annehmen. Versuche es erneut oder storniere auf der Chain: Das wirkt sicher und kostet eine Netzwerkgebühr.',
  },
  price_mismatch: {
    title: 'Der Preis hat sich geändert',
    body: 'Es ist nicht mehr der Preis, dem du zugestimmt hast; deshalb wurde deine Wallet nicht gefragt. Sieh dir zuerst den neuen Preis an.',
  },
  no_price_bound: {
    title: 'Es wurde kein Preis vereinbart',
    body: 'Ohne vereinbarten Preis für jeden Posten wird nichts an deine Wallet gesendet.',
  },
  blocked: {
    title: 'Angehalten, bevor sich deine Wallet öffnete',
    body: 'Der Marktplatz hat etwas verlangt, dem du nicht zugestimmt hast.',
  },
  not_loaded: {
    title: 'Ein Teil der Seite wurde nicht geladen',
    body: 'Die Sicherheitsprüfungen konnten nicht geladen werden, deshalb wurde deine Wallet nicht gefragt. Lade die Seite neu und versuche es erneut.',
  },
  declined: { title: 'Du hast hier abgebrochen', body: 'Du hast die Zusammenfassung nicht bestätigt.' },
  wallet_refused: { title: 'In der Wallet abgelehnt', body: 'Du kannst es erneut versuchen.' },
  wallet_busy: {
    title: 'In deiner Wallet ist noch eine Anfrage offen',
    body: 'Öffne deine Wallet, beantworte die wartende Anfrage und versuche es erneut.',
  },
  wallet_unavailable: {
    title: 'Die Wallet antwortet nicht',
    body: 'Entsperre oder verbinde sie neu und versuche es erneut.',
  },
  wallet_error: {
    title: 'Die Wallet hat einen Fehler gemeldet',
    body: 'Sie hat mit einem Fehler statt mit einem Ergebnis geantwortet.',
  },
  wrong_chain: {
    title: 'Die Wallet ist auf einer anderen Chain',
    body: 'Dieser Handel läuft auf einer anderen Chain. Wechsle die Chain in deiner Wallet und versuche es erneut.',
  },
  account_changed: {
    title: 'Das Konto in der Wallet hat gewechselt',
    body: 'Der Handel war für ein anderes Konto vereinbart und wurde deshalb angehalten. Wechsle zu diesem Konto zurück oder beginne neu.',
  },
  bad_signature: {
    title: 'Die Signatur ist ungültig',
    body: 'Sie stammt nicht vom verbundenen Konto und wurde deshalb nicht veröffentlicht.',
  },
  no_transaction_hash: {
    title: 'Die Wallet hat keine Transaktion gemeldet',
    body: 'Sieh dir die Aktivität deiner Wallet an, bevor du es erneut versuchst: Vielleicht hat sie eine gesendet.',
  },
  insufficient_funds: {
    title: 'Guthaben zu niedrig',
    body: 'Das Konto kann den Preis und die Netzwerkgebühr nicht bezahlen. Lade es auf und versuche es erneut.',
  },
  transaction_would_fail: {
    title: 'Die Transaktion würde fehlschlagen und wurde nicht gesendet',
    body: 'Ein Probelauf mit dem aktuellen Stand ist gescheitert. Wahrscheinlich hat sich etwas geändert: das Angebot oder Gebot, ein Guthaben oder eine Freigabe.',
  },
  transaction_reverted: {
    title: 'Die Transaktion ist auf der Chain fehlgeschlagen',
    body: 'Die Chain hat sie abgelehnt: Vor der Aufnahme in einen Block hat sich etwas geändert, oder das Gas reichte nicht.',
  },
  transaction_cancelled: {
    title: 'Transaktion in der Wallet abgebrochen',
    body: 'Du hast die Transaktion abgebrochen.',
  },
  transaction_replaced: {
    title: 'Eine andere Transaktion hat sie ersetzt',
    body: 'Deine Wallet hat stattdessen etwas anderes gesendet, dieser Handel fand also nicht statt.',
  },
  transaction_dropped: {
    title: 'Die Transaktion wurde verworfen',
    body: 'Die Chain kennt sie nicht mehr. Du kannst es erneut versuchen.',
  },
  transaction_timeout: {
    title: 'Gesendet, aber der Marktplatz zeigt es noch nicht an',
    body: 'Das dauert länger als erwartet. Verfolge die Transaktion im Explorer, bevor du es erneut versuchst.',
  },
  effect_missing: {
    title: 'Die Chain zeigt das Ergebnis nicht',
    body: 'Die Transaktion war erfolgreich, aber was ankommen sollte, ist nicht da. Sieh sie dir im Explorer an.',
  },
  order_filled: {
    title: 'Vor der Stornierung angenommen',
    body: 'Jemand hat das Angebot oder Gebot angenommen, während die Stornierung unterwegs war. Der Handel gilt: Sieh in deiner Aktivität nach.',
  },
  aborted: { title: 'Angehalten', body: 'Der Handel wurde vor dem Abschluss angehalten.' },
  busy: {
    title: 'Bereits begonnen',
    body: 'Derselbe Handel wurde schon in diesem oder einem anderen Fenster begonnen. Schließe ihn dort ab, oder sieh nach, wie er geendet hat, bevor du ihn erneut beginnst.',
  },
  storage_failed: {
    title: 'In diesem Browser kann nichts gespeichert werden',
    body: 'Ohne Speicher könnte eine Signatur verloren gehen, deshalb wurde keine verlangt. Erlaube dieser Seite, Daten zu speichern.',
  },
  unexpected: {
    title: 'Etwas ist schiefgelaufen',
    body: 'Das hätte nicht passieren dürfen. Vielleicht hilft ein neuer Versuch.',
  },
}

export const money: Messages['money'] = {
  untouched: 'Es wurde kein Geld bewegt und nichts signiert.',
  signed:
    'Es gibt eine Signatur. Es wurde kein Geld bewegt, aber das Angebot oder Gebot kann live sein, bis du es stornierst.',
  sent: 'Eine Transaktion ist unterwegs. Ob sie gelingt, ist noch nicht bekannt.',
  spent:
    'Eine Transaktion war auf der Chain erfolgreich. Sieh in deine Wallet, bevor du es erneut versuchst.',
  gas_only: 'Nur die Netzwerkgebühr wurde bezahlt. Sonst wurde nichts bewegt.',
  unknown:
    'Deine Wallet wurde gefragt, und es ist nicht bekannt, ob sie etwas signiert oder gesendet hat. Sieh dir die Aktivität deiner Wallet an, bevor du es erneut versuchst.',
}

export const moved: Messages['moved'] = {
  offer: 'Das Gebot hat sich geändert',
  amounts: (was, now) => `Es waren ${was}, jetzt sind es ${now}.`,
  unasked: 'Deine Wallet wurde nicht gefragt.',
  review: { buy: 'Neuen Preis ansehen', sell: 'Neues Gebot ansehen' },
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) =>
      plural(done, {
        one: `{count} von ${total} wurde gekauft.`,
        other: `{count} von ${total} wurden gekauft.`,
      }),
    sell: (done, total) =>
      plural(done, {
        one: `{count} von ${total} wurde verkauft.`,
        other: `{count} von ${total} wurden verkauft.`,
      }),
    list: (done, total) =>
      plural(done, {
        one: `{count} von ${total} wurde angeboten.`,
        other: `{count} von ${total} wurden angeboten.`,
      }),
    bid: (done, total) =>
      plural(done, {
        one: `{count} von ${total} Geboten wurde abgegeben.`,
        other: `{count} von ${total} Geboten wurden abgegeben.`,
      }),
    cancel: (done, total) =>
      plural(done, {
        one: `{count} von ${total} wurde storniert.`,
        other: `{count} von ${total} wurden storniert.`,
      }),
    transfer: (done, total) =>
      plural(done, {
        one: `{count} von ${total} wurde übertragen.`,
        other: `{count} von ${total} wurden übertragen.`,
      }),
  },
  rest: {
    gone: 'Der Rest war nicht mehr verfügbar, als die Transaktion ausgeführt wurde. Dafür wurde nichts bewegt.',
    open: 'Für den Rest wurde nichts gesendet.',
    unknown: 'Was mit dem Rest geschehen ist, ist noch nicht bekannt.',
  },
  mayBeLive:
    'Ein signiertes Angebot oder Gebot kann live sein: Jeder kann es annehmen, bis du es stornierst.',
}

export const resume: Messages['resume'] = {
  title: 'Während du weg warst',
  done: {
    buy: (what) => `${what} gekauft.`,
    sell: (what) => `${what} verkauft.`,
    transfer: (what) => `${what} übertragen.`,
    'sign-listing': (what) => `Angebot für ${what} veröffentlicht.`,
    'sign-offer': (what) => `Gebot für ${what} veröffentlicht.`,
    listing: (what) => `Das Angebot für ${what} ist storniert.`,
    offer: (what) => `Das Gebot für ${what} ist storniert.`,
  },
  confirmed: 'Auf der Chain bestätigt.',
  about: {
    buy: (what) => (what === undefined ? 'Kauf:' : `Kauf von ${what}:`),
    sell: (what) => (what === undefined ? 'Verkauf:' : `Verkauf von ${what}:`),
    transfer: (what) => (what === undefined ? 'Übertragung:' : `Übertragung von ${what}:`),
    'sign-listing': (what) => (what === undefined ? 'Angebot:' : `Angebot für ${what}:`),
    'sign-offer': (what) => (what === undefined ? 'Gebot:' : `Gebot für ${what}:`),
    cancel: (what) => (what === undefined ? 'Stornierung:' : `Stornierung für ${what}:`),
  },
  states: {
    prompting:
      'Noch unklar: Die Anfrage kann in deiner Wallet noch offen sein. Auf der Chain ist bisher nichts davon zu sehen.',
    sent: 'Gesendet, noch nicht auf der Chain.',
    done: 'Erledigt, auf der Chain bestätigt.',
    signed: 'Signiert, nicht veröffentlicht.',
    posted: 'Veröffentlicht.',
    maybe_live: 'Möglicherweise veröffentlicht: Behandle es als live, bis du es stornierst.',
    rejected: 'Nicht gesendet: in deiner Wallet abgelehnt oder nie bestätigt.',
    failed: 'Auf der Chain fehlgeschlagen. Nur die Netzwerkgebühr wurde bezahlt.',
    replaced: 'Eine andere Transaktion hat sie ersetzt.',
    unknown:
      'Noch unklar: Die Anfrage kann in deiner Wallet noch offen sein. Auf der Chain ist bisher nichts davon zu sehen.',
  },
  signature: {
    failed:
      'Nicht veröffentlicht: Das Angebot oder Gebot war schon abgelaufen oder beendet, oder seine Signatur war ungültig.',
  },
  cancellation: {
    posted: 'Vom Marktplatz bestätigt: Das Angebot oder Gebot kann nicht mehr angenommen werden.',
    maybe_live:
      'Nicht bestätigt: Jemand kann das Angebot oder Gebot vielleicht noch zu seinem Preis annehmen. Sicher ist nur, es auf der Chain zu stornieren.',
    failed: 'Zu spät: Das Angebot oder Gebot wurde vorher angenommen.',
  },
}

export const gone: Messages['gone'] = {
  sell: {
    title: 'Dieses Gebot gibt es nicht mehr',
    body: 'Es wurde zurückgezogen oder angenommen, oder es ist abgelaufen. Geh zurück, um die aktuellen Gebote zu sehen.',
  },
  cancel: {
    title: 'Dieses Angebot oder Gebot ist nicht mehr offen',
    body: 'Laut dem Marktplatz wurde es bereits angenommen oder storniert, oder es ist abgelaufen.',
  },
  token: {
    title: 'Dieser Token gehört dir nicht mehr',
    body: 'Laut dem Marktplatz liegt er nicht auf deinem Konto: Er wurde inzwischen verkauft oder übertragen.',
  },
  reverts: {
    title: 'Dieser Handel würde fehlschlagen',
    body: 'Das Angebot oder Gebot ist noch offen, aber im Probelauf des Marktplatzes haben die Verträge diesen Handel für dein Konto abgelehnt. Zum Beispiel kann ein Token gesperrt sein, oder ein Empfänger nimmt nicht an, was er bekäme.',
  },
  barred: {
    title: 'Die Sammlung erlaubt hier keinen Handel',
    body: 'Das Angebot oder Gebot ist noch offen, aber die Sammlung lässt diesen Marktplatz ihre Token nicht übertragen.',
  },
  own_order: {
    title: 'Das ist dein eigenes Angebot oder Gebot',
    body: 'Was du selbst signiert hast, kannst du nicht annehmen. Du kannst es ändern oder stornieren.',
  },
}

export const refused: Messages['refused'] = {
  title: 'Der Marktplatz hat die Anfrage abgelehnt',
  body: 'Dieselbe Anfrage würde er wieder ablehnen. Prüfe deine Eingaben.',
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Jemand war schneller: Das Angebot oder Gebot ist bereits angenommen.',
  order_cancelled: 'Das Angebot oder Gebot wurde storniert.',
  order_expired: 'Das Angebot oder Gebot ist abgelaufen oder gilt noch nicht.',
  bad_signature: 'Die Signatur des Angebots oder Gebots ist nicht mehr gültig.',
  wrong_value: 'Der gesendete Betrag stimmt nicht mit dem Preis überein.',
  bad_fraction: 'Das Angebot oder Gebot lässt sich in dieser Menge nicht annehmen.',
  zone_refused: 'Die Regeln des Angebots oder Gebots lassen diesen Handel nicht zu.',
  conduit_closed: 'Die Börse darf derzeit keine Token übertragen.',
  bad_criteria: 'Das Gebot gilt nicht für diesen Token.',
  not_approved: 'Die Freigabe, den Token oder das Geld zu übertragen, fehlt.',
  not_held: 'Eine Seite besitzt den Token oder das Geld nicht mehr.',
  transfer_barred: 'Die Regeln der Sammlung erlauben diese Übertragung nicht.',
  receiver_refused: 'Der Empfänger kann es nicht empfangen.',
  not_owner_of_order: 'Nur das Konto, das das Angebot oder Gebot erstellt hat, kann es stornieren.',
  bad_match: 'Die beiden Seiten des Handels passen nicht zueinander.',
  payment_short: 'Die Zahlung deckt den Preis nicht.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND:
    'Vorher wurde kein Preis vereinbart: Der Preis oben ist der, den die Transaktion selbst nennt.',
  PRICE_MOVES:
    'Der Preis ändert sich mit der Zeit: Je nachdem, wann die Transaktion ausgeführt wird, kann er schlechter sein als vereinbart oder angezeigt.',
  NO_ITEM_PRICE:
    'Vereinbart wurde nur eine Summe, und ein Teil kann ohne den Rest geschehen: Prüfe, was jeder Token kostet oder bringt.',
  ORD_REVIVED:
    'Dadurch kann ein älteres Angebot von dir zu seinem alten Preis angenommen werden: Brich es zuerst ab, wenn du das nicht mehr willst.',
  ORD_FUNDS:
    'Deine Gebote versprechen mehr, als du hast oder freigegeben hast: Das erste angenommene lässt für die anderen vielleicht nichts übrig.',
  ORD_FEE: 'Von diesem Gebot geht mehr an Gebühren ab als üblich: Prüfe, was für dich übrig bleibt.',
  ORD_NOT_HELD: 'Die Chain zeigt diesen Token nicht in deinem Konto.',
  ORD_CRITERIA:
    'Welche Token dieses Merkmal haben, weiß nur der Marktplatz: Seine Liste konnte nicht geprüft werden.',
  ORD_ZONE: 'Das alte Angebot oder Gebot kann offen bleiben, bis es auf der Chain storniert wird.',
  ORD_TIME: 'Es bleibt lange gültig, was auch immer der Markt inzwischen tut.',
  CALL_CURRENCY:
    'Der Preis ist in einer Währung angegeben, die nicht auf der Liste dieser Chain steht: Prüfe ihren Vertrag und was der Betrag wert ist.',
  CALL_CANCEL_SET:
    'Es ist nicht bekannt, auf welchem Vertrag das Angebot oder Gebot erstellt wurde: Auf einem anderen kann es offen bleiben.',
  CALL_RECEIVER:
    'Der Empfänger ist ein Vertrag, der nach eigener Angabe solche Token nicht annimmt: Sie könnten dort für immer feststecken.',
  FLOW_REPEAT: 'Dieselbe Aktion wurde schon einmal gestartet, und ihr Ausgang ist unbekannt.',
  FLOW_STALE: 'Es konnte nur ein älterer Stand der Chain gelesen werden.',
  SIM_ONLY: 'Es konnte nur simuliert, nicht bewiesen werden.',
  APR_CHANNEL:
    'Mit dieser Freigabe darf ein anderer Vertrag als die Börse Token übertragen: Prüfe den genannten Vertrag.',
  APR_OPERATOR:
    'Die ganze Sammlung wird freigegeben, und die Freigabe bleibt bestehen. Einzeln lassen sich Token auch ohne sie senden.',
  CALL_ELSEWHERE:
    'Der Empfänger ist ein Vertrag auf einer anderen Chain und wurde auf dieser nie benutzt: Was dorthin gesendet wird, kann verloren sein.',
  ORD_BARRED:
    'Die Sammlung erlaubt der Börse nicht, ihre Token zu übertragen: Du kannst zwar signieren, aber der Handel kann nie zustande kommen.',
  MSG_TEXT:
    'Der Marktplatz möchte, dass du diesen Text signierst. Keine Prüfung kann sagen, wofür er verwendet wird: Lies ihn ganz.',
  MSG_SITE:
    'Der Text meldet dich bei einer anderen Seite als dieser an oder gilt für ein anderes Konto oder eine andere Chain.',
  SIM_PARTS:
    'Der Vertrag führt womöglich nur einen Teil davon aus: Der Preis der einzelnen Token ist nicht bekannt.',
  SIM_GAS:
    'In einer Simulation wurde weit mehr Gas verbraucht als nötig: Prüfe die Netzwerkgebühr in deiner Wallet.',
  SIM_ENV_DIVERGE:
    'In einer Simulation unter anderen Bedingungen schlug es fehl: Es kann auch auf der Chain fehlschlagen und die Netzwerkgebühr kosten, ohne etwas zu bewirken.',
  TX_TO: 'Es ruft einen unbekannten Vertrag auf.',
}
