import './lib/requireNode.mjs'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as util from 'node:util'
import { bootstrap, root } from './bootstrap.mjs'
import { addressTable } from './lib/addressTable.mjs'
import { findTakenPort } from './lib/findTakenPort.mjs'
import { partEnv } from './lib/partEnv.mjs'
import { parts } from './lib/parts.mjs'
import { readPorts } from './lib/readPorts.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { selectParts } from './lib/selectParts.mjs'
import { stopSignals } from './lib/stopSignals.mjs'
import { supervise } from './lib/supervise.mjs'
import { takeLock } from './lib/takeLock.mjs'
import { withoutCoreDumps } from './lib/withoutCoreDumps.mjs'

const usage = `Usage: npm start [-- --only ${parts.map((part) => part.name).join(',')}]`

await runCommand(async () => {
  const { stop, kill } = stopSignals()
  stop.addEventListener('abort', () => console.log('\nStopping …'))
  const selected = selectParts(parts, readArguments().only)
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  const ports = readPorts(selected, process.env)
  const host = process.env.HOST || undefined
  const dataDir = resolve(root, process.env.PORTICO_DATA_DIR || '.portico')

  const release = lockParts({ selected, dataDir })
  try {
    await refuseTakenPorts({ ports, host })
    const { node, env } = await bootstrap({ signal: stop })
    const hasLocalChains = !process.env.RPC_URLS || selected.some(({ name }) => name === 'devnet')
    const defaults = hasLocalChains
      ? {
          ...(await readDevnetEnv(node)),
          ...(await readSocialEnv(node, { dataDir, host })),
          ...(await readOnrampEnv(node, { dataDir, host })),
        }
      : {}
    const part = ({ name, entry, progress }) => {
      // A small young generation, as for most servers in production (lib/runServer.mjs): it saves memory.
      const flags = [
        '--max-semi-space-size=2',
        '--conditions=@portico/source',
        '--disable-warning=ExperimentalWarning',
      ]
      const [command, args] = withoutCoreDumps(node, [...flags, entry])
      return {
        name,
        progress,
        command,
        args,
        cwd: root,
        env: partEnv({ parts, env, defaults, dataDir }),
        ready: `${name} ready`,
      }
    }
    const waves = [...new Set(selected.map(({ wave }) => wave))].sort()
    await supervise({
      waves: waves.map((wave) => selected.filter((row) => row.wave === wave).map(part)),
      stop,
      kill,
      write: (line) => console.log(line),
      onReady: () => {
        console.log(`\n${addressTable({ parts: selected, ports, host })}\n\nPortico is ready`)
      },
    })
  } catch (error) {
    if (!stop.aborted) throw error // stopped by the user during the installation
  } finally {
    release()
  }
})

/** Reads the gateway's settings for the local chains: their tokens and price feeds. */
async function readDevnetEnv(node) {
  const { stdout } = await util.promisify(execFile)(node, [join(root, 'apps/devnet/src/gatewayEnv.ts')])
  return JSON.parse(stdout)
}

/** Reads the settings for the local identity providers, unless the user has set providers. Writes their secrets to files. */
async function readSocialEnv(node, { dataDir, host }) {
  if (Object.keys(process.env).some((name) => name.startsWith('SOCIAL_') && process.env[name])) return {}
  const url = `http://${nameOf(host)}:${process.env.IDENTITY_PORT || 4409}`
  const program = [
    join(root, 'apps/devnet/src/socialEnv.ts'),
    ...[join(dataDir, 'social'), url, process.env.EVM_PORT || '8545'],
  ]
  const { stdout } = await util.promisify(execFile)(node, program)
  return JSON.parse(stdout)
}

/** Reads the settings for the local play-money provider, unless the user has set providers. Writes its secret to a file. */
async function readOnrampEnv(node, { dataDir, host }) {
  // It works on this machine only: the gateway accepts no other address of it.
  if (process.env.ONRAMP_PROVIDERS || process.env.NODE_ENV === 'production' || nameOf(host) !== 'localhost')
    return {}
  const url = `http://localhost:${process.env.ONRAMP_PORT || 4410}`
  const program = [join(root, 'apps/devnet/src/onrampEnv.ts'), join(dataDir, 'onramp'), url]
  const { stdout } = await util.promisify(execFile)(node, program)
  return JSON.parse(stdout)
}

/** Returns the name of this machine's servers in URLs. */
function nameOf(host) {
  return !host || ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
}

function readArguments() {
  try {
    return util.parseArgs({ options: { only: { type: 'string' } } }).values
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0]}. ${usage}`)
  }
}

/** Takes one lock per part, so that two terminals can run different parts on the same data. */
function lockParts({ selected, dataDir }) {
  const held = []
  const release = () => {
    for (const lock of held) lock.release()
  }
  for (const { name } of selected) {
    const lock = takeLock(join(dataDir, 'run', `${name}.lock`))
    if (lock.holder) {
      release()
      throw new Error(
        `Portico is already running: process ${lock.holder} runs the ${name} with the data in ${dataDir}. Stop it with Ctrl-C, or set PORTICO_DATA_DIR and other ports for this one.`,
      )
    }
    held.push(lock)
  }
  return release
}

async function refuseTakenPorts({ ports, host }) {
  const taken = await findTakenPort(ports, host)
  if (!taken) return
  const { part, variable, port, code } = taken
  const other = port < 65_000 ? port + 100 : port - 100
  throw new Error(
    code === 'EADDRINUSE'
      ? `The ${part} needs port ${port} (${variable}), which another program uses: stop that program, or choose another port: ${variable}=${other} npm start`
      : `The ${part} cannot use port ${port} (${code}): choose another one: ${variable}=${other} npm start`,
  )
}
