import type { Log } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import type { Database } from '../../infra/database/openDatabase.ts'
import { createModule } from '../../infra/module/createModule.ts'
import { projectOperations, projectRoutes } from './routes.ts'
import { createProjects } from './service.ts'
import { createProjectStore } from './store.ts'

/** Creates the module of projects. Call `service.refresh` once to load the projects in the database. */
export function createProjectsModule({
  config,
  database,
  log,
}: {
  config: Config
  database: Database
  log: Log
}) {
  const service = createProjects({ config, store: createProjectStore({ database }), log })
  return {
    ...createModule({
      section: 'Projects',
      routes: projectRoutes({ projects: service, social: config.embedded?.social }),
      operations: projectOperations,
      close: service.close,
    }),
    service,
  }
}
