import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { startDevnet } from './lib/startDevnet.mjs'
import { startProgram } from './lib/startProgram.mjs'

// Times of quotes at /v1/convert/quotes, each for another amount, over the local exchange.
const chain = 'eip155:31337'
const coin = `${chain}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const closing = []

try {
  const { node, stop } = await startDevnet({ folder })
  closing.push(stop)
  let exchanges = 0
  const proxy = createServer(async (request, response) => {
    exchanges += 1
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await post(node, Buffer.concat(chunks))
    response.setHeader('content-type', 'application/json')
    response.end(await answer.text())
  })
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const upstream = `http://127.0.0.1:${proxy.address().port}`
  const gateway = await startProgram({
    entry: 'apps/gateway/src/server.ts',
    env: {
      ...gatewayEnv,
      PORTICO_DATA_DIR: join(folder, 'gateway'),
      GATEWAY_PORT: '0',
      FAUCETS: '{}',
      RPC_URLS: JSON.stringify({ [chain]: [upstream] }),
    },
    ready: /gateway ready (http:\S+)/,
  })
  closing.push(() => gateway.stop())

  const [dusd, mrbl] = devnetManifest.chains[0].tokens
  const user = `${chain}:${devnetManifest.accounts[0].address}`
  const quote = async (to, amount) => {
    const search = new URLSearchParams({ projectId: 'local', userAddress: user, from: coin, to, amount })
    const response = await fetch(`${gateway.match[1]}/v1/convert/quotes?${search}`)
    if (response.status !== 200) throw new Error(`A quote was answered with ${response.status}.`)
    await response.json()
  }
  const ask = async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_gasPrice', params: [] })
    await (await post(upstream, body)).json()
  }
  const rows = []
  const measure = async (what, call) => {
    // The first ones find the pools, and warm up.
    for (let round = 0; round < 20; round++) await call(round)
    const times = []
    const before = exchanges
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      await call(round)
      times.push(performance.now() - start)
    }
    times.sort((one, other) => one - other)
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1)
    rows.push({ what, p50: at(0.5), p95: at(0.95), exchanges: ((exchanges - before) / rounds).toFixed(2) })
  }
  await measure('one request to the node (ms)', ask)
  await measure('quote ETH to DUSD', (round) =>
    quote(`${chain}:${dusd.address}`, `${10n ** 17n + BigInt(round)}`),
  )
  await measure('quote ETH to MRBL', (round) =>
    quote(`${chain}:${mrbl.address}`, `${10n ** 17n + BigInt(round)}`),
  )
  await measure('one request to the node again', ask)
  console.table(rows)
  console.log('wanted: p50 of a quote ≤ two requests + 10 ms, in one exchange')
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

function post(url, body) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
