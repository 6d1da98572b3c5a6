import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../memoryStorage.ts'
import { createMultiChainWallet, type MultiChainWallet } from './createMultiChainWallet.ts'

const solanaAccount = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const evm = { chains: [{ chainId: 31337 }] }
const create = (options: Partial<Parameters<typeof createMultiChainWallet>[0]> = {}) =>
  createMultiChainWallet({ evm, ...options })

type Connect = () => Promise<{ accounts: readonly { address: string }[] }>
const connectOf = ({ wallet }: MultiChainWallet, prefix: 'standard' | 'bitcoin') =>
  (wallet.features[`${prefix}:connect`] as { connect: Connect }).connect

describe('createMultiChainWallet', () => {
  test('behavior: announces one name through both standards', () => {
    const page = new EventTarget()
    const names: unknown[] = []
    page.addEventListener('eip6963:announceProvider', (event) =>
      names.push((event as CustomEvent).detail.info.name),
    )
    page.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail({
        register: (registered: { name: string }) => names.push(registered.name),
      }),
    )
    const wallet = create()
    const stop = wallet.announce(page)
    expect(names).toEqual(['Polyglot', 'Polyglot'])
    stop()
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(names).toHaveLength(2)
  })

  test('behavior: has the chains and features of both namespaces', () => {
    const { wallet } = create()
    expect(wallet.chains).toEqual(expect.arrayContaining(['solana:localnet', 'bitcoin:regtest']))
    expect(Object.keys(wallet.features)).toEqual(
      expect.arrayContaining([
        'standard:connect',
        'bitcoin:connect',
        'solana:signMessage',
        'bitcoin:signMessage',
      ]),
    )
  })

  test('behavior: permissions are per namespace, and each change reports all accounts', async () => {
    const wallet = create()
    const counts: number[] = []
    ;(
      wallet.wallet.features['standard:events'] as {
        on(event: string, listener: (change: { accounts: readonly unknown[] }) => void): () => void
      }
    ).on('change', ({ accounts }) => counts.push(accounts.length))
    expect((await connectOf(wallet, 'standard')()).accounts[0]?.address).toBe(solanaAccount)
    expect([wallet.evm.connected, wallet.solana.connected, wallet.bitcoin.connected]).toEqual([
      false,
      true,
      false,
    ])
    const bitcoinAccounts = (await connectOf(wallet, 'bitcoin')()).accounts
    expect(bitcoinAccounts.length).toBeGreaterThan(0)
    expect(wallet.wallet.accounts.length).toBe(counts.at(-1))
    wallet.solana.disconnect()
    expect(counts.at(-1)).toBe(wallet.bitcoin.wallet.accounts.length)
    wallet.disconnect()
    expect(counts.at(-1)).toBe(0)
  })

  test('behavior: one policy and one queue of requests', async () => {
    const wallet = create({ policy: 'ask' })
    const requests = [
      connectOf(wallet, 'standard')(),
      wallet.evm.provider.request({ method: 'eth_requestAccounts' }),
      connectOf(wallet, 'bitcoin')(),
    ]
    await wallet.waitForRequest({ method: 'bitcoin:connect' })
    await wallet.waitForRequest({ method: 'eth_requestAccounts' })
    expect(wallet.pending.map(({ method }) => method).sort()).toEqual([
      'bitcoin:connect',
      'eth_requestAccounts',
      'standard:connect',
    ])
    expect(new Set(wallet.pending.map(({ id }) => id)).size).toBe(3)
    wallet.release()
    await Promise.all(requests)
    wallet.setPolicy('reject')
    wallet.disconnect()
    await expect(connectOf(wallet, 'bitcoin')()).rejects.toMatchObject({ code: 4001 })
  })

  test('param: storage, authorized', () => {
    const storage = memoryStorage()
    const before = create({ storage, authorized: true })
    before.switchAccount(1)
    const after = create({ storage, authorized: true })
    expect(after.solana.wallet.accounts[0]?.address).toBe(before.solana.wallet.accounts[0]?.address)
    expect(after.evm.connected).toBe(true)
  })

  test('behavior: removal applies to all namespaces', async () => {
    const wallet = create({ authorized: true })
    wallet.remove()
    await expect(connectOf(wallet, 'standard')()).rejects.toMatchObject({ code: 4900 })
    await expect(wallet.evm.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({
      code: 4900,
    })
  })
})
