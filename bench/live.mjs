import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/lib/freePort.mjs'
import { cpuSeconds, processTree } from './lib/cpuSeconds.mjs'
import { startDevnet } from './lib/startDevnet.mjs'
import { startProgram } from './lib/startProgram.mjs'

// Many streams and relay sockets at the same time: memory per client, how late a block and a message are, and how long it takes until
// all are back after the gateway was killed. The clients are in processes of their own, on the same machine.
const wanted = Number(process.env.LIVE_CLIENTS ?? 10_000)
const workers = process.env.WORKERS ?? '1'
const blocks = Number(process.env.LIVE_BLOCKS ?? 20)
const perProcess = 2500
const chain = 'eip155:31337'
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const closing = []

// Node raises the soft limit of open files to the hard one itself.
const fileLimit = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString().replace('unlimited', '1e9'))
const clients = workers === '1' ? Math.min(wanted, Math.floor((fileLimit - 500) / 2)) : wanted
if (clients < wanted)
  console.log(
    `One process may open ${fileLimit} files here, so there are ${clients} clients of each kind instead of ${wanted}.`,
  )

try {
  const { node, stop } = await startDevnet({ folder })
  closing.push(stop)
  const port = await freePort()
  const startGateway = () =>
    startProgram({
      entry: 'apps/gateway/src/server.ts',
      flags: ['--max-semi-space-size=32', '--no-async-context-frame'],
      env: {
        NODE_ENV: 'production',
        WORKERS: workers,
        PORTICO_DATA_DIR: join(folder, 'gateway'),
        GATEWAY_PORT: String(port),
        GATEWAY_OPEN: '1',
        LOG_LEVEL: 'warn',
        RELAY_HOSTS: `127.0.0.1:${port}`,
        // The clients send an address of their own.
        TRUSTED_PROXIES: '1',
        RATE_LIMIT_PROJECT: '1000000000',
        RPC_URLS: JSON.stringify({ [chain]: [node] }),
      },
      ready: /gateway ready (http:\S+)/,
    })
  let gateway = await startGateway()
  closing.push(() => gateway.stop())
  await mine(node)

  const start = (kind) =>
    Array.from({ length: Math.ceil(clients / perProcess) }, (_, index) => {
      const count = Math.min(perProcess, clients - index * perProcess)
      const first = (kind === 'stream' ? 0 : 50_000) + index * perProcess
      const options = JSON.stringify({ kind, first, count, port, chain })
      const child = fork('bench/live/clients.mjs', [options], { execArgv: ['--conditions=@portico/source'] })
      closing.push(() => child.kill())
      return child
    })
  const streams = start('stream')
  const sockets = start('socket')
  const tell = (children, message) => children.map((child) => child.send(message))
  const ask = async (children, message) => {
    const answers = children.map((child) => new Promise((resolve) => child.once('message', resolve)))
    tell(children, message)
    return Promise.all(answers)
  }
  const report = async (children) => {
    const reports = await ask(children, { do: 'report' })
    return {
      open: reports.reduce((sum, one) => sum + one.open, 0),
      failed: reports.reduce((sum, one) => sum + one.failed, 0),
      published: reports.reduce((sum, one) => sum + one.published, 0),
      arrivals: reports.flatMap((one) => one.arrivals),
      delivered: reports.flatMap((one) => one.delivered),
    }
  }

  const memory = []
  const measureMemory = async (of, count) => {
    // Until garbage of the handshakes has been collected.
    await sleep(5000)
    const bytes = residentBytes(gateway.pid)
    const before = memory.at(-1)
    memory.push({ of, bytes })
    if (before)
      console.log(
        `${of}: ${mb(bytes)}, ${((bytes - before.bytes) / count / 1024).toFixed(1)} kB per client; wanted: ≤ 60 kB.`,
      )
    else console.log(`${of}: ${mb(bytes)}`)
  }

  await measureMemory('Gateway without clients')
  for (const [name, children] of [
    [`${clients} streams`, streams],
    [`${clients} relay sockets`, sockets],
  ]) {
    const began = performance.now()
    await ask(children, { do: 'open' })
    const { open, failed } = await report(children)
    console.log(`${name}: ${open} opened in ${seconds(performance.now() - began)}, ${failed} failed attempts`)
    await measureMemory(`with ${name}`, clients)
  }

  /** Mines blocks a second apart, and returns how much later each stream got them, in milliseconds. */
  const measureBlocks = async () => {
    const mined = new Map()
    for (let count = 0; count < blocks; count++) {
      const { number, at } = await mine(node)
      mined.set(number, at)
      await sleep(1000)
    }
    // So that those that come very late are counted, too.
    await sleep(4000)
    const { arrivals } = await report(streams)
    const late = arrivals.flatMap(([number, at]) => (mined.has(number) ? at - mined.get(number) : []))
    return { late, expected: blocks * clients }
  }
  const printBlocks = ({ late, expected }) =>
    console.log(
      `Block → client: ${late.length} of ${expected} delivered, p50 ${ms(at(late, 0.5))}, p95 ${ms(at(late, 0.95))}, p99 ${ms(at(late, 0.99))}; wanted: p95 ≤ 500 ms.`,
    )

  let used = cpuSeconds(gateway.pid)
  printBlocks(await measureBlocks())
  console.log(
    `The gateway used ${((cpuSeconds(gateway.pid) - used) / blocks).toFixed(2)} s of a core per block and second.`,
  )

  const perSecond = 200
  used = cpuSeconds(gateway.pid)
  tell(sockets, { do: 'publish', perSecond: perSecond / sockets.length, seconds: blocks })
  const both = await measureBlocks()
  await sleep(2000)
  const { published, delivered } = await report(sockets)
  console.log(`\nTogether with ${perSecond} relay messages a second between random clients:`)
  printBlocks(both)
  console.log(
    `Published → delivered: ${delivered.length} of ${published}, p50 ${ms(at(delivered, 0.5))}, p95 ${ms(at(delivered, 0.95))}, p99 ${ms(at(delivered, 0.99))}`,
  )

  console.log('\nThe gateway is killed and started again:')
  await gateway.stop('SIGKILL')
  const began = performance.now()
  gateway = await startGateway()
  const ready = performance.now()
  const back = new Map([
    ['streams', streams],
    ['relay sockets', sockets],
  ])
  const attempts = new Map()
  while (back.size > 0 && performance.now() - began < 180_000) {
    await sleep(500)
    for (const [name, children] of back) {
      const { open, failed } = await report(children)
      attempts.set(name, (attempts.get(name) ?? 0) + failed)
      if (open < clients) continue
      back.delete(name)
      console.log(
        `all ${name} back ${seconds(performance.now() - ready)} after it was ready, ${((attempts.get(name) ?? 0) / clients).toFixed(1)} failed attempts per client`,
      )
    }
  }
  for (const name of back.keys()) console.log(`NOT all ${name} were back after three minutes`)
  console.log(`Memory afterwards: ${mb(residentBytes(gateway.pid))}`)
  printBlocks(await measureBlocks())
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

/** Mines a block and returns its number, and when the node had it. */
async function mine(node) {
  const call = async (method) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    const response = await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return (await response.json()).result
  }
  await call('evm_mine')
  const at = performance.timeOrigin + performance.now()
  return { number: Number(await call('eth_blockNumber')), at }
}

function residentBytes(pid) {
  return processTree(pid).reduce(
    (sum, one) =>
      sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    0,
  )
}

function at(values, part) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
