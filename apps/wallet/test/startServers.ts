import { type ChildProcess, spawn } from 'node:child_process'
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
  start(server: 'gateway' | 'vault'): Promise<void>
  /** Ends a server as a power cut would. */
  kill(server: 'gateway' | 'vault'): Promise<void>
  close(): Promise<void>
}

const apps = resolve(import.meta.dirname, '../..')

/** Starts what the wallet talks to, on free ports and in a folder of its own. */
export async function startServers(): Promise<Servers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-wallet-'))
  const [gateway, vault, wallet] = await freePorts(3)
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  const env = {
    ...process.env,
    HOST: '',
    PORTICO_DATA_DIR: dataDir,
    PORTICO_PARENT_PIPE: '1',
    GATEWAY_PORT: `${gateway}`,
    VAULT_PORT: `${vault}`,
    WALLET_PORT: `${wallet}`,
    SMTP_URL: mailbox.smtpUrl,
    LIMIT_PER_EMAIL: '1000',
  }
  const children = new Map<string, ChildProcess>()
  const servers: Servers = {
    gatewayUrl: `http://localhost:${gateway}`,
    vaultUrl: `http://localhost:${vault}`,
    walletOrigin: `http://wallet.localhost:${wallet}`,
    mailbox,
    async start(server) {
      const child = spawn(
        process.execPath,
        [
          '--conditions=@portico/source',
          '--disable-warning=ExperimentalWarning',
          join(apps, server, 'src/server.ts'),
        ],
        { env, stdio: ['pipe', 'pipe', 'inherit'] },
      )
      children.set(server, child)
      await new Promise<void>((ready, reject) => {
        createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
          if (line.includes(`${server} ready`)) ready()
        })
        child.once('close', () => reject(new Error(`The ${server} ended.`)))
      })
    },
    async kill(server) {
      const child = children.get(server)
      children.delete(server)
      if (!child || child.exitCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
    async close() {
      await Promise.all([servers.kill('gateway'), servers.kill('vault'), mailbox.stop()])
      rmSync(dataDir, { recursive: true, force: true })
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

async function freePorts(count: number): Promise<number[]> {
  const listening = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports: number[] = []
  for (const server of listening) {
    if (!server.listening) await once(server, 'listening')
    ports.push((server.address() as { port: number }).port)
  }
  for (const server of listening) server.close()
  return ports
}
