import { join, resolve } from 'node:path'
import { findBitcoind } from './bitcoin/engine/findBitcoind.ts'
import { DevnetError } from './errors/DevnetError.ts'
import { createIdentityServer } from './identity/createIdentityServer.ts'
import { localIdentity } from './identity/localIdentity.ts'
import { registerLocalClients } from './identity/registerLocalClients.ts'
import { startMailbox } from './mailbox/startMailbox.ts'
import { createOnrampServer } from './onramp/createOnrampServer.ts'
import { localOnramp } from './onramp/localOnramp.ts'
import { readPort } from './readPort.ts'
import { startChains } from './startChains.ts'
import { nodePorts, startNodes } from './startNodes.ts'
import { watchParent } from './watchParent.ts'

// The program: starts the chains configured by the environment, prints one line each, then `devnet ready`.

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const { HOST, PORTICO_DATA_DIR } = process.env

// The reader of the output may end before the chains are saved: ignore write errors and keep saving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort())
watchParent(() => ending.abort())
const ended = new Promise<undefined>((done) => ending.signal.addEventListener('abort', () => done(undefined)))

try {
  const host = HOST || undefined
  const mailbox = await startMailbox({
    host,
    port: readPort('MAIL_PORT', 4404),
    smtpPort: readPort('SMTP_PORT', 4405),
  })
  say(`Mailbox at ${mailbox.url}, mail to ${mailbox.smtpUrl}`)
  const walletOrigin = process.env.WALLET_ORIGIN || `http://wallet.localhost:${readPort('WALLET_PORT', 4402)}`
  const identity = await createIdentityServer({
    host,
    port: readPort(localIdentity.portVariable, localIdentity.defaultPort),
    clients: registerLocalClients({ walletOrigin }),
  })
  say(`Identity providers at ${identity.url}`)
  const dataDir = PORTICO_DATA_DIR
    ? resolve(PORTICO_DATA_DIR)
    : join(import.meta.dirname, '../../../.portico')
  const ports = Object.fromEntries(
    Object.entries(nodePorts).map(([variable, fallback]) => [variable, readPort(variable, fallback)]),
  )
  const devnet = await startChains({
    dataDir,
    host,
    ports: { 31337: readPort('EVM_PORT', 8545), 31338: readPort('EVM2_PORT', 8546) },
    log: say,
    signal: ending.signal,
  })
  // After the chains, which lock the folder for this process.
  const nodes = await startNodes({
    folder: join(dataDir, 'devnet'),
    host,
    ports,
    bitcoind: findBitcoind(),
    requiresBitcoind: Boolean(process.env.BITCOIND),
    log: say,
  }).catch(async (error) => {
    await devnet.stop()
    throw error
  })
  const onramp = await createOnrampServer({
    host,
    port: readPort(localOnramp.portVariable, localOnramp.defaultPort),
    gatewayUrl: `http://${host ?? '127.0.0.1'}:${readPort('GATEWAY_PORT', 4401)}`,
    nodes: {
      rpc: {
        ...Object.fromEntries(devnet.chains.map(({ chainId, url }) => [`eip155:${chainId}`, url])),
        ...nodes.rpcUrls,
      },
      esplora: nodes.esploraUrls,
    },
    log: say,
  }).catch(async (error) => {
    await Promise.all([devnet.stop(), nodes.stop()])
    throw error
  })
  say(`Play-money provider at ${onramp.url}`)
  for (const { name, chainId, url } of devnet.chains) say(`${name} (chain ${chainId}) at ${url}`)
  for (const line of nodes.lines) say(line)
  say('devnet ready')
  const failure = await Promise.race([ended, devnet.failed, nodes.failed])
  if (failure) throw failure
  await Promise.all([devnet.stop(), nodes.stop(), mailbox.stop(), identity.close(), onramp.close()])
} catch (error) {
  if (!ending.signal.aborted) {
    // A DevnetError needs no stack trace; anything else is a bug.
    console.error(error instanceof DevnetError ? error.message : error)
    process.exitCode = 1
  }
}
process.exit()
