import { BaseError } from '@portico/protocol'
import type { Hex } from 'viem'
import type { SolveWork } from '../work/SolveWork.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import type { SessionTokens } from './createGatewayClient.ts'
import type { Lock } from './createLock.ts'
import type { TokenStore } from './createTokenStore.ts'
import type { VaultClient } from './createVaultClient.ts'
import { type EnterServices, enterWallet } from './enterWallet.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'
import { sealCode } from './sealCode.ts'
import { startWithWork } from './startWithWork.ts'
import type { StoredSession } from './storedSession.ts'

/** One login attempt at the vault, as the frame needs it. */
export type Challenge = {
  /** What comes next: approving the mailed link (`VERIFY_DEVICE`), or typing the mailed code (`VERIFY_OTP`). */
  action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
  email: string
  /** Two digits to type on the page behind the mailed link. */
  matchCode?: string | undefined
  /** When the next code may be requested, in milliseconds since 1970. */
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

/** What the vault and the gateway returned for a correct code, kept until the wallet is open. */
type AcceptedCode = {
  code: string
  assertion: string
  grant: string
  userId: string
  releaseKey: CryptoKey
  tokens?: SessionTokens
}

/** Logging in by e-mail: challenge, link, code, session, wallet. */
export function createLogin({
  services,
  vault,
  lock,
  tokens,
  session,
  solveWork,
  origin,
  projectId,
  now,
}: {
  services: EnterServices
  vault: VaultClient
  lock: Lock
  tokens: TokenStore
  session: CurrentSession
  solveWork: SolveWork
  origin: string
  projectId: string
  now: () => number
}) {
  let challenge: (Challenge & { id: string; resendAfter: number }) | undefined
  let accepted: AcceptedCode | undefined

  function cancel(): void {
    challenge = undefined
    accepted = undefined
  }

  /** Has the vault verify the code. A code that was accepted before is not sent again: it can be used only once. */
  async function verify(challengeId: string, code: string): Promise<AcceptedCode> {
    if (accepted?.code === code) return accepted
    const { sealTo, jkt } = services
    const { sealed, releaseKey } = await sealCode({ sealTo, code, challengeId, jkt })
    accepted = { ...(await vault.verify(sealed)), code, releaseKey }
    return accepted
  }

  /** Opens a session at the gateway, and opens or creates the wallet. */
  async function enter(proof: AcceptedCode): Promise<Hex> {
    const { assertion, grant, userId, releaseKey } = proof
    proof.tokens ??= await services.gateway.createSession(assertion)
    const { accessToken } = proof.tokens
    const address = await lock('enter', () =>
      enterWallet(services, { accessToken, userId, grant, releaseKey }),
    )
    await tokens.set(proof.tokens)
    return address
  }

  return {
    /** The challenge that is open, if there is one. */
    challenge: (): Challenge | undefined => challenge,

    /** Starts a challenge: the vault mails a link or, to a known device, a code. */
    async startLogin(email: string): Promise<Challenge> {
      const { tx, action, matchCode, resendAfter } = await startWithWork({
        start: vault.start,
        solveWork,
        request: { email, origin, projectId },
      })
      accepted = undefined
      challenge = { id: tx, action, email, matchCode, resendAfter, resendAt: now() + resendAfter * 1000 }
      return challenge
    },

    /** Waits up to 25 seconds for the link to be approved. The vault mails the code when it is. */
    async waitForDevice(): Promise<'pending' | 'approved'> {
      const current = challenge
      if (!current) throw new NoChallengeError()
      if (current.action === 'VERIFY_OTP') return 'approved'
      const { status } = await vault.waitForDevice(current.id).catch((error: unknown) => {
        // Refused, or wrong digits were typed twice: the challenge is over, and no further mail may be requested with it.
        const isOver = error instanceof ServerError && /^(?:device-refused|digits-burnt)$/.test(error.code)
        if (isOver && challenge === current) challenge = undefined
        throw error
      })
      // The code was mailed just now, so the wait for the next one starts now.
      if (status === 'approved' && challenge === current)
        challenge = { ...current, action: 'VERIFY_OTP', resendAt: now() + current.resendAfter * 1000 }
      return status
    },

    async resendCode(): Promise<Challenge> {
      if (!challenge) throw new NoChallengeError()
      const { resendAfter } = await vault.resend(challenge.id)
      challenge = { ...challenge, resendAt: now() + resendAfter * 1000 }
      return challenge
    },

    cancelLogin: cancel,

    /** Verifies the code and logs in. Typing the code is the visitor's consent to connect this origin. */
    async enterCode(code: string): Promise<StoredSession> {
      const current = challenge
      if (!current) throw new NoChallengeError()
      let next: StoredSession
      try {
        const proof = await verify(current.id, code)
        const address = await enter(proof)
        next = { userId: proof.userId, email: current.email, address, origins: [origin] }
        await session.set(next)
      } catch (error) {
        // The code is used up. If only a server was unreachable, keep what the code
        // returned, so that typing the same code again continues from there.
        if (accepted && !(error instanceof ServerUnreachableError)) cancel()
        throw error
      }
      cancel()
      return next
    },
  }
}
