import type { ProjectFeature } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import type { Config, ProjectConfig } from '../../config/Config.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { matchOrigin } from './matchOrigin.ts'
import { hashSecretKey, readSecretKey } from './secretKey.ts'
import type { ProjectStore } from './store.ts'

/** An app that may call, with the origins its pages may have. */
export type Project = {
  id: string
  name: string
  allowedOrigins: readonly string[]
  /** Whether the operator has named it; an open gateway takes any id. */
  listed: boolean
  /** What it may use in a minute, if it is not the gateway's own limit. */
  unitsPerMinute?: number | undefined
  features?: readonly ProjectFeature[] | undefined
  /** The call came with a secret key: from one of the project's servers. */
  bySecret: boolean
}

export type Projects = {
  /**
   * Finds the project of a call and checks where it comes from. The origin is a control for browsers, which cannot lie
   * about it; other programs send none, or any. A secret key names its project by itself.
   *
   * @throws {HttpProblem} `invalid-key` or `origin-not-allowed`
   */
  authorize(call: {
    projectId: string | undefined
    origin: string | undefined
    /** The header. */
    authorization?: string | undefined
  }): Project
  /** The projects the operator has named; on an open gateway also `*`, which stands for every other id. */
  list(): Project[]
  /** Reads what operators have changed, if anything; done every two seconds by itself once it was called. */
  refresh(): Promise<void>
  close(): void
}

const refreshEvery = 2000

/** The projects of the configuration and of the database; where both have an id, the configuration wins. */
export function createProjects({
  config,
  store,
  log,
}: {
  config: Pick<Config, 'projects' | 'open'> & { embedded?: Config['embedded'] }
  /** Without one there are those of the configuration alone. */
  store?: ProjectStore | undefined
  log?: Log | undefined
}): Projects {
  const { open } = config
  const walletOrigin = config.embedded?.walletOrigin
  let known: ReadonlyMap<string, ProjectConfig> = config.projects
  /** Project ids by the hash of a secret key. */
  let bySecret: ReadonlyMap<string, string> = new Map()
  let revision = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function find(projectId: string | undefined, secret: string | undefined): string | undefined {
    if (secret === undefined) return projectId
    const own = bySecret.get(hashSecretKey(secret))
    // A wrong key is refused also where none is needed: whoever sends one counts on it.
    if (own === undefined || (projectId !== undefined && projectId !== own))
      throw new HttpProblem('invalid-key')
    return own
  }

  async function readAgain(): Promise<void> {
    if (!store) return
    // Before the rows: what changes in between is read with the next revision.
    const current = await store.revision()
    if (current === revision) return
    const [projects, keys] = await Promise.all([store.list(), store.keys()])
    known = new Map([...projects.map((project) => [project.id, project] as const), ...config.projects])
    bySecret = new Map(
      keys.filter(({ projectId }) => known.has(projectId)).map((key) => [key.hash, key.projectId]),
    )
    revision = current
  }

  return {
    authorize({ projectId, origin, authorization }) {
      const secret = readSecretKey(authorization)
      const id = find(projectId, secret)
      const own = id === undefined ? undefined : known.get(id)
      if (!own && !open) throw new HttpProblem('invalid-key')
      const project = own
        ? { id: id as string, ...own, listed: true, bySecret: secret !== undefined }
        : {
            id: id?.slice(0, 64) ?? 'open',
            name: 'Open gateway',
            allowedOrigins: ['*'],
            listed: false,
            bySecret: false,
          }
      // The wallet's site asks for every project: whose page shows it is in its own session.
      if (origin !== undefined && origin !== walletOrigin && !isAllowed(project, origin))
        throw new HttpProblem('origin-not-allowed')
      return project
    },
    list() {
      const named = [...known].map(([id, project]) => ({ id, ...project, listed: true, bySecret: false }))
      const others = { id: '*', name: 'Open gateway', allowedOrigins: ['*'], listed: false, bySecret: false }
      return open ? [...named, others] : named
    },
    async refresh() {
      if (!timer && !closed) {
        const tick = () =>
          readAgain().catch((error) =>
            log?.warn({ error }, 'projects could not be read; the known ones stay'),
          )
        timer = setInterval(tick, refreshEvery).unref()
      }
      await readAgain()
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
