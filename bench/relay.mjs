import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { createRelayToken } from '../packages/protocol/src/walletconnect/relayToken.ts'
import { startProgram } from './lib/startProgram.mjs'

// Pairs of clients over the relay: one publishes 500 bytes, the other receives and acknowledges them. Alternates
// between stored and in-memory mailboxes on the same machine; compare the ratios. `full`: each client publishes as soon
// as its last message is acknowledged, so times include queueing. `paced`: five messages a second per client, timed
// from when due.
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const pacedMs = 200
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const closing = []

try {
  const relays = []
  for (const mailbox of ['memory', 'stored']) {
    const relay = await startProgram({
      entry: 'bench/relay/serve.mjs',
      env: { MAILBOX: mailbox, PORTICO_DATA_DIR: join(folder, mailbox) },
      ready: /relay ready (ws:\S+)/,
    })
    closing.push(() => relay.stop())
    relays.push([mailbox, relay.match[1]])
  }

  console.log(
    'pairs  load   mailbox   messages/s  acknowledged p50  p95  p99 ms   delivered p50  p95  p99 ms',
  )
  for (const { pairs, load } of [
    { pairs: 20, load: 'full' },
    { pairs: 200, load: 'full' },
    { pairs: 200, load: 'paced' },
  ]) {
    const results = new Map(relays.map(([name]) => [name, []]))
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, url] of relays) {
        const result = await measure({ url, pairs, load, seconds: round === 0 ? 1 : seconds })
        if (round > 0) results.get(name).push(result)
      }
    }
    const perSecond = {}
    for (const [name, all] of results) {
      perSecond[name] = median(all.map((one) => one.perSecond))
      const columns = ['acknowledged', 'delivered'].map((kind) =>
        [0.5, 0.95, 0.99]
          .map((part) => median(all.map((one) => percentile(one[kind], part))).toFixed(1))
          .join('  '),
      )
      console.log(
        `${String(pairs).padStart(5)}  ${load.padEnd(5)}  ${name.padEnd(8)}  ${String(Math.round(perSecond[name])).padStart(10)}  ${columns.join('   ')}`,
      )
    }
    if (load === 'paced') continue
    console.log(
      `       stored: ${(perSecond.stored / perSecond.memory).toFixed(2)}× of memory (target: at least 0.5×)`,
    )
  }
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure({ url, pairs, load, seconds }) {
  const acknowledged = []
  const delivered = []
  const open = await Promise.all(Array.from({ length: pairs }, () => openPair(url)))
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    open.map((pair, index) => {
      // Spread the clients over the interval.
      const due = load === 'paced' ? start + (pacedMs * index) / pairs : undefined
      return run(pair, { end, due, acknowledged, delivered })
    }),
  )
  const took = (performance.now() - start) / 1000
  for (const { publisher, receiver } of open) {
    publisher.terminate()
    receiver.terminate()
  }
  return { perSecond: acknowledged.length / took, acknowledged, delivered }
}

async function openPair(url) {
  const topic = randomBytes(32).toString('hex')
  const [publisher, receiver] = await Promise.all([connect(url), connect(url)])
  receiver.send(`{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`)
  await new Promise((resolve) => receiver.once('message', resolve))
  return { topic, publisher, receiver }
}

async function connect(url) {
  const token = await createRelayToken({ seed: randomBytes(32).toString('hex'), audience: url })
  const ws = new WebSocket(`${url}/?auth=${token}`, { perMessageDeflate: false })
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
  return ws
}

/** Sends one message at a time until the end, then waits for the last one. */
function run({ topic, publisher, receiver }, { end, due, acknowledged, delivered }) {
  const filler = randomBytes(360).toString('base64')
  return new Promise((resolve) => {
    let sent = 0
    let arrived = 0
    let at = 0
    const finish = () => at === -1 && arrived === sent && resolve()
    const publish = () => {
      if (performance.now() >= end) {
        at = -1
        finish()
        return
      }
      sent += 1
      at = due ?? performance.now()
      if (due !== undefined) due += pacedMs
      const message = `${filler}${String(sent).padStart(8, '0')}${at.toFixed(3).padStart(16, '0')}`
      publisher.send(
        `{"id":"${1_753_180_000_000}${String(sent).padStart(6, '0')}","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"${message}","ttl":300,"tag":1108}}`,
      )
    }
    const next = () => {
      if (due === undefined) publish()
      else setTimeout(publish, Math.max(0, due - performance.now()))
    }
    publisher.on('message', (data) => {
      if (!String(data).endsWith('"result":true}')) throw new Error(`not published: ${data}`)
      acknowledged.push(performance.now() - at)
      next()
    })
    receiver.on('message', (data) => {
      const { id, params } = JSON.parse(String(data))
      receiver.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
      delivered.push(performance.now() - Number(params.data.message.slice(-16)))
      arrived += 1
      finish()
    })
    next()
  })
}

function median(values) {
  return percentile(values, 0.5)
}

function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
