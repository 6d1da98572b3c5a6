import type { HttpBindings } from '@hono/node-server'
import type { Project } from '../modules/projects/service.ts'

/** What a request carries through Hono. */
export type AppEnv = {
  // Absent where the app is called without a server.
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** Behind `requireProject`. */
    project: Project
    /** Takes the call's units from its project, see `limitCalls`. */
    takeProject?: (project: Project) => void
  }
}
