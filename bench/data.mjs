import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { startDevnet } from './lib/startDevnet.mjs'
import { startProgram } from './lib/startProgram.mjs'

// Response times of the account view's requests, on a local chain that the bench modifies.
const chain = 'eip155:31337'
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const closing = []

try {
  const { node, stop } = await startDevnet({ folder })
  closing.push(stop)
  const rpc = async (method, params) => {
    const response = await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = await response.json()
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const [visitor] = await rpc('eth_accounts', [])
  const blocks = Number(await rpc('eth_blockNumber', []))

  // 500 tokens: the code of one token at 500 more addresses.
  const { tokens } = devnetManifest.chains.find(({ caip2 }) => caip2 === chain)
  const code = await rpc('eth_getCode', [tokens[0].address, 'latest'])
  const listed = Array.from({ length: 500 }, (_, index) => ({
    address: `0x${(0x1_0000_0000 + index).toString(16).padStart(40, '0')}`,
    symbol: `T${index}`,
    name: `Token ${index}`,
    decimals: 18,
  }))
  for (const { address } of listed) await rpc('anvil_setCode', [address, code])
  const counting = await startCounting(node)
  closing.push(counting.stop)

  let name = 0
  const startGateway = async (env) => {
    const gateway = await startProgram({
      entry: 'apps/gateway/src/server.ts',
      env: {
        PORTICO_DATA_DIR: join(folder, `gateway-${name++}`),
        GATEWAY_PORT: '0',
        RPC_URLS: JSON.stringify({ [chain]: [counting.url] }),
        ...env,
      },
      ready: /gateway ready (http:\S+)/,
    })
    closing.push(() => gateway.stop())
    return { url: gateway.match[1], pid: gateway.pid }
  }
  const timed = async (url) => {
    const start = performance.now()
    const before = counting.trips()
    const response = await fetch(url)
    const body = await response.json()
    if (response.status !== 200)
      throw new Error(`${url} answered ${response.status}: ${JSON.stringify(body)}`)
    return { took: performance.now() - start, trips: counting.trips() - before, body }
  }
  const rows = []

  {
    const { url, pid } = await startGateway({ TOKENS: JSON.stringify({ [chain]: listed }) })
    // A running gateway has cached the chain's head and features; only the account is cold.
    await timed(`${url}/v1/account/${chain}:${'0x'.padEnd(42, '1')}/balance?projectId=local&currency=usd`)
    const direct = performance.now()
    await rpc('eth_getBalance', [visitor, 'latest'])
    rows.push({
      what: 'one eth_getBalance asked of the node',
      ms: performance.now() - direct,
      'round trips': 1,
    })
    const cold = await timed(`${url}/v1/account/${chain}:${visitor}/balance?projectId=local&currency=usd`)
    rows.push({
      what: 'balance of 500 listed tokens, cold',
      ms: cold.took,
      'round trips': cold.trips,
      wanted: '≤ 3 for the balances; the head and what the account moved come on top',
    })
    rows.push({
      what: 'memory of the gateway after it',
      MiB: memory(pid),
      wanted: '≤ 250 MiB with the vault',
    })
  }
  {
    // The seeded chain. `activity.mjs` measures a long one.
    const { url } = await startGateway(gatewayEnv)
    const page = `${url}/v1/account/${chain}:${visitor}/history?projectId=local`
    const cold = await timed(page)
    rows.push({
      what: `activity, first page, ${cold.body.data.length} entries, ${blocks} blocks, cold`,
      ms: cold.took,
      'round trips': cold.trips,
      wanted: '≤ 1000 ms',
    })
    const warm = await timed(page)
    rows.push({ what: 'the same again', ms: warm.took, 'round trips': warm.trips })
  }
  {
    // Directly to the node, because the counting proxy does not forward WebSocket subscriptions.
    const { url } = await startGateway({ ...gatewayEnv, RPC_URLS: JSON.stringify({ [chain]: [node] }) })
    const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const stream = await fetch(
      `${url}/v1/stream?projectId=local&topics=${encodeURIComponent(`balances:${chain}:${account}`)}`,
      { headers: { accept: 'text/event-stream' } },
    )
    const events = readEvents(stream.body)
    await events.next('snapshot')
    const times = []
    for (let block = 0; block < 100; block++) {
      const notified = events.next('balance.changed')
      const [sender] = await rpc('eth_accounts', [])
      const mined = performance.now()
      await rpc('eth_sendTransaction', [{ from: sender, to: account, value: '0x1' }])
      await notified
      times.push(performance.now() - mined)
    }
    times.sort((a, b) => a - b)
    rows.push({ what: 'block mined → client notified, p50 of 100', ms: times[50] })
    rows.push({ what: 'block mined → client notified, p95 of 100', ms: times[95], wanted: '≤ 300 ms' })
  }
  {
    const { pid } = await startGateway(gatewayEnv)
    rows.push({ what: 'memory of the gateway at rest', MiB: memory(pid), wanted: '≤ 250 MiB with the vault' })
  }
  console.table(
    rows.map(({ what, ...row }) => ({
      '': what,
      ...Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          typeof value === 'number' ? Number(value.toFixed(1)) : value,
        ]),
      ),
    })),
  )
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the resident memory of a process in MiB. */
function memory(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}

/** Starts a proxy in front of a node that counts calls. */
async function startCounting(node) {
  const { hostname, port } = new URL(node)
  let trips = 0
  const server = createServer((request, response) => {
    trips++
    const onward = send({ hostname, port, method: 'POST', headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    trips: () => trips,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Reads the events of a stream by name. */
function readEvents(body) {
  const waiting = []
  const received = []
  void (async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop()
      for (const part of parts) {
        const name = /^event: ?(.+)$/m.exec(part)?.[1]
        if (!name) continue
        const index = waiting.findIndex((one) => one.name === name)
        if (index >= 0) waiting.splice(index, 1)[0].resolve(part)
        else received.push({ name, part })
      }
    }
  })().catch(() => {})
  return {
    next: (name) => {
      const index = received.findIndex((one) => one.name === name)
      if (index >= 0) return Promise.resolve(received.splice(index, 1)[0].part)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No event "${name}" within 10 s.`)), 10_000)
        waiting.push({
          name,
          resolve: (part) => {
            clearTimeout(timer)
            resolve(part)
          },
        })
      })
    },
  }
}
