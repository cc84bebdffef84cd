import type { Messages } from './messages.ts'

/** What a reader is told about each way an action can stop. */
export const errors: Messages['errors'] = {
  invalid_input: { title: 'Un champ est mal rempli', body: 'Vérifiez les champs et réessayez.' },
  missing_configuration: {
    title: 'Cette chaîne n’est pas configurée',
    body: 'Ce site n’a pas de place de marché configurée pour la chaîne.',
  },
  no_order_ids: { title: 'Rien à annuler', body: 'Aucun ordre n’a été choisi.' },
  bid_data_missing: {
    title: 'L’offre est incomplète',
    body: 'Choisissez un jeton ou une collection pour l’offre.',
  },
  unknown_chain: { title: 'Chaîne inconnue', body: 'Ce site n’opère pas sur cette chaîne.' },
  provider_error: {
    title: 'La place de marché a refusé',
    body: 'Elle a répondu par une erreur. Réessayer peut aider.',
  },
  provider_unreachable: {
    title: 'La place de marché est injoignable',
    body: 'Vérifiez votre connexion ou réessayez dans un instant.',
  },
  provider_malformed: {
    title: 'La place de marché a répondu sous une forme inconnue',
    body: 'Sa réponse n’a pas pu être lue, donc rien n’en a été fait.',
  },
  rate_limited: { title: 'Trop de demandes', body: 'Attendez un instant, puis réessayez.' },
  order_unavailable: {
    title: 'Vendu ou retiré entre-temps',
    body: 'Quelqu’un a été plus rapide ou le vendeur l’a retiré. Ce prix n’est plus disponible.',
  },
  poll_timeout: {
    title: 'Cela prend plus de temps que prévu',
    body: 'La place de marché n’a pas préparé l’étape suivante à temps. Vous pouvez réessayer.',
  },
  order_refused: {
    title: 'L’ordre n’a pas été publié',
    body: 'La place de marché ne l’a pas pris.',
  },
  cancel_unconfirmed: {
    title: 'L’annulation de l’ordre n’est pas confirmée',
    body: 'Vous avez signé l’annulation, mais la place de marché ne l’a pas confirmée. L’ordre est peut-être encore actif. Réessayez, ou annulez-le sur la chaîne.',
  },
  price_mismatch: {
    title: 'Le prix a changé',
    body: 'Ce n’est plus le prix convenu, donc rien n’a été demandé à votre portefeuille. Regardez d’abord le nouveau prix.',
  },
  no_price_bound: {
    title: 'Aucun prix convenu',
    body: 'Sans prix convenu pour chaque article, rien n’est envoyé à votre portefeuille.',
  },
  blocked: {
    title: 'Arrêté avant l’ouverture de votre portefeuille',
    body: 'La place de marché a demandé quelque chose que vous n’avez pas accepté.',
  },
  not_loaded: {
    title: 'Une partie de la page n’est pas arrivée',
    body: 'Les contrôles de sécurité n’ont pas pu être chargés, donc rien n’a été demandé à votre portefeuille. Rechargez la page et réessayez.',
  },
  declined: { title: 'Vous vous êtes arrêté ici', body: 'Vous n’avez pas confirmé le résumé.' },
  wallet_refused: {
    title: 'Refusé dans votre portefeuille',
    body: 'Vous avez rejeté la demande. Vous pouvez réessayer.',
  },
  wallet_busy: {
    title: 'Votre portefeuille a une autre demande ouverte',
    body: 'Ouvrez votre portefeuille, répondez à ce qui attend, puis réessayez.',
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
    body: 'Il n’a pas changé. Changez de chaîne dans votre portefeuille et réessayez.',
  },
  account_changed: {
    title: 'Le compte du portefeuille a changé',
    body: 'L’opération a été convenue pour un autre compte, elle a donc été arrêtée. Revenez-y ou recommencez.',
  },
  bad_signature: {
    title: 'La signature ne convient pas',
    body: 'Elle ne vient pas du compte connecté, elle n’a donc pas été publiée.',
  },
  no_transaction_hash: {
    title: 'Le portefeuille n’a pas donné de transaction',
    body: 'Regardez l’activité de votre portefeuille avant de réessayer : il en a peut-être envoyé une.',
  },
  insufficient_funds: {
    title: 'Fonds insuffisants',
    body: 'Le compte ne peut pas payer le prix et les frais de réseau. Ajoutez des fonds, puis réessayez.',
  },
  transaction_reverted: {
    title: 'La transaction a échoué sur la chaîne',
    body: 'La chaîne l’a refusée, sans doute parce que quelqu’un a été plus rapide.',
  },
  transaction_cancelled: {
    title: 'Annulée dans votre portefeuille',
    body: 'Vous avez annulé la transaction.',
  },
  transaction_replaced: {
    title: 'Une autre transaction a pris sa place',
    body: 'Votre portefeuille a envoyé autre chose, cette opération n’a donc pas eu lieu.',
  },
  transaction_dropped: {
    title: 'La transaction a été abandonnée',
    body: 'La chaîne ne la connaît plus. Vous pouvez réessayer.',
  },
  transaction_timeout: {
    title: 'Envoyée ; la place de marché ne la montre pas encore',
    body: 'Cela prend plus de temps que prévu. Suivez la transaction dans l’explorateur avant de réessayer.',
  },
  effect_missing: {
    title: 'La chaîne ne montre pas le résultat',
    body: 'La transaction a réussi, mais ce qui devait arriver n’y est pas. Regardez-la dans l’explorateur.',
  },
  order_filled: {
    title: 'Exécuté avant l’annulation',
    body: 'Quelqu’un a accepté l’ordre pendant que l’annulation était en route. L’échange est définitif : consultez votre activité.',
  },
  aborted: { title: 'Arrêté', body: 'L’opération a été arrêtée avant la fin.' },
  busy: {
    title: 'Déjà en cours',
    body: 'La même opération est en cours dans cette fenêtre ou une autre. Terminez-la là-bas.',
  },
  storage_failed: {
    title: 'Rien ne peut être enregistré dans ce navigateur',
    body: 'Sans cela une signature pourrait être oubliée, aucune n’a donc été demandée. Autorisez le stockage pour ce site.',
  },
  unexpected: {
    title: 'Quelque chose s’est mal passé',
    body: 'Ce n’était pas prévu. Réessayer peut aider.',
  },
}

export const money: Messages['money'] = {
  untouched: 'Aucun argent n’a bougé et rien n’a été signé.',
  signed:
    'Une signature existe. Aucun argent n’a bougé, mais l’ordre peut rester actif jusqu’à son annulation.',
  sent: 'Une transaction est en route. On ne sait pas encore si elle réussira.',
  spent: 'Une transaction a réussi sur la chaîne. Regardez votre portefeuille avant de réessayer.',
  gas_only: 'Seuls les frais de réseau ont été payés. Rien d’autre n’a bougé.',
  unknown:
    'Votre portefeuille a été interrogé et on ne sait pas s’il a signé ou envoyé quelque chose. Regardez son activité avant de réessayer.',
}

export const progress: Messages['progress'] = {
  done: {
    buy: (done, total) =>
      done === 1 ? `1 sur ${total} a été acheté.` : `${done} sur ${total} ont été achetés.`,
    sell: (done, total) =>
      done === 1 ? `1 sur ${total} a été vendu.` : `${done} sur ${total} ont été vendus.`,
    list: (done, total) =>
      done === 1 ? `1 sur ${total} a été mis en vente.` : `${done} sur ${total} ont été mis en vente.`,
    bid: (done, total) =>
      done === 1 ? `1 offre sur ${total} a été faite.` : `${done} offres sur ${total} ont été faites.`,
    cancel: (done, total) =>
      done === 1 ? `1 sur ${total} a été annulé.` : `${done} sur ${total} ont été annulés.`,
    transfer: (done, total) =>
      done === 1 ? `1 sur ${total} a été transféré.` : `${done} sur ${total} ont été transférés.`,
  },
  rest: {
    gone: 'Le reste n’était plus disponible lorsque la transaction a été exécutée. Rien n’a été transféré pour celui-ci.',
    open: 'Rien n’a été envoyé pour le reste.',
    unknown: 'On ne sait pas encore ce qu’est devenu le reste.',
  },
  mayBeLive: 'Un ordre signé est peut-être actif : n’importe qui peut l’exécuter jusqu’à son annulation.',
}

export const resume: Messages['resume'] = {
  title: 'Pendant votre absence',
  states: {
    prompting:
      'pas encore connu : la demande est peut-être encore ouverte dans votre portefeuille. La chaîne n’en montre rien pour l’instant.',
    sent: 'envoyé, pas encore sur la chaîne.',
    done: 'fait ; nous l’avons lu sur la chaîne.',
    signed: 'signé, non publié.',
    posted: 'publié.',
    maybe_live: 'peut-être publié : considérez-le comme actif jusqu’à son annulation.',
    rejected: 'non envoyé : refusé dans votre portefeuille ou resté sans réponse.',
    failed: 'échoué sur la chaîne. Seuls les frais de réseau ont été payés.',
    replaced: 'une autre transaction a pris sa place.',
    unknown:
      'pas encore connu : la demande est peut-être encore ouverte dans votre portefeuille. La chaîne n’en montre rien pour l’instant.',
  },
  signature: { failed: 'non publié : l’ordre avait expiré ou pris fin, ou sa signature n’était pas valide.' },
  cancellation: {
    posted: 'confirmé par la place de marché : l’ordre ne peut plus être exécuté.',
    maybe_live: 'non confirmé : considérez l’ordre comme actif et, par sécurité, annulez-le sur la chaîne.',
    failed: 'trop tard : l’ordre avait déjà été exécuté.',
  },
}

export const reverts: Messages['reverts'] = {
  order_filled: 'Quelqu’un a été plus rapide : l’ordre est exécuté.',
  order_cancelled: 'L’ordre a été annulé.',
  order_expired: 'L’ordre n’est pas en vigueur à ce moment.',
  bad_signature: 'La signature de l’ordre ne vaut plus.',
  wrong_value: 'Le montant envoyé ne correspond pas à l’ordre.',
  bad_fraction: 'L’ordre ne peut pas être exécuté dans cette quantité.',
  zone_refused: 'Les règles de l’ordre refusent cet échange.',
  conduit_closed: 'La place de marché ne peut pas déplacer de jetons pour le moment.',
  bad_criteria: 'L’offre ne porte pas sur ce jeton.',
  not_approved: 'L’autorisation de déplacer le jeton ou l’argent manque.',
  not_held: 'L’une des parties ne détient plus le jeton ou l’argent.',
  receiver_refused: 'Le destinataire ne peut pas le recevoir.',
  not_owner_of_order: 'Seul l’auteur de l’ordre peut l’annuler.',
  bad_match: 'Les ordres ne vont pas ensemble.',
  payment_short: 'Le paiement ne couvre pas le prix.',
}

/** What a deliberate yes is asked for, by the finding. */
export const asks: Messages['review']['asks'] = {
  NO_PRICE_BOUND: 'Aucun prix n’était convenu : celui ci-dessus est celui des octets',
  NO_ITEM_PRICE:
    'Seul un total est convenu, et une partie peut se faire sans le reste : vérifiez ce que coûte ou rapporte chaque token',
  ORD_FUNDS:
    'Vos offres promettent plus que vous n’avez ou n’avez autorisé ; la première acceptée peut ne rien laisser aux autres',
  ORD_NOT_HELD: 'La chaîne ne montre pas ce jeton sur votre compte',
  ORD_CRITERIA:
    'Quels jetons ont ce trait, seule la place de marché le dit ; personne n’a pu vérifier sa liste',
  ORD_ZONE:
    'Personne n’a pu vérifier qu’une signature met fin à l’ancien ordre ; il peut rester ouvert jusqu’à son annulation sur la chaîne',
  ORD_TIME: 'Cela reste valable longtemps, quoi que fasse le marché',
  CALL_CURRENCY:
    'Le prix est dans une monnaie dont personne ne se porte garant : vérifiez son contrat et ce que vaut le montant',
  CALL_CANCEL_SET: 'Cela annule sur un contrat plus ancien ; vérifiez que l’ordre en vient',
  CALL_RECEIVER:
    'Le destinataire est un contrat qui répond qu’il n’accepte pas ces jetons ; ils pourraient y rester pour toujours',
  FLOW_REPEAT: 'La même opération a déjà été lancée, et on ne sait pas comment elle s’est terminée',
  FLOW_STALE: 'La chaîne n’a pu être lue que dans un état plus ancien',
  SIM_ONLY: 'Cela n’a pu être qu’essayé, pas prouvé',
  APR_CHANNEL:
    'Avec cette permission, quelqu’un d’autre que la place d’échange peut déplacer des jetons : vérifiez le contrat indiqué',
  APR_OPERATOR:
    'Pour un seul jeton, toute la collection peut être déplacée, et la permission reste ; le jeton peut être envoyé sans elle',
  CALL_ELSEWHERE:
    'Le destinataire est un contrat sur une autre chaîne, et personne sur celle-ci ; ce qui y est envoyé peut être perdu',
  ORD_BARRED:
    'La collection ne laisse pas la place d’échange déplacer ce jeton : l’ordre peut être signé, mais personne ne pourrait l’acheter',
  MSG_TEXT:
    'La place de marché veut que ce texte soit signé. Aucune vérification ne dit à quoi il servira : lisez-le en entier',
  MSG_SITE: 'Le texte connecte à un autre site que celui-ci, ou pour un autre compte ou une autre chaîne',
  SIM_PARTS: 'Le contrat pourrait n’en exécuter qu’une partie : les prix de chaque token ne sont pas connus',
  SIM_GAS:
    'Lors d’un essai, il a consommé bien plus de gas que nécessaire : vérifiez les frais de réseau dans votre portefeuille',
  SIM_ENV_DIVERGE:
    'Un essai dans d’autres conditions a échoué : cela peut aussi échouer sur la chaîne et ne coûter que les frais de réseau',
  TX_TO: 'Cela appelle un contrat que personne ne connaît ici',
}
