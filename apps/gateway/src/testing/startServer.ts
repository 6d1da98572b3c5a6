import { join } from 'node:path'
import { type ProgramProcess, startProgram } from '@portico/server/testing'

/** Starts the gateway as a process with only these environment variables. The process is killed when the test ends. */
export function startServer({
  env,
  args,
}: {
  env: Readonly<Record<string, string>>
  args?: readonly string[]
}): ProgramProcess {
  const file = join(import.meta.dirname, '../server.ts')
  return startProgram({ name: 'gateway', file, env: { GATEWAY_PORT: '0', ...env }, args })
}
