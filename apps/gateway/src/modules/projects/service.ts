import type { Log } from '@portico/server'
import type { Config, ProjectConfig } from '../../infra/config/Config.ts'
import type { Project } from '../../infra/config/Project.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { matchOrigin } from './matchOrigin.ts'
import { hashSecretKey, readSecretKey } from './secretKey.ts'
import type { ProjectStore } from './store.ts'

export type Projects = {
  /**
   * Finds the project of a call and checks the origin. The origin check applies to browsers, which always send the true
   * origin; other programs may send any or none. A secret key identifies its project without a project ID.
   *
   * @throws {Problem} `invalid-key` or `origin-not-allowed`
   */
  authorize(call: {
    projectId: string | undefined
    origin: string | undefined
    /** The `Authorization` header. */
    authorization?: string | undefined
  }): Project
  /** Returns the configured projects, and on an open gateway also `*`, which stands for every other ID. */
  list(): Project[]
  /** Reloads the projects in the database if they have changed. The first call starts a reload every two seconds. */
  refresh(): Promise<void>
  close(): void
}

const refreshIntervalMs = 2000

/** Creates the service of projects in the configuration and the database. The configuration wins if both have an ID. */
export function createProjects({
  config,
  store,
  log,
}: {
  config: Pick<Config, 'projects' | 'open'> & { embedded?: Config['embedded'] }
  /** Without a store, only the projects in the configuration exist. */
  store?: ProjectStore | undefined
  log?: Log | undefined
}): Projects {
  const { open } = config
  const walletOrigin = config.embedded?.walletOrigin
  let projectsById: ReadonlyMap<string, ProjectConfig> = config.projects
  /** Project ids by the hash of a secret key. */
  let bySecret: ReadonlyMap<string, string> = new Map()
  let revision = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function find(projectId: string | undefined, secret: string | undefined): string | undefined {
    if (secret === undefined) return projectId
    const keyProjectId = bySecret.get(hashSecretKey(secret))
    // Reject a wrong key even on an open gateway: its sender relies on it.
    if (keyProjectId === undefined || (projectId !== undefined && projectId !== keyProjectId))
      throw new Problem('invalid-key')
    return keyProjectId
  }

  async function reload(): Promise<void> {
    if (!store) return
    // Read the revision before the rows: a change in between is then picked up by the next reload.
    const current = await store.revision()
    if (current === revision) return
    const [projects, keys] = await Promise.all([store.list(), store.keys()])
    projectsById = new Map([...projects.map((project) => [project.id, project] as const), ...config.projects])
    bySecret = new Map(
      keys.filter(({ projectId }) => projectsById.has(projectId)).map((key) => [key.hash, key.projectId]),
    )
    revision = current
  }

  return {
    authorize({ projectId, origin, authorization }) {
      const secret = readSecretKey(authorization)
      const id = find(projectId, secret)
      const configured = id === undefined ? undefined : projectsById.get(id)
      if (!configured && !open) throw new Problem('invalid-key')
      const project = configured
        ? { id: id as string, ...configured, listed: true, bySecret: secret !== undefined }
        : {
            id: id?.slice(0, 64) ?? 'open',
            name: 'Open gateway',
            allowedOrigins: ['*'],
            listed: false,
            bySecret: false,
          }
      // The wallet site calls on behalf of every project; its own session identifies the embedding page.
      if (origin !== undefined && origin !== walletOrigin && !isAllowed(project, origin))
        throw new Problem('origin-not-allowed')
      return project
    },
    list() {
      const named = [...projectsById].map(([id, project]) => ({
        id,
        ...project,
        listed: true,
        bySecret: false,
      }))
      const others = { id: '*', name: 'Open gateway', allowedOrigins: ['*'], listed: false, bySecret: false }
      return open ? [...named, others] : named
    },
    async refresh() {
      if (!timer && !closed) {
        const tick = () =>
          reload().catch((error) =>
            log?.warn({ error }, 'projects could not be reloaded; keeping the current ones'),
          )
        timer = setInterval(tick, refreshIntervalMs).unref()
      }
      await reload()
    },
    close() {
      closed = true
      clearInterval(timer)
    },
  }
}

/** Whether one of the project's patterns allows the origin. */
export function isAllowed(project: Pick<Project, 'allowedOrigins'>, origin: string): boolean {
  return project.allowedOrigins.some((pattern) => matchOrigin({ pattern, origin }))
}
