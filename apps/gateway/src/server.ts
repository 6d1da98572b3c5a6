import { runProgram } from '@portico/server/process'
import { checkConfig } from './app/config/checkConfig.ts'
import { readConfig } from './app/config/readConfig.ts'

await runProgram({
  checkConfig,
  async runCli(args) {
    const { runCli } = await import('./app/cli/runCli.ts')
    return runCli({ args, env: process.env, readConfig })
  },
  async runServer() {
    const config = readConfig(process.env)
    const { runServer } = await import('./app/runServer.ts')
    await runServer(config)
  },
})
