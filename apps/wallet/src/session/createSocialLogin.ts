import type { SocialProvider } from '@portico/protocol/social'
import type { SocialClaimResponse } from '@portico/protocol/vault'
import { type SealingKey, sealToServer } from '../keys/sealToServer.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import { createGrant, type Grant, type KeepGrant } from './createGrant.ts'
import type { Lock } from './createLock.ts'
import { NoChallengeError, ProviderOffError, ReturnAddressError } from './createLogin.ts'
import type { ServerClient } from './createServerClient.ts'
import { createSocialClient } from './createSocialClient.ts'
import { createSocialReturns } from './createSocialReturns.ts'
import type { TokenStore } from './createTokenStore.ts'
import type { EnterServices } from './enterWallet.ts'
import { type AcceptedProof, enterWithProof } from './enterWithProof.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'
import type { StoredSession } from './storedSession.ts'
import type { ChooseWallet } from './WalletQuestion.ts'

/** What the wallet's page needs to go to the provider. `ticket` opens the login once. */
export type SocialTicket = {
  provider: SocialProvider
  /** ID of the login at the vault. */
  tx: string
  ticket: string
  /** The challenge of the gateway's introduction. */
  introduction: string
  /** Thumbprint of this device's key. */
  jkt: string
  /** ID of the gateway's introduction, if the gateway exchanges a code of its own. The vault must not learn it. */
  second?: string | undefined
  /** Where the tab goes in the end, if it is the host page's own. */
  returnTo?: string | undefined
}

/** A social login that has started. */
export type StartedSocialLogin = {
  /** Address of the wallet's page that goes to the provider. */
  uri: string
  ticket: SocialTicket
  /**
   * Resolves once the login has ended at the provider.
   *
   * @param onOpened called when the wallet's page has used the ticket, possibly more than once
   */
  waitForResult(onOpened: () => void): Promise<SocialOutcome>
}

/** How a social login ended at the provider; `over`: another one was started, or the visitor signed out. */
export type SocialOutcome = { uri: string } | { reason: 'refused' | 'failed' } | 'over'

type Login = {
  provider: SocialProvider
  tx: string
  /** ID of the introduction at the gateway. The vault must not learn it. */
  introductionId: string
  expiresAt: number
  /** Whether the result comes back in the address of the host page. */
  isRedirect: boolean
  /** Names the result for the host page. */
  uri: string
  isDone: boolean
  grant: Grant
  claimed?: SocialClaimResponse | undefined
  accepted?: AcceptedProof | undefined
}

/** Maximum length of an address and a name in the frame protocol. */
const maxLength = 254
/** Milliseconds until the next attempt if the vault could not be reached. */
const pauseMs = 3000

/**
 * Logging in with an account at another provider: both servers verify the account themselves, the vault with the code that the
 * provider gives, and the gateway with the provider's ID token or a code of its own. The frame binds both to its own key.
 */
export function createSocialLogin({
  services,
  gatewayServer,
  vaultServer,
  gatewayKey,
  lock,
  tokens,
  session,
  keepGrant,
  origin,
  projectId,
  site,
  providers,
  now,
}: {
  services: EnterServices
  gatewayServer: ServerClient
  vaultServer: ServerClient
  /** The gateway's encryption key. */
  gatewayKey: SealingKey
  lock: Lock
  tokens: TokenStore
  session: CurrentSession
  keepGrant: KeepGrant
  origin: string
  projectId: string
  /** Origin of the wallet's own site. */
  site: string
  /** The providers that the operator has set up. */
  providers: readonly SocialProvider[]
  now: () => number
}) {
  const { jkt, wait, storage } = services
  const client = createSocialClient({ gatewayServer, vaultServer })
  const returns = createSocialReturns({ storage, origin, site, now })
  let login: Login | undefined
  /** Number of the last start; an earlier one that is still waiting for a server is over. */
  let lastStart = 0

  const resultStart = `${site}/social?result=`

  /**
   * Claims the account at the vault, or adds it to the wallet that the visitor chooses, and has the gateway verify it. What was used up
   * is kept for another attempt.
   */
  async function prove(current: Login, chooseWallet: ChooseWallet | undefined): Promise<AcceptedProof> {
    if (current.accepted) return current.accepted
    const { provider, grant } = current
    const claimed = await grant.claim()
    const { linkable, profile } = current.claimed ?? {}
    const email = linkable ? profile?.email : undefined
    const other = email === undefined ? undefined : await chooseWallet?.({ provider, email })
    if (login !== current) throw new NoChallengeError()
    const assertion = other === undefined ? claimed : await grant.attachTo(other)
    current.accepted = await proveWith(current, assertion)
    // The vault learns that the gateway has verified the account, too, or it asks again next time.
    if (other !== undefined) await grant.open(current.accepted.introduced)
    return current.accepted
  }

  /** Has the gateway verify the account with the vault's assertion. */
  async function proveWith(current: Login, assertion: string): Promise<AcceptedProof> {
    const id = current.introductionId
    const { idToken } = current.claimed ?? {}
    const sealed = await sealToServer(gatewayKey, { id, jkt, assertion, ...(idToken ? { idToken } : {}) })
    const { introduced, ...opened } = await client.gateway.prove(id, sealed)
    return { tokens: opened, introduced }
  }

  /** Creates the state of a login. `handle`: what came back in the address of the host page. */
  function createLogin(
    started: Pick<Login, 'provider' | 'tx' | 'introductionId' | 'expiresAt' | 'isRedirect' | 'uri'>,
    handle?: string,
  ): Login {
    const created: Login = {
      ...started,
      isDone: handle !== undefined,
      grant: createGrant({
        services,
        tx: started.tx,
        proof: handle === undefined ? undefined : { handle },
        async claimAt(request) {
          created.claimed = await client.vault.claim(request)
          return created.claimed
        },
      }),
    }
    return created
  }

  /** Returns the login whose result had this URI: one of this page, or one for which the tab went to the provider and came back. */
  async function findDone(uri: string): Promise<Login> {
    if (login?.isDone && uri === login.uri) return login
    const start = lastStart
    const returned = await returns.read(uri)
    if (!returned || start !== lastStart) throw new NoChallengeError()
    const { stored, handle } = returned
    login = createLogin({ ...stored, expiresAt: 0, isRedirect: true, uri }, handle)
    return login
  }

  /** Asks the vault until the visitor has come back from the provider. */
  async function readStatus(
    current: Login,
    onOpened: () => void,
  ): Promise<'done' | 'refused' | 'failed' | 'over'> {
    while (login === current && now() < current.expiresAt) {
      try {
        const { status } = await client.vault.wait(current.tx)
        if (login !== current) break
        if (status === 'opened') onOpened()
        else if (status !== 'pending') return status
      } catch (error) {
        // Only a server that cannot be reached, or is busy, may answer later.
        const isAway =
          error instanceof ServerUnreachableError || (error instanceof ServerError && isBusy(error))
        if (!isAway) return login === current ? 'failed' : 'over'
        await wait(pauseMs)
      }
    }
    return login === current ? 'failed' : 'over'
  }

  async function waitForResult(current: Login, onOpened: () => void): Promise<SocialOutcome> {
    const status = await readStatus(current, onOpened)
    if (status === 'over') return status
    if (status !== 'done') {
      login = undefined
      return { reason: status }
    }
    // The tab has left without this page, such as for another browser: the result does not come back here.
    if (current.isRedirect) return { reason: 'failed' }
    current.isDone = true
    return { uri: current.uri }
  }

  return {
    /**
     * Starts a login, which ends an earlier one.
     *
     * @param returnTo where the tab goes in the end, if it goes to the provider itself: an address of the host page's origin
     * @throws {ReturnAddressError} · {ProviderOffError}
     */
    async start(
      provider: SocialProvider,
      { returnTo }: { returnTo?: string | undefined } = {},
    ): Promise<StartedSocialLogin> {
      login = undefined
      lastStart += 1
      const start = lastStart
      if (!providers.includes(provider)) throw new ProviderOffError(provider)
      if (returnTo !== undefined && !isAddressOf(origin, returnTo)) throw new ReturnAddressError(origin)
      const page = { origin, projectId }
      const sealed = await sealToServer(gatewayKey, { jkt, ...page })
      const { id, challenge, second } = await client.gateway.introduce(provider, sealed)
      const { tx, ticket, expiresAt } = await client.vault.start({
        ...{ provider, challenge, ...page },
        ...(returnTo === undefined ? {} : { redirect: true }),
      })
      if (start !== lastStart) throw new NoChallengeError()
      const started = createLogin({
        ...{ provider, tx, introductionId: id, expiresAt: Date.parse(expiresAt) },
        ...{ isRedirect: returnTo !== undefined, uri: `${resultStart}${tx}` },
      })
      if (started.isRedirect) await returns.write({ provider, tx, introductionId: id, startedAt: now() })
      else await returns.remove()
      if (start !== lastStart) throw new NoChallengeError()
      login = started
      return {
        uri: `${site}/social?provider=${provider}`,
        ticket: {
          ...{ provider, tx, ticket, introduction: challenge, jkt },
          ...(second ? { second: id } : {}),
          ...(returnTo === undefined ? {} : { returnTo }),
        },
        waitForResult: (onOpened) => waitForResult(started, onOpened),
      }
    },

    /** Ends a login that has started. */
    cancel(): void {
      lastStart += 1
      login = undefined
      // What stays stored is over at the servers before long.
      returns.remove().catch(() => undefined)
    },

    /**
     * Completes the login whose result had this URI. That the visitor has logged in is the consent to connect this origin.
     *
     * @param needsGrant keeps the vault's grant of this login, see `provenGrant` of the account.
     * @param chooseWallet asks whether a new account shall open an existing wallet; without it, it gets one of its own.
     */
    async complete(
      uri: string,
      { needsGrant = false, chooseWallet }: { needsGrant?: boolean; chooseWallet?: ChooseWallet } = {},
    ): Promise<StoredSession> {
      const current = await findDone(uri)
      try {
        const { introduced, ...entered } = await enterWithProof(
          { services, lock, tokens },
          { grant: current.grant, prove: () => prove(current, chooseWallet) },
        )
        if (needsGrant) keepGrant((await current.grant.open(introduced)).grant)
        const next = { ...entered, ...describe(current), origins: [origin] }
        await session.set(next)
        if (current.isRedirect) await returns.remove()
        if (login === current) login = undefined
        return next
      } catch (error) {
        // What the provider gave is used up. If only a server was unreachable, another attempt continues from there.
        if (login === current && !(error instanceof ServerUnreachableError)) login = undefined
        throw error
      }
    },

    /** Makes the account of the login whose result had this URI another login of the user of `grant`. */
    async add(uri: string, grant: string): Promise<void> {
      const current = await findDone(uri)
      try {
        const assertion = await current.grant.attachTo(grant)
        const { tokens: opened, introduced } = await proveWith(current, assertion)
        await current.grant.open(introduced)
        await tokens.set(opened)
      } finally {
        if (login === current) login = undefined
      }
    },
  }
}

/** Who logged in, as the provider says. */
function describe({ provider, claimed }: Login): Pick<StoredSession, 'method' | 'email' | 'userName'> {
  const { email, name, handle } = claimed?.profile ?? {}
  const userName = (handle ?? name)?.slice(0, maxLength)
  const isShown = email !== undefined && email.length <= maxLength
  return { method: provider, ...(isShown ? { email } : {}), ...(userName ? { userName } : {}) }
}

function isBusy({ problem }: ServerError): boolean {
  return problem.status >= 500 || problem.retryAfter !== undefined
}

/** Whether a text is the URL of a page of this origin; one with a user name is not. */
function isAddressOf(origin: string, text: string): boolean {
  return URL.canParse(text) && new URL(text).href.startsWith(`${origin}/`)
}
