import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXMessenger } from '../config/SIWXMessenger.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { SIWXStorage } from '../config/SIWXStorage.ts'
import type { SIWXVerifierLike } from '../config/SIWXVerifier.ts'
import { InvalidSessionError } from './InvalidSessionError.ts'
import { isLive } from './isLive.ts'
import type { SignIn } from './SignIn.ts'

/**
 * Creates a sign-in without a server: sessions are verified and stored in the page. The result proves nothing to
 * anyone but the page itself.
 */
export function localSignIn({
  context,
  domain,
  messenger,
  storage,
  verifiers,
}: {
  context: SIWXContext
  /** The domain sessions must be for. Not checked if `undefined`. */
  domain: string | undefined
  messenger: Pick<SIWXMessenger, 'createMessage'>
  storage: SIWXStorage
  verifiers: readonly SIWXVerifierLike[]
}): Omit<SignIn, 'prepareLogin'> {
  const verifierOf = (session: SIWXSession) =>
    verifiers.find(
      (one) => one.shouldVerify?.(session) ?? session.data.chainId.startsWith(`${one.chainNamespace}:`),
    )

  async function verify(session: SIWXSession): Promise<void> {
    const { chainId, domain: sessionDomain } = session.data
    const verifier = verifierOf(session)
    if (!verifier)
      throw new InvalidSessionError({ code: 'chain-unsupported', reason: `No verifier for ${chainId}.` })
    if (domain !== undefined && sessionDomain !== domain)
      throw new InvalidSessionError({
        code: 'domain-mismatch',
        reason: `The session is for ${sessionDomain}, not for ${domain}.`,
      })
    if (!(await verifier.verify(session, context)))
      throw new InvalidSessionError({
        code: 'signature-invalid',
        reason: 'The verifier did not accept the session.',
      })
  }

  async function isValid(session: SIWXSession): Promise<boolean> {
    const verifier = verifierOf(session)
    const isOurs = domain === undefined || session.data.domain === domain
    if (!isOurs || !isLive(session, Date.now()) || !verifier) return false
    return (await verifier.isIntact?.(session)) ?? true
  }

  return {
    createMessage: (input) => messenger.createMessage(input),
    async addSession(session) {
      await verify(session)
      await storage.add(session)
    },
    async setSessions(sessions) {
      await Promise.all(sessions.map(verify))
      await storage.set(sessions)
    },
    async getSessions(chainId, address) {
      const stored = await storage.get(chainId, address)
      const valid = await Promise.all(stored.map(isValid))
      return stored.filter((_, index) => valid[index])
    },
    revokeSession: (chainId, address) => storage.delete(chainId, address),
  }
}
