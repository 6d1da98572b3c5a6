import { createModule } from '../../infra/module/createModule.ts'
import { problemOperations, problemRoutes } from './routes.ts'

/** Creates the module with the pages that the `type` of a problem refers to. */
export function createProblemsModule() {
  return createModule({ section: 'Server', routes: problemRoutes(), operations: problemOperations })
}
