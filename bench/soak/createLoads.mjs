import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { prepareSignIn } from '../../apps/gateway/src/testing/prepareSignIn.ts'
import { createVisitor } from '../../e2e/testWithWallet.ts'
import { createRelayToken } from '../../packages/protocol/src/walletconnect/relayToken.ts'
import { createMailReader } from '../lib/createMailReader.mjs'

const chain = 'eip155:31337'

/**
 * Creates the loads of the soak. Each runs until the time that `end` returns (`performance.now()`), counts what it has done and what failed, and goes on after
 * a failure. What a server asks to be sent again counts as `again`, and the work begins anew.
 *
 * `acknowledged` has what must not be lost: the tokens of sessions that are signed in, and the relay messages that nobody has received.
 *
 * @param {object} parameters
 * @param {{ gatewayUrl: string, rpcUrls: Record<string, string>, mailUrl?: string }} parameters.stack
 * @param {import('@playwright/test').Browser} [parameters.browser] for embedded logins; without it there are none
 */
export function createLoads({ stack, browser }) {
  const { gatewayUrl } = stack
  const project = 'projectId=local'
  const acknowledged = { sessions: [], messages: [] }

  const read = async (path, isWanted, init) => {
    const response = await fetch(`${gatewayUrl}${path}`, init)
    const body = await response.text()
    if (!isWanted(response)) throw new AnswerError({ path, response, body, init })
    return new Response(response.status === 204 ? null : body, response)
  }
  const send = (path, init) => read(path, ({ status }) => status < 500, init)
  const get = async (path, init) => (await read(path, ({ ok }) => ok, init)).json()

  function load({ name, what, perSecond, work, close }) {
    const self = {
      name,
      what,
      done: 0,
      failed: 0,
      again: 0,
      lastError: undefined,
      close,
      async run(end) {
        while (performance.now() < end()) {
          const began = performance.now()
          try {
            await work(self)
            self.done++
          } catch (error) {
            if (error.isRetryable) self.again++
            else {
              self.failed++
              self.lastError = String(error?.message ?? error).slice(0, 160)
            }
          }
          await sleep(Math.max(0, 1000 / perSecond - (performance.now() - began)))
        }
      },
    }
    return self
  }

  const address = () => `0x${randomBytes(20).toString('hex')}`
  const rpc = (body) => get(`/v1?chainId=${chain}&${project}`, { method: 'POST', body: JSON.stringify(body) })
  const balanceOf = (id, account) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_getBalance',
    params: [account, 'latest'],
  })
  const known = Array.from({ length: 20 }, address)

  const calls = load({
    name: 'RPC',
    what: 'two reads and a batch of ten, 30 times a second',
    perSecond: 30,
    async work() {
      await rpc({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
      await rpc(balanceOf(1, address()))
      const answers = await rpc(known.slice(0, 10).map((account, index) => balanceOf(index, account)))
      if (answers.length !== 10 || answers.some(({ result }) => result === undefined))
        throw new Error('batch')
    },
  })

  const accounts = load({
    name: 'balances',
    what: 'balances and history of an account, new or known, twice a second',
    perSecond: 2,
    async work({ done }) {
      const account = done % 2 ? known[done % known.length] : address()
      await get(`/v1/account/${account}/balance?${project}&currency=usd&chainId=${chain}`)
      await get(`/v1/account/${account}/history?${project}&chainId=${chain}`)
    },
  })

  const signIns = load({
    name: 'sign-ins',
    what: 'new accounts, half of which sign out, three a second',
    perSecond: 3,
    async work({ done }) {
      const { init } = await prepareSignIn(send)
      const session = await get(`/auth/v1/authenticate?${project}`, init)
      const headers = { authorization: `Bearer ${session.token}` }
      await get(`/auth/v1/me?${project}`, { headers })
      if (done % 2) await send(`/auth/v1/sign-out?${project}`, { method: 'POST', headers })
      else acknowledged.sessions.push(session.token)
    },
  })

  /** Streams in the order of their opening; the oldest is closed and opened again. */
  const streams = []
  const openStream = async (account, lastId) => {
    const aborting = new AbortController()
    const response = await fetch(
      `${gatewayUrl}/v1/stream?${project}&topics=chain:${chain},balances:${chain}:${account}`,
      { signal: aborting.signal, headers: lastId ? { 'last-event-id': lastId } : {} },
    )
    if (response.status !== 200)
      throw new AnswerError({ path: '/v1/stream', response, body: await response.text() })
    const stream = { account, lastId, end: () => aborting.abort(), events: 0 }
    const decoder = new TextDecoder()
    ;(async () => {
      for await (const chunk of response.body)
        for (const [, id] of decoder.decode(chunk).matchAll(/^id: (.+)$/gm)) {
          stream.lastId = id
          stream.events++
        }
    })().catch(() => undefined)
    streams.push(stream)
  }
  const following = load({
    name: 'streams',
    what: '40 open; a block, and one closed and resumed, every second',
    perSecond: 1,
    async work() {
      while (streams.length < 40) await openStream(address())
      await fetch(stack.rpcUrls[31337], {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
      })
      const oldest = streams.shift()
      if (oldest.lastId === undefined) throw new Error('a stream got no event')
      oldest.end()
      await openStream(oldest.account, oldest.lastId)
    },
    close: () => streams.map((stream) => stream.end()),
  })

  const relayUrl = gatewayUrl.replace(/^http/, 'ws')
  const openSocket = async (topic) => {
    const token = await createRelayToken({ seed: randomBytes(32).toString('hex'), audience: relayUrl })
    const ws = new WebSocket(`${relayUrl}/?auth=${token}&${project}`, { perMessageDeflate: false })
    await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
    const closed = new Promise((resolve) => ws.once('close', () => resolve(new RelayClosedError())))
    ws.on('error', () => undefined)
    const waiting = new Map()
    const received = []
    ws.on('message', (data) => {
      const { id, method, params, result, error } = JSON.parse(String(data))
      if (method) {
        received.push(params.data.message)
        return ws.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
      }
      waiting.get(String(id))?.(error ? new RelayAnswerError(error) : result)
    })
    let last = 0
    const call = async (method, params) => {
      const id = String(1_753_180_000_000_000 + ++last)
      const answer = new Promise((resolve) => waiting.set(id, resolve))
      ws.send(JSON.stringify({ id: Number(id), jsonrpc: '2.0', method, params }))
      const result = await Promise.race([
        answer,
        closed,
        sleep(10_000).then(() => new Error('relay: no answer')),
      ])
      waiting.delete(id)
      if (result instanceof Error) throw result
    }
    if (topic) await call('irn_subscribe', { topic })
    return { topic, call, received, isOpen: () => ws.readyState === WebSocket.OPEN, end: () => ws.close() }
  }
  const sockets = []
  const publishing = load({
    name: 'relay',
    what: '20 messages a second to 20 sockets, one of 20 to nobody; one socket replaced every second',
    perSecond: 1,
    async work(self) {
      for (const [index, socket] of sockets.entries()) if (!socket.isOpen()) sockets.splice(index, 1)
      while (sockets.length < 20) sockets.push(await openSocket(randomBytes(32).toString('hex')))
      sockets.shift().end()
      sockets.push(await openSocket(randomBytes(32).toString('hex')))
      await Promise.all(
        sockets.map((socket, index) => {
          const isUnread = index === 0
          self.messages = (self.messages ?? 0) + 1
          const topic = isUnread
            ? randomBytes(32).toString('hex')
            : sockets[(index + 1) % sockets.length].topic
          const message = randomBytes(375).toString('base64')
          const published = socket.call('irn_publish', { topic, message, ttl: 3600, tag: 1108 })
          return isUnread ? published.then(() => acknowledged.messages.push({ topic, message })) : published
        }),
      )
    },
    close: () => sockets.map((socket) => socket.end()),
  })

  const mailbox = browser && createMailReader(stack.mailUrl)
  const logins = load({
    name: 'embedded logins',
    what: 'new visitors by e-mail in Chromium, one after the other',
    perSecond: 1,
    async work({ done, failed }) {
      const context = await browser.newContext()
      try {
        context.setDefaultTimeout(60_000)
        const page = await context.newPage()
        const visitor = createVisitor({ page, stack, mailbox })
        await visitor.demo.open({ options: { signIn: 'off' }, wallets: 'none' })
        const email = `soak-${done}-${failed}@example.org`
        await visitor.askFor(email)
        await visitor.approveDevice(email)
        await visitor.typeCode(await mailbox.code(email))
        // Not `visitor.address`, which waits for five seconds: too short on a busy machine.
        await page.waitForFunction(() => /0x[0-9a-fA-F]{40}/.test(document.body.textContent ?? ''))
      } finally {
        await context.close()
      }
    },
  })

  const loads = [calls, accounts, signIns, following, publishing, ...(browser ? [logins] : [])]
  return { loads, load, send, openSocket, acknowledged }
}

/** An answer that is not the wanted one, and whether the server asks to send the request again. */
class AnswerError extends Error {
  constructor({ path, response: { status, headers }, body, init: { method } = {} }) {
    const [route] = path.split('?')
    super(`${route}: ${status} ${body.slice(0, 200)}`)
    const isAsked = status === 503 && headers.has('retry-after') && body.includes('"retryable":true')
    // What is not idempotent, a balancer sends once: whether it was done is not known when the gateway ends meanwhile.
    const isCutOff = status === 502 && method === 'POST' && route !== '/v1'
    this.isRetryable = isAsked || isCutOff
  }
}

/** The relay has closed the socket: its client connects again. */
class RelayClosedError extends Error {
  isRetryable = true
}

/** An error of the relay. */
class RelayAnswerError extends Error {
  constructor({ message, data }) {
    super(`relay: ${message}`)
    this.isRetryable = data === 'Internal'
  }
}
