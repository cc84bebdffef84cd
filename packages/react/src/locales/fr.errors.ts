import type { Messages } from './messages.ts'
import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('fr')

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Un champ est mal rempli', body: 'Vérifiez les champs et réessayez.' },
  missing_configuration: {
    title: 'Cette chaîne n’est pas configurée',
    body: 'Ce site n’a pas de place de marché configurée pour la chaîne.',
  },
  no_order_ids: { title: 'Rien à annuler', body: 'Aucune annonce ni offre n’a été choisie.' },
  bid_data_missing: {
    title: 'L’offre est incomplète',
    body: 'Choisissez un jeton ou une collection pour l’offre.',
  },
  unknown_chain: { title: 'Chaîne inconnue', body: 'Ce site n’opère pas sur cette chaîne.' },
  provider_error: {
    title: 'La place de marché a signalé une erreur',
    body: 'Elle a répondu par une erreur. Réessayer peut aider.',
  },
  provider_unreachable: {
    title: 'La place de marché est injoignable',
    body: 'Vérifiez votre connexion ou réessayez dans un instant.',
  },
  provider_malformed: {
    title: 'La réponse de la place de marché est illisible',
    body: 'Sa forme est inconnue ; rien n’en a donc été fait.',
  },
  rate_limited: { title: 'Trop de demandes', body: 'Attendez un instant, puis réessayez.' },
  order_unavailable: {
    title: 'N’est plus disponible',
    body: 'Quelqu’un a peut-être acheté avant vous, ou le vendeur s’est retiré. Ce que vous avez choisi ne peut plus être acheté à ce prix.',
  },
  poll_timeout: {
    title: 'Cela prend plus de temps que prévu',
    body: 'La place de marché n’a pas préparé l’étape suivante à temps. Vous pouvez réessayer.',
  },
  order_refused: {
    title: 'L’annonce ou l’offre n’a pas été publiée',
    body: 'La place de marché a refusé de la publier.',
  },
  cancel_unconfirmed: {
    title: 'L’annulation n’est pas confirmée',
    body: 'Vous l’avez signée, mais la place de marché n’a pas confirmé qu’elle a pris effet. D’ici là, quelqu’un peut encore accepter l’annonce ou l’offre à son prix. Réessayez, ou annulez-la sur la chaîne : c’est certain, et cela coûte des frais de réseau.',
  },
  price_mismatch: {
    title: 'Le prix a changé',
    body: 'Ce n’est plus le prix que vous avez accepté ; rien n’a donc été demandé à votre portefeuille. Vérifiez d’abord le nouveau prix.',
  },
  no_price_bound: {
    title: 'Aucun prix n’a été convenu',
    body: 'Sans prix convenu pour chaque article, rien n’est envoyé à votre portefeuille.',
  },
  blocked: {
    title: 'Arrêté avant l’ouverture de votre portefeuille',
    body: 'La place de marché a demandé quelque chose que vous n’avez pas accepté.',
  },
  not_loaded: {
    title: 'Une partie de la page n’a pas été chargée',
    body: 'Les contrôles de sécurité n’ont pas pu être chargés, donc rien n’a été demandé à votre portefeuille. Rechargez la page et réessayez.',
  },
  declined: { title: 'Vous vous êtes arrêté ici', body: 'Vous n’avez pas confirmé le résumé.' },
  wallet_refused: { title: 'Rejeté dans votre portefeuille', body: 'Vous pouvez réessayer.' },
  wallet_busy: {
    title: 'Votre portefeuille a une autre demande ouverte',
    body: 'Ouvrez votre portefeuille, répondez à la demande en attente, puis réessayez.',
  },
  wallet_unavailable: {
    title: 'Le portefeuille ne répond pas',
    body: 'Déverrouillez-le ou reconnectez-le, puis réessayez.',
  },
  wallet_error: {
    title: 'Le portefeuille a signalé une erreur',
    body: 'Il a répondu par une erreur au lieu d’un résultat.',
  },
  wrong_chain: {
    title: 'Le portefeuille est sur une autre chaîne',
    body: 'Cette transaction se fait sur une autre chaîne. Changez de chaîne dans votre portefeuille et réessayez.',
  },
  account_changed: {
    title: 'Le compte du portefeuille a changé',
    body: 'L’échange a été convenu pour un autre compte ; il a donc été arrêté. Revenez à ce compte ou recommencez.',
  },
  bad_signature: {
    title: 'La signature n’est pas valide',
    body: 'Elle ne vient pas du compte connecté ; elle n’a donc pas été publiée.',
  },
  no_transaction_hash: {
    title: 'Le portefeuille n’a renvoyé aucune transaction',
    body: 'Regardez l’activité de votre portefeuille avant de réessayer : il en a peut-être envoyé une.',
  },
  insufficient_funds: {
    title: 'Fonds insuffisants',
    body: 'Le compte ne peut pas payer le prix et les frais de réseau. Ajoutez des fonds, puis réessayez.',
  },
  transaction_would_fail: {
    title: 'La transaction échouerait : elle n’a pas été envoyée',
    body: 'Un essai sur l’état actuel a échoué. Quelque chose a probablement changé : l’annonce ou l’offre, un solde ou une autorisation.',
  },
  transaction_reverted: {
    title: 'La transaction a échoué sur la chaîne',
    body: 'La chaîne l’a refusée : quelque chose a changé avant son inclusion dans un bloc, ou le gaz n’a pas suffi.',
  },
  transaction_cancelled: {
    title: 'Transaction annulée dans votre portefeuille',
    body: 'Vous avez annulé la transaction.',
  },
  transaction_replaced: {
    title: 'Une autre transaction l’a remplacée',
    body: 'Votre portefeuille a envoyé autre chose ; cet échange n’a donc pas eu lieu.',
  },
  transaction_dropped: {
    title: 'La transaction a été abandonnée',
    body: 'La chaîne ne la connaît plus. Vous pouvez réessayer.',
  },
  transaction_timeout: {
    title: 'Envoyée, mais la place de marché ne l’affiche pas encore',
    body: 'Cela prend plus de temps que prévu. Suivez la transaction dans l’explorateur avant de réessayer.',
  },
  effect_missing: {
    title: 'La chaîne ne montre pas le résultat',
    body: 'La transaction a réussi, mais ce qui devait arriver n’y est pas. Regardez-la dans l’explorateur.',
  },
  order_filled: {
    title: 'Acceptée avant l’annulation',
    body: 'Quelqu’un a accepté l’annonce ou l’offre pendant que l’annulation était en route. L’échange est valable : consultez votre activité.',
  },
  aborted: { title: 'Arrêté', body: 'L’échange a été arrêté avant la fin.' },
  busy: {
    title: 'Déjà commencé',
    body: 'Le même échange a déjà été commencé dans cette fenêtre ou dans une autre. Terminez-le là-bas, ou vérifiez comment il s’est terminé avant de le recommencer.',
  },
  storage_failed: {
    title: 'Rien ne peut être enregistré dans ce navigateur',
    body: 'Sans stockage, une signature pourrait être perdue ; aucune n’a donc été demandée. Autorisez le stockage pour ce site.',
  },
  unexpected: {
    title: 'Quelque chose s’est mal passé',
    body: 'Cela n’aurait pas dû arriver. Réessayer peut aider.',
  },
}

export const money: Messages['money'] = {
  untouched: 'Aucun argent n’a bougé et rien n’a été signé.',
  signed:
    'Une signature existe. Aucun argent n’a bougé, mais l’annonce ou l’offre peut être active jusqu’à ce que vous l’annuliez.',
  sent: 'Une transaction est en route. On ne sait pas encore si elle réussira.',
  spent: 'Une transaction a réussi sur la chaîne. Vérifiez votre portefeuille avant de réessayer.',
  gas_only: 'Seuls les frais de réseau ont été payés. Rien d’autre n’a bougé.',
  unknown:
    'Votre portefeuille a été sollicité, et on ne sait pas s’il a signé ou envoyé quelque chose. Vérifiez son activité avant de réessayer.',
}

export const moved: Messages['moved'] = {
  offer: 'L’offre a changé',
  amounts: (was, now) => `C’était ${was}, c’est maintenant ${now}.`,
  unasked: 'Rien n’a été demandé à votre portefeuille.',
  review: { buy: 'Voir le nouveau prix', sell: 'Voir la nouvelle offre' },
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) =>
      plural(done, {
        one: `{count} sur ${total} a été acheté.`,
        other: `{count} sur ${total} ont été achetés.`,
      }),
    sell: (done, total) =>
      plural(done, {
        one: `{count} sur ${total} a été vendu.`,
        other: `{count} sur ${total} ont été vendus.`,
      }),
    list: (done, total) =>
      plural(done, {
        one: `{count} sur ${total} a été mis en vente.`,
        other: `{count} sur ${total} ont été mis en vente.`,
      }),
    bid: (done, total) =>
      plural(done, {
        one: `{count} offre sur ${total} a été faite.`,
        other: `{count} offres sur ${total} ont été faites.`,
      }),
    cancel: (done, total) =>
      plural(done, {
        one: `{count} sur ${total} a été annulé.`,
        other: `{count} sur ${total} ont été annulés.`,
      }),
    transfer: (done, total) =>
      plural(done, {
        one: `{count} sur ${total} a été transféré.`,
        other: `{count} sur ${total} ont été transférés.`,
      }),
  },
  rest: {
    gone: 'Le reste n’était plus disponible lorsque la transaction a été exécutée. Rien n’a bougé pour cette part.',
    open: 'Rien n’a été envoyé pour le reste.',
    unknown: 'On ne sait pas encore ce qu’est devenu le reste.',
  },
  mayBeLive:
    'Une annonce ou une offre signée est peut-être active : n’importe qui peut l’accepter jusqu’à son annulation.',
}

export const resume: Messages['resume'] = {
  title: 'Pendant votre absence',
  done: {
    buy: (what) => `Vous avez acheté ${what}.`,
    sell: (what) => `Vous avez vendu ${what}.`,
    transfer: (what) => `Vous avez transféré ${what}.`,
    'sign-listing': (what) => `L’annonce de ${what} est publiée.`,
    'sign-offer': (what) => `L’offre pour ${what} est publiée.`,
    listing: (what) => `L’annonce de ${what} est annulée.`,
    offer: (what) => `L’offre pour ${what} est annulée.`,
  },
  confirmed: 'Confirmé sur la chaîne.',
  about: {
    buy: (what) => (what === undefined ? 'Achat :' : `Achat de ${what} :`),
    sell: (what) => (what === undefined ? 'Vente :' : `Vente de ${what} :`),
    transfer: (what) => (what === undefined ? 'Transfert :' : `Transfert de ${what} :`),
    'sign-listing': (what) => (what === undefined ? 'Annonce :' : `Annonce de ${what} :`),
    'sign-offer': (what) => (what === undefined ? 'Offre :' : `Offre pour ${what} :`),
    cancel: (what) => (what === undefined ? 'Annulation :' : `Annulation pour ${what} :`),
  },
  states: {
    prompting:
      'Pas encore connu : la demande est peut-être encore ouverte dans votre portefeuille. La chaîne n’en montre rien pour l’instant.',
    sent: 'Envoyé, pas encore sur la chaîne.',
    done: 'Terminé, confirmé sur la chaîne.',
    signed: 'Signé, non publié.',
    posted: 'Publié.',
    maybe_live: 'Peut-être publié : considérez-le comme actif jusqu’à ce que vous l’annuliez.',
    rejected: 'Non envoyé : refusé dans votre portefeuille ou jamais confirmé.',
    failed: 'Échec sur la chaîne. Seuls les frais de réseau ont été payés.',
    replaced: 'Une autre transaction l’a remplacé.',
    unknown:
      'Pas encore connu : la demande est peut-être encore ouverte dans votre portefeuille. La chaîne n’en montre rien pour l’instant.',
  },
  signature: {
    failed:
      'Non publiée : l’annonce ou l’offre avait déjà expiré ou pris fin, ou sa signature n’était pas valide.',
  },
  cancellation: {
    posted: 'Confirmée par la place de marché : l’annonce ou l’offre ne peut plus être acceptée.',
    maybe_live:
      'Non confirmé : quelqu’un peut peut-être encore accepter l’annonce ou l’offre à son prix. Pour en être certain, annulez-la sur la chaîne.',
    failed: 'Trop tard : l’annonce ou l’offre avait déjà été acceptée.',
  },
}

export const gone: Messages['gone'] = {
  sell: {
    title: 'Cette offre n’existe plus',
    body: 'Elle a été retirée ou acceptée, ou elle a expiré. Revenez en arrière pour voir les offres actuelles.',
  },
  cancel: {
    title: 'Cette annonce ou offre n’est plus ouverte',
    body: 'Selon la place de marché, elle a déjà été acceptée ou annulée, ou elle a expiré.',
  },
  token: {
    title: 'Ce jeton ne vous appartient plus',
    body: 'Selon la place de marché, il n’est pas sur votre compte : il a été vendu ou transféré entre-temps.',
  },
  reverts: {
    title: 'Cette opération échouerait',
    body: 'L’annonce ou l’offre est toujours ouverte, mais lors de l’essai de la place de marché, les contrats ont rejeté cette opération pour votre compte. Un jeton peut être verrouillé, par exemple, ou un destinataire peut refuser ce qu’il recevrait.',
  },
  barred: {
    title: 'La collection n’autorise pas les échanges ici',
    body: 'L’annonce ou l’offre est toujours ouverte, mais la collection ne laisse pas cette place de marché transférer ses jetons.',
  },
  own_order: {
    title: 'C’est votre propre annonce ou offre',
    body: 'Vous ne pouvez pas accepter ce que vous avez signé vous-même. Vous pouvez la modifier ou l’annuler.',
  },
}

export const refused: Messages['refused'] = {
  title: 'La place de marché a refusé la demande',
  body: 'Elle refuserait de nouveau la même demande. Vérifiez ce que vous avez saisi.',
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Quelqu’un a été plus rapide : l’annonce ou l’offre a déjà été acceptée.',
  order_cancelled: 'L’annonce ou l’offre a été annulée.',
  order_expired: 'L’annonce ou l’offre a expiré ou n’est pas encore valable.',
  bad_signature: 'La signature de l’annonce ou de l’offre n’est plus valide.',
  wrong_value: 'Le montant envoyé ne correspond pas au prix.',
  bad_fraction: 'L’annonce ou l’offre ne peut pas être acceptée pour cette quantité.',
  zone_refused: 'Les règles de l’annonce ou de l’offre ne permettent pas cet échange.',
  conduit_closed: 'Le contrat d’échange ne peut pas transférer de jetons pour le moment.',
  bad_criteria: 'L’offre ne porte pas sur ce jeton.',
  not_approved: 'L’autorisation de transférer le jeton ou l’argent manque.',
  not_held: 'L’une des parties ne détient plus le jeton ou l’argent.',
  transfer_barred: 'Les règles de la collection n’autorisent pas ce transfert.',
  receiver_refused: 'Le destinataire ne peut pas le recevoir.',
  not_owner_of_order: 'Seul le compte qui a créé l’annonce ou l’offre peut l’annuler.',
  bad_match: 'Les deux côtés de l’échange ne correspondent pas.',
  payment_short: 'Le paiement ne couvre pas le prix.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND:
    'Aucun prix n’a été convenu : le prix ci-dessus est celui qu’indique la transaction elle-même.',
  PRICE_MOVES:
    'Le prix change avec le temps : selon le moment où la transaction est exécutée, il peut être moins bon que convenu ou affiché.',
  NO_ITEM_PRICE:
    'Seul un total a été convenu, et une partie peut se faire sans le reste : vérifiez ce que coûte ou rapporte chaque jeton.',
  ORD_REVIVED:
    'Une de vos anciennes annonces pourra ainsi être acceptée à son ancien prix : annulez-la d’abord si vous ne le voulez plus.',
  ORD_FUNDS:
    'Vos offres promettent plus que vous n’avez ou n’avez autorisé : la première acceptée peut ne rien laisser aux autres.',
  ORD_FEE: 'Les frais prennent une part inhabituelle de cette offre : vérifiez ce qu’il vous reste.',
  ORD_NOT_HELD: 'La chaîne ne montre pas ce jeton sur votre compte.',
  ORD_CRITERIA:
    'Seule la place de marché sait quels jetons ont cet attribut : sa liste n’a pas pu être vérifiée.',
  ORD_ZONE: 'L’ancienne annonce ou offre peut rester ouverte jusqu’à son annulation sur la chaîne.',
  ORD_TIME: 'Il reste valable longtemps, quoi qu’il arrive au marché entre-temps.',
  CALL_CURRENCY:
    'Le prix est dans une devise qui ne figure pas sur la liste de cette chaîne : vérifiez son contrat et la valeur du montant.',
  CALL_CANCEL_SET:
    'On ne sait pas sur quel contrat l’annonce ou l’offre a été créée : elle peut rester ouverte sur un autre.',
  CALL_RECEIVER:
    'Le destinataire est un contrat qui indique ne pas accepter ces jetons : ils pourraient y rester bloqués pour toujours.',
  FLOW_REPEAT: 'La même action a déjà été lancée, et son issue est inconnue.',
  FLOW_STALE: 'Seul un état plus ancien de la chaîne a pu être lu.',
  SIM_ONLY: 'Cela n’a pu être que simulé, pas prouvé.',
  APR_CHANNEL:
    'Cette autorisation permet à un autre contrat que celui d’échange de transférer des jetons : vérifiez le contrat indiqué.',
  APR_OPERATOR:
    'Elle permet de transférer toute la collection, et l’autorisation reste. Les jetons peuvent être envoyés un par un sans elle.',
  CALL_ELSEWHERE:
    'Le destinataire est un contrat sur une autre chaîne et n’a jamais été utilisé sur celle-ci : ce qui y est envoyé peut être perdu.',
  ORD_BARRED:
    'La collection ne laisse pas le contrat d’échange transférer ses jetons : vous pouvez signer, mais l’échange ne pourra jamais avoir lieu.',
  MSG_TEXT:
    'La place de marché veut que vous signiez ce texte. Aucune vérification ne peut dire à quoi il servira : lisez-le en entier.',
  MSG_SITE:
    'Le texte vous connecte à un autre site que celui-ci, ou pour un autre compte ou une autre chaîne.',
  SIM_PARTS: 'Le contrat pourrait n’en exécuter qu’une partie : le prix de chaque jeton n’est pas connu.',
  SIM_GAS:
    'Une simulation a consommé bien plus de gaz que nécessaire : vérifiez les frais de réseau dans votre portefeuille.',
  SIM_ENV_DIVERGE:
    'Une simulation dans d’autres conditions a échoué : cela peut aussi échouer sur la chaîne et coûter les frais de réseau sans rien faire.',
  TX_TO: 'Cela appelle un contrat inconnu.',
}
