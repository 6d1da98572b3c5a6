import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { getWallets } from '@wallet-standard/app'
import type { WalletAccount } from '@wallet-standard/base'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../memoryStorage.ts'
import type { BitcoinSignTransactionInput } from './createBitcoinFeatures.ts'
import { type BitcoinWalletOptions, createBitcoinWallet } from './createBitcoinWallet.ts'

type Features = {
  'bitcoin:connect': { connect(input?: object): Promise<{ accounts: WalletAccount[] }> }
  'bitcoin:disconnect': { disconnect(): void }
  'bitcoin:events': {
    on(event: string, listener: (change: { accounts: WalletAccount[] }) => void): () => void
  }
  'bitcoin:signMessage': {
    signMessage(
      ...inputs: { account: WalletAccount; message: Uint8Array }[]
    ): Promise<{ signature: Uint8Array; signedMessage: Uint8Array }[]>
  }
  'bitcoin:signTransaction': {
    signTransaction(...inputs: BitcoinSignTransactionInput[]): Promise<{ signedPsbt: Uint8Array }[]>
  }
  'bitcoin:signAndSendTransaction': {
    signAndSendTransaction(...inputs: BitcoinSignTransactionInput[]): Promise<{ txId: string }[]>
  }
}

function create(options: BitcoinWalletOptions = {}) {
  const bitcoin = createBitcoinWallet({ chains: ['bitcoin:regtest'], ...options })
  return { bitcoin, features: bitcoin.wallet.features as unknown as Features }
}

const payment = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
const ordinals = 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv'
const text = new TextEncoder().encode('Hello')
const addresses = (accounts: readonly WalletAccount[]) => accounts.map(({ address }) => address)

function psbtOf(accounts: readonly WalletAccount[]): Uint8Array {
  const network = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  const transaction = new Transaction()
  for (const [index, { publicKey }] of accounts.entries()) {
    const key = Uint8Array.from(publicKey)
    const { script } = index === 0 ? p2wpkh(key, network) : p2tr(key.subarray(1), undefined, network)
    transaction.addInput({ txid: 'aa'.repeat(32), index, witnessUtxo: { script, amount: 10_000n } })
  }
  transaction.addOutputAddress(payment, 15_000n, network)
  return transaction.toPSBT()
}

describe('createBitcoinWallet', () => {
  test('behavior: registers through the Wallet Standard and can be unregistered', () => {
    const target = new EventTarget()
    const { bitcoin } = create()
    const wallets: unknown[] = []
    const register = (wallet: unknown) => {
      wallets.push(wallet)
      return () => wallets.pop()
    }
    target.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail({ register }),
    )
    const stop = bitcoin.announce(target)
    expect(wallets).toEqual([bitcoin.wallet])
    stop()
    expect(wallets).toEqual([])
    expect(getWallets().get()).toEqual([])
  })

  test('behavior: shows payment and ordinals addresses once connected', async () => {
    const { bitcoin, features } = create()
    expect(bitcoin.wallet.accounts).toEqual([])
    const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] })
    expect(addresses(accounts).slice(0, 2)).toEqual([payment, ordinals])
    expect(addresses(bitcoin.wallet.accounts)).toEqual(addresses(accounts))
    expect((await features['bitcoin:connect'].connect({ purposes: ['ordinals'] })).accounts[0]?.address).toBe(
      ordinals,
    )
    bitcoin.switchAccount(1)
    expect(bitcoin.wallet.accounts[0]?.address).toBe('bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3')
  })

  test('behavior: accounts of every chain, each with its chains', async () => {
    const { features } = create({ chains: ['bitcoin:regtest', 'bitcoin:testnet', 'bitcoin:signet'] })
    const { accounts } = await features['bitcoin:connect'].connect()
    expect(accounts.map(({ chains }) => chains.join())).toEqual([
      ...Array(4).fill('bitcoin:regtest'),
      ...Array(4).fill('bitcoin:testnet,bitcoin:signet'),
    ])
  })

  test('behavior: a rejection fails with 4001 and shows no account', async () => {
    const { bitcoin, features } = create({ policy: 'reject' })
    await expect(features['bitcoin:connect'].connect()).rejects.toMatchObject({ code: 4001 })
    expect(bitcoin.connected).toBe(false)
    expect(bitcoin.requests).toMatchObject([{ method: 'bitcoin:connect' }])
  })

  test('behavior: asks, and signs what the user has seen', async () => {
    const { bitcoin, features } = create({ authorized: true, policy: 'ask' })
    const [account] = bitcoin.wallet.accounts as [WalletAccount]
    const message = Uint8Array.from(text)
    const signing = features['bitcoin:signMessage'].signMessage({ account, message })
    const request = await bitcoin.waitForRequest({ method: 'bitcoin:signMessage' })
    message.fill(0)
    expect(request.params).toEqual({ account: payment, message: 'Hello' })
    request.approve()
    const [output] = await signing
    expect(output?.signedMessage).toEqual(text)
  })

  test('behavior: emits account changes, and restores accounts after a reload', async () => {
    const storage = memoryStorage()
    const { bitcoin, features } = create({ storage })
    const changes: string[][] = []
    const stop = features['bitcoin:events'].on('change', ({ accounts }) => changes.push(addresses(accounts)))
    await features['bitcoin:connect'].connect()
    bitcoin.switchAccount(1)
    bitcoin.lock()
    bitcoin.unlock()
    stop()
    features['bitcoin:disconnect'].disconnect()
    expect(changes.map((accounts) => accounts.length)).toEqual([4, 4, 0, 4])
    await features['bitcoin:connect'].connect()
    const restored = create({ storage }).bitcoin
    expect(addresses(restored.wallet.accounts)).toEqual(addresses(bitcoin.wallet.accounts))
  })

  test('behavior: signs the inputs of a PSBT, segwit and taproot', async () => {
    const { bitcoin, features } = create({ authorized: true })
    const [first, second] = bitcoin.wallet.accounts as [WalletAccount, WalletAccount]
    const [output] = await features['bitcoin:signTransaction'].signTransaction({
      psbt: psbtOf([first, second]),
      inputsToSign: [
        { account: first, signingIndexes: [0], sigHash: 'ALL' },
        { account: second, signingIndexes: [1] },
      ],
      chain: 'bitcoin:regtest',
    })
    const signed = Transaction.fromPSBT(output?.signedPsbt as Uint8Array)
    expect(signed.isFinal).toBe(false)
    signed.finalize()
    expect(signed.fee).toBe(5000n)
  })

  test('error: foreign inputs, missing inputs, unknown chains', async () => {
    const { bitcoin, features } = create({ authorized: true })
    const [first, second] = bitcoin.wallet.accounts as [WalletAccount, WalletAccount]
    const psbt = psbtOf([first, second])
    const sign = (changes: object) =>
      features['bitcoin:signTransaction'].signTransaction({
        psbt,
        inputsToSign: [{ account: first, signingIndexes: [0] }],
        ...changes,
      })
    await expect(sign({ inputsToSign: [{ account: first, signingIndexes: [1] }] })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(sign({ inputsToSign: [{ account: first, signingIndexes: [2] }] })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(sign({ chain: 'bitcoin:mainnet' })).rejects.toMatchObject({ code: -32602 })
    await expect(sign({ psbt: Uint8Array.of(1, 2) })).rejects.toMatchObject({ code: -32602 })
    await expect(
      sign({ inputsToSign: [{ account: first, signingIndexes: [0], sigHash: 'ALLE' }] }),
    ).rejects.toMatchObject({ code: -32602 })
    const foreignAccount = { ...first, address: 'bcrt1qawm5xwv44af9x6mgt9vjxk9ug3cw4mrrw0vc5a' }
    await expect(
      sign({ inputsToSign: [{ account: foreignAccount, signingIndexes: [0] }] }),
    ).rejects.toMatchObject({
      code: 4100,
    })
    bitcoin.disconnect()
    await expect(sign({})).rejects.toMatchObject({ code: 4100 })
  })

  test('error: a transaction that spends more than its inputs is not sent', async () => {
    const { bitcoin, features } = create({ authorized: true })
    const [account] = bitcoin.wallet.accounts as [WalletAccount]
    const sending = features['bitcoin:signAndSendTransaction'].signAndSendTransaction({
      psbt: psbtOf([account]).slice(),
      inputsToSign: [{ account, signingIndexes: [0] }],
    })
    await expect(sending).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('inputs amount'),
    })
  })

  test('error: 4900 after removal', async () => {
    const { bitcoin, features } = create({ authorized: true, policy: 'hang' })
    const [account] = bitcoin.wallet.accounts as [WalletAccount]
    const signing = features['bitcoin:signMessage'].signMessage({ account, message: text })
    bitcoin.remove()
    await expect(signing).rejects.toMatchObject({ code: 4900 })
    await expect(features['bitcoin:connect'].connect()).rejects.toMatchObject({ code: 4900 })
  })

  test('error: mainnet, no chain, invalid mnemonic; errors do not contain the mnemonic', () => {
    expect(() => create({ chains: ['bitcoin:mainnet'] })).toThrow('does not work on bitcoin:mainnet')
    expect(() => create({ chains: [] })).toThrow('at least one chain')
    expect(() => create({ chains: ['solana:mainnet' as never] })).toThrow('not a Bitcoin chain')
    expect(() => create({ accounts: { mnemonic: 'secret words' } })).toThrow(/^(?!.*secret).*mnemonic/)
    expect(() => create({ accounts: { mnemonic: 'test', count: 0 } })).toThrow('at least one account')
    const { bitcoin } = create({ authorized: true })
    expect(JSON.stringify(bitcoin)).not.toContain('b5c8b4ac')
  })
})
