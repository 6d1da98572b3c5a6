import * as z from 'zod/mini'
import { languageTag } from '../languageTag.ts'
import { socialProvider } from '../social/socialProvider.ts'

const nothing = z.optional(z.strictObject({}))
const text = (length: number) => z.string().check(z.maxLength(length))
const email = z.string().check(z.maxLength(254), z.email())
/** A CAIP-2 ID, or the number of an `eip155` chain. */
const chainId = z.union([z.int().check(z.positive()), text(64)])
const otp = z.optional(z.string().check(z.regex(/^\d{6}$/)))
/** Without a code, the visitor types it in the frame, and the reply is sent once it was accepted. */
const code = z.optional(z.strictObject({ otp }))
/**
 * Asks the frame to sign in as part of the login. The frame writes the message (EIP-4361, or Sign-In With Solana) itself: domain and URI are the
 * origin that the browser reported, the address is the visitor's, the statement is fixed, and the message expires within
 * ten minutes. No text of the page is signed, and the form for the code names the sign-in.
 *
 * `issuer` says whose nonce it is. An application's nonce is signed as it is. For a gateway's nonce the frame chooses a
 * random value and signs a hash of both, so that the nonce is worth nothing at any other server; `random` of the result
 * lets the gateway check it, see `authenticateRequest`.
 */
const loginSignIn = z.strictObject({
  nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,64}$/)),
  chainId: z.string().check(z.regex(/^(?:eip155:[1-9]\d{0,15}|solana:[1-9A-HJ-NP-Za-km-z]{32})$/)),
  issuer: z.enum(['gateway', 'application']),
})
const signedLogin = z.strictObject({
  message: text(2048),
  /** In hex, or in base58 for Solana. */
  signature: z.string().check(z.regex(/^(?:0x[0-9a-f]{130}|[1-9A-HJ-NP-Za-km-z]{64,88})$/)),
  random: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
})
/** The type of an account, in one of its two spellings. */
const accountType = z.pipe(
  z.enum(['eoa', 'smartAccount', 'smart_account']),
  z.transform((type) => (type === 'smart_account' ? 'smartAccount' : type)),
)
/** The network in a result: a CAIP-2 ID. The number of an `eip155` chain is converted. */
const networkId = z.pipe(
  chainId,
  z.transform((id) => (/^\d+$/.test(`${id}`) ? `eip155:${id}` : `${id}`)),
)
const account = z.strictObject({ address: text(128), type: accountType })
/** The wallet that a login at a provider opened. */
const socialLogin = z.strictObject({
  email: z.optional(z.nullable(text(254))),
  address: text(128),
  chainId: networkId,
  accounts: z.optional(z.array(account).check(z.minLength(1), z.maxLength(8))),
  userName: z.optional(z.nullable(text(254))),
  signIn: z.optional(signedLogin),
})
const themeVariables = z.record(text(64), z.union([text(256), z.number()]))
const none = z.strictObject({})
const evmChainId = z.int().check(z.positive())

const transactionHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** A permission that the visitor has granted to this origin: what an account, the delegate, may do as the visitor's account. */
const grantedPermission = z.strictObject({
  /** The hash of the delegation (ERC-7710). */
  id: transactionHash,
  chainId: z.int().check(z.positive()),
  delegate: evmAddress,
  /** Sending the network's coin, sending a token, or calling contracts. */
  kind: z.enum(['coin', 'token', 'contract']),
  token: z.optional(
    z.strictObject({
      address: evmAddress,
      symbol: z.optional(text(64)),
      decimals: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
    }),
  ),
  /** In the smallest units: in total, or in each period. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,78}$/))),
  /** Seconds. */
  period: z.optional(z.int().check(z.positive())),
  /** How many calls of contracts are allowed. */
  calls: z.optional(z.int().check(z.positive())),
  /** The contracts that may be called. */
  targets: z.optional(z.array(evmAddress).check(z.maxLength(100))),
  /** Seconds since 1970. */
  expiresAt: z.int().check(z.positive()),
  state: z.enum(['active', 'revoked', 'expired']),
})

/**
 * The requests a host can send to the frame, with the schemas of payload and result. The reply to `X` is `X_SUCCESS`
 * with the result, or `X_ERROR` with {@link frameFailure}. To add one: add a row here, a handler in
 * `apps/wallet/src/handlers/`, and the caller.
 */
export const frameRequests = {
  /**
   * `accountType` is the type that the account has on this network, and `isDeployed` whether its smart-account features are on there. Both
   * are absent if they cannot be read in time.
   */
  SWITCH_NETWORK: {
    payload: z.strictObject({ chainId }),
    result: z.strictObject({
      chainId: networkId,
      accountType: z.optional(accountType),
      isDeployed: z.optional(z.boolean()),
    }),
  },
  CONNECT_EMAIL: {
    payload: z.strictObject({ email }),
    result: z.strictObject({
      action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      /** Two digits that the page behind the mailed link shows as well, to compare. */
      matchCode: z.optional(z.string().check(z.regex(/^\d{2}$/))),
    }),
  },
  /** Answered within 25 seconds; to be repeated while the status is `pending`. */
  CONNECT_DEVICE: { payload: nothing, result: z.strictObject({ status: z.enum(['pending', 'approved']) }) },
  /** Mails another link of the login, which invalidates the previous one. The digits stay the same. */
  RESEND_LINK: { payload: nothing, result: none },
  /**
   * The first `CONNECT_OTP` of a login decides whether the login signs in; a different `signIn` later has no effect. The
   * result has no `signIn` when the wallet did not sign: the page then requests a signature as for any other message.
   */
  CONNECT_OTP: {
    payload: z.optional(z.strictObject({ otp, signIn: z.optional(loginSignIn) })),
    result: z.strictObject({ signIn: z.optional(signedLogin) }),
  },
  /**
   * Starts a social login, and returns the address of the wallet's page that goes to the provider. The host opens it in a window,
   * in the visitor's click. `SOCIAL_RESULT` says how it ended; another request invalidates an earlier login.
   *
   * With `returnTo`, an address of the host's own origin, nothing is opened: the frame shows a button that leads the whole tab to the
   * provider, for browsers without windows. The tab comes back to `returnTo` with the parameter `result_uri` in its query:
   * `<wallet>/social?result=…` for `CONNECT_SOCIAL`, or `<wallet>/social?error=refused` or `=failed`.
   */
  GET_SOCIAL_REDIRECT_URI: {
    payload: z.strictObject({
      provider: socialProvider,
      returnTo: z.optional(text(2048).check(z.regex(/^https?:\/\//))),
    }),
    result: z.strictObject({ uri: text(2048) }),
  },
  /**
   * Completes the social login whose `SOCIAL_RESULT`, or `result_uri`, had this `uri`. `signIn` asks for a sign-in as in `CONNECT_OTP`.
   * `userName` is the public name at the provider.
   */
  CONNECT_SOCIAL: {
    payload: z.strictObject({ uri: text(2048), signIn: z.optional(loginSignIn) }),
    result: socialLogin,
  },
  /**
   * Starts a login with Farcaster, and returns the address that the Farcaster app opens, to be shown as a QR code or as a link. It
   * works for `frameLimits.farcasterTimeout`; another request invalidates it.
   */
  GET_FARCASTER_URI: {
    payload: nothing,
    // The host page links to it.
    result: z.strictObject({ url: text(2048).check(z.regex(/^(?:https?|farcaster):\/\//)) }),
  },
  /**
   * Answered once the visitor has confirmed the login in the Farcaster app, or with the reason `farcaster-expired` or
   * `farcaster-failed`. `signIn` asks for a sign-in as in `CONNECT_OTP`. `userName` is the name at Farcaster.
   */
  CONNECT_FARCASTER: {
    payload: z.optional(z.strictObject({ signIn: z.optional(loginSignIn) })),
    result: socialLogin,
  },
  /** Ends a login with Farcaster that is waiting for the visitor. */
  CANCEL_FARCASTER: { payload: nothing, result: none },
  IS_CONNECTED: {
    payload: z.optional(z.strictObject({ token: z.optional(text(1024)) })),
    result: z.strictObject({ isConnected: z.boolean() }),
  },
  /**
   * `chainId` chooses the account: `address` and `accounts` are those of its namespace, `eip155` by default. `solanaAccounts`
   * has the Solana account in any case; it is empty if the wallet has none.
   *
   * Where the network has smart accounts, `accounts` has the one address twice: with the type that is used first, then with the other.
   * `preferredAccountType` of the payload is the type that the application prefers; it is used until `SET_PREFERRED_ACCOUNT` has set another.
   * `smartAccountDeployed` says whether smart-account features are on; it is absent if that cannot be read in time.
   */
  GET_USER: {
    payload: z.optional(
      z.strictObject({ chainId: z.optional(chainId), preferredAccountType: z.optional(text(32)) }),
    ),
    result: z.strictObject({
      email: z.optional(z.nullable(text(254))),
      address: text(128),
      chainId: networkId,
      /** Without it, `address` is the only account. */
      accounts: z.optional(z.array(account).check(z.minLength(1), z.maxLength(8))),
      solanaAccounts: z.optional(z.array(account).check(z.maxLength(8))),
      preferredAccountType: z.optional(accountType),
      userName: z.optional(z.nullable(text(254))),
      smartAccountDeployed: z.optional(z.boolean()),
    }),
  },
  GET_CHAIN_ID: { payload: nothing, result: z.strictObject({ chainId: networkId }) },
  SIGN_OUT: { payload: nothing, result: none },
  /** Answers the numbers of the networks on which the account can be a smart account. */
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payload: nothing,
    result: z.strictObject({ smartAccountEnabledNetworks: z.array(z.int()).check(z.maxLength(1000)) }),
  },
  /**
   * Answers the address of the smart account, which is that of the EOA, and whether its features are on. It sends nothing: they are turned
   * on with the first transaction that needs them. Error 4200 where the chosen network has no smart accounts.
   */
  INIT_SMART_ACCOUNT: {
    payload: nothing,
    result: z.strictObject({ address: text(128), isDeployed: z.boolean() }),
  },
  /**
   * Sets the type of the account, which is stored for the user and this origin. The address stays the same. With `eoa` the wallet has no
   * capabilities and executes no batches.
   */
  SET_PREFERRED_ACCOUNT: {
    payload: z.strictObject({ type: text(32) }),
    result: z.strictObject({ type: accountType, address: text(128) }),
  },
  /** Answers the permissions that the visitor has granted to this origin (ERC-7715), at most 200, the newest first. */
  GET_PERMISSIONS: {
    payload: nothing,
    result: z.strictObject({ permissions: z.array(grantedPermission).check(z.maxLength(200)) }),
  },
  /** Asks the visitor to revoke a permission. Answers the hash of the transaction once it was sent. */
  REVOKE_PERMISSION: {
    payload: z.strictObject({ id: transactionHash }),
    result: z.strictObject({ hash: transactionHash }),
  },
  /**
   * Asks the visitor to revoke all permissions on a network at once, those of other sites too. Answers the hash of the transaction once it
   * was sent.
   */
  REVOKE_ALL_PERMISSIONS: {
    payload: z.strictObject({ chainId: evmChainId }),
    result: z.strictObject({ hash: transactionHash }),
  },
  /**
   * Answers the networks with smart accounts: whether the features are on, off, or those of another wallet (`foreign`). A network that
   * cannot be read in time is `unknown`.
   */
  GET_SMART_ACCOUNTS: {
    payload: nothing,
    result: z.strictObject({
      networks: z
        .array(z.strictObject({ chainId: evmChainId, state: z.enum(['on', 'off', 'foreign', 'unknown']) }))
        .check(z.maxLength(1000)),
    }),
  },
  /**
   * Asks the visitor to turn off the smart-account features on a network, which also ends all permissions there. Answers the hash of the
   * transaction once it was sent.
   */
  TURN_OFF_SMART_ACCOUNT: {
    payload: z.strictObject({ chainId: evmChainId }),
    result: z.strictObject({ hash: transactionHash }),
  },
  /**
   * Without a `chainId`, the request is for the network that the frame keeps of `chainNamespace`, by default that of the
   * method's namespace.
   */
  RPC_REQUEST: {
    payload: z.strictObject({
      method: z.string().check(z.minLength(1), z.maxLength(64)),
      params: z.optional(z.unknown()),
      chainId: z.optional(chainId),
      chainNamespace: z.optional(z.enum(['eip155', 'solana'])),
    }),
    result: z.unknown(),
  },
  /** Rejects the requests that wait for approval; those that need none continue. */
  RPC_ABORT: { payload: nothing, result: none },
  UPDATE_EMAIL: {
    payload: z.strictObject({ email }),
    result: z.strictObject({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: code, result: none },
  UPDATE_EMAIL_SECONDARY_OTP: { payload: code, result: z.strictObject({ newEmail: text(254) }) },
  SYNC_THEME: {
    payload: z.strictObject({
      themeMode: z.optional(z.enum(['light', 'dark'])),
      themeVariables: z.optional(themeVariables),
      w3mThemeVariables: z.optional(themeVariables),
      /** The language of the page. Texts are never taken from it. */
      language: z.optional(languageTag),
    }),
    result: none,
  },
  SYNC_DAPP_DATA: {
    payload: z.strictObject({
      metadata: z.optional(
        z.strictObject({
          name: z.optional(text(256)),
          description: z.optional(text(2048)),
          url: z.optional(text(2048)),
          icons: z.optional(z.array(text(8192)).check(z.maxLength(8))),
        }),
      ),
      sdkVersion: z.optional(text(64)),
      sdkType: z.optional(text(64)),
      projectId: text(128),
    }),
    result: none,
  },
  RELOAD: { payload: nothing, result: none },
} as const

export type FrameRequestType = keyof typeof frameRequests
export type FramePayload<T extends FrameRequestType> = z.infer<(typeof frameRequests)[T]['payload']>
export type FrameResult<T extends FrameRequestType> = z.infer<(typeof frameRequests)[T]['result']>

/** The payload of `X_ERROR`: a message for developers and, if there is one, a JSON-RPC or EIP-1193 code. */
export const frameFailure = z.strictObject({
  /** Empty if the frame gave no reason. */
  message: z._default(text(2048), ''),
  code: z.optional(z.int()),
  /** A stable code of the cause, such as `code-wrong`. */
  reason: z.optional(text(64)),
  /** Seconds until the request can be repeated. */
  retryAfter: z.optional(z.int()),
  /** The hash of a user operation that was sent, if it is in no transaction yet. */
  data: z.optional(z.strictObject({ id: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)) })),
})
export type FrameFailure = z.infer<typeof frameFailure>
