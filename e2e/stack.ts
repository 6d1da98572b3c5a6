import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { onrampEnv } from '@portico/devnet/onrampEnv'
import { socialEnv } from '@portico/devnet/socialEnv'
import { paymasterHost } from './paymasterHost.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = join(root, 'node_modules/.bin/node')

export type Part = 'devnet' | 'gateway' | 'demo' | 'companion' | 'vault' | 'wallet'

const entries: Record<Part, string> = {
  devnet: 'apps/devnet/src/main.ts',
  gateway: 'apps/gateway/src/server.ts',
  demo: 'apps/demo/src/server.ts',
  companion: 'apps/companion/src/server.ts',
  vault: 'apps/vault/src/server.ts',
  wallet: 'apps/wallet/src/server.ts',
}

/** What a part loads before its own code. */
const preloads: Partial<Record<Part, string>> = { gateway: join(root, 'e2e/reachPaymaster.ts') }

/** The real processes, with their own ports and data folder. */
export interface Stack {
  url: string
  gatewayUrl: string
  /** Of the companion wallet, which runs only if a test has started it. */
  companionUrl: string
  /** Of the embedded wallet, whose servers run only if a test has started them. */
  walletUrl: string
  vaultUrl: string
  mailUrl: string
  /** Of the local identity providers. */
  identityUrl: string
  /** Of the local play-money provider. */
  onrampUrl: string
  rpcUrls: { 31337: string; 31338: string }
  /** Of the local Solana; its WebSocket is on the same port and on the next one. */
  solanaUrl: string
  solanaTwoUrl: string
  /** Of the local Bitcoin: the node, and the Esplora API. */
  bitcoinUrl: string
  esploraUrl: string
  signetUrl: string
  start(part: Part): Promise<void>
  /** Folder with the servers' data. */
  dataDir: string
  /** Returns everything a part has printed so far, over all its starts. */
  output(part: Part): string
  /** Sends a signal, SIGKILL by default; resolves once the process has exited. */
  stop(part: Part, signal?: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

export interface StartStackParameters {
  /** Returns additional environment variables for all parts, given the URL of the demo. */
  env?: ((demoUrl: string) => Record<string, string>) | undefined
}

export async function startStack({ env: more }: StartStackParameters = {}): Promise<Stack> {
  const [demo, gateway, companion, vault, wallet, mail, smtp, identity, onramp, ...chains] =
    await freePorts(17)
  const [one, two, solana, solanaTwo, bitcoin, esplora, bitcoinTwo, esploraTwo] = chains
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  const env = {
    ...process.env,
    ...gatewayEnv,
    PORTICO_DATA_DIR: dataDir,
    PORTICO_PARENT_PIPE: '1',
    DEMO_PORT: String(demo),
    GATEWAY_PORT: String(gateway),
    COMPANION_PORT: String(companion),
    EVM_PORT: String(one),
    EVM2_PORT: String(two),
    SOLANA_PORT: String(solana),
    SOLANA2_PORT: String(solanaTwo),
    SWAP_MAKERS: JSON.stringify({ [devnetManifest.solana.caip2]: `http://127.0.0.1:${solana}/maker` }),
    BITCOIN_PORT: String(bitcoin),
    ESPLORA_PORT: String(esplora),
    BITCOIN2_PORT: String(bitcoinTwo),
    ESPLORA2_PORT: String(esploraTwo),
    BITCOIND: 'none',
    MAIL_PORT: String(mail),
    SMTP_PORT: String(smtp),
    IDENTITY_PORT: String(identity),
    ...socialEnv({
      folder: join(dataDir, 'social'),
      identityUrl: `http://localhost:${identity}`,
      evmPort: one as number,
    }),
    ONRAMP_PORT: String(onramp),
    ...onrampEnv({ folder: join(dataDir, 'onramp'), onrampUrl: `http://localhost:${onramp}` }),
    SPONSORS: letOthersPay(gatewayEnv.SPONSORS),
    VAULT_PORT: String(vault),
    WALLET_PORT: String(wallet),
    ...more?.(`http://localhost:${demo}`),
  }
  const children = new Map<Part, ChildProcess>()
  const outputs = new Map<Part, string[]>()
  const stack: Stack = {
    url: `http://localhost:${demo}`,
    gatewayUrl: `http://localhost:${gateway}`,
    companionUrl: `http://localhost:${companion}`,
    walletUrl: `http://wallet.localhost:${wallet}`,
    vaultUrl: `http://localhost:${vault}`,
    mailUrl: `http://127.0.0.1:${mail}`,
    identityUrl: `http://localhost:${identity}`,
    onrampUrl: `http://localhost:${onramp}`,
    rpcUrls: { 31337: `http://127.0.0.1:${one}`, 31338: `http://127.0.0.1:${two}` },
    solanaUrl: `http://127.0.0.1:${solana}`,
    solanaTwoUrl: `http://127.0.0.1:${solanaTwo}`,
    bitcoinUrl: `http://127.0.0.1:${bitcoin}`,
    esploraUrl: `http://127.0.0.1:${esplora}`,
    signetUrl: `http://127.0.0.1:${esploraTwo}`,
    dataDir,
    output: (part) => (outputs.get(part) ?? []).join('\n'),
    async start(part) {
      const lines = outputs.get(part) ?? []
      outputs.set(part, lines)
      const preload = preloads[part]
      const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
      const child = spawn(
        node,
        [...flags, ...(preload ? ['--import', pathToFileURL(preload).href] : []), entries[part]],
        { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] },
      )
      children.set(part, child)
      await waitForLine({ child, text: `${part} ready`, part, lines })
    },
    stop(part, signal = 'SIGKILL') {
      const child = children.get(part)
      children.delete(part)
      if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
      return new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill(signal)
      })
    },
    async close() {
      await Promise.all([...children.keys()].map((part) => stack.stop(part, 'SIGTERM')))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await stack.start('devnet')
    await Promise.all([stack.start('gateway'), stack.start('demo')])
  } catch (error) {
    await stack.close()
    throw error
  }
  return stack
}

/** Lets the paymaster of the tests pay for what pages of project `local` ask for on Local One. */
function letOthersPay(sponsors: string): string {
  const projects = JSON.parse(sponsors)
  projects.local[devnetManifest.chains[0].caip2].paymasterHosts = [paymasterHost]
  return JSON.stringify(projects)
}

function waitForLine({
  child,
  text,
  part,
  lines,
}: {
  child: ChildProcess
  text: string
  part: Part
  /** Collects all lines, also those after the expected one. */
  lines: string[]
}): Promise<void> {
  const first = lines.length
  return new Promise((resolve, reject) => {
    const fail = () =>
      reject(new Error(`The ${part} stopped before it was ready:\n${lines.slice(first).join('\n')}`))
    child.once('exit', fail)
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (!line.includes(text)) return
        child.off('exit', fail)
        resolve()
      })
    }
  })
}

/** Each worker has its own range of ports, because a port is chosen long before its server listens on it. */
const rangeCount = 4
const rangeSize = 5000

/**
 * Returns free ports, each followed by another free one, where web3.js expects the WebSocket. They are below the
 * ephemeral range, from which the system could assign them to a browser's connections first.
 */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  const first = 11_000 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % rangeCount) * rangeSize
  while (ports.size < count) {
    const port = first + 2 * randomInt(rangeSize / 2)
    if ((await isFree(port)) && (await isFree(port + 1))) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
