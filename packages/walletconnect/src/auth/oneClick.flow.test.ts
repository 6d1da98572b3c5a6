import { RpcError } from '@portico/protocol'
import { verifyMessage } from '@portico/siwx'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSignInRequest } from '../../test/createSignInRequest.ts'
import { account, proposed, type Started, startClient } from '../../test/startClient.ts'
import type { VerifySignIn } from './parseAuthResponse.ts'

let open: Started[] = []
afterEach(() => {
  for (const one of open) one.stop()
  open = []
})
function start(options: Parameters<typeof startClient>[0] = {}) {
  const started = startClient(options)
  open.push(started)
  return started
}

const verify: VerifySignIn = async ({ message, signature, address, chainId }) => {
  const verdict = await verifyMessage({ message, signature, address, chains: [chainId], domain: 'app.test' })
  if (!verdict.ok) throw new Error(verdict.reason)
}
describe('one-click sign-in', () => {
  test('behavior: establishes a session and returns a proof for each chain', async () => {
    const { client, connect, relay, wallet } = start()
    const request = createSignInRequest()
    const { session, proofs } = await connect({ oneClick: { signIn: request, verify } })
    expect(client.sessions).toEqual([session])
    expect(session.namespaces.eip155).toEqual({
      chains: ['eip155:31337', 'eip155:31338'],
      accounts: [`eip155:31337:${account}`, `eip155:31338:${account}`],
      methods: [...(proposed.eip155?.methods ?? [])].sort(),
      events: proposed.eip155?.events,
    })
    expect(proofs.map(({ data }) => data.chainId)).toEqual(['eip155:31337', 'eip155:31338'])
    const [proof] = proofs
    expect(proof?.data).toMatchObject({ accountAddress: account, domain: 'app.test', nonce: request.nonce })
    expect(proof?.message).toContain(
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': ",
    )
    expect(
      await verifyMessage({ message: proof?.message ?? '', signature: proof?.signature ?? '' }),
    ).toMatchObject({
      ok: true,
    })
    // The sign-in request, then the proposal for wallets that do not support it.
    expect(relay.published.map(({ tag }) => tag).slice(0, 2)).toEqual([1116, 1100])
    const signRequest = {
      topic: session.topic,
      chainId: 'eip155:31337',
      method: 'personal_sign',
      params: ['0x01', account],
    }
    expect(await client.request(signRequest)).toMatch(/^0x/)
    expect(wallet.sessions.map(({ topic }) => topic)).toContain(session.topic)
  })

  test('behavior: a wallet that ignores the sign-in request responds to the proposal', async () => {
    const { connect } = start({ oneClick: false })
    const { session, proofs } = await connect({ oneClick: { signIn: createSignInRequest(), verify } })
    expect(proofs).toEqual([])
    expect(session.namespaces.eip155?.accounts).toContain(`eip155:31337:${account}`)
  })

  test('behavior: falls back to the proposal if the wallet responds that the method is unsupported', async () => {
    const { connect, wallet } = start()
    wallet.setPolicy({ code: 10001, message: 'Unsupported method' }, { method: 'wc_sessionAuthenticate' })
    expect((await connect({ oneClick: { signIn: createSignInRequest(), verify } })).proofs).toEqual([])
  })

  test('behavior: does not request a sign-in if another namespace is proposed', async () => {
    const { connect, relay } = start()
    const solana = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const, methods: [], events: [] }
    const { proofs } = await connect({
      oneClick: { signIn: createSignInRequest(), verify },
      proposed: { ...proposed, solana },
    })
    expect(proofs).toEqual([])
    expect(relay.published.some(({ tag }) => tag === 1116)).toBe(false)
  })

  test('error: the user rejects', async () => {
    const { client, connect, wallet } = start()
    wallet.setPolicy('reject', { method: 'wc_sessionAuthenticate' })
    await expect(connect({ oneClick: { signIn: createSignInRequest(), verify } })).rejects.toMatchObject({
      rpcCode: 4001,
    })
    expect(client.sessions).toEqual([])
  })

  test('behavior: a wallet may grant fewer methods and chains', async () => {
    const { connect, wallet } = start()
    wallet.settlement = { chains: ['eip155:31338'], methods: ['personal_sign'] }
    const { session } = await connect({ oneClick: { signIn: createSignInRequest(), verify } })
    expect(session.namespaces.eip155).toMatchObject({ chains: ['eip155:31338'], methods: ['personal_sign'] })
  })

  test('error: a sign-in that grants no method', async () => {
    const { connect, wallet } = start()
    wallet.settlement = { methods: [] }
    await expect(connect({ oneClick: { signIn: createSignInRequest(), verify } })).rejects.toThrow(
      'grants no method',
    )
  })

  test('error: an invalid signature creates no session, and the wallet is notified', async () => {
    const { client, connect, wallet } = start()
    const refuse = vi.fn<VerifySignIn>(async () => {
      throw new RpcError({ rpcCode: 4100, message: 'Bad.' })
    })
    await expect(connect({ oneClick: { signIn: createSignInRequest(), verify: refuse } })).rejects.toThrow(
      'Bad.',
    )
    expect(refuse).toHaveBeenCalledTimes(1)
    expect(client.sessions).toEqual([])
    await expect.poll(() => wallet.sessions).toEqual([])
  })
})
