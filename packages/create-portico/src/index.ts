export { CreateError } from './CreateError.ts'
export { createApplication } from './createApplication.ts'
export { listTemplates } from './listTemplates.ts'
export type { Template } from './templates.ts'
