import type { ProjectConfig } from '../../infra/config/Config.ts'

/** The project `local`, which exists unless `NODE_ENV=production`: it allows every page served from this machine. */
export const localProject: ProjectConfig = {
  name: 'Local development',
  allowedOrigins: ['*://localhost:*', '*://*.localhost:*', '*://127.0.0.1:*'],
}
