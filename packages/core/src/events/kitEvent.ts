import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Connected } from '../connection.ts'

/** An event for the application (`subscribeEvents`, `useAppKitEvents`). The kit sends these events to no server. */
export interface TrackEvent {
  type: 'track' | 'error'
  event: TrackEventName | UnraisedEventName
  address?: string | undefined
  properties?: Record<string, unknown> | undefined
}

export type TrackEventName =
  | 'MODAL_CREATED'
  | 'INITIALIZE'
  | 'MODAL_OPEN'
  | 'MODAL_CLOSE'
  | 'CLICK_ALL_WALLETS'
  | 'SEARCH_WALLET'
  | 'SELECT_WALLET'
  | 'GET_WALLET'
  | 'CONNECT_SUCCESS'
  | 'CONNECT_ERROR'
  | 'USER_REJECTED'
  | 'DISCONNECT_SUCCESS'
  | 'DISCONNECT_ERROR'
  | 'CLICK_WALLET_HELP'
  | 'CLICK_GET_WALLET_HELP'
  | 'CLICK_NETWORKS'
  | 'CLICK_NETWORK_HELP'
  | 'SWITCH_NETWORK'
  | 'CLICK_TRANSACTIONS'
  | 'LOAD_MORE_TRANSACTIONS'
  | 'ERROR_FETCH_TRANSACTIONS'
  | 'CLICK_SIGN_SIWX_MESSAGE'
  | 'CLICK_CANCEL_SIWX'
  | 'SIWX_AUTH_SUCCESS'
  | 'SIWX_AUTH_ERROR'
  | 'OPEN_ENS_FLOW'
  | 'REGISTER_NAME_INITIATED'
  | 'REGISTER_NAME_SUCCESS'
  | 'REGISTER_NAME_ERROR'
  | 'EMAIL_LOGIN_SELECTED'
  | 'EMAIL_SUBMITTED'
  | 'DEVICE_REGISTERED_FOR_EMAIL'
  | 'EMAIL_VERIFICATION_CODE_SENT'
  | 'EMAIL_VERIFICATION_CODE_PASS'
  | 'EMAIL_VERIFICATION_CODE_FAIL'
  | 'EMAIL_EDIT'
  | 'EMAIL_UPGRADE_FROM_MODAL'
  | `SOCIAL_LOGIN_${'STARTED' | 'SUCCESS' | 'ERROR' | 'REQUEST_USER_DATA' | 'CANCELED'}`
  | 'CLICK_CONVERT'
  | 'CLICK_SELECT_TOKEN_TO_SWAP'
  | 'CLICK_SELECT_NETWORK_TO_SWAP'
  | 'OPEN_SWAP'
  | 'INITIATE_SWAP'
  | `SWAP_${'SUCCESS' | 'ERROR' | 'APPROVAL_ERROR'}`
  | 'OPEN_SEND'
  | `SEND_${'INITIATED' | 'SUCCESS' | 'ERROR' | 'REJECTED'}`
  | 'SELECT_BUY_CRYPTO'
  | 'SELECT_BUY_PROVIDER'
  | 'SELECT_WHAT_IS_A_BUY'
  | `PAY_${'MODAL_OPEN' | 'INITIATED' | 'SUCCESS' | 'ERROR'}`
  | 'SET_PREFERRED_ACCOUNT_TYPE'
  | 'INTERNAL_SDK_ERROR'
  | 'API_ERROR'
  | 'DATA_PARSING_ERROR'
  | 'SECURE_SITE_ERROR'

/**
 * AppKit's names of events that are never raised, so that code that compares with them compiles. AppKit sends `WALLET_IMPRESSION_V2` only to
 * its own servers. `CONNECT_PROXY_ERROR` means that a wallet's link cannot be read; such links are never offered.
 * `PAY_EXCHANGE_SELECTED` needs contracts with exchanges.
 */
type UnraisedEventName = 'WALLET_IMPRESSION_V2' | 'CONNECT_PROXY_ERROR' | 'PAY_EXCHANGE_SELECTED'

/** A short message for the visitor. Its text is in the copy of `@portico/react`, under this key. */
export type Notice =
  | 'auth-init-failed'
  | 'signature-declined'
  | 'smart-account-unsupported'
  | 'method-not-allowed'

/** Something that happened, for the modal and the application. What lasts is in the state instead. */
export type KitEvent =
  | { type: 'track'; track: TrackEvent }
  | { type: 'notice'; notice: Notice }
  /** A wallet is asked, or may be soon: what follows connections is loaded now, so that it misses none. */
  | { type: 'connecting' }
  | { type: 'connected'; namespace: NamespaceId; reconnected: boolean }
  /** `connection` is the one that ended. */
  | { type: 'disconnected'; namespace: NamespaceId; connection: Connected }
  | { type: 'signed-in' }
  | { type: 'sign-in-cancelled' }
  | { type: 'transaction'; namespace: NamespaceId; hash: string; networkId: CaipNetworkId }
  /** The application has asked the embedded wallet to show the visitor what became of calls (EIP-5792). */
  | { type: 'show-calls'; id: string }
