import { randomBytes } from 'node:crypto'
import { claimName } from '../../apps/gateway/src/testing/claimName.ts'
import { createWalletClient, gatewayOrigin } from '../../apps/gateway/src/testing/createWalletClient.ts'

/** Registrations of names are limited per address. */
const nameCount = 15
/** Messages that the relay stores for one topic are limited. */
const messagesPerTopic = 500

/**
 * Creates loads in addition to those of `createLoads`: names, wallets, and messages to somebody who is offline. `findLost` returns what
 * was acknowledged, and is not there any more.
 *
 * @param {object} parameters
 * @param {ReturnType<typeof import('./createLoads.mjs').createLoads>} parameters.mixed
 * @param {{ url: string, vault: import('../../apps/gateway/src/testing/createFakeVault.ts').FakeVault }} parameters.vault
 */
export function createKeptLoads({ mixed, vault: { url: vaultUrl, vault } }) {
  const { load, send, openSocket, acknowledged } = mixed
  const names = []
  const wallets = []
  const messages = []

  let claims = 0
  const naming = load({
    name: 'names',
    what: `${nameCount} names, one every two seconds`,
    perSecond: 0.5,
    async work() {
      if (names.length === nameCount) return
      // Never the same twice: a claim whose answer was lost may have succeeded.
      const name = `kill-${claims++}.portico.local`
      const { status, address } = await claimName(send, name)
      if (status !== 200) throw new Error(`name: ${status}`)
      names.push({ name, address })
    },
  })

  const app = { request: (url, init) => send(url.slice(gatewayOrigin.length), init) }
  const creating = load({
    name: 'wallets',
    what: 'a new user with a wallet, three a second',
    perSecond: 3,
    async work() {
      const client = await createWalletClient({ app, vault })
      await client.login({ iss: vaultUrl })
      const { walletId } = await client.makeWallet()
      wallets.push({ client, walletId })
    },
  })

  let sender
  let topic
  const writing = load({
    name: 'messages',
    what: '20 a second to somebody who is offline',
    perSecond: 20,
    async work() {
      if (!sender?.isOpen()) sender = await openSocket()
      const message = randomBytes(375).toString('base64')
      if (messages.length % messagesPerTopic === 0) topic = randomBytes(32).toString('hex')
      await sender.call('irn_publish', { topic, message, ttl: 3600, tag: 1108 })
      messages.push({ topic, message })
    },
    close: () => sender?.end(),
  })

  async function findLost() {
    const counts = { sessions: 0, names: 0, wallets: 0, messages: 0 }
    for (const token of acknowledged.sessions) {
      const headers = { authorization: `Bearer ${token}` }
      if (!(await send('/auth/v1/me?projectId=local', { headers })).ok) counts.sessions++
    }
    for (const { name, address } of names) {
      const record = await (await send(`/v1/profile/account/${name}`)).json()
      if (record.addresses?.['60']?.address !== address) counts.names++
    }
    for (const { client, walletId } of wallets)
      if ((await (await client.call('GET', '/wallet/v1/wallet')).json()).walletId !== walletId)
        counts.wallets++
    const expected = [...messages, ...acknowledged.messages]
    const reader = await openSocket()
    for (const one of new Set(expected.map(({ topic }) => topic)))
      await reader.call('irn_subscribe', { topic: one })
    const missing = () => expected.filter(({ message }) => !reader.received.includes(message))
    for (const end = performance.now() + 20_000; missing().length > 0 && performance.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 50))
    counts.messages = missing().length
    reader.end()
    const kept = {
      sessions: acknowledged.sessions.length,
      names: names.length,
      wallets: wallets.length,
      messages: expected.length,
    }
    return Object.keys(counts).map((what) => ({ '': what, acknowledged: kept[what], lost: counts[what] }))
  }
  return { loads: [naming, creating, writing], findLost }
}
