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

/** Starts an upstream whose accounts have five transactions each. */
async function startUpstream(): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const answer = ({ id, method }: { id: unknown; method: string }) => {
      const results: Record<string, string> = { eth_chainId: '0x7a69', eth_getTransactionCount: '0x5' }
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

const lease = (client: WalletClient, address: string, requestId: string) =>
  client.call('POST', '/wallet/v1/nonces', { body: { chainId, address, requestId } })

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
