import type { SIWXConfig } from '@portico/siwx'

/** What {@link SIWEClient.createMessage} is given: `address` is `did:pkh:<CAIP-2>:<address>`, `chainId` a number. */
export interface SIWECreateMessageArgs {
  domain: string
  uri: string
  nonce: string
  address: string
  chainId: number
  version: '1'
  statement?: string | undefined
  iat?: string | undefined
  exp?: string | undefined
  nbf?: string | undefined
  requestId?: string | undefined
  resources?: readonly string[] | undefined
  type?: 'caip122' | undefined
}

export interface SIWESession {
  address: string
  chainId: number
}

/** The functions of an application's own sign-in server, under AppKit's names. */
export interface SIWEConfig {
  getNonce(address?: string): Promise<string>
  getMessageParams(): Promise<
    Omit<SIWECreateMessageArgs, 'nonce' | 'address' | 'chainId' | 'version'> & { chains: readonly number[] }
  >
  createMessage(args: SIWECreateMessageArgs): string
  verifyMessage(args: { message: string; signature: string; data?: unknown }): Promise<boolean>
  getSession(): Promise<SIWESession | null>
  signOut(): Promise<boolean>
  onSignIn?(session?: SIWESession): void
  onSignOut?(): void
  required?: boolean | undefined
  enabled?: boolean | undefined
  nonceRefetchIntervalMs?: number | undefined
  sessionRefetchIntervalMs?: number | undefined
  signOutOnDisconnect?: boolean | undefined
  signOutOnAccountChange?: boolean | undefined
  signOutOnNetworkChange?: boolean | undefined
}

/** A {@link SIWEConfig} with its defaults filled in, as `createSIWEConfig` makes it. */
export interface SIWEClient {
  readonly config: SIWEConfig &
    Required<
      Pick<
        SIWEConfig,
        | 'required'
        | 'enabled'
        | 'signOutOnDisconnect'
        | 'signOutOnAccountChange'
        | 'signOutOnNetworkChange'
        | 'nonceRefetchIntervalMs'
        | 'sessionRefetchIntervalMs'
      >
    >
  /** The same in the kit's own words; undefined where it is switched off. */
  toSIWX(): SIWXConfig | undefined
}

/**
 * Sign-in through an application's own server functions, as AppKit's `createSIWEConfig`.
 *
 * @example
 * import { createSIWEConfig } from '@portico/react/siwe'
 * const siweConfig = createSIWEConfig({ getNonce, getMessageParams, createMessage, verifyMessage, getSession, signOut })
 * createAppKit({ ...options, siweConfig })
 */
export function createSIWEConfig(config: SIWEConfig): SIWEClient {
  const client: SIWEClient = {
    config: {
      ...config,
      required: config.required ?? true,
      enabled: config.enabled ?? true,
      nonceRefetchIntervalMs: config.nonceRefetchIntervalMs ?? 300_000,
      sessionRefetchIntervalMs: config.sessionRefetchIntervalMs ?? 300_000,
      signOutOnDisconnect: config.signOutOnDisconnect ?? true,
      signOutOnAccountChange: config.signOutOnAccountChange ?? true,
      signOutOnNetworkChange: config.signOutOnNetworkChange ?? true,
    },
    toSIWX: () => siweToSIWX(client),
  }
  return client
}

/** The code of the translation is loaded with its first use. */
function siweToSIWX(client: SIWEClient): SIWXConfig | undefined {
  const { config } = client
  if (!config.enabled) return undefined
  const load = () => import('./siweSIWX.ts').then(({ siweSIWX }) => siweSIWX(client))
  let loaded: ReturnType<typeof load> | undefined
  const get = () => (loaded ??= load())
  return {
    signOutOnDisconnect: config.signOutOnDisconnect,
    getRequired: () => config.required !== false,
    createMessage: async (input) => (await get()).createMessage(input),
    addSession: async (session) => (await get()).addSession(session),
    revokeSession: async (chainId, address) => (await get()).revokeSession(chainId, address),
    setSessions: async (sessions) => (await get()).setSessions(sessions),
    getSessions: async (chainId, address) => (await get()).getSessions(chainId, address),
  }
}
