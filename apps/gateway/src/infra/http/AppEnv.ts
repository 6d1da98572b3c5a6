import type { HttpBindings } from '@hono/node-server'
import type { Project } from '../config/Project.ts'

/** Hono's environment of a request. */
export type AppEnv = {
  // Missing if the app is called without a server, as in tests.
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** Set by `requireProject`. */
    project: Project
    /** Takes the cost units of the call from its project's limit, see `limitCalls`. */
    takeProject?: (project: Project) => void
  }
}
