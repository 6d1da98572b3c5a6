import type { SIWXConfig } from '@portico/siwx'
import type { SIWEClient, SIWEConfig } from './SIWEClient.ts'

/**
 * Creates a sign-in configuration from the functions of the application's own server, like AppKit's
 * `createSIWEConfig`.
 *
 * @example
 * import { createAppKit } from '@portico/react'
 * import { createSIWEConfig, formatMessage } from '@portico/siwe'
 *
 * const siweConfig = createSIWEConfig({
 *   getNonce: () => fetch('/nonce').then((response) => response.text()),
 *   getMessageParams: async () => ({ domain: location.host, uri: location.origin, chains: [1, 8453] }),
 *   createMessage: ({ address, ...args }) => formatMessage(args, address),
 *   verifyMessage: (signed) => fetch('/verify', { method: 'POST', body: JSON.stringify(signed) }).then(({ ok }) => ok),
 *   getSession: () => fetch('/session').then((response) => response.json()),
 *   signOut: () => fetch('/sign-out', { method: 'POST' }).then(({ ok }) => ok),
 * })
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

/** Loads the adapter on first use. */
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
    prepareLogin: async (input) => (await get()).prepareLogin?.(input),
    addSession: async (session) => (await get()).addSession(session),
    revokeSession: async (chainId, address) => (await get()).revokeSession(chainId, address),
    setSessions: async (sessions) => (await get()).setSessions(sessions),
    getSessions: async (chainId, address) => (await get()).getSessions(chainId, address),
  }
}
