import type { WalletErrorKind } from '../errors.ts'

/** How an error of a wallet or its library is recognized, and what it means. */
export type WalletErrorRule = {
  readonly kind: WalletErrorKind
  /** Whether the request may have been carried out anyway; then the chain is searched. */
  readonly sent: 'no' | 'maybe'
  /** `code`, `statusCode`, `errorCode` or `name` of the error, at any depth. */
  readonly codes?: readonly (number | string)[]
  /** Status words of a device (ISO 7816), as a number or in the message. */
  readonly statusWords?: readonly number[]
  /** Matches the lower-cased message of any layer. */
  readonly words?: RegExp
  /**
   * The words could also come from a node or a contract, so they count only if no layer has a node's error code.
   * Without `exact` they name the user, which a node does not.
   */
  readonly exact?: boolean
  /** Overrules every other rule, because the request may have gone through. */
  readonly overrules?: boolean
  /**
   * A service that the wallet asks may say the same of its own methods, keys and chains, after the wallet has sent: nothing
   * was sent only if the wallet says so of itself. What a service does not support, the wallet may.
   */
  readonly fromWallet?: boolean
  /** Message for the user, if the message of the kind is not specific enough. */
  readonly sentence?: string
}

const locked = 'The device is locked. Unlock it and try again.'
const appClosed = 'Open the Ethereum app on the device and try again.'
const blindSigning = 'Allow blind signing (contract data) in the settings of the device and try again.'
const tooLarge = 'The device cannot show this much at once. Sign fewer items at a time.'
const unplugged = 'The device is not connected. Connect it and try again.'
const deviceBusy = 'The device is already showing another request. Respond to it and try again.'
const unknownChain = 'The wallet does not know this chain.'
const notAllowed = 'The wallet has not authorized this account.'

/** Creates a rule. Errors of a node and unknown errors may follow a request that was sent, unless the rule says `no`. */
const rule = (kind: WalletErrorKind, match: Partial<Omit<WalletErrorRule, 'kind'>>): WalletErrorRule => ({
  kind,
  sent: kind === 'chain' || kind === 'unknown' ? 'maybe' : 'no',
  ...match,
})

/**
 * Rules by which {@link readWalletError} reads an error: first those that overrule all others, then by kind. Their sources
 * and examples are in `walletErrors.ts`, which pages need not load.
 */
export const walletErrorRules = {
  already_known: rule('unknown', {
    words:
      /already (?:known|imported|in (?:the )?mempool)|known transaction|already_exists|transaction already exists/,
    overrules: true,
  }),
  node_timeout: rule('unknown', {
    words: /\btime[ds]?[ -]?out\b|\bt(?:ook|ak(?:e|es|en|ing)) too long\b|\bdeadline exceeded\b/,
    overrules: true,
  }),
  request_expired: rule('unknown', {
    codes: [8000],
    words: /\b(?:request|proposal|session)\b.{0,20}\bexpired\b/,
    overrules: true,
  }),
  nonce_used: rule('chain', {
    codes: ['NONCE_EXPIRED', 'NonceTooLowError', 'NonceTooHighError'],
    words: /\bnonce\b.{0,20}\b(?:too (?:low|high)|already been used)\b/,
    overrules: true,
  }),
  underpriced: rule('chain', {
    codes: ['REPLACEMENT_UNDERPRICED', 'TRANSACTION_REPLACED'],
    words: /\bunderpriced\b|\bfee too low\b/,
    overrules: true,
  }),
  bundle_known: rule('unknown', {
    codes: [5720],
    overrules: true,
  }),
  rejected: rule('refused', {
    codes: [4001, 'UserRejectedRequestError'],
  }),
  action_rejected: rule('refused', { codes: ['ACTION_REJECTED'] }),
  disapproved: rule('refused', {
    codes: [5001, 5002, 5003, 12_001],
  }),
  session_rejected: rule('refused', { codes: [5000] }),
  ledger_refused: rule('refused', {
    codes: [
      'UserRefusedOnDevice',
      'UserRefusedAddress',
      'UserRefusedAllowManager',
      'RefusedByUserDAError',
      'CONDITIONS_OF_USE_NOT_SATISFIED',
    ],
    statusWords: [0x6985, 0x5501],
  }),
  trezor_cancelled: rule('refused', {
    codes: [
      'Failure_ActionCancelled',
      'Failure_PinCancelled',
      'Method_Cancel',
      'Method_PermissionsNotGranted',
      'Method_Interrupted',
    ],
    words: /\bpin cancell?ed\b|^(?:error: )?(?:popup closed|permissions not granted)\.?$/,
  }),
  safe_rejected: rule('refused', {
    words: /^(?:error: )?(?:the )?(?:transaction|signature|message) was rejected\.?$/,
    exact: true,
  }),
  frame_declined: rule('refused', {
    words:
      /^(?:error: )?(?:(?:transaction|signature|request|message|signing)(?: was| has been)? )?declined\.?$/,
    exact: true,
  }),
  user_refused: rule('refused', {
    words:
      /\buser[\s_-]{0,2}(?:has |have )?(?:reject|refus|den(?:y|ied)|declin|cancel|disapprov|abort|dismiss|clos|did ?n[o']t (?:approve|confirm))/,
  }),
  refused_by_user: rule('refused', {
    words:
      /\b(?:reject|refus|deni|den(?:y|ied)|declin|cancel|abort|dismiss)\w*[\s_]?(?:\w+ ){0,3}by[\s_]?(?:the )?(?:user|owner)\b|\b(?:rejected|cancell?ed|denied|declined)byuser\b|\byou (?:have )?(?:rejected|refused|denied|declined|cancell?ed)\b/,
  }),
  cancelled: rule('refused', {
    words:
      /^(?:error: )?(?:(?:the )?(?:transaction|request|signature|sign(?:ing)?(?: transaction| message| request)?)(?: was| has been)? )?(?:cancell?ed|cancel|dismissed)[.!]?$|^(?:error: )?(?:rejected|refused|denied|user[_ ]?rejected)[.!]?$/,
    exact: true,
  }),
  refused_in_other_languages: rule('refused', {
    words:
      /\b(?:be)?nutzer\b.{0,30}(?:abgelehnt|abgebrochen)|signiervorgang abgebrochen|\b(?:usuario|usuário|utilizador)\b.{0,15}(?:rechaz|rejeit|recus|cancel|deneg|neg)|firma de transacci[óo]n cancelada|transaç[ãa]o de assinatura cancelada|utilisateur.{0,15}(?:rejet|refus|annul)|signature.{0,20}annulée|\butente\b.{0,15}(?:rifiut|annull|rigett)|firma transazione annullata|пользовател.{0,15}(?:отклон|отмен)|(?:подписание транзакции|транзакция) отменен|kullanıcı.{0,25}(?:redde|iptal)|imzalama iptal|(?:用户|用戶|使用者).{0,6}(?:取消|拒绝|拒絕)|(?:签署|签名|簽署|簽名)(?:交易)?.{0,2}已?(?:取消|拒绝|拒絕)|ユーザー.{0,10}(?:拒否|キャンセル|取り消)|사용자.{0,10}(?:거부|거절|취소)|การลงนาม.{0,10}ถูกยกเลิก|ยกเลิกแล้ว|\bpengguna\b.{0,15}(?:membatalkan|menolak)|người dùng.{0,15}(?:từ chối|hủy)/,
  }),
  request_pending: rule('busy', {
    codes: [-32_002, 'ResourceUnavailableRpcError'],
    words: /\brequest (?:of type .{0,60})?already pending\b/,
  }),
  ledger_busy: rule('busy', {
    codes: ['TransportRaceCondition', 'TransportPendingOperation'],
    words: /ledger device is busy/,
    sentence: deviceBusy,
  }),
  trezor_busy: rule('busy', {
    codes: ['Device_CallInProgress', 'Device_UsedElsewhere'],
    words: /device call in progress|device is used in another window/,
    sentence: deviceBusy,
  }),
  unauthorized: rule('not_ready', {
    codes: [4100, 'UnauthorizedProviderError'],
    fromWallet: true,
    sentence: notAllowed,
  }),
  disconnected: rule('not_ready', {
    codes: [4900, 'ProviderDisconnectedError'],
    sent: 'maybe',
    sentence: 'The wallet is disconnected.',
  }),
  chain_disconnected: rule('not_ready', {
    codes: [4901, 'ChainDisconnectedError'],
    sent: 'maybe',
    sentence: 'The wallet is not connected to this chain.',
  }),
  session_ended: rule('not_ready', {
    codes: [6000, 7001],
    words: /\buser disconnected\b|no matching key\. session|session not found/,
    sent: 'maybe',
    sentence: 'The wallet ended the session. Connect it again.',
  }),
  method_unauthorized: rule('not_ready', {
    codes: [3001, 3005],
    fromWallet: true,
    sentence: notAllowed,
  }),
  ledger_locked: rule('not_ready', {
    codes: ['LockedDeviceError', 'ManagerDeviceLocked', 'DeviceLockedError', 'LOCKED_DEVICE'],
    statusWords: [0x5515, 0x6982, 0x6b0c, 0x6804, 0x530c, 0x63c0],
    sentence: locked,
  }),
  ledger_app_closed: rule('not_ready', {
    codes: ['CLA_NOT_SUPPORTED', 'INS_NOT_SUPPORTED', 'WrongAppForCurrency', 'OpenAppCommandError'],
    statusWords: [0x6e00, 0x6e01, 0x6d00, 0x6d02, 0x6511, 0x650f],
    sentence: appClosed,
  }),
  ledger_unplugged: rule('not_ready', {
    codes: [
      'DisconnectedDevice',
      'DisconnectedDeviceDuringOperation',
      'CantOpenDevice',
      'TransportOpenUserCancelled',
      'TransportInterfaceNotAvailable',
    ],
    words: /failed to open the device|unable to open ledger|device is not connected/,
    sentence: unplugged,
  }),
  trezor_unplugged: rule('not_ready', {
    codes: [
      'Device_NotFound',
      'Device_Disconnected',
      'Device_InitializeFailed',
      'Device_InvalidState',
      'Transport_Missing',
      'Init_IframeBlocked',
      'Init_IframeTimeout',
      'Popup_ConnectionMissing',
    ],
    words: /\bdevice disconnected\b|\bdevice not found\b|\btransport is missing\b/,
    sentence: unplugged,
  }),
  chain_unknown: rule('unknown_chain', {
    codes: [4902],
    words:
      /\bunrecogni[sz]ed chain\b|\bchain\b.{0,40}\b(?:not (?:been )?added|not (?:recogni[sz]ed|found|configured)|does not exist)\b|\b(?:unknown|unsupported|unrecogni[sz]ed) (?:chain|network)\b|\bnot (?:support|recogni[sz]e) (?:this |the )?(?:chain|network)\b/,
    fromWallet: true,
    sentence: unknownChain,
  }),
  chain_unsupported: rule('unknown_chain', {
    codes: [5100],
    fromWallet: true,
    sentence: unknownChain,
  }),
  bundle_chain_unsupported: rule('unknown_chain', {
    codes: [5710],
    fromWallet: true,
    sentence: unknownChain,
  }),
  chain_mismatch: rule('unknown_chain', {
    codes: ['ChainMismatchError', 'SwitchChainError'],
    sentence: 'The wallet is on another chain.',
  }),
  capability_unsupported: rule('unsupported', {
    codes: [5700, 5740, 5760],
    words:
      /\bnot support a capability that was not marked as optional\b|\bcall bundle is too large for the wallet\b/,
    fromWallet: true,
  }),
  upgrade_refused: rule('unsupported', { codes: [5750], fromWallet: true }),
  method_unsupported: rule('unsupported', {
    codes: [4200, 'UnsupportedProviderMethodError'],
    fromWallet: true,
  }),
  method_missing: rule('unsupported', {
    codes: [
      -32_601,
      -32_004,
      'MethodNotFoundRpcError',
      'MethodNotSupportedRpcError',
      'METHOD_NOT_FOUND',
      'UNSUPPORTED_OPERATION',
    ],
    words:
      /\bmethod\b.{0,60}\b(?:does not exist|not (?:supported|found|available|implemented))\b|\bunsupported (?:rpc )?method\b|\bunknown method\b/,
    fromWallet: true,
  }),
  methods_unsupported: rule('unsupported', {
    codes: [5101, 10_001],
    fromWallet: true,
  }),
  blind_signing: rule('unsupported', {
    codes: ['EthAppPleaseEnableContractData'],
    statusWords: [0x6a80],
    words: /blind.?sign|enable.?contract.?data/,
    sentence: blindSigning,
  }),
  too_large: rule('unsupported', {
    statusWords: [0x6a84],
    words:
      /\btyped data (?:is |was )?too (?:large|long|big)\b|\b(?:device|ledger|trezor)\b.{0,60}\btoo (?:large|big)\b/,
    sentence: tooLarge,
  }),
  trezor_incapable: rule('unsupported', {
    codes: ['Device_MissingCapability', 'Device_FwException', 'Method_Unsupported'],
  }),
  insufficient_funds: rule('funds', {
    codes: ['INSUFFICIENT_FUNDS', 'InsufficientFundsError', 'Failure_NotEnoughFunds'],
    words:
      /\binsufficient (?:funds|eth|balance)\b|\bexceeds transaction sender account balance\b|\bnot enough to cover gas\b|\bwould cause overdraft\b/,
  }),
  execution_reverted: rule('chain', {
    codes: [3, 'ExecutionRevertedError', 'EstimateGasExecutionError', 'UNPREDICTABLE_GAS_LIMIT'],
    sent: 'no',
  }),
  reverted: rule('chain', {
    codes: ['CALL_EXCEPTION'],
    words: /\brevert(?:ed)?\b/,
  }),
  bundle_unknown: rule('unknown', {
    codes: [5730],
  }),
  network_failed: rule('unknown', {
    codes: ['TIMEOUT', 'NETWORK_ERROR', 'SERVER_ERROR', 'CANCELLED', 'TimeoutError', 'HttpRequestError'],
  }),
  transaction_rejected: rule('unknown', {
    codes: [-32_003, 'TransactionRejectedRpcError'],
  }),
  internal_error: rule('unknown', {
    codes: [-32_603, -32_000, -32_005, -32_602],
  }),
} as const satisfies Readonly<Record<string, WalletErrorRule>>

export type WalletErrorId = keyof typeof walletErrorRules
