import { BaseError } from '@portico/protocol'
import type { IntroductionCodeFormat } from '@portico/protocol/gateway'
import { type SealingKey, sealToServer } from '../keys/sealToServer.ts'
import { visitorLanguage } from '../language/loadLanguage.ts'
import type { SolveWork } from '../work/SolveWork.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import { createGrant, type Grant, type KeepGrant, type OpenGrant } from './createGrant.ts'
import type { Lock } from './createLock.ts'
import type { TokenStore } from './createTokenStore.ts'
import type { EnterServices } from './enterWallet.ts'
import { type AcceptedProof, enterWithProof } from './enterWithProof.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'
import { startWithWork } from './startWithWork.ts'
import type { StoredSession } from './storedSession.ts'

/** One login attempt, as the frame needs it. */
export type Challenge = {
  /** What comes next: approving the link of the vault (`VERIFY_DEVICE`), or typing the code of the gateway (`VERIFY_OTP`). */
  action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
  email: string
  /** Two digits that the modal shows, and that the visitor types on the page behind the mailed link. */
  matchCode?: string | undefined
  format: IntroductionCodeFormat
  /** When the next mail may be requested, in milliseconds since 1970. */
  resendAt: number
}

/** There is no challenge, or it is over. */
export class NoChallengeError extends BaseError {
  override name = 'NoChallengeError'
  static override code = 'transaction-expired'
  constructor() {
    super('No login is under way: start again.')
  }
}

/** The operator has not set up this provider. */
export class ProviderOffError extends BaseError {
  override name = 'ProviderOffError'
  static override code = 'provider-off'
  constructor(provider: string) {
    super(`The operator has not set up logins with ${provider}.`)
  }
}

/** Thrown when a login was to return to another origin than that of the page that asked for it. */
export class ReturnAddressError extends BaseError {
  override name = 'ReturnAddressError'
  static override code = 'return-not-allowed'
  constructor(origin: string) {
    super(`A login returns to the page that started it: \`returnTo\` must be an address of ${origin}.`)
  }
}

type Login = {
  challenge: Challenge
  /** ID of the challenge at the vault. */
  tx: string
  /** ID of the introduction at the gateway. The vault must not learn it. */
  introductionId: string
  isKnownToGateway: boolean
  isKnownToVault: boolean
  grant: Grant
  /** Whether the grant is needed after the login, to show the words. */
  needsGrant: boolean
  approval?: Promise<void> | undefined
  accepted?: AcceptedCode | undefined
}

/** What the gateway returned for a correct code, kept until the wallet is open. */
type AcceptedCode = AcceptedProof & { code: string }

/**
 * Logging in by e-mail: the vault verifies the address with a link, the gateway with a code that the visitor types. A key that
 * both servers know needs the code only. The code is encrypted to the gateway; the vault is sent nothing that was typed.
 */
export function createLogin({
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
}: {
  services: EnterServices
  /** The gateway's encryption key. */
  gatewayKey: SealingKey
  lock: Lock
  tokens: TokenStore
  session: CurrentSession
  keepGrant: KeepGrant
  solveWork: SolveWork
  origin: string
  projectId: string
  now: () => number
}) {
  const { vault, gateway, jkt } = services
  let login: Login | undefined
  let completed: (() => Promise<OpenGrant>) | undefined

  const inSeconds = (seconds: number): number => now() + seconds * 1000

  /** After the approval of the link: has the gateway mail its code, with the vault's assertion about the address. */
  async function onApproved(current: Login): Promise<void> {
    const { introductionId, isKnownToGateway, isKnownToVault, grant } = current
    // To a key that it knows, the gateway mailed the code at the start.
    let mailed = { format: current.challenge.format, resendAfter: 0 }
    if (!isKnownToGateway) mailed = await gateway.mailCode(introductionId, await grant.claim())
    // A key that both know is claimed with the gateway's statement: the vault would take it for a new one otherwise.
    else if (!isKnownToVault) await grant.claim()
    const { format, resendAfter } = mailed
    current.challenge = {
      ...current.challenge,
      action: 'VERIFY_OTP',
      format,
      resendAt: Math.max(current.challenge.resendAt, inSeconds(resendAfter)),
    }
  }

  /** Has the gateway verify the code. A code that was accepted before is not sent again: it can be used only once. */
  async function verify(current: Login, code: string): Promise<AcceptedCode> {
    if (current.accepted?.code === code) return current.accepted
    const id = current.introductionId
    const sealed = await sealToServer(gatewayKey, { code, jkt, id })
    const { introduced, ...session } = await gateway.enterCode(id, sealed)
    current.accepted = { code, tokens: session, introduced }
    return current.accepted
  }

  return {
    /** The challenge that is open, if there is one. */
    challenge: (): Challenge | undefined => login?.challenge,

    /**
     * Starts a login: the vault mails a link, unless both servers know this key; then the gateway mails a code.
     *
     * @param needsLink mails a link in any case, and keeps the vault's grant of this login, see `provenGrant` of the account.
     * @param addTo Makes the address another login of the user of this grant, who has no address yet.
     */
    async startLogin(
      email: string,
      { needsLink = false, addTo }: { needsLink?: boolean; addTo?: string | undefined } = {},
    ): Promise<Challenge> {
      login = undefined
      keepGrant(undefined)
      const page = { origin, projectId, language: visitorLanguage() }
      const started = await startWithWork({
        start: vault.start,
        solveWork,
        request: { email, ...page },
      })
      const { tx } = started
      // What was typed is encrypted, never what a server returned.
      const sealed = await sealToServer(gatewayKey, { email, jkt, tx, ...page })
      const { id, known, format } = await gateway.startIntroduction(sealed)
      const isKnownToVault = started.action === 'VERIFY_OTP'
      const isLinkMissing = isKnownToVault && (!known || needsLink)
      const { action, matchCode, resendAfter } = isLinkMissing ? await vault.mailLink(tx) : started
      login = {
        challenge: { action, email, matchCode, format, resendAt: inSeconds(resendAfter) },
        tx,
        introductionId: id,
        isKnownToGateway: known,
        isKnownToVault,
        grant: createGrant({ services, tx, attach: addTo }),
        needsGrant: needsLink,
      }
      return login.challenge
    },

    /** Waits up to 25 seconds for the link to be approved. The code is mailed when it is. */
    async waitForDevice(): Promise<'pending' | 'approved'> {
      const current = login
      if (!current) throw new NoChallengeError()
      if (current.challenge.action === 'VERIFY_OTP') return 'approved'
      if (!current.approval) {
        const { status } = await vault.waitForDevice(current.tx).catch((error: unknown) => {
          // Refused, or wrong digits were typed twice: the challenge is over, and no further mail may be requested with it.
          const isOver = error instanceof ServerError && /^(?:device-refused|digits-burnt)$/.test(error.code)
          if (isOver && login === current) login = undefined
          throw error
        })
        if (status === 'pending') return status
      }
      // Two calls may wait at the same time, and the link can be claimed once.
      current.approval ??= onApproved(current).catch((error: unknown) => {
        current.approval = undefined
        throw error
      })
      await current.approval
      return 'approved'
    },

    /** Mails another link or, after its approval, another code, which may have another format. */
    async resendCode(): Promise<Challenge> {
      const current = login
      if (!current) throw new NoChallengeError()
      const { challenge, tx, introductionId } = current
      const { resendAfter, ...mailed } =
        challenge.action === 'VERIFY_DEVICE'
          ? await vault.resend(tx)
          : await gateway.resendCode(introductionId)
      // The link may have been approved meanwhile: only what was mailed changes.
      current.challenge = { ...current.challenge, ...mailed, resendAt: inSeconds(resendAfter) }
      return current.challenge
    },

    cancelLogin(): void {
      login = undefined
    },

    /** Opens the grant of the login that was completed on this page, within two minutes of it. */
    openGrant: (): Promise<OpenGrant> => {
      if (!completed) throw new NoChallengeError()
      return completed()
    },

    /**
     * Verifies the code and logs in. Typing the code is the visitor's consent to connect this origin.
     *
     * @param shown address that the form names. The page may have started another login meanwhile, which the code must not reach.
     */
    async enterCode(code: string, shown = login?.challenge.email): Promise<StoredSession> {
      const current = login
      if (current?.challenge.action !== 'VERIFY_OTP' || current.challenge.email !== shown)
        throw new NoChallengeError()
      let next: StoredSession
      try {
        const { grant } = current
        const { introduced, ...opened } = await enterWithProof(
          { services, lock, tokens },
          { grant, prove: () => verify(current, code) },
        )
        if (current.needsGrant) keepGrant((await grant.open(introduced)).grant)
        const { email } = current.challenge
        next = { ...opened, email, method: 'email', origins: [origin] }
        await session.set(next)
        completed = () => grant.open(introduced)
      } catch (error) {
        // The code is used up. If only a server was unreachable, keep what the code
        // returned, so that typing the same code again continues from there.
        if (current.accepted && login === current && !(error instanceof ServerUnreachableError))
          login = undefined
        throw error
      }
      if (login === current) login = undefined
      return next
    },
  }
}
