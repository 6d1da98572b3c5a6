import type { SocialProvider } from '@portico/protocol/social'
import type { Hex } from 'viem'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import type { Signer } from '../signer/Signer.ts'
import type { SolveWork } from '../work/SolveWork.ts'
import { type AdoptedSlot, adoptWallet } from './adoptWallet.ts'
import { createCurrentSession } from './createCurrentSession.ts'
import type { DpopProver } from './createDpopProver.ts'
import { createGatewayClient, type SessionTokens } from './createGatewayClient.ts'
import { createLazy } from './createLazy.ts'
import type { Lock } from './createLock.ts'
import { createLogin } from './createLogin.ts'
import type { ServerClient } from './createServerClient.ts'
import { createTokenStore } from './createTokenStore.ts'
import { createVaultClient } from './createVaultClient.ts'
import { openDeviceSigner } from './openDeviceSigner.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { addressChangeKey } from './storedAddressChange.ts'
import type { StoredSession } from './storedSession.ts'

export type CreateAccountParameters = {
  dpop: DpopProver
  gatewayServer: ServerClient
  vaultServer: ServerClient
  storage: PartitionStorage
  lock: Lock
  startWorker: StartKeyWorker
  solveWork: SolveWork
  /** The vault's encryption key, as the server wrote it into the page. */
  sealTo: SealingKey
  /** The gateway's encryption key, as the server wrote it into the page. */
  gatewayKey: SealingKey
  /** Origin of the host page. */
  origin: string
  projectId: string
  /** Origin of the wallet's own site, and the providers of social logins that the operator has set up. */
  social?:
    | {
        site: string
        providers: readonly SocialProvider[]
        /** URL of Farcaster's relay, if the operator has set up logins with Farcaster. */
        farcasterRelay?: string | undefined
      }
    | undefined
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined
  wait?: ((milliseconds: number) => Promise<void>) | undefined
  /** Notifies the other tabs of this partition that the visitor signed out. */
  announceSignOut?: (() => void) | undefined
  /** Called when the session ended without this page's request: revoked, expired, or signed out in another tab. */
  onEnded?: (() => void) | undefined
}

/** Milliseconds for signing out at the gateway. A host page waits three seconds for SIGN_OUT. */
const signOutTimeoutMs = 2500

/**
 * Creates the account of the visitor on this device: logging in, resuming, signing, changing the e-mail address and signing
 * out.
 */
export function createAccount(parameters: CreateAccountParameters) {
  const { dpop, storage, lock, startWorker, solveWork, sealTo, origin, projectId, social } = parameters
  const { gatewayServer, vaultServer, gatewayKey, now = Date.now, announceSignOut, onEnded } = parameters
  const { wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) } = parameters
  const { jkt } = dpop
  const gateway = createGatewayClient(gatewayServer)
  const vault = createVaultClient(vaultServer)
  const tokens = createTokenStore({ gateway, storage, lock, now })
  const session = createCurrentSession({ storage, tokens, onEnded })
  const services = { gateway, vault, storage, startWorker, sealTo, jkt, wait }
  let provenGrant: string | undefined
  const keepGrant = (grant: string | undefined): void => {
    provenGrant = grant
  }
  const login = createLogin({
    services,
    gatewayKey,
    lock,
    tokens,
    session,
    keepGrant,
    solveWork,
    origin,
    projectId,
    now,
  })

  const token = () => session.run(() => tokens.get())
  const openSigner = (): Promise<Signer> =>
    session.run(() => openDeviceSigner({ session: session.get(), gateway, tokens, storage, startWorker }))
  const change = createLazy(async () => {
    const { createEmailChange } = await import('./createEmailChange.ts')
    const servers = { gatewayServer, vaultServer, gatewayKey }
    return createEmailChange({ ...servers, token, session, storage, jkt, origin, now })
  })
  /** What logins with accounts at other providers have in common. */
  const accountLogin = {
    ...{ services, gatewayServer, vaultServer, gatewayKey, lock, tokens, session, keepGrant },
    ...{ origin, projectId, now, site: social?.site ?? '' },
  }
  const socialLogin = createLazy(async () => {
    const { createSocialLogin } = await import('./createSocialLogin.ts')
    return createSocialLogin({ ...accountLogin, providers: social?.providers ?? [] })
  })
  const farcasterLogin = createLazy(async () => {
    const { openFarcasterLogin } = await import('./openFarcasterLogin.ts')
    return openFarcasterLogin({ ...accountLogin, relay: social?.farcasterRelay })
  })
  const cancelSocialLogin = (): void => socialLogin.ifStarted(({ cancel }) => cancel())
  const cancelFarcasterLogin = (): void => farcasterLogin.ifStarted(({ cancel }) => cancel())
  let isChangeChecked = false

  /** Continues a change of address that an earlier page could not hand to both servers, once per page. */
  async function finishEmailChange(): Promise<void> {
    if (isChangeChecked) return
    isChangeChecked = true
    if ((await storage.read(addressChangeKey)) !== undefined) await (await change.load()).finishStored()
  }

  return {
    ...login,
    /** The grant of the last login that was asked to keep it; the vault accepts it for ten minutes. */
    provenGrant: (): string | undefined => provenGrant,
    /** Changing the e-mail address. */
    emailChange: change.load,
    /** Logging in with an account at another provider. */
    socialLogin: socialLogin.load,
    /** Logging in with Farcaster. */
    farcasterLogin: farcasterLogin.load,
    cancelFarcasterLogin,
    /** Ends a social login that has started. */
    cancelSocialLogin,

    /** Shows another address from now on: the wallet was replaced by an imported one. */
    async setAddress(address: Hex): Promise<void> {
      const current = session.get()
      if (current) await session.set({ ...current, address, solanaAddress: undefined })
    },

    /**
     * Returns the address of the wallet's Solana account; undefined if it has none. Opens the wallet if the session
     * does not contain it: sessions that were stored before there were Solana accounts do not.
     */
    async readSolanaAddress(): Promise<string | undefined> {
      const known = session.get()?.solanaAddress
      if (known !== undefined) return known ?? undefined
      const signer = await openSigner()
      try {
        const solanaAddress = (await signer.readSolanaAddress()) ?? null
        const current = session.get()
        if (current?.address === signer.address) await session.set({ ...current, solanaAddress })
        return solanaAddress ?? undefined
      } finally {
        signer.close()
      }
    },

    /** Logs in with a slot that another device has made for this one. */
    adopt: (
      given: AdoptedSlot & Pick<StoredSession, 'email' | 'method'>,
      openSession: () => Promise<SessionTokens>,
    ) =>
      lock('enter', async () => {
        const { tokens: opened, address } = await adoptWallet(services, given, openSession)
        await tokens.set(opened)
        const { userId, email, method } = given
        await session.set({ userId, email, method, address, origins: [origin] })
      }),

    /** Thumbprint of this device's DPoP key (RFC 7638). */
    jkt,
    /** The current session, as far as this page knows. */
    current: session.get,
    /** Loads the stored session after a reload, and continues an interrupted change of address. */
    async resume() {
      if (await session.resume()) await finishEmailChange().catch(() => undefined)
      return session.get()
    },
    /** Returns an access token for the gateway's wallet routes. */
    token,

    /** Whether the visitor has connected this origin. */
    isConnected: () => session.get()?.origins.includes(origin) ?? false,

    /** Records the visitor's consent that this origin sees the account. */
    async connectOrigin(): Promise<void> {
      const current = session.get()
      if (current && !current.origins.includes(origin))
        await session.set({ ...current, origins: [...current.origins, origin] })
    },

    /** Opens the wallet for one approval. */
    openSigner,

    /**
     * Ends the session on this device, at the gateway if it can be reached, and in the other tabs. The device keeps its
     * slot: its next login opens the wallet with it.
     */
    async signOut(): Promise<void> {
      const ended = await session.take()
      keepGrant(undefined)
      login.cancelLogin()
      cancelSocialLogin()
      cancelFarcasterLogin()
      change.ifStarted(({ cancel }) => cancel())
      if (ended) {
        try {
          await gateway.signOut(await tokens.get(), signOutTimeoutMs)
        } catch {
          // Unreachable or already over. The tokens are deleted here in any case, and the session expires by itself.
        }
      }
      await session.forget()
      announceSignOut?.()
    },

    /** Ends the session because another tab has signed out. */
    endSession: session.end,
  }
}

export type Account = ReturnType<typeof createAccount>
