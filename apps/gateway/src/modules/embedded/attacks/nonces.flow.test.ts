import { createServer } from 'node:http'
import type { CreateWalletRequest } from '@portico/protocol/gateway'
import { describe, expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import {
  newWallet,
  signConfirmation,
  signConfirmationAsMessage,
  type WalletClient,
} from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const chainId = 'eip155:31337'

/** Starts an upstream whose accounts have five transactions each; `answers` changes what it returns. */
async function startUpstream({
  answers = {},
}: {
  answers?: { pending?: unknown; latest?: unknown; code?: unknown }
} = {}): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const answer = ({ id, method, params }: { id: unknown; method: string; params: unknown[] }) => {
      const { pending = '0x5', latest = '0x5', code = '0x' } = answers
      const results: Record<string, unknown> = {
        eth_chainId: '0x7a69',
        eth_getTransactionCount: params?.[1] === 'pending' ? pending : latest,
        eth_getCode: code,
      }
      return { jsonrpc: '2.0', id, result: results[method] ?? null }
    }
    const calls = JSON.parse(text)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const lease = (client: WalletClient, address: string, requestId: string, more: object = {}) =>
  client.call('POST', '/wallet/v1/nonces', { body: { chainId, address, requestId, ...more } })

/** Creates a pending wallet under any address. */
async function create(client: WalletClient, address: string): Promise<CreateWalletRequest> {
  const wallet = { ...newWallet(), address }
  expect(await codeOf(await client.call('POST', '/wallet/v1/wallets', { body: wallet }))).toBe('200')
  return wallet
}

describe('confirming a wallet under another user’s address', () => {
  test('error: fails, whatever signature is sent, and leases no nonce of that address', async () => {
    const { device } = await createWalletGateway({ rpcUrl: await startUpstream() })
    const [victim, attacker] = [await device(), await device()]
    await victim.login()
    const { address } = await victim.makeWallet()
    await attacker.login()
    const wallet = await create(attacker, address)
    const { confirmNonce: nonce } = await (await attacker.call('GET', '/wallet/v1/wallet')).json()
    const own = { userId: attacker.userId, walletId: wallet.walletId, address, nonce }
    const signatures = [
      // With a key of the attacker's own.
      await signConfirmation(own, newWallet().address),
      // With the victim's key, for another user, another wallet, another nonce, or as a message that a page asks for.
      await signConfirmation({ ...own, userId: victim.userId }),
      await signConfirmation({ ...own, walletId: 'wlt_of_the_victim' }),
      await signConfirmation({ ...own, nonce: 'A'.repeat(43) }),
      await signConfirmationAsMessage(own),
      `0x${'00'.repeat(64)}1b`,
      `0x${'ff'.repeat(64)}1c`,
      `0x${'11'.repeat(64)}1b`,
    ]
    for (const signature of signatures)
      expect(await codeOf(await attacker.confirm(wallet, { signature }))).toBe('confirmation-invalid')
    expect(await codeOf(await attacker.confirm(wallet, { signature: undefined }))).toBe('invalid-request')
    expect((await (await attacker.call('GET', '/wallet/v1/wallet')).json()).status).toBe('pending')
    expect(await codeOf(await lease(attacker, address, 'a'))).toBe('no-wallet')
    expect(await (await lease(victim, address, 'a')).json()).toEqual({ nonce: 5 })
  })

  test('behavior: a pending wallet under an address does not keep its owner from confirming', async () => {
    const { device } = await createWalletGateway()
    const [owner, attacker] = [await device(), await device()]
    await owner.login()
    await attacker.login()
    const wallet = await owner.makeWallet('pending')
    await create(attacker, wallet.address)
    expect(await codeOf(await owner.confirm(wallet))).toBe('200')
  })

  test('error: an address that is another user’s wallet, even with its key', async () => {
    const { device } = await createWalletGateway()
    const [owner, other] = [await device(), await device()]
    await owner.login()
    const { address } = await owner.makeWallet()
    await other.login()
    const wallet = await create(other, address)
    expect(await codeOf(await other.confirm(wallet))).toBe('address-taken')
    // The wallet site then deletes it and creates another one.
    expect(await codeOf(await other.call('DELETE', `/wallet/v1/wallets/${wallet.walletId}`))).toBe('204')
    await other.makeWallet()
  })
})

describe('leasing nonces', () => {
  test('error: refuses an address of somebody else', async () => {
    const { device } = await createWalletGateway({ rpcUrl: await startUpstream() })
    const [owner, other] = [await device(), await device()]
    await owner.login()
    const { address } = await owner.makeWallet()
    await other.login()
    expect(await codeOf(await lease(other, address, 'a'))).toBe('no-wallet')
    await other.makeWallet()
    expect(await codeOf(await lease(other, address, 'a'))).toBe('no-wallet')
    expect(await codeOf(await other.call('DELETE', '/wallet/v1/nonces/a'))).toBe('204')
    expect(await (await lease(owner, address, 'b')).json()).toEqual({ nonce: 5 })
  })

  test('error: one user holds at most 32 nonces, and can lease again after a minute', async () => {
    const { device, services, wait } = await createWalletGateway({ rpcUrl: await startUpstream() })
    const [greedy, other] = [await device(), await device()]
    await greedy.login()
    await other.login()
    const { address } = await greedy.makeWallet()
    const wallet = await other.makeWallet()
    const codes: string[] = []
    for (let request = 0; request < 40; request++)
      codes.push(await codeOf(await lease(greedy, address, `r${request}`)))
    expect(codes).toEqual([...Array(32).fill('200'), ...Array(8).fill('too-many-nonces')])
    // A request that already holds a nonce keeps it.
    expect(await (await lease(greedy, address, 'r3')).json()).toEqual({ nonce: 8 })
    expect(await (await lease(other, wallet.address, 'r0')).json()).toEqual({ nonce: 5 })
    expect(await codeOf(await greedy.call('DELETE', '/wallet/v1/nonces/r3'))).toBe('204')
    expect(await (await lease(greedy, address, 'next')).json()).toEqual({ nonce: 8 })
    wait(60_000)
    expect(await (await lease(greedy, address, 'later')).json()).toEqual({ nonce: 5 })
    const rows = await services.database.selectFrom('wallet_nonces').select('user_id').execute()
    expect(rows).toEqual([{ user_id: greedy.userId }])
  })
})

describe('leasing nonces of an account that delegates', () => {
  const two = { count: 2 }
  const delegated = `0xef0100${'63c0c19a282a1b52b07dd5a65b58948a07dae32b'}`

  async function start() {
    const answers: { pending?: unknown; latest?: unknown; code?: unknown } = {}
    const gateway = await createWalletGateway({ rpcUrl: await startUpstream({ answers }) })
    const owner = await gateway.device()
    await owner.login()
    const { address } = await owner.makeWallet()
    const leaseOwn = (requestId: string, more?: object) => lease(owner, address, requestId, more)
    return { ...gateway, answers, owner, address, leaseOwn }
  }

  test('behavior: two in a row, of which the first is returned; they are released together', async () => {
    const { owner, leaseOwn } = await start()
    expect(await (await leaseOwn('a', two)).json()).toEqual({ nonce: 5 })
    expect(await (await leaseOwn('a', two)).json()).toEqual({ nonce: 5 })
    // No transaction may follow before the account has delegated: nodes would refuse it.
    expect(await codeOf(await leaseOwn('b'))).toBe('account-busy')
    expect(await codeOf(await leaseOwn('b', two))).toBe('account-busy')
    expect(await codeOf(await owner.call('DELETE', '/wallet/v1/nonces/a'))).toBe('204')
    expect(await (await leaseOwn('b')).json()).toEqual({ nonce: 5 })
  })

  test('error: account-busy, as retryable, while an account that delegates has a transaction pending', async () => {
    const { answers, leaseOwn } = await start()
    Object.assign(answers, { code: delegated, pending: '0x6' })
    const response = await leaseOwn('a')
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { code: 'account-busy', retryable: true },
    ])
    answers.latest = '0x6'
    expect(await (await leaseOwn('a')).json()).toEqual({ nonce: 6 })
  })

  test('error: account-busy while another request of such an account holds an unused nonce', async () => {
    const { answers, leaseOwn, wait } = await start()
    answers.code = delegated
    expect(await (await leaseOwn('a')).json()).toEqual({ nonce: 5 })
    expect(await codeOf(await leaseOwn('b'))).toBe('account-busy')
    expect(await (await leaseOwn('a')).json()).toEqual({ nonce: 5 })
    // The transaction of the first request is included.
    Object.assign(answers, { pending: '0x6', latest: '0x6' })
    expect(await (await leaseOwn('b')).json()).toEqual({ nonce: 6 })
    expect(await codeOf(await leaseOwn('c'))).toBe('account-busy')
    // A request that its page abandoned is forgotten.
    wait(60_000)
    expect(await (await leaseOwn('c')).json()).toEqual({ nonce: 6 })
  })

  test('error: account-busy for two nonces while any transaction is pending or prepared', async () => {
    const { answers, leaseOwn, owner } = await start()
    answers.pending = '0x6'
    expect(await codeOf(await leaseOwn('a', two))).toBe('account-busy')
    // Others may have several pending.
    expect(await (await leaseOwn('a')).json()).toEqual({ nonce: 6 })
    expect(await (await leaseOwn('b')).json()).toEqual({ nonce: 7 })
    answers.latest = '0x6'
    expect(await codeOf(await leaseOwn('c', two))).toBe('account-busy')
    for (const id of ['a', 'b']) await owner.call('DELETE', `/wallet/v1/nonces/${id}`)
    expect(await (await leaseOwn('c', two)).json()).toEqual({ nonce: 6 })
  })

  test('error: two nonces of another account are neither leased nor released', async () => {
    const { device, leaseOwn, address } = await start()
    const thief = await device()
    await thief.login()
    expect(await codeOf(await lease(thief, address, 'a', two))).toBe('no-wallet')
    const { address: own } = await thief.makeWallet()
    for (const other of [address, address.toUpperCase().replace('0X', '0x')])
      expect(await codeOf(await lease(thief, other, 'a', two))).toBe('no-wallet')
    expect(await (await leaseOwn('a', two)).json()).toEqual({ nonce: 5 })
    expect(await codeOf(await thief.call('DELETE', '/wallet/v1/nonces/a'))).toBe('204')
    expect(await codeOf(await leaseOwn('b'))).toBe('account-busy')
    // Nor does the thief's own account wait for it.
    expect(await (await lease(thief, own, 'a', two)).json()).toEqual({ nonce: 5 })
  })

  test.each([0, 3, -1, 1.5, '2', null, 1e9])('error: a count of %s', async (count) => {
    const { leaseOwn } = await start()
    expect(await codeOf(await leaseOwn('a', { count }))).toBe('invalid-request')
  })

  const foreign = `0xef0100${'11'.repeat(20)}`
  test.each([
    ['no code', null, 'upstream-unavailable'],
    ['a number', 7, 'upstream-unavailable'],
    ['half a byte', '0x1', 'upstream-unavailable'],
    ['text', 'ef0100', 'upstream-unavailable'],
    ['an object', {}, 'upstream-unavailable'],
    ['a contract instead of a delegation', `0x60${'00'.repeat(22)}`, '200'],
    ['a delegation that is too short', delegated.slice(0, -2), '200'],
    ['a delegation to another contract', foreign, 'account-busy'],
    ['a delegation in capitals', `0x${delegated.slice(2).toUpperCase()}`, 'account-busy'],
  ])('error: a node that shows %s', async (_, code, expected) => {
    const { answers, leaseOwn } = await start()
    Object.assign(answers, { code, pending: '0x6' })
    expect(await codeOf(await leaseOwn('a'))).toBe(expected)
  })

  test.each([
    ['pending', null],
    ['pending', '0x'],
    ['latest', '5'],
    ['latest', `0x${'f'.repeat(20)}`],
  ])('error: a node that counts %s transactions as %s', async (name, count) => {
    const { answers, leaseOwn } = await start()
    Object.assign(answers, { [name]: count })
    expect(await codeOf(await leaseOwn('a', two))).toBe('upstream-unavailable')
  })
})
