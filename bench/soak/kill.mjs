import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFakeVault } from '../../apps/gateway/src/testing/createFakeVault.ts'
import { gatewayOrigin } from '../../apps/gateway/src/testing/createWalletClient.ts'
import { startAnvil } from '../../apps/gateway/src/testing/startAnvil.ts'
import { startPostgres } from '../../packages/server/src/testing/startPostgres.ts'
import { startRedis } from '../../packages/server/src/testing/startRedis.ts'
import { freePort } from '../../scripts/lib/freePort.mjs'
import { startProgram } from '../lib/startProgram.mjs'
import { createKeptLoads } from './createKeptLoads.mjs'
import { createLoads } from './createLoads.mjs'
import { startBalancer } from './startBalancer.mjs'

// Two gateways with two workers each behind nginx, under the mixed load, while PostgreSQL, Valkey, a worker and a supervisor are killed in
// turns: whether anything that was acknowledged is lost, and what clients see.
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const calmMs = 6000
let isClean = false

const folder = mkdtempSync(join(tmpdir(), 'portico-kill-'))
const closing = [() => rmSync(folder, { recursive: true, force: true })]
try {
  const postgres = await startPostgres({ isDurable: true })
  closing.unshift(() => postgres.stop())
  if ('reason' in postgres) throw new Error(postgres.reason)
  let redis = await startRedis({ folder })
  closing.unshift(() => redis.stop())
  if ('reason' in redis) throw new Error(redis.reason)
  const redisPort = Number(new URL(redis.url).port)
  const anvil = await startAnvil()
  closing.unshift(() => anvil.stop())
  const vault = await startVault()
  closing.unshift(vault.stop)

  const balancerPort = await freePort()
  const gatewayUrl = `http://127.0.0.1:${balancerPort}`
  const startGateway = async (port) => {
    const { pid, stop } = await startProgram({
      entry: 'apps/gateway/src/server.ts',
      ready: /gateway ready/,
      env: {
        GATEWAY_PORT: String(port),
        WORKERS: '2',
        // Both gateways have the keys that the first has made.
        PORTICO_DATA_DIR: join(folder, 'data'),
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        RPC_URLS: JSON.stringify({ 'eip155:31337': [anvil.url] }),
        PUBLIC_URLS: `${gatewayOrigin},${gatewayUrl}`,
        VAULT_URL: vault.url,
        INTRODUCTIONS: 'optional',
        TRUSTED_PROXIES: '1',
        RATE_LIMIT_ADDRESS: '1000000000',
        RATE_LIMIT_PROJECT: '1000000000',
        SIGN_IN_LIMIT_ADDRESS: '0',
        LOG_LEVEL: 'warn',
      },
    })
    closing.unshift(() => stop())
    return { url: `http://127.0.0.1:${port}`, port, pid, kill: () => stop('SIGKILL') }
  }
  const gateways = [await startGateway(await freePort()), await startGateway(await freePort())]
  const balancer = await startBalancer({ gateways: gateways.map(({ url }) => url), port: balancerPort })
  closing.unshift(balancer.stop)

  const mixed = createLoads({ stack: { gatewayUrl, rpcUrls: { 31337: anvil.url } } })
  const kept = createKeptLoads({ mixed, vault })
  const loads = [...mixed.loads, ...kept.loads]
  let end = Number.POSITIVE_INFINITY
  const running = Promise.all(loads.map((load) => load.run(() => end)))
  console.log(`Mixed load: ${loads.map(({ name, what }) => `${name} (${what})`).join(', ')}\n`)

  const rows = []
  const watch = async (what, work) => {
    const before = loads.map(({ done, again, failed }) => ({ done, again, failed }))
    const seconds = await work()
    const row = { '': what, 'gone for s': seconds ?? '' }
    for (const [index, { name, ...now }] of loads.entries()) {
      const [done, again, failed] = ['done', 'again', 'failed'].map((key) => now[key] - before[index][key])
      row[name] = `${done}${again ? `, ${again} again` : ''}${failed ? `, ${failed} FAILED` : ''}`
    }
    rows.push(row)
    console.log(JSON.stringify(row))
  }
  const outage = (kill, resume) => async () => {
    const began = performance.now()
    await kill()
    await sleep(randomInt(2000, 4000))
    await resume()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    await allHealthy(gateways)
    return seconds
  }
  await watch('before', () => sleep(calmMs))
  for (let round = 0; round < rounds; round++) {
    await watch('PostgreSQL killed', outage(postgres.kill, postgres.resume))
    await watch('after', () => sleep(calmMs))
    await watch(
      'Valkey killed',
      outage(redis.stop, async () => {
        redis = await startRedis({ port: redisPort, folder })
      }),
    )
    await watch('after', () => sleep(calmMs))
    await watch('a worker killed', async () => {
      const [worker] = childrenOf(gateways[0].pid)
      process.kill(worker, 'SIGKILL')
      await sleep(calmMs)
    })
    await watch(
      'a supervisor killed',
      outage(gateways[1].kill, async () => {
        gateways[1] = await startGateway(gateways[1].port)
      }),
    )
    await watch('after', () => sleep(calmMs))
  }
  end = performance.now()
  await running
  const lost = await kept.findLost()
  for (const load of loads) await load.close?.()

  console.log('Done; "again": the server asked to send it again')
  console.table(rows)
  for (const { name, lastError } of loads) if (lastError) console.log(`${name}: ${lastError}`)
  console.table(lost)
  isClean = lost.every((row) => row.lost === 0) && loads.every(({ failed }) => failed === 0)
} finally {
  for (const close of closing) await close()
}
// PostgreSQL's package ends the process with 0 otherwise.
process.exit(isClean ? 0 : 1)

function childrenOf(pid) {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** Waits until every gateway reaches all it depends on. */
async function allHealthy(gateways) {
  const isHealthy = async ({ url }) => {
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    return response?.ok && JSON.stringify(await response.json()).match(/"redis":"ok"/)
  }
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100))
    if ((await Promise.all(gateways.map(isHealthy))).every(Boolean)) return
  throw new Error('A gateway does not recover within a minute.')
}

/** Starts what stands in for the vault: it publishes keys, with which the loads sign their logins. */
async function startVault() {
  const server = createServer(async (request, response) => {
    const answer = await vault.fetch(`${url}${request.url}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${server.address().port}`
  const vault = await createFakeVault({ url })
  return { url, vault, stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) }
}
