import { parseCaipAddress } from '@portico/protocol'
import type { Context } from 'hono'
import { namespaceOf, namespaceRules } from '../../chains/namespaceRules.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { AuthService } from '../auth/service.ts'
import { readOrigin } from '../projects/matchOrigin.ts'
import { isAllowed } from '../projects/service.ts'

/** Checks of who may open a provider's page, and for which account. */
export type WidgetRules = {
  /**
   * Returns the origin of the page that calls, which must match one of the project's patterns other than `*`. Programs send any
   * origin they like, but a foreign page cannot have its visitors open purchases for addresses of its own in the project's name.
   *
   * @throws {Problem} `origin-not-allowed`
   */
  originOf(c: Context<AppEnv>): string
  /**
   * Checks that the visitor has signed in with the address, where that is required.
   *
   * @throws {Problem} `session-missing` and the others about sessions, or `onramp-account`
   */
  checkAccount(c: Context<AppEnv>, wallet: string): Promise<void>
  /**
   * Checks where the provider leads back to: to the page that calls.
   *
   * @throws {Problem} `invalid-request`
   */
  checkRedirect(redirectUrl: string | undefined, origin: string): void
}

/** Creates the checks. */
export function createWidgetRules({
  auth,
  needsSession,
}: {
  auth: Pick<AuthService, 'readSession'>
  needsSession: boolean
}): WidgetRules {
  return {
    originOf(c) {
      const origin = c.req.header('origin')
      const { allowedOrigins, listed } = c.var.project
      const patterns = allowedOrigins.filter((pattern) => pattern !== '*')
      if (origin === undefined || !listed || !isAllowed({ allowedOrigins: patterns }, origin))
        throw new Problem('origin-not-allowed')
      return origin
    },
    async checkAccount(c, wallet) {
      if (!needsSession) return
      const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
      const { accounts } = await auth.readSession({ project: c.var.project, token })
      const isOwn = accounts.some((account) => {
        const namespace = namespaceOf(account)
        if (!namespace) return false
        const { readAddress } = namespaceRules[namespace]
        const own = readAddress(parseCaipAddress(account as `${string}:${string}:${string}`).address)
        return own !== undefined && own === readAddress(wallet)
      })
      if (!isOwn) throw new Problem('onramp-account')
    },
    checkRedirect(redirectUrl, origin) {
      if (redirectUrl === undefined) return
      const isBack =
        redirectUrl.length <= 2048 &&
        URL.canParse(redirectUrl) &&
        readOrigin(new URL(redirectUrl).origin)?.origin === origin
      if (isBack) return
      const detail = 'Must be a URL of the page that calls.'
      throw new Problem('invalid-request', {
        detail,
        errors: [{ pointer: '/sessionData/redirectUrl', detail }],
      })
    },
  }
}
