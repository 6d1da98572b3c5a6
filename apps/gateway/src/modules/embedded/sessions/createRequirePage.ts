import { walletSiteProject } from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import { isAllowed, type Projects } from '../../projects/service.ts'

/**
 * Throws unless its project allows the page that logs in.
 *
 * @throws {Problem} `invalid-key` or `origin-not-allowed`
 */
export type RequirePage = (page: { origin: string; projectId: string }) => void

/** Creates the check of the page that logs in. The wallet's own page belongs to no project. */
export function createRequirePage({
  projects,
  walletOrigin,
}: {
  projects: Projects
  /** Origin of the wallet site. */
  walletOrigin: string
}): RequirePage {
  return ({ origin, projectId }) => {
    if (origin === walletOrigin && projectId === walletSiteProject) return
    const project = projects.authorize({ projectId, origin: undefined })
    if (!isAllowed(project, origin)) throw new Problem('origin-not-allowed')
  }
}
