import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Mailbox, startMailbox } from '@portico/devnet/mailbox'

/** The real gateway and vault, as processes of their own, and a mailbox. */
export type Servers = {
  gatewayUrl: string
  vaultUrl: string
  walletOrigin: string
  mailbox: Mailbox
  /** Databases and key files of both: `gateway/`, `vault/`. */
  dataDir: string
  /** Another machine under the old names: what is started from now on has this empty folder. */
  moveAway(): string
  start(server: ServerName): Promise<RunningServer>
  /** Ends a server as a power cut would. */
  kill(server: ServerName): Promise<void>
  /** Runs a program beside a server, with its environment: one of its commands, or another file of its folder. */
  run(server: ServerName, args: readonly string[], program?: string): RunningProgram
  close(): Promise<void>
}

export type ServerName = 'gateway' | 'vault'

export type RunningServer = {
  child: ChildProcess
  /** Everything it has printed. */
  output(): string
  /** Resolves with how it ended. */
  ended: Promise<number | string>
}

export type RunningProgram = {
  child: ChildProcess
  /** What it printed, once it is over: with 0, or killed. */
  output: Promise<string>
}

/** What the vault is to say to the mailbox. */
export const smtpPassword = 'mail-password-cafebabe1337d00d'

const apps = resolve(import.meta.dirname, '../..')

/**
 * Starts what the wallet talks to, on free ports and in a folder of its own.
 *
 * @param env on top of what they are started with.
 * @param command what runs a server: what comes before the flags that all need.
 * @param cwd where they run, and leave what they leave.
 */
export async function startServers({
  env: more = {},
  command = [process.execPath],
  cwd,
  quiet = false,
}: {
  env?: Readonly<Record<string, string>>
  command?: readonly [string, ...string[]]
  cwd?: string | undefined
  /** Keeps what servers complain about for `output`, and out of the test's own. */
  quiet?: boolean
} = {}): Promise<Servers> {
  const folders = [newFolder()]
  const [gateway, vault, wallet] = [await freePort(), await freePort(), await freePort()]
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  const env = {
    ...process.env,
    HOST: '',
    PORTICO_DATA_DIR: folders[0] as string,
    PORTICO_PARENT_PIPE: '1',
    GATEWAY_PORT: `${gateway}`,
    VAULT_PORT: `${vault}`,
    WALLET_PORT: `${wallet}`,
    // The mailbox asks nobody who he is.
    SMTP_URL: mailbox.smtpUrl.replace('//', `//mailer:${smtpPassword}@`),
    LIMIT_PER_EMAIL: '1000',
    TRUSTED_PROXIES: '1',
    BACKUP_PASSPHRASE: 'correct horse battery staple',
    // Most of the time of a start goes into compiling.
    NODE_COMPILE_CACHE: resolve(apps, '../.cache/node'),
    ...more,
  }
  const children = new Map<string, ChildProcess>()
  const spawnIn = (server: ServerName, program: string, args: readonly string[]) => {
    const [file, ...before] = command
    return spawn(
      file,
      [
        ...before,
        '--conditions=@portico/source',
        '--disable-warning=ExperimentalWarning',
        join(apps, server, program),
        ...args,
      ],
      { env, cwd, stdio: ['pipe', 'pipe', quiet ? 'pipe' : 'inherit'] },
    )
  }
  const servers: Servers = {
    gatewayUrl: `http://localhost:${gateway}`,
    vaultUrl: `http://localhost:${vault}`,
    walletOrigin: `http://wallet.localhost:${wallet}`,
    mailbox,
    dataDir: folders[0] as string,
    moveAway() {
      servers.dataDir = newFolder()
      folders.push(servers.dataDir)
      env.PORTICO_DATA_DIR = servers.dataDir
      return servers.dataDir
    },
    async start(server) {
      const child = spawnIn(server, 'src/server.ts', [])
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
        void ended.then(() => reject(new Error(`The ${server} ended. ${printed}`)))
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
    run(server, args, program = 'src/server.ts') {
      const child = spawnIn(server, program, args)
      let printed = ''
      child.stdout?.on('data', (chunk) => {
        printed += chunk
      })
      const output = once(child, 'close').then(([code, signal]) => {
        if (code !== 0 && signal !== 'SIGKILL')
          throw new Error(`${server} ${args.join(' ')} ended with ${code}.`)
        return printed
      })
      return { child, output }
    },
    async close() {
      await Promise.all([servers.kill('gateway'), servers.kill('vault'), mailbox.stop()])
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
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

/** None of those that systems hand out by themselves: somebody would get it before the program it is for. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    if (!(await once(server, 'listening').catch(() => undefined))) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
