import { Problem } from '../../infra/http/Problem.ts'
import type { Projects } from '../projects/service.ts'
import { readClientToken } from './readClientToken.ts'
import type { RelayClient } from './service.ts'

/**
 * Authenticates a caller of the relay: the project by its ID and the page's origin, the client by its token.
 *
 * @param hosts public hosts of this server, as configured. The `Host` header of the request proves nothing, because the
 * caller chooses it: a relay could use the tokens of its own clients here.
 * @throws {Problem} 401, with the texts that clients compare.
 */
export function readRelayClient({
  query,
  authorization,
  origin,
  address,
  hosts,
  projects,
  open,
  now,
}: {
  query: URLSearchParams
  authorization: string | undefined
  origin: string | undefined
  address: string
  hosts: readonly string[]
  projects: Projects
  /** Whether calls with any project ID, or none, are allowed. */
  open: boolean
  now: number
}): RelayClient {
  const projectId = query.get('projectId') || undefined
  if (projectId === undefined && !open) throw new Problem('project-id-missing')
  const project = projects.authorize({
    projectId,
    origin: isServerOrigin(origin, hosts) ? undefined : origin,
  })

  const token = query.get('auth') || /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw new Problem('relay-token-invalid', { detail: 'JWT validation error: Missing token' })
  const clientId = readClientToken({ token, hosts, now })
  // IDs that are not configured share their budgets: otherwise a caller could invent IDs to get new ones.
  return { clientId, project: project.listed ? project.id : '', address }
}

// React Native apps send the server's own address as their origin.
function isServerOrigin(origin: string | undefined, hosts: readonly string[]): boolean {
  return hosts.some((host) => origin === `https://${host}` || origin === `http://${host}`)
}
