import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { createRelayToken } from '../../packages/protocol/src/walletconnect/relayToken.ts'

// A process with many live clients, controlled over IPC: `open` them, `publish` messages between those of the relay, `report`. They
// reconnect on their own as the kit does (`openStream`, `createRelayConnection`).
const { kind, first, count, port, chain } = JSON.parse(process.argv[2])
const clients = Array.from({ length: count }, (_, index) => ({
  index: first + index,
  isOpen: false,
  failures: 0,
}))
/** Arrival of each block at each stream, and times from publishing to delivery, in milliseconds. */
let arrivals = []
let delivered = []
let failed = 0
/** At most this many handshakes at a time when opening for the first time; reconnects are not limited. */
const concurrent = 50

// Each client has an address of its own, which the gateway believes its proxy: limits per address are not measured here.
const addressOf = (index) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
const now = () => performance.timeOrigin + performance.now()
// One local address has too few ports for all clients and those of their earlier connections.
const localAddress = `127.0.1.${1 + (first % 250)}`

const open = { stream: openStream, socket: openSocket }[kind]

function lost(client, delayMs) {
  client.isOpen = false
  failed++
  setTimeout(() => open(client).catch(() => undefined), delayMs)
}

function openStream(client) {
  return new Promise((resolve) => {
    const account = `0x${client.index.toString(16).padStart(40, '5')}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.write(
      `GET /v1/stream?projectId=bench&topics=chain:${chain},balances:${chain}:${account} HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: ${addressOf(client.index)}\r\n\r\n`,
    )
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      if (!client.isOpen && text.startsWith('HTTP/1.1 200')) {
        client.isOpen = true
        client.failures = 0
        resolve()
      }
      for (const [, number] of text.matchAll(/event: chain\.health\ndata: .*"number":(\d+)/g))
        arrivals.push([Number(number), now()])
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const delayMs = Math.min(30_000, 1000 * 2 ** client.failures++) * (1 + 2 * Math.random())
      lost(client, delayMs)
      resolve()
    })
  })
}

/** Signing a token takes longer than a handshake, so that several sockets share a client ID. */
const socketsPerIdentity = 10
const tokens = {}
async function openSocket(client) {
  const identity = Math.floor(client.index / socketsPerIdentity)
  tokens[identity] ??= createRelayToken({
    seed: identity.toString(16).padStart(64, 'a'),
    audience: `ws://127.0.0.1:${port}`,
  })
  const token = await tokens[identity]
  client.topic ??= client.index.toString(16).padStart(64, 'b')
  await new Promise((resolve) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/?auth=${token}&projectId=bench`, {
      perMessageDeflate: false,
      headers: { 'x-forwarded-for': addressOf(client.index) },
      localAddress,
    })
    client.ws = ws
    ws.on('open', () =>
      ws.send(`{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${client.topic}"}}`),
    )
    ws.on('message', (data) => {
      const { id, method, params, error } = JSON.parse(String(data))
      if (error) failed++
      if (id === 1) {
        client.isOpen = true
        client.failures = 0
        resolve()
      }
      if (method !== 'irn_subscription') return
      ws.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
      delivered.push(now() - Number(params.data.message.slice(-20)))
    })
    ws.on('error', () => undefined)
    ws.on('close', () => {
      lost(client, Math.min(30_000, 500 * 2 ** client.failures++) * (0.5 + Math.random() / 2))
      resolve()
    })
  })
}

let published = 0
function publish(perSecond, seconds) {
  const filler = 'x'.repeat(480)
  const end = now() + seconds * 1000
  const timer = setInterval(() => {
    if (now() > end) return clearInterval(timer)
    for (let sent = 0; sent < perSecond / 20; sent++) {
      const from = clients[Math.floor(Math.random() * count)]
      const to = clients[Math.floor(Math.random() * count)]
      if (!from.isOpen || !to.isOpen) continue
      const message = `${filler}${now().toFixed(3).padStart(20, '0')}`
      published++
      from.ws.send(
        `{"id":"${1_753_180_000_000_000_000n + BigInt(published)}","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${to.topic}","message":"${message}","ttl":300,"tag":1108}}`,
      )
    }
  }, 50)
}

process.on('disconnect', () => process.exit())
process.on('message', async (message) => {
  if (message.do === 'open') {
    const waiting = [...clients]
    const work = async () => {
      for (let client = waiting.pop(); client; client = waiting.pop()) await open(client)
    }
    await Promise.all(Array.from({ length: concurrent }, work))
    process.send({ opened: true })
  }
  if (message.do === 'publish') publish(message.perSecond, message.seconds)
  if (message.do === 'report') {
    process.send({
      open: clients.filter(({ isOpen }) => isOpen).length,
      failed,
      published,
      arrivals,
      delivered,
    })
    arrivals = []
    delivered = []
    failed = 0
    published = 0
  }
})
