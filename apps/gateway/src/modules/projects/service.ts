import type { Config } from '../../config/Config.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { matchOrigin } from './matchOrigin.ts'

/** An app that may call, with the origins its pages may have. */
export type Project = {
  id: string
  name: string
  allowedOrigins: readonly string[]
  /** Whether the operator has named it; an open gateway takes any id. */
  listed: boolean
}

export type Projects = {
  /**
   * Finds the project of a call and checks where it comes from. The origin is a control for browsers, which cannot lie
   * about it; other programs send none, or any.
   *
   * @throws {HttpProblem} `invalid-key` or `origin-not-allowed`
   */
  authorize(call: { projectId: string | undefined; origin: string | undefined }): Project
}

/** The projects of the configuration. */
export function createProjects({ config }: { config: Pick<Config, 'projects' | 'open'> }): Projects {
  const { projects, open } = config
  return {
    authorize({ projectId, origin }) {
      const known = projectId === undefined ? undefined : projects.get(projectId)
      if (!known && !open) throw new HttpProblem('invalid-key')
      const project = known
        ? { id: projectId as string, ...known, listed: true }
        : {
            id: projectId?.slice(0, 64) ?? 'open',
            name: 'Open gateway',
            allowedOrigins: ['*'],
            listed: false,
          }
      if (origin !== undefined && !isAllowed(project, origin)) throw new HttpProblem('origin-not-allowed')
      return project
    },
  }
}

/** Whether one of the project's patterns allows the origin. */
export function isAllowed(project: Pick<Project, 'allowedOrigins'>, origin: string): boolean {
  return project.allowedOrigins.some((pattern) => matchOrigin({ pattern, origin }))
}
