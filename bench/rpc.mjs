import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './lib/freePort.mjs'
import { runWrk } from './lib/runWrk.mjs'
import { startDevnet } from './lib/startDevnet.mjs'
import { startNginx } from './lib/startNginx.mjs'
import { startProgram } from './lib/startProgram.mjs'

// JSON-RPC through the gateway and through nginx to the same node, alternating on the same machine. Compare the ratios:
// absolute numbers depend on the machine.
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
      env: {
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
    return `${gateway.match[1]}/v1?chainId=eip155:31337&projectId=bench`
  }
  const gateway = await startGateway([node], 'gateway')
  const nginx = await startNginx({ upstream: node })
  closing.push(nginx.stop)

  const measure = async (calls, targets) => {
    const results = new Map(targets.map(([name]) => [name, []]))
    // Alternating, so that a busy moment of the machine affects all of them; the first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, url] of targets) {
        const result = await runWrk({ url, calls, connections: 10, seconds: round === 0 ? 2 : seconds })
        if (round > 0) results.get(name).push(result)
      }
    }
    return [...results].map(([name, all]) => ({
      name,
      perSecond: Math.round(median(all.map((one) => one.perSecond))),
      p50: median(all.map((one) => one.p50)),
      p99: median(all.map((one) => one.p99)),
      failed: all.reduce((sum, one) => sum + one.failed, 0),
    }))
  }

  console.log('Pass-through: the balance of another account each time, 10 connections')
  const passed = await measure('different', [
    ['node itself', node],
    ['nginx proxy_pass', `${nginx.url}/pass`],
    ['gateway', gateway],
  ])
  console.table(passed.map(show))
  const [, byNginx, byUs] = passed
  console.log(
    `The gateway adds ${ms(byUs.p50 - byNginx.p50)} (p50) and ${ms(byUs.p99 - byNginx.p99)} (p99) to nginx; wanted: ≤ 1 ms and ≤ 5 ms.`,
  )

  console.log('\nRepeated reads: the balance of one account, 10 connections')
  const repeated = await measure('same', [
    ['nginx with its cache', `${nginx.url}/cached`],
    ['gateway', gateway],
  ])
  console.table(repeated.map(show))
  console.log(
    `The gateway answers ${(repeated[1].perSecond / repeated[0].perSecond).toFixed(2)} × as many as nginx; wanted: ≥ 0.5 ×.`,
  )

  console.log('\nThree nodes, one of them failing: 5000 calls, 20 at a time')
  const dead = `http://127.0.0.1:${await freePort()}`
  const busy = await startThrottling({ node, share: 0.1 })
  closing.push(busy.stop)
  const faults = []
  for (const [name, nodes] of [
    ['one dead', [dead, node, `${node}/?second`]],
    ['one answers 10 % with 429', [busy.url, node, `${node}/?second`]],
  ]) {
    faults.push({ case: name, ...(await callMany({ url: await startGateway(nodes, name), calls: 5000 })) })
  }
  console.table(faults)
  console.log('Wanted: no errors.')
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

function show({ name, perSecond, p50, p99, failed }) {
  return { '': name, 'calls/s': perSecond, p50: ms(p50), p99: ms(p99), failed }
}

function ms(value) {
  return `${value.toFixed(2)} ms`
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
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
