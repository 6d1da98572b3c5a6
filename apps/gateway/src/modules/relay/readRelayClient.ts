import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Projects } from '../projects/service.ts'
import { readClientToken } from './readClientToken.ts'
import type { RelayClient } from './service.ts'

/**
 * Finds out who calls the relay: the project, by its id and the page's origin, and the client, by its token.
 *
 * @param host what the caller called this server.
 * @param hosts further names of this server, for proxies that call it by another one.
 * @throws {HttpProblem} 401; its words are the ones clients know.
 */
export function readRelayClient({
  query,
  authorization,
  origin,
  host,
  hosts,
  projects,
  open,
  now,
}: {
  query: URLSearchParams
  authorization: string | undefined
  origin: string | undefined
  host: string | undefined
  hosts: readonly string[]
  projects: Projects
  /** Any project, or none, may call. */
  open: boolean
  now: number
}): RelayClient {
  const projectId = query.get('projectId') || undefined
  if (projectId === undefined && !open) throw new HttpProblem('project-id-missing')
  const project = projects.authorize({ projectId, origin: isOwn(origin, host) ? undefined : origin })

  const token = query.get('auth') || /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw new HttpProblem('relay-token-invalid', { detail: 'JWT validation error: Missing token' })
  const names = host === undefined ? hosts : [host, ...hosts]
  return { clientId: readClientToken({ token, hosts: names, now }), project: project.id }
}

// Programs made with React Native say the server's own address is where they come from.
function isOwn(origin: string | undefined, host: string | undefined): boolean {
  return host !== undefined && (origin === `https://${host}` || origin === `http://${host}`)
}
