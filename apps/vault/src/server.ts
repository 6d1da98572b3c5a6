import { BaseError } from '@portico/protocol'
import { crashText, guardProcess } from '@portico/server/process'
import { ConfigError } from './config/ConfigError.ts'
import { checkConfig } from './config/checkConfig.ts'
import { readConfig } from './config/readConfig.ts'

// The program: configuration from the environment, one line once it answers, one sentence if it cannot.
try {
  guardProcess({ env: process.env })
  const args = process.argv.slice(2)
  if (args[0] === '--check') {
    const { ok, text } = checkConfig(process.env)
    console.log(text)
    process.exitCode = ok ? 0 : 1
  } else if (args[0] !== undefined) {
    const { runCli } = await import('./cli/runCli.ts')
    process.exitCode = await runCli({ args, env: process.env, readConfig })
  } else {
    const config = readConfig(process.env)
    // Only now: a wrong configuration should not wait for the whole server to load.
    const { runServer } = await import('./runServer.ts')
    await runServer(config)
  }
} catch (error) {
  // Ours say all there is to say; anything else is a bug and needs its trace, without words that may quote a secret.
  if (error instanceof ConfigError) console.error(error.message)
  else console.error(error instanceof BaseError ? error.shortMessage : crashText(error))
  process.exit(1)
}
