import { walletSiteProject } from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { RequireRecovery } from '../slots/createRecoveryRule.ts'
import type { WalletSession } from './store.ts'

/**
 * Throws unless the visitor has just logged in on the wallet's own page, and the gateway itself has verified the person.
 *
 * @throws {Problem} `wallet-page-only`, `device-held`, `introduction-required` or `login-too-old`
 */
export type RequireFreshLogin = (session: WalletSession) => Promise<void>

/** Creates the check of requests that concern the key itself. */
export function createRequireFreshLogin({
  walletOrigin,
  requireRecovery,
}: {
  /** Origin of the wallet site. */
  walletOrigin: string
  requireRecovery: RequireRecovery
}): RequireFreshLogin {
  return async (session) => {
    const { origin, projectId } = session
    if (origin !== walletOrigin || projectId !== walletSiteProject) throw new Problem('wallet-page-only')
    await requireRecovery(session)
  }
}
