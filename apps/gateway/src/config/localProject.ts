import type { ProjectConfig } from './Config.ts'

/** The project `local` of a developer's machine: whatever is served from it. */
export const localProject: ProjectConfig = {
  name: 'Local development',
  allowedOrigins: ['*://localhost:*', '*://*.localhost:*', '*://127.0.0.1:*'],
}
