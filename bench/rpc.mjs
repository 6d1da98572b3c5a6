import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/lib/freePort.mjs'
import { cpuSeconds } from './lib/cpuSeconds.mjs'
import { paceCalls } from './lib/paceCalls.mjs'
import { runWrk } from './lib/runWrk.mjs'
import { startDevnet } from './lib/startDevnet.mjs'
import { startNginx } from './lib/startNginx.mjs'
import { startProgram } from './lib/startProgram.mjs'

// JSON-RPC through the gateway and through nginx to the same node, and from a bare Node server, alternating on the same machine.
// Compare the ratios: absolute numbers depend on the machine. `CPU` is the processor time of the server alone, per call: its ratio
// holds on a busy machine, too, where the calls per second are shared with whatever else runs.
const workers = process.env.WORKERS === 'auto' ? availableParallelism() : Number(process.env.WORKERS ?? 1)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const closing = []

try {
  const { node, stop } = await startDevnet({ folder })
  closing.push(stop)

  const startGateway = async (nodes, name) => {
    const gateway = await startProgram({
      entry: 'apps/gateway/src/server.ts',
      // As `npm run gateway` does.
      flags: ['--max-semi-space-size=32', '--no-async-context-frame'],
      env: {
        WORKERS: String(workers),
        NODE_ENV: 'production',
        PORTICO_DATA_DIR: join(folder, name),
        GATEWAY_PORT: '0',
        GATEWAY_OPEN: '1',
        RPC_URLS: JSON.stringify({ 'eip155:31337': nodes }),
        // Without rate limits, which are not measured here.
        RATE_LIMIT_ADDRESS: '1000000000',
        RATE_LIMIT_PROJECT: '1000000000',
      },
      ready: /gateway ready (http:\S+)/,
    })
    closing.push(() => gateway.stop())
    return { url: `${gateway.match[1]}/v1?chainId=eip155:31337&projectId=bench`, pid: gateway.pid }
  }
  const gateway = await startGateway([node], 'gateway')
  const nginx = await startNginx({ upstream: node, workers })
  closing.push(nginx.stop)
  const bare = await startProgram({ entry: 'bench/rpc/serve.mjs', env: {}, ready: /bare ready (http:\S+)/ })
  closing.push(() => bare.stop())

  const measure = async (calls, targets) => {
    const results = new Map(targets.map(([name]) => [name, []]))
    // Alternating, so that a busy moment of the machine affects all of them; the first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, { url, pid }] of targets) {
        const before = pid === undefined ? 0 : cpuSeconds(pid)
        const duration = round === 0 ? 2 : seconds
        const result = await runWrk({ url, calls, connections: 10 * workers, seconds: duration })
        const used = pid === undefined ? Number.NaN : cpuSeconds(pid) - before
        if (round > 0)
          results.get(name).push({ ...result, cpu: (used * 1e6) / (result.perSecond * duration) })
      }
    }
    return [...results].map(([name, all]) => ({
      name,
      perSecond: Math.round(median(all.map((one) => one.perSecond))),
      cpu: median(all.map((one) => one.cpu)),
      p50: median(all.map((one) => one.p50)),
      p99: median(all.map((one) => one.p99)),
      failed: all.reduce((sum, one) => sum + one.failed, 0),
    }))
  }

  console.log(`${workers} worker(s) each of nginx and the gateway, ${10 * workers} connections`)
  console.log('\nPass-through: the balance of another account each time')
  const passed = await measure('different', [
    ['node itself', { url: node }],
    ['nginx proxy_pass', { url: `${nginx.url}/pass`, pid: nginx.pid }],
    ['gateway', gateway],
  ])
  console.table(passed.map(show))
  const [, byNginx, byUs] = passed
  console.log(`The gateway answers ${times(byUs, byNginx)} as many as nginx; wanted: ≥ 0.4 ×.`)

  const rate = Math.round(byUs.perSecond / 2)
  console.log(
    `\nThe same at half of what the gateway holds: ${rate} calls a second, timed from when they are due`,
  )
  const paced = { nginx: [], gateway: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const [name, url] of [
      ['nginx', `${nginx.url}/pass`],
      ['gateway', gateway.url],
    ]) {
      const result = await paceCalls({ url, rate, connections: 50, seconds: round === 0 ? 2 : seconds })
      if (round > 0) paced[name].push(result)
    }
  }
  const pacedAt = (name, at) => median(paced[name].map((one) => one[at]))
  const added = (at) => pacedAt('gateway', at) - pacedAt('nginx', at)
  console.table(
    Object.keys(paced).map((name) => ({
      '': name,
      p50: ms(pacedAt(name, 'p50')),
      p99: ms(pacedAt(name, 'p99')),
    })),
  )
  console.log(
    `The gateway adds ${ms(added('p50'))} (p50) and ${ms(added('p99'))} (p99) to nginx; wanted: ≤ 1 ms and ≤ 5 ms.`,
  )

  console.log('\nRepeated reads: the balance of one account')
  const repeated = await measure('same', [
    ['bare Node server', { url: bare.match[1], pid: bare.pid }],
    ['nginx with its cache', { url: `${nginx.url}/cached`, pid: nginx.pid }],
    ['gateway', gateway],
  ])
  console.table(repeated.map(show))
  const [fromBare, fromNginx, fromUs] = repeated
  console.log(`The gateway answers ${times(fromUs, fromNginx)} as many as nginx; wanted: ≥ 0.5 ×.`)
  console.log(
    `One process answers ${times(fromUs, fromBare, workers)} as many as the bare server, and ${(fromBare.cpu / fromUs.cpu).toFixed(2)} × by processor time; wanted: ≥ 0.85 ×.`,
  )

  console.log('\nA node that takes 80 ms: 200 connections')
  const far = await startFar({ delayMs: 80 })
  closing.push(far.stop)
  const farNginx = await startNginx({ upstream: far.url, workers })
  closing.push(farNginx.stop)
  const farGateway = await startGateway([far.url], 'far')
  for (const [name, url] of [
    ['nginx', `${farNginx.url}/pass`],
    ['gateway', farGateway.url],
  ]) {
    await runWrk({ url, calls: 'different', connections: 200, seconds: 2 })
    console.log(
      name,
      show({ name, ...(await runWrk({ url, calls: 'different', connections: 200, seconds })) }),
    )
  }

  console.log('\nThree nodes, one of them failing: 5000 calls, 20 at a time')
  const dead = `http://127.0.0.1:${await freePort()}`
  const busy = await startThrottling({ node, share: 0.1 })
  closing.push(busy.stop)
  const faults = []
  for (const [name, nodes] of [
    ['one dead', [dead, node, `${node}/?second`]],
    ['one answers 10 % with 429', [busy.url, node, `${node}/?second`]],
  ]) {
    const { url } = await startGateway(nodes, name)
    faults.push({ case: name, ...(await callMany({ url, calls: 5000 })) })
  }
  console.table(faults)
  console.log('Wanted: no errors.')
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

function show({ name, perSecond, cpu = Number.NaN, p50, p99, failed }) {
  const used = Number.isNaN(cpu) ? {} : { CPU: `${cpu.toFixed(1)} µs` }
  return { '': name, 'calls/s': Math.round(perSecond), ...used, p50: ms(p50), p99: ms(p99), failed }
}

function times(one, other, processes = 1) {
  return `${(one.perSecond / processes / other.perSecond).toFixed(2)} ×`
}

function ms(value) {
  return `${value.toFixed(2)} ms`
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

/** Starts a node of chain 31337 that responds after a while, as one far away does. */
async function startFar({ delayMs }) {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { id = null, method } = JSON.parse(text || '{}')
    const result = method === 'eth_chainId' ? '0x7a69' : '0x1'
    setTimeout(() => response.end(JSON.stringify({ jsonrpc: '2.0', id, result })), delayMs)
  })
  return listen(server)
}

/** Starts a node that responds to a share of the calls with 429. */
async function startThrottling({ node, share }) {
  const { hostname, port } = new URL(node)
  let count = 0
  const server = createServer((request, response) => {
    count++
    if (count % Math.round(1 / share) === 0) {
      request.resume()
      response.writeHead(429).end()
      return
    }
    const onward = send({ hostname, port, method: 'POST', headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  return listen(server)
}

async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function callMany({ url, calls }) {
  const times = []
  let errors = 0
  let next = 0
  const caller = async () => {
    while (next < calls) {
      // From 1, because the zero address receives fees.
      const account = `0x${(++next).toString(16).padStart(40, '0')}`
      const start = performance.now()
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_getBalance',
          params: [account, 'latest'],
        }),
      })
      const answer = await response.json()
      if (response.status !== 200 || answer.result !== '0x0') errors++
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: 20 }, caller))
  times.sort((a, b) => a - b)
  return { calls, errors, p50: ms(times[times.length >> 1]), p99: ms(times[Math.floor(times.length * 0.99)]) }
}
