import { runProgram } from '@portico/server/process'
import { checkConfig } from './config/checkConfig.ts'
import { readConfig } from './config/readConfig.ts'

await runProgram({
  checkConfig,
  async checkServices(env) {
    const [{ runChecks }, { checkVault }] = await Promise.all([
      import('@portico/server/checks'),
      import('./check/checkVault.ts'),
    ])
    return runChecks(checkVault(readConfig(env)))
  },
  async runCli(args) {
    const { runCli } = await import('./cli/runCli.ts')
    return runCli({ args, env: process.env, readConfig })
  },
  async runServer() {
    const config = readConfig(process.env)
    const { runServer } = await import('./runServer.ts')
    await runServer(config)
  },
})
