import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { ChainNotReadyError } from '../../errors/ChainNotReadyError.ts'
import { exists } from '../../files/exists.ts'
import { hashFiles } from '../../files/hashFiles.ts'
import { writeAtomically } from '../../files/writeAtomically.ts'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import { spawnGuarded } from '../../processes/spawnGuarded.ts'
import { localBitcoin } from '../localBitcoin.ts'
import { seedBitcoin } from '../seed/seedBitcoin.ts'
import type { BitcoinEngine } from './BitcoinEngine.ts'

const source = (path: string): string => join(import.meta.dirname, '..', path)
const startTimeoutMs = 30_000
const user = 'portico'

/** Methods that are forwarded to the real node; not those for its wallet, its peers and stopping it. */
const forwardedMethods = [
  'decoderawtransaction',
  'estimatesmartfee',
  'generateblock',
  'generatetoaddress',
  'getbestblockhash',
  'getblock',
  'getblockchaininfo',
  'getblockcount',
  'getblockhash',
  'getblockheader',
  'getmempoolinfo',
  'getnetworkinfo',
  'getrawmempool',
  'getrawtransaction',
  'gettxout',
  'invalidateblock',
  'sendrawtransaction',
  'setmocktime',
  'testmempoolaccept',
]

/**
 * Starts a real `bitcoind` on regtest with its own folder, seeded on its first start. It ends with this process, even
 * if this one is killed.
 *
 * @throws {ChainNotReadyError}
 */
export async function openBitcoindEngine({
  program,
  folder,
  log,
}: {
  program: string
  folder: string
  log: (line: string) => void
}): Promise<BitcoinEngine> {
  const fingerprint = await hashFiles([source('seed'), source('localBitcoin.ts')])
  const home = join(folder, 'bitcoind')
  const marker = join(home, 'portico.json')
  let seeded = await readMarker(marker)
  if (seeded?.fingerprint !== fingerprint && (await exists(home))) {
    await rename(home, `${home}.${Date.now()}.old`)
    if (seeded)
      log(
        `${localBitcoin.name} starts from a new seed, because the seed has changed; the previous chain is kept beside ${home}`,
      )
    seeded = undefined
  }
  await mkdir(home, { recursive: true })
  const { call, ended, close } = await startBitcoind({ program, home })
  try {
    if (!seeded) {
      seeded = { fingerprint, unconfirmed: await seedBitcoin({ call }) }
      await writeAtomically({ file: marker, text: JSON.stringify(seeded) })
    }
    // With an old tip the node would report that it is still syncing.
    await call('generateblock', localBitcoin.accounts[2].payment.address, [])
    const { subversion } = await call<{ subversion: string }>('getnetworkinfo')
    const methods: JsonRpcMethods = Object.fromEntries(
      forwardedMethods.map((method) => [method, (params: unknown[]) => call(method, ...params)]),
    )
    return {
      name: `bitcoind ${subversion}`,
      chain: 'regtest',
      call,
      methods,
      unconfirmed: [seeded.unconfirmed],
      ended,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function startBitcoind({
  program,
  home,
}: {
  program: string
  home: string
}): Promise<Pick<BitcoinEngine, 'call' | 'ended' | 'close'>> {
  const port = await freePort()
  const password = randomBytes(16).toString('hex')
  const child = spawnGuarded(program, [
    ...['-regtest', `-datadir=${home}`, '-server', '-txindex=1', '-disablewallet', '-listen=0', '-dnsseed=0'],
    ...[
      `-rpcport=${port}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      `-rpcuser=${user}`,
      `-rpcpassword=${password}`,
    ],
    // Apply the policy of the main network, so that transactions refused there are refused here.
    ...['-acceptnonstdtxn=0', '-printtoconsole=0'],
    // In hours: keeps the seed's unconfirmed transaction, which is weeks old.
    '-mempoolexpiry=1000000',
  ])
  let errors = ''
  child.stdout?.resume()
  child.stderr?.on('data', (text) => {
    errors = (errors + text).slice(-1_000)
  })
  const exited = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (code, killer) =>
      resolve(errors.trim() || (killer ? `ended by ${killer}` : `exit code ${code}`)),
    )
  })
  let isClosing = false
  const ended = new Promise<string>((resolve) => {
    void exited.then((reason) => !isClosing && resolve(reason))
  })
  const close = async (): Promise<void> => {
    isClosing = true
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await exited
    clearTimeout(killTimer)
  }
  const call = async <Result>(method: string, ...params: unknown[]): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(30_000),
    })
    const { result, error } = (await response.json()) as {
      result: Result
      error: { code: number; message: string } | null
    }
    if (error) throw new JsonRpcError(error.code, error.message)
    return result
  }
  const refuse = (reason: string): ChainNotReadyError =>
    new ChainNotReadyError({ chain: `${localBitcoin.name} (${program})`, reason })
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const early = await Promise.race([exited, later(50)])
    if (early !== undefined) throw refuse(early)
    if (
      await call('getblockcount').then(
        () => true,
        () => false,
      )
    )
      return { call, ended, close }
    if (Date.now() > deadline) {
      await close()
      throw refuse(`no answer within ${startTimeoutMs / 1_000} s`)
    }
  }
}

async function readMarker(file: string): Promise<{ fingerprint: string; unconfirmed: string } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined // none yet, or one of a start that was cut short: seeded again
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
