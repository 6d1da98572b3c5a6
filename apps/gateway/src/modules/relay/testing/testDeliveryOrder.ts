import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { connectConcurrentClient, type StateMessage } from './connectConcurrentClient.ts'
import { connectRelay, randomTopic, type TestClient } from './connectRelay.ts'

/** How an app and a wallet use the relay: the requests of the 2.17 line, or those of later clients. */
type Dialect = {
  propose(app: TestClient, pairing: string, proposal: string): Promise<unknown>
  approve(
    wallet: TestClient,
    topics: { pairing: string; session: string },
    messages: { response: string; settlement: string },
  ): Promise<unknown>
  subscribeAgain(
    app: TestClient & { fetch(topics: readonly string[]): Promise<void> },
    topics: readonly string[],
  ): Promise<unknown>
}

const dialects: Readonly<Record<string, Dialect>> = {
  old: {
    async propose(app, topic, message) {
      await app.request('irn_subscribe', { topic })
      await app.publish(topic, message, { tag: 1100 })
    },
    async approve(wallet, { pairing, session }, { response, settlement }) {
      await wallet.request('irn_subscribe', { topic: session })
      await wallet.publish(session, settlement, { tag: 1102 })
      await wallet.publish(pairing, response, { tag: 1101 })
    },
    async subscribeAgain(app, topics) {
      await app.fetch(topics)
      await app.request('irn_batchSubscribe', { topics })
    },
  },
  new: {
    propose: (app, pairingTopic, sessionProposal) =>
      app.request('wc_proposeSession', { pairingTopic, sessionProposal }),
    approve: (wallet, { pairing, session }, { response, settlement }) =>
      wallet.request('wc_approveSession', {
        ...{ pairingTopic: pairing, sessionTopic: session },
        ...{ sessionProposalResponse: response, sessionSettlementRequest: settlement },
      }),
    async subscribeAgain(app, topics) {
      // Later clients sometimes repeat this request.
      await Promise.all([1, 2].map(() => app.request('irn_batchSubscribe', { topics })))
    },
  },
}

/** Earlier messages take longer to process, so that a client that gets them together ends in the state of the first. */
const toText = (state: string, turns: number) => JSON.stringify({ state, turns } satisfies StateMessage)

/**
 * Defines the tests of the order in which clients process messages. Every mailbox and fan-out must pass them. `start`
 * returns the URLs of two processes of a relay, or twice that of one.
 */
export function testDeliveryOrder(name: string, start: () => Promise<readonly [string, string]>): void {
  describe(`order of delivery: ${name}`, () => {
    test.each(Object.entries(dialects))(
      'behavior: a client that processes pushes concurrently ends in the newest state, requests in the %s order',
      async (_, dialect) => {
        const [url, otherUrl] = await start()
        const [pairing, session] = [randomTopic(), randomTopic()]
        const seed = randomBytes(32).toString('hex')
        const processed = new Set<string>()
        const wallet = await connectRelay({ url: otherUrl })
        const app = await connectConcurrentClient({ url, seed, processed })
        await dialect.propose(app, pairing, toText('proposed', 0))
        await wallet.request('irn_subscribe', { topic: pairing })
        await wallet.until(() => wallet.pushes.length === 1)

        const messages = { response: toText('approved', 0), settlement: toText('settled', 2) }
        await dialect.approve(wallet, { pairing, session }, messages)
        await wallet.publish(session, toText('updated', 1), { tag: 1104 })
        await wallet.publish(session, toText('switched network', 0), { tag: 1110 })
        await vi.waitFor(() => expect(app.states).toEqual(['approved']))
        await app.request('irn_subscribe', { topic: session })
        await vi.waitFor(() => expect(app.states).toHaveLength(4))
        expect(app.states).toEqual(['approved', 'settled', 'updated', 'switched network'])

        const live = [3, 2, 1, 0].map((turns) => toText(`live ${turns}`, turns))
        const publications = live.map((message) => ({ topic: session, message, ttl: 300, tag: 1104 }))
        await wallet.request('irn_batchPublish', { messages: publications })
        await vi.waitFor(() => expect(app.states).toHaveLength(8))
        expect(app.states.slice(4)).toEqual(['live 3', 'live 2', 'live 1', 'live 0'])
        await app.close()

        for (const turns of [3, 2, 1, 0])
          await wallet.publish(session, toText(`away ${turns}`, turns), { tag: 1104 })
        const again = await connectConcurrentClient({ url, seed, processed })
        await dialect.subscribeAgain(again, [pairing, session])
        await vi.waitFor(() => expect(again.states).toHaveLength(4))
        expect(again.states).toEqual(['away 3', 'away 2', 'away 1', 'away 0'])
      },
    )
  })
}
