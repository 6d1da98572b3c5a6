import { runProgram } from '@portico/server/process'
import { checkConfig } from './app/config/checkConfig.ts'
import { readConfig } from './app/config/readConfig.ts'
import { workerVariable } from './app/supervisor/workerEnvironment.ts'

await runProgram({
  checkConfig,
  async checkServices(env) {
    const [{ runChecks }, { checkGateway }] = await Promise.all([
      import('@portico/server/checks'),
      import('./app/check/checkGateway.ts'),
    ])
    return runChecks(checkGateway(readConfig(env)))
  },
  async runCli(args) {
    const { runCli } = await import('./app/cli/runCli.ts')
    return runCli({ args, env: process.env, readConfig })
  },
  async runServer() {
    const config = readConfig(process.env)
    const number = Number(process.env[workerVariable])
    if (number > 0 && process.send) {
      const { runWorker } = await import('./app/supervisor/runWorker.ts')
      await runWorker({ config, number })
    } else if (config.workers > 1) {
      const { runSupervisor } = await import('./app/supervisor/runSupervisor.ts')
      await runSupervisor(config)
    } else {
      const { runServer } = await import('./app/runServer.ts')
      await runServer(config)
    }
  },
})
