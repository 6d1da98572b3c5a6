import { BaseError } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import { formatSiwfNonce, siwfNonceFields } from '@portico/protocol/social'
import { base64urlnopad } from '@scure/base'
import { hashFields } from '../keys/hashFields.ts'
import { type SealingKey, sealToServer } from '../keys/sealToServer.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import { createFarcasterClient } from './createFarcasterClient.ts'
import type { FarcasterRelay, SignedFarcasterLogin } from './createFarcasterRelay.ts'
import { createGrant, type Grant, type KeepGrant } from './createGrant.ts'
import type { Lock } from './createLock.ts'
import { NoChallengeError, ProviderOffError } from './createLogin.ts'
import type { ServerClient } from './createServerClient.ts'
import type { TokenStore } from './createTokenStore.ts'
import type { EnterServices } from './enterWallet.ts'
import { type AcceptedProof, enterWithProof } from './enterWithProof.ts'
import type { StoredSession } from './storedSession.ts'

/** The visitor did not confirm the login in the Farcaster app in time. */
export class FarcasterExpiredError extends BaseError {
  override name = 'FarcasterExpiredError'
  static override code = 'farcaster-expired'
  constructor() {
    super('The login with Farcaster was not confirmed in time.')
  }
}

type Login = {
  tx: string
  /** ID of the introduction at the gateway. The vault must not learn it. */
  introductionId: string
  channelToken: string
  expiresAt: number
}

/** Milliseconds between two questions to the relay, as in Farcaster's own client. */
const pauseMs = 1500
/** Maximum length of a name in the frame protocol. */
const maxLength = 254

/**
 * Logging in with Farcaster: this frame asks the relay for a message with a nonce that names its own key, and both servers verify
 * the signed message themselves. The frame asks the relay, because a server in its place could ask for a message with a
 * nonce of its own.
 */
export function createFarcasterLogin({
  services,
  gatewayServer,
  vaultServer,
  gatewayKey,
  relay,
  lock,
  tokens,
  session,
  keepGrant,
  origin,
  projectId,
  site,
  now,
}: {
  services: EnterServices
  gatewayServer: ServerClient
  vaultServer: ServerClient
  /** The gateway's encryption key. */
  gatewayKey: SealingKey
  /** Undefined: the operator has not set up logins with Farcaster. */
  relay: FarcasterRelay | undefined
  lock: Lock
  tokens: TokenStore
  session: CurrentSession
  keepGrant: KeepGrant
  origin: string
  projectId: string
  /** Origin of the wallet's own site, which the message is for. */
  site: string
  now: () => number
}) {
  const { jkt, wait } = services
  const client = createFarcasterClient({ gatewayServer, vaultServer })
  let login: Login | undefined
  /** Number of the last start; an earlier one that is still waiting for a server is over. */
  let lastStart = 0

  /** Asks the relay until the visitor has confirmed the login in the app. */
  async function waitForSignature(current: Login, from: FarcasterRelay): Promise<SignedFarcasterLogin> {
    while (now() < current.expiresAt) {
      const status = await from.readStatus(current.channelToken)
      if (login !== current) throw new NoChallengeError()
      if (status !== 'pending') return status
      await wait(pauseMs)
      if (login !== current) throw new NoChallengeError()
    }
    throw new FarcasterExpiredError()
  }

  /** Has both servers verify the signed message. */
  async function prove(
    current: Login,
    { message, signature }: SignedFarcasterLogin,
    assertion: string,
  ): Promise<AcceptedProof> {
    const { introductionId: id } = current
    if (login !== current) throw new NoChallengeError()
    const sealed = await sealToServer(gatewayKey, { id, jkt, assertion, siwf: { message, signature } })
    const { introduced, ...opened } = await client.gateway.prove(id, sealed)
    return { tokens: opened, introduced }
  }

  return {
    /** Starts a login, which ends an earlier one. Returns the address that the Farcaster app opens. */
    async start(): Promise<string> {
      login = undefined
      lastStart += 1
      const start = lastStart
      if (!relay) throw new ProviderOffError('Farcaster')
      const page = { origin, projectId }
      const { id, challenge } = await client.gateway.introduce(
        await sealToServer(gatewayKey, { jkt, ...page }),
      )
      const { tx, expiresAt } = await client.vault.start({ challenge, ...page })
      const hash = await hashFields(siwfNonceFields({ challenge, tx, jkt }))
      const nonce = formatSiwfNonce(base64urlnopad.decode(hash))
      const latest = now() + frameLimits.farcasterTimeout
      const { channelToken, url } = await relay.open({ siweUri: site, domain: new URL(site).host, nonce })
      if (start !== lastStart) throw new NoChallengeError()
      login = {
        tx,
        introductionId: id,
        channelToken,
        expiresAt: Math.min(Date.parse(expiresAt), latest),
      }
      return url
    },

    /** Ends a login that has started. */
    cancel(): void {
      lastStart += 1
      login = undefined
    },

    /**
     * Waits until the visitor has confirmed the login in the app, and completes it. That the visitor has logged in is the consent
     * to connect this origin.
     *
     * @param needsGrant keeps the vault's grant of this login, see `provenGrant` of the account.
     */
    async complete({ needsGrant = false }: { needsGrant?: boolean } = {}): Promise<StoredSession> {
      return useSignature(async (current, signed, grant) => {
        const { introduced, ...entered } = await enterWithProof(
          { services, lock, tokens },
          { grant, prove: async () => prove(current, signed, await grant.claim()) },
        )
        if (needsGrant) keepGrant((await grant.open(introduced)).grant)
        const userName = signed.username?.slice(0, maxLength)
        const next: StoredSession = {
          ...entered,
          method: 'farcaster',
          ...(userName ? { userName } : {}),
          origins: [origin],
        }
        await session.set(next)
        return next
      })
    },

    /**
     * Waits until the visitor has confirmed the login in the app, and makes the account another login of the user of `addTo`, a
     * grant.
     */
    async add(addTo: string): Promise<void> {
      return useSignature(async (current, signed, grant) => {
        const assertion = await grant.attachTo(addTo)
        const { tokens: opened, introduced } = await prove(current, signed, assertion)
        await grant.open(introduced)
        await tokens.set(opened)
      })
    },
  }

  /** Waits for the signed message, which can be used once, and uses it. */
  async function useSignature<Value>(
    use: (current: Login, signed: SignedFarcasterLogin, grant: Grant) => Promise<Value>,
  ): Promise<Value> {
    const current = login
    if (!current || !relay) throw new NoChallengeError()
    try {
      const signed = await waitForSignature(current, relay)
      const { tx } = current
      const { message, signature } = signed
      const proof = { message, signature }
      return await use(current, signed, createGrant({ services, tx, claimAt: client.vault.claim, proof }))
    } finally {
      // The relay gives its answer once, and the servers use it up.
      if (login === current) login = undefined
    }
  }
}

export type FarcasterLogin = ReturnType<typeof createFarcasterLogin>
