import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { ChainNotReadyError } from '../../errors/ChainNotReadyError.ts'
import { exists } from '../../files/exists.ts'
import { hashFiles } from '../../files/hashFiles.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import { spawnGuarded } from '../../processes/spawnGuarded.ts'
import { localBitcoin } from '../localBitcoin.ts'
import { seedBitcoin } from '../seed/seedBitcoin.ts'
import type { BitcoinEngine } from './BitcoinEngine.ts'

const source = (path: string): string => join(import.meta.dirname, '..', path)
const readyMilliseconds = 30_000
const user = 'portico'

/** What is passed on to the real node. Its wallet, its peers and its end are nobody's business. */
const passedOn = [
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
 * A real `bitcoind` on regtest with a folder of its own, seeded on its first start. It ends with this process, however
 * this one ends.
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
      log(`${localBitcoin.name} begins afresh, the seed has changed; the chain so far is kept beside ${home}`)
    seeded = undefined
  }
  await mkdir(home, { recursive: true })
  const { call, ended, close } = await startBitcoind({ program, home })
  try {
    if (!seeded) {
      seeded = { fingerprint, unconfirmed: await seedBitcoin({ call }) }
      await writeWhole({ file: marker, text: JSON.stringify(seeded) })
    }
    // A tip of long ago makes the node believe that it is behind.
    await call('generateblock', localBitcoin.accounts[2].payment.address, [])
    const { subversion } = await call<{ subversion: string }>('getnetworkinfo')
    const methods: JsonRpcMethods = Object.fromEntries(
      passedOn.map((method) => [method, (params: unknown[]) => call(method, ...params)]),
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
    // As on the main network: what wallets would be refused there is refused here.
    ...['-acceptnonstdtxn=0', '-printtoconsole=0'],
    // In hours: what the seed left unconfirmed weeks ago stays.
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
    const harder = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await exited
    clearTimeout(harder)
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
  const deadline = Date.now() + readyMilliseconds
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
      throw refuse(`no answer within ${readyMilliseconds / 1_000} s`)
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
