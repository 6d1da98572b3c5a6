import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createIdentityServer, registerLocalClients } from '@portico/devnet/identity'
import { type Mailbox, startMailbox } from '@portico/devnet/mailbox'
import { socialEnv } from '@portico/devnet/socialEnv'
import { freePort } from '@portico/page-server/testing'

/** The real gateway and vault, each as its own process, and an inbox for their mails. */
export type Servers = {
  gatewayUrl: string
  vaultUrl: string
  walletOrigin: string
  inbox: Mailbox
  /** URL of the imitated providers of social logins, if they were started. */
  identityUrl: string | undefined
  /** Folder with the databases and key files of both servers, in `gateway/` and `vault/`. */
  dataDir: string
  /** Switches to an empty data folder and returns it, as if the servers moved to new machines under the old names. */
  moveAway(): string
  start(server: ServerName): Promise<RunningServer>
  /** Kills a server with SIGKILL. */
  kill(server: ServerName): Promise<void>
  /** Runs a program with a server's environment: one of its commands, or another file of its folder. */
  run(server: ServerName, args: readonly string[], program?: string): RunningProgram
  close(): Promise<void>
}

export type ServerName = 'gateway' | 'vault'

export type RunningServer = {
  child: ChildProcess
  /** Everything it has printed to stdout and stderr. */
  output(): string
  /** Resolves with the exit code or the signal. */
  ended: Promise<number | string>
}

export type RunningProgram = {
  child: ChildProcess
  /** Resolves with what it printed once it has exited with 0 or was killed; rejects for another exit code. */
  output: Promise<string>
}

/** The SMTP password in the vault's configuration. */
export const smtpPassword = 'mail-password-cafebabe1337d00d'

const apps = resolve(import.meta.dirname, '../..')
const serverProgram = 'src/server.ts'

/**
 * Starts gateway, vault and inbox, on free ports and with a new data folder. With `SERVER_BUNDLES`, which `npm test` sets, runs the
 * bundles of both servers in that folder.
 *
 * @param env environment variables in addition to the usual ones
 * @param command the program that runs a server and its first arguments
 * @param hasSocial whether to start the imitated providers of social logins, too
 * @param cwd working directory of the servers
 */
export async function startServers({
  env: extraEnv = {},
  command = [process.execPath],
  hasSocial = false,
  cwd,
  quiet = false,
}: {
  env?: Readonly<Record<string, string>>
  command?: readonly [string, ...string[]]
  hasSocial?: boolean
  cwd?: string | undefined
  /** Keeps stderr of the servers out of the test's output; `output()` has it. */
  quiet?: boolean
} = {}): Promise<Servers> {
  const folders = [newFolder()]
  const [gateway, vault, wallet] = [await freePort(), await freePort(), await freePort()]
  const inbox = await startMailbox({ port: 0, smtpPort: 0 })
  const walletOrigin = `http://wallet.localhost:${wallet}`
  const identity = hasSocial
    ? await createIdentityServer({ port: 0, clients: registerLocalClients({ walletOrigin }) })
    : undefined
  const secrets = newFolder()
  const env = {
    ...process.env,
    HOST: '',
    PORTICO_DATA_DIR: folders[0] as string,
    PORTICO_PARENT_PIPE: '1',
    GATEWAY_PORT: `${gateway}`,
    VAULT_PORT: `${vault}`,
    WALLET_PORT: `${wallet}`,
    // The inbox accepts any password.
    SMTP_URL: inbox.smtpUrl.replace('//', `//mailer:${smtpPassword}@`),
    GATEWAY_SMTP_URL: inbox.smtpUrl,
    LIMIT_PER_EMAIL: '1000',
    TRUSTED_PROXIES: '1',
    BACKUP_PASSPHRASE: 'correct horse battery staple',
    // Compiling takes most of the time of a start.
    NODE_COMPILE_CACHE: resolve(apps, '../.cache/node'),
    ...(identity && socialEnv({ folder: secrets, identityUrl: identity.url, evmPort: 8545 })),
    ...extraEnv,
  }
  const children = new Map<string, ChildProcess>()
  const spawnIn = (server: ServerName, program: string, args: readonly string[]) => {
    const [file, ...before] = command
    // What helps to debug a server is for its own files.
    const bundles = command.length === 1 && program === serverProgram ? process.env.SERVER_BUNDLES : undefined
    return spawn(
      file,
      [
        ...before,
        '--conditions=@portico/source',
        '--disable-warning=ExperimentalWarning',
        bundles ? join(bundles, server, 'server.js') : join(apps, server, program),
        ...args,
      ],
      { env, cwd, stdio: ['pipe', 'pipe', quiet ? 'pipe' : 'inherit'] },
    )
  }
  const servers: Servers = {
    gatewayUrl: `http://localhost:${gateway}`,
    vaultUrl: `http://localhost:${vault}`,
    walletOrigin,
    inbox,
    identityUrl: identity?.url,
    dataDir: folders[0] as string,
    moveAway() {
      servers.dataDir = newFolder()
      folders.push(servers.dataDir)
      env.PORTICO_DATA_DIR = servers.dataDir
      return servers.dataDir
    },
    async start(server) {
      const child = spawnIn(server, serverProgram, [])
      children.set(server, child)
      let printed = ''
      child.stderr?.on('data', (chunk) => {
        printed += chunk
      })
      const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
      await new Promise<void>((ready, reject) => {
        createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
          printed += `${line}\n`
          if (line.includes(`${server} ready`)) ready()
        })
        void ended.then(() => reject(new Error(`The ${server} exited before it was ready. ${printed}`)))
      })
      return { child, ended, output: () => printed }
    },
    async kill(server) {
      const child = children.get(server)
      children.delete(server)
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
    run(server, args, program = serverProgram) {
      const child = spawnIn(server, program, args)
      let printed = ''
      child.stdout?.on('data', (chunk) => {
        printed += chunk
      })
      const output = once(child, 'close').then(([code, signal]) => {
        if (code !== 0 && signal !== 'SIGKILL')
          throw new Error(`${server} ${args.join(' ')} exited with ${code}.`)
        return printed
      })
      return { child, output }
    },
    async close() {
      await Promise.all([servers.kill('gateway'), servers.kill('vault'), inbox.stop(), identity?.close()])
      for (const folder of [...folders, secrets]) rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await Promise.all([servers.start('gateway'), servers.start('vault')])
  } catch (error) {
    await servers.close()
    throw error
  }
  return servers
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'portico-wallet-'))
}
