import type { WalletErrorKind } from '../errors.ts'
import type { WalletErrorSource } from './walletErrorSources.ts'

/** One error that real wallets and their libraries are known to throw. */
export type WalletErrorRow = {
  readonly wallet: string
  readonly kind: WalletErrorKind
  /** Whether the request may have been carried out all the same: then the chain is asked. */
  readonly sent: 'no' | 'maybe'
  /** `code`, `statusCode`, `errorCode` or `name` of the error, at any depth. */
  readonly codes?: readonly (number | string)[]
  /** Status words of a device (ISO 7816), as a number or in the message. */
  readonly statusWords?: readonly number[]
  /** The message, in lower case, in one of its layers. */
  readonly words?: RegExp
  /**
   * The words may come from a node or a contract as well: they count only where no layer bears a node's code.
   * Without it they name the user, which a node does not.
   */
  readonly exact?: boolean
  /** Overrules everything else that the error says: the request may have gone through. */
  readonly overrules?: boolean
  /** A message as the wallet words it. */
  readonly example: string
  /** What the user is told, where the kind alone does not say it. */
  readonly sentence?: string
  /** Key of {@link walletErrorSources}. */
  readonly source: WalletErrorSource
}

const locked = 'The device is locked. Unlock it, and try again.'
const appClosed = 'Open the Ethereum app on the device, and try again.'
const blindSigning = 'Allow blind signing (contract data) in the settings of the device, and try again.'
const tooLarge = 'The device cannot show this much at once. Sign fewer items at a time.'
const unplugged = 'The device is not connected. Connect it, and try again.'
const deviceBusy = 'The device shows another request already. Answer it, and try again.'
const unknownChain = 'The wallet does not know this chain.'
const notAllowed = 'The wallet has not allowed this account.'

type Match = Partial<Omit<WalletErrorRow, 'kind' | 'wallet' | 'source' | 'example'>>

/** Of what nobody says otherwise, a node's word and an unknown error may have been sent, and nothing else. */
const row = (
  kind: WalletErrorKind,
  wallet: string,
  source: WalletErrorSource,
  example: string,
  match: Match,
): WalletErrorRow => ({
  kind,
  wallet,
  source,
  example,
  sent: kind === 'chain' || kind === 'unknown' ? 'maybe' : 'no',
  ...match,
})

/**
 * Refusals, states of devices and errors of networks, as wallets and their libraries tell them. First what overrules all
 * else, then by kind (see `readWalletError`).
 */
export const walletErrors: readonly WalletErrorRow[] = [
  row('unknown', 'Node', 'geth: transaction pool', 'transaction rejected: already known', {
    words:
      /already (?:known|imported|in (?:the )?mempool)|known transaction|already_exists|transaction already exists/,
    overrules: true,
  }),
  row('unknown', 'Node', 'geth: rpc errors', 'request timed out', {
    words: /\btime[ds]?[ -]?out\b|\btook too long\b|\bdeadline exceeded\b/,
    overrules: true,
  }),
  row('unknown', 'WalletConnect', 'WalletConnect: sign client', 'Request expired. Please try again.', {
    codes: [8000],
    words: /\b(?:request|proposal|session)\b.{0,20}\bexpired\b/,
    overrules: true,
  }),
  row('chain', 'Node', 'ethers: errors', 'nonce too low', {
    codes: ['NONCE_EXPIRED', 'NonceTooLowError', 'NonceTooHighError'],
    words: /\bnonce\b.{0,20}\b(?:too (?:low|high)|already been used)\b/,
    overrules: true,
  }),
  row('chain', 'Node', 'ethers: errors', 'replacement transaction underpriced', {
    codes: ['REPLACEMENT_UNDERPRICED', 'TRANSACTION_REPLACED'],
    words: /\bunderpriced\b|\bfee too low\b/,
    overrules: true,
  }),
  row('unknown', 'EIP-5792', 'EIP-5792', 'There is already a bundle submitted with this ID.', {
    codes: [5720],
    overrules: true,
  }),
  row('refused', 'EIP-1193', 'EIP-1193', 'User rejected the request.', {
    codes: [4001, 'UserRejectedRequestError'],
  }),
  row('refused', 'ethers', 'ethers: errors', 'user rejected action', { codes: ['ACTION_REJECTED'] }),
  row('refused', 'WalletConnect', 'WalletConnect: error codes', 'User disapproved requested methods', {
    codes: [5001, 5002, 5003, 12_001],
  }),
  row('refused', 'WalletConnect', 'WalletConnect: error codes', 'User rejected.', { codes: [5000] }),
  row(
    'refused',
    'Ledger',
    'MetaMask issue 9510',
    'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
    {
      codes: [
        'UserRefusedOnDevice',
        'UserRefusedAddress',
        'UserRefusedAllowManager',
        'RefusedByUserDAError',
        'CONDITIONS_OF_USE_NOT_SATISFIED',
      ],
      statusWords: [0x6985, 0x5501],
    },
  ),
  row('refused', 'Trezor', 'Trezor Connect: errors', 'Failure_ActionCancelled', {
    codes: [
      'Failure_ActionCancelled',
      'Failure_PinCancelled',
      'Method_Cancel',
      'Method_PermissionsNotGranted',
      'Method_Interrupted',
    ],
    words: /\bpin cancell?ed\b|^(?:error: )?(?:popup closed|permissions not granted)\.?$/,
  }),
  row('refused', 'Safe', 'Safe: web app', 'Transaction was rejected', {
    words: /^(?:error: )?(?:the )?(?:transaction|signature|message) was rejected\.?$/,
    exact: true,
  }),
  row('refused', 'Frame', 'Frame', 'Transaction declined', {
    words:
      /^(?:error: )?(?:(?:transaction|signature|request|message|signing)(?: was| has been)? )?declined\.?$/,
    exact: true,
  }),
  row(
    'refused',
    'In words',
    'Uniswap interface',
    'MetaMask Tx Signature: User denied transaction signature.',
    {
      words:
        /\buser[\s_-]{0,2}(?:has |have )?(?:reject|refus|den(?:y|ied)|declin|cancel|disapprov|abort|dismiss|clos|did ?n[o']t (?:approve|confirm))/,
    },
  ),
  row('refused', 'In words', 'Vultisig issue 3928', 'Request has been cancelled by the user', {
    words:
      /\b(?:reject|refus|deni|den(?:y|ied)|declin|cancel|abort|dismiss)\w*[\s_]?(?:\w+ ){0,3}by[\s_]?(?:the )?(?:user|owner)\b|\b(?:rejected|cancell?ed|denied|declined)byuser\b|\byou (?:have )?(?:rejected|refused|denied|declined|cancell?ed)\b/,
  }),
  row('refused', 'In words', 'Rarible SDK', 'Sign transaction cancelled', {
    words:
      /^(?:error: )?(?:(?:the )?(?:transaction|request|signature|sign(?:ing)?(?: transaction| message| request)?)(?: was| has been)? )?(?:cancell?ed|cancel|dismissed)[.!]?$|^(?:error: )?(?:rejected|refused|denied|user[_ ]?rejected)[.!]?$/,
    exact: true,
  }),
  row('refused', 'In words', 'Rarible SDK', '用户取消了操作', {
    words:
      /\b(?:be)?nutzer\b.{0,30}(?:abgelehnt|abgebrochen)|signiervorgang abgebrochen|\b(?:usuario|usuário|utilizador)\b.{0,15}(?:rechaz|rejeit|recus|cancel|deneg|neg)|firma de transacci[óo]n cancelada|transaç[ãa]o de assinatura cancelada|utilisateur.{0,15}(?:rejet|refus|annul)|signature.{0,20}annulée|\butente\b.{0,15}(?:rifiut|annull|rigett)|firma transazione annullata|пользовател.{0,15}(?:отклон|отмен)|(?:подписание транзакции|транзакция) отменен|kullanıcı.{0,25}(?:redde|iptal)|imzalama iptal|(?:用户|用戶|使用者).{0,6}(?:取消|拒绝|拒絕)|(?:签署|签名|簽署|簽名)(?:交易)?.{0,2}已?(?:取消|拒绝|拒絕)|ユーザー.{0,10}(?:拒否|キャンセル|取り消)|사용자.{0,10}(?:거부|거절|취소)|การลงนาม.{0,10}ถูกยกเลิก|ยกเลิกแล้ว|\bpengguna\b.{0,15}(?:membatalkan|menolak)|người dùng.{0,15}(?:từ chối|hủy)/,
  }),
  row('busy', 'EIP-1474', 'EIP-1474', 'Request of type eth_sendTransaction already pending', {
    codes: [-32_002, 'ResourceUnavailableRpcError'],
    words: /\brequest (?:of type .{0,60})?already pending\b/,
  }),
  row('busy', 'Ledger', 'Ledger: errors', 'Ledger Device is busy (lock signTransaction)', {
    codes: ['TransportRaceCondition', 'TransportPendingOperation'],
    words: /ledger device is busy/,
    sentence: deviceBusy,
  }),
  row('busy', 'Trezor', 'Trezor Connect: errors', 'Device call in progress', {
    codes: ['Device_CallInProgress', 'Device_UsedElsewhere'],
    words: /device call in progress|device is used in another window/,
    sentence: deviceBusy,
  }),
  row(
    'not_ready',
    'EIP-1193',
    'EIP-1193',
    'The requested method and/or account has not been authorized by the user.',
    { codes: [4100, 'UnauthorizedProviderError'], sentence: notAllowed },
  ),
  row('not_ready', 'EIP-1193', 'EIP-1193', 'The Provider is disconnected from all chains.', {
    codes: [4900, 'ProviderDisconnectedError'],
    sent: 'maybe',
    sentence: 'The wallet is disconnected.',
  }),
  row('not_ready', 'EIP-1193', 'EIP-1193', 'The Provider is not connected to the requested chain.', {
    codes: [4901, 'ChainDisconnectedError'],
    sent: 'maybe',
    sentence: 'The wallet is not connected to this chain.',
  }),
  row('not_ready', 'WalletConnect', 'WalletConnect: error codes', 'User disconnected.', {
    codes: [6000, 7001],
    words: /\buser disconnected\b|no matching key\. session|session not found/,
    sent: 'maybe',
    sentence: 'The wallet has ended the session. Connect it again.',
  }),
  row('not_ready', 'WalletConnect', 'WalletConnect: error codes', 'Unauthorized method.', {
    codes: [3001, 3005],
    sentence: notAllowed,
  }),
  row('not_ready', 'Ledger', 'MetaMask issue 17606', 'Ledger device: Locked device (0x5515)', {
    codes: ['LockedDeviceError', 'ManagerDeviceLocked', 'DeviceLockedError', 'LOCKED_DEVICE'],
    statusWords: [0x5515, 0x6982, 0x6b0c, 0x6804, 0x530c, 0x63c0],
    sentence: locked,
  }),
  row('not_ready', 'Ledger', 'MetaMask issue 14504', 'Ledger device: UNKNOWN_ERROR (0x650f)', {
    codes: ['CLA_NOT_SUPPORTED', 'INS_NOT_SUPPORTED', 'WrongAppForCurrency', 'OpenAppCommandError'],
    statusWords: [0x6e00, 0x6e01, 0x6d00, 0x6d02, 0x6511, 0x650f],
    sentence: appClosed,
  }),
  row('not_ready', 'Ledger', 'Ledger: errors', 'DisconnectedDeviceDuringOperation', {
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
  row('not_ready', 'Trezor', 'Trezor Connect: errors', 'device disconnected during action', {
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
  row(
    'unknown_chain',
    'EIP-3326',
    'EIP-3326',
    'Unrecognized chain ID "0x89". Try adding the chain using wallet_addEthereumChain first.',
    {
      codes: [4902],
      words:
        /\bunrecogni[sz]ed chain\b|\bchain\b.{0,40}\b(?:not (?:been )?added|not (?:recogni[sz]ed|found|configured)|does not exist)\b|\b(?:unknown|unsupported|unrecogni[sz]ed) (?:chain|network)\b|\bnot (?:support|recogni[sz]e) (?:this |the )?(?:chain|network)\b/,
      sentence: unknownChain,
    },
  ),
  row('unknown_chain', 'WalletConnect', 'WalletConnect: error codes', 'Unsupported chains.', {
    codes: [5100],
    sentence: unknownChain,
  }),
  row('unknown_chain', 'EIP-5792', 'EIP-5792', 'The wallet does not support the requested chain ID.', {
    codes: [5710],
    sentence: unknownChain,
  }),
  row(
    'unknown_chain',
    'viem',
    'viem: errors',
    'The current chain of the wallet does not match the target chain for the transaction.',
    { codes: ['ChainMismatchError', 'SwitchChainError'], sentence: 'The wallet is on another chain.' },
  ),
  row(
    'unsupported',
    'EIP-5792',
    'EIP-5792',
    'This wallet does not support a capability that was not marked as optional.',
    { codes: [5700, 5740, 5760] },
  ),
  row(
    'unsupported',
    'EIP-5792',
    'EIP-5792',
    'The wallet can support atomicity after an upgrade, but the user rejected the upgrade.',
    { codes: [5750] },
  ),
  row('unsupported', 'EIP-1193', 'EIP-1193', 'The Provider does not support the requested method.', {
    codes: [4200, 'UnsupportedProviderMethodError'],
  }),
  row(
    'unsupported',
    'EIP-1474',
    'EIP-1474',
    'The method "wallet_sendCalls" does not exist / is not available.',
    {
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
    },
  ),
  row('unsupported', 'WalletConnect', 'WalletConnect: error codes', 'Unsupported methods.', {
    codes: [5101, 10_001],
  }),
  row('unsupported', 'Ledger', 'MetaMask: Ledger keyring', 'Ledger device: Invalid data received (0x6a80)', {
    codes: ['EthAppPleaseEnableContractData'],
    statusWords: [0x6a80],
    words: /blind.?sign|enable.?contract.?data/,
    sentence: blindSigning,
  }),
  row('unsupported', 'Ledger', 'Ledger: errors', 'Typed data too large', {
    statusWords: [0x6a84],
    words: /\btoo (?:large|long|big)\b/,
    sentence: tooLarge,
  }),
  row('unsupported', 'Trezor', 'Trezor Connect: errors', 'Device is missing capability', {
    codes: ['Device_MissingCapability', 'Device_FwException', 'Method_Unsupported'],
  }),
  row(
    'funds',
    'Node',
    'geth: transaction pool',
    'insufficient funds for gas * price + value: balance 0, tx cost 21000',
    {
      codes: ['INSUFFICIENT_FUNDS', 'InsufficientFundsError', 'Failure_NotEnoughFunds'],
      words:
        /\binsufficient (?:funds|eth|balance)\b|\bexceeds transaction sender account balance\b|\bnot enough to cover gas\b|\bwould cause overdraft\b/,
    },
  ),
  row('chain', 'Node', 'geth: rpc errors', 'execution reverted', {
    codes: [3, 'ExecutionRevertedError', 'EstimateGasExecutionError', 'UNPREDICTABLE_GAS_LIMIT'],
    sent: 'no',
  }),
  row('chain', 'Node', 'geth: rpc errors', 'transaction reverted without a reason', {
    codes: ['CALL_EXCEPTION'],
    words: /\brevert(?:ed)?\b/,
  }),
  row('unknown', 'EIP-5792', 'EIP-5792', 'This bundle ID is unknown or has not been submitted.', {
    codes: [5730],
  }),
  row('unknown', 'ethers', 'ethers: errors', 'could not detect network', {
    codes: ['TIMEOUT', 'NETWORK_ERROR', 'SERVER_ERROR', 'CANCELLED', 'TimeoutError', 'HttpRequestError'],
  }),
  row('unknown', 'EIP-1474', 'EIP-1474', 'Transaction creation failed.', {
    codes: [-32_003, 'TransactionRejectedRpcError'],
  }),
  row('unknown', 'EIP-1474', 'EIP-1474', 'Internal JSON-RPC error.', {
    codes: [-32_603, -32_000, -32_005, -32_602],
  }),
]
