import { projectConfigResponse, projectOriginsResponse } from '@portico/protocol/gateway'
import type { Operation } from '../Operation.ts'

/** What the operator has set for a project. */
export const projectOperations: readonly Operation[] = [
  {
    id: 'listOrigins',
    method: 'get',
    path: '/projects/v1/origins',
    summary: 'Origins the project allows',
    access: 'project',
    answers: {
      200: { description: 'Patterns such as https://*.app.example.', schema: projectOriginsResponse },
    },
    problems: [],
  },
  {
    id: 'getProjectConfig',
    method: 'get',
    path: '/appkit/v1/config',
    summary: 'Features the kit may fill in',
    access: 'project',
    answers: {
      200: { description: 'They never override what the app has set.', schema: projectConfigResponse },
    },
    problems: [],
  },
]
