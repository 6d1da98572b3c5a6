import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeChain } from '../apps/gateway/src/testing/createFakeChain.ts'
import { startProgram } from './lib/startProgram.mjs'

// The first page of an active account on a chain of 50,000 blocks, of which the gateway has read nothing. The node is computed:
// mining a block takes Anvil the longer the more it has, so that 50,000 take hours. It answers in the order of requests.
const chain = 'eip155:424242'
const head = 50_000
const entries = 30
const [me, friend] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`)
const token = `0x${'8'.repeat(40)}`
const transactions = Array.from({ length: entries }, (_, index) => ({
  block: 1000 + index * 1600,
  from: index % 3 ? friend : me,
  to: index % 3 ? me : friend,
  token: index % 2 ? token : undefined,
}))
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const closing = []
const rows = []

try {
  for (const [what, features] of [
    ['archive node without methods to search', { archive: true }],
    ['archive node that traces blocks', { archive: true, traces: true }],
    ['full node: coins are in the blocks only', {}],
  ]) {
    const node = await startNode(createFakeChain({ head, transactions, ...features }))
    closing.push(node.stop)
    const gateway = await startProgram({
      entry: 'apps/gateway/src/server.ts',
      env: {
        PORTICO_DATA_DIR: join(folder, what),
        GATEWAY_PORT: '0',
        RPC_URLS: JSON.stringify({ [chain]: [node.url] }),
        // The bench measures the time itself: no timeout of an upstream may end it.
        INDEX_CALLS_PER_MINUTE: '1000000',
      },
      ready: /gateway ready (http:\S+)/,
    })
    closing.push(() => gateway.stop())
    const page = async (account) => {
      const response = await fetch(
        `${gateway.match[1]}/v1/account/${chain}:${account}/history?projectId=local&limit=${entries}`,
      )
      const body = await response.json()
      if (response.status !== 200)
        throw new Error(`The gateway answered ${response.status}: ${JSON.stringify(body)}`)
      return body
    }
    // A running gateway knows the chain; only the account is new.
    await page(`0x${'3'.repeat(40)}`)
    const before = node.trips()
    const start = performance.now()
    const { data, coverage } = await page(me)
    const took = performance.now() - start
    const trips = node.trips() - before
    let last = coverage[chain]
    let count = data.length
    while (last.backfilledTo > 0) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const next = await page(me)
      last = next.coverage[chain]
      count = next.data.length
    }
    rows.push({
      '': what,
      'first page, ms': Math.round(took),
      entries: `${data.length} of ${entries}`,
      'round trips': trips,
      'complete after, ms': Math.round(performance.now() - start),
      'entries then': `${count} of ${entries}`,
      wanted: features.archive ? `≤ 1000 ms with ${entries} of ${entries}` : '≤ 1000 ms',
    })
    await gateway.stop()
    await node.stop()
  }
  console.table(rows)
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

/** Starts a node that answers from a computed chain, and counts exchanges. */
async function startNode(fake) {
  let trips = 0
  const answer = ({ id, method, params }) => ({
    jsonrpc: '2.0',
    id,
    ...(method === 'eth_chainId'
      ? { result: `0x${(424242).toString(16)}` }
      : fake.answer({ id, method, params })),
  })
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method !== 'POST') return void response.writeHead(405).end()
    trips++
    const body = JSON.parse(Buffer.concat(chunks).toString())
    response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    trips: () => trips,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
