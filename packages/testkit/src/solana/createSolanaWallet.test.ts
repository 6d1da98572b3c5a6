import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { WalletAccount } from '@wallet-standard/base'
import type { StandardConnectFeature, StandardEventsFeature } from '@wallet-standard/features'
import { HDKey } from 'micro-key-producer/slip10.js'
import { describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../memoryStorage.ts'
import { createSignInText } from './createSignInText.ts'
import { createSolanaWallet, type SolanaWallet } from './createSolanaWallet.ts'
import { signTransactionBytes } from './signTransactionBytes.ts'
import { toSolanaKeys } from './toSolanaKeys.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const read = <T>(path: string): T => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))

const account0 = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const account1 = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const mnemonic = 'test test test test test test test test test test test junk'

type Features = StandardConnectFeature &
  StandardEventsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature
const featuresOf = ({ wallet }: SolanaWallet) => wallet.features as unknown as Features

async function connected(options?: Parameters<typeof createSolanaWallet>[0]) {
  const wallet = createSolanaWallet({ authorized: true, ...options })
  const features = featuresOf(wallet)
  const [account] = (await features['standard:connect'].connect()).accounts
  return { wallet, features, account: account as WalletAccount }
}

function transactionOf(version: 'legacy' | 0, signers: readonly string[] = [account0]) {
  const [payer = account0, ...others] = signers.map((signer) => address(signer))
  const message = pipe(
    createTransactionMessage({ version }),
    (one) => setTransactionMessageFeePayer(address(payer), one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash('4NCYB3kRT8sCNodPNuCZo8VUh4xqpBQxsxed2wd9xaD4'), lastValidBlockHeight: 1n },
        one,
      ),
    (one) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          accounts: others.map((signer) => ({ address: signer, role: 2 as const })),
          data: new TextEncoder().encode('hi'),
        },
        one,
      ),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

function isSigned(wire: Uint8Array, by: string): boolean {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
  const signature = signatures[address(by)]
  return signature != null && ed25519.verify(signature, Uint8Array.from(messageBytes), base58.decode(by))
}

describe('toSolanaKeys', () => {
  vectorTest(`behavior: SLIP-10, Ed25519${reason}`, () => {
    const cases = read<
      {
        curve: string
        seedHex: string
        chains: { path: string; private: string; public: string; chainCode: string }[]
      }[]
    >('slip-10/slip10.json').filter(({ curve }) => curve === 'ed25519')
    expect(cases.length).toBeGreaterThan(0)
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    for (const { seedHex, chains } of cases) {
      const master = HDKey.fromMasterSeed(Uint8Array.from(Buffer.from(seedHex, 'hex')))
      for (const chain of chains) {
        const key = master.derive(chain.path)
        expect({
          private: hex(key.privateKey),
          public: hex(key.publicKey),
          chainCode: hex(key.chainCode),
        }).toEqual({ private: chain.private, public: chain.public, chainCode: chain.chainCode })
        expect(toSolanaKeys([key.privateKey])[0]?.address).toBe(base58.encode(key.publicKeyRaw))
      }
    }
  })

  test('behavior: the accounts of the test mnemonic, precomputed and derived', () => {
    expect(toSolanaKeys().map((key) => key.address)).toEqual([account0, account1])
    expect(toSolanaKeys({ mnemonic, count: 2 }).map((key) => key.address)).toEqual([account0, account1])
  })

  test('error: invalid keys, without the secret in the message', () => {
    expect(() => toSolanaKeys({ mnemonic: 'secret words' })).toThrow('is not a BIP-39 mnemonic')
    expect(() => toSolanaKeys({ mnemonic: 'secret words' })).not.toThrow('secret')
    expect(() => toSolanaKeys([new Uint8Array(31)])).toThrow('accounts[0]')
    expect(() => toSolanaKeys([])).toThrow('at least one account')
    expect(() => toSolanaKeys([new Uint8Array(32), new Uint8Array(32)])).toThrow('twice')
  })
})

describe('createSignInText', () => {
  vectorTest(`behavior: the texts of the Wallet Standard, and those of signed sign-ins${reason}`, () => {
    type Fields = { domain: string; address: string }
    const published = read<{ parsed: Fields; text: string }[]>('siws/siws-messages.json')
    const signed = read<{ name: string; input: Fields; message: string }[]>('siws/siws-signed.json')
    expect([published.length, signed.length]).toEqual([6, 12])
    for (const { parsed, text } of published) expect(createSignInText(parsed)).toBe(text)
    for (const { name, input, message } of signed) {
      if (name !== 'changed message') expect([name, createSignInText(input)]).toEqual([name, message])
    }
  })
})

describe('signTransactionBytes', () => {
  const [key] = toSolanaKeys()
  if (!key) throw new Error('no key')

  test.each(['legacy', 0] as const)(
    'behavior: version %s, as the only signer and as one of several',
    (version) => {
      expect(isSigned(signTransactionBytes(transactionOf(version), key), account0)).toBe(true)
      const wire = transactionOf(version, [account1, account0])
      const signed = signTransactionBytes(wire, key)
      expect(isSigned(signed, account0)).toBe(true)
      expect(isSigned(signed, account1)).toBe(false)
      expect(signed.length).toBe(wire.length)
    },
  )

  test('error: a transaction with other signers', () => {
    expect(() => signTransactionBytes(transactionOf(0, [account1]), key)).toThrow(
      'is not a signer of the transaction',
    )
  })

  test('error: invalid transactions', () => {
    const wire = transactionOf(0)
    for (let length = 0; length < 100; length++)
      expect(() => signTransactionBytes(wire.subarray(0, length), key)).toThrow()
    for (const first of [0, 2, 0x80, 0xff]) {
      const other = Uint8Array.from(wire)
      other[0] = first
      expect(() => signTransactionBytes(other, key)).toThrow()
    }
  })
})

describe('createSolanaWallet', () => {
  test('behavior: registers with a page that is ready, and with one that becomes ready later', () => {
    const page = new EventTarget()
    const early = vi.fn(() => () => {})
    page.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail({ register: early }),
    )
    const wallet = createSolanaWallet()
    const stop = wallet.announce(page)
    expect(early).toHaveBeenCalledExactlyOnceWith(wallet.wallet)
    const unregister = vi.fn()
    const ready = () =>
      page.dispatchEvent(
        new CustomEvent('wallet-standard:app-ready', { detail: { register: () => unregister } }),
      )
    ready()
    stop()
    expect(unregister).toHaveBeenCalledOnce()
  })

  test('behavior: connects with consent, and silently only after that', async () => {
    const wallet = createSolanaWallet()
    const { connect } = featuresOf(wallet)['standard:connect']
    expect((await connect({ silent: true })).accounts).toEqual([])
    const { accounts } = await connect()
    expect(accounts.map((account) => account.address)).toEqual([account0, account1])
    expect(accounts[0]?.publicKey).toEqual(base58.decode(account0))
    expect((await connect({ silent: true })).accounts).toEqual(accounts)
    expect(wallet.wallet.accounts).toEqual(accounts)
  })

  test('param: policy', async () => {
    const wallet = createSolanaWallet({ policy: 'reject' })
    const { connect } = featuresOf(wallet)['standard:connect']
    await expect(connect()).rejects.toMatchObject({ code: 4001 })
    wallet.setPolicy('ask')
    const connecting = connect()
    const request = await wallet.waitForRequest({ method: 'standard:connect' })
    request.approve()
    expect((await connecting).accounts).toHaveLength(2)
  })

  test('param: storage', async () => {
    const storage = memoryStorage()
    const before = createSolanaWallet({ storage })
    await featuresOf(before)['standard:connect'].connect()
    before.switchAccount(1)
    const after = createSolanaWallet({ storage })
    const { accounts } = await featuresOf(after)['standard:connect'].connect({ silent: true })
    expect(accounts[0]?.address).toBe(account1)
  })

  test('behavior: emits changes of the account, locking and disconnecting', async () => {
    const { wallet, features } = await connected()
    const changes: (string[] | undefined)[] = []
    features['standard:events'].on('change', ({ accounts }) =>
      changes.push(accounts?.map((account) => account.address)),
    )
    wallet.switchAccount(account1)
    wallet.lock()
    wallet.unlock()
    wallet.disconnect()
    expect(changes).toEqual([[account1, account0], [], [account1, account0], []])
  })

  test('behavior: signs messages and sign-ins', async () => {
    const { features, account } = await connected()
    const message = new TextEncoder().encode('hello')
    const [signed] = await features['solana:signMessage'].signMessage({ account, message })
    expect(ed25519.verify(signed?.signature as Uint8Array, message, base58.decode(account0))).toBe(true)

    const [output] = await features['solana:signIn'].signIn({ domain: 'example.com', nonce: 'abcdefgh' })
    const text = new TextDecoder().decode(output?.signedMessage)
    expect(text).toBe(
      `example.com wants you to sign in with your Solana account:\n${account0}\n\nNonce: abcdefgh`,
    )
    expect(
      ed25519.verify(
        output?.signature as Uint8Array,
        output?.signedMessage as Uint8Array,
        base58.decode(account0),
      ),
    ).toBe(true)
  })

  test('behavior: several transactions ask for consent once', async () => {
    const { wallet, features, account } = await connected({ policy: 'ask' })
    const input = { account, chain: 'solana:localnet' } as const
    const job = features['solana:signTransaction'].signTransaction(
      { ...input, transaction: transactionOf('legacy') },
      { ...input, transaction: transactionOf(0) },
    )
    expect(wallet.pending).toHaveLength(1)
    wallet.release()
    expect((await job).map(({ signedTransaction }) => isSigned(signedTransaction, account0))).toEqual([
      true,
      true,
    ])
  })

  test('behavior: sends through the node of the chain', async () => {
    const bodies: { method: string; params: [string, unknown] }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        bodies.push(JSON.parse(body))
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'ok' }))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { features, account } = await connected({ rpcUrls: { 'solana:localnet': rpcUrl } })
    const send = (chain: 'solana:localnet' | 'solana:devnet') =>
      features['solana:signAndSendTransaction'].signAndSendTransaction({
        account,
        chain,
        transaction: transactionOf(0),
        options: { skipPreflight: true },
      })
    const [output] = await send('solana:localnet')
    const wire = base64.decode(bodies[0]?.params[0] ?? '')
    expect(isSigned(wire, account0)).toBe(true)
    expect(output?.signature).toEqual(wire.slice(1, 65))
    expect(bodies[0]?.method).toBe('sendTransaction')
    expect(bodies[0]?.params[1]).toEqual({ encoding: 'base64', skipPreflight: true })
    await expect(send('solana:devnet')).rejects.toMatchObject({ code: 4901 })
    server.close()
  })

  test('error: unknown chains, other accounts, missing permission', async () => {
    const { wallet, features, account } = await connected()
    const message = new Uint8Array(1)
    const transaction = transactionOf(0)
    await expect(
      features['solana:signTransaction'].signTransaction({ account, transaction, chain: 'solana:mainnet' }),
    ).rejects.toMatchObject({ code: -32602 })
    await expect(features['solana:signIn'].signIn({ address: account1 })).rejects.toMatchObject({
      code: -32602,
    })
    wallet.disconnect()
    await expect(features['solana:signMessage'].signMessage({ account, message })).rejects.toMatchObject({
      code: 4100,
    })
    wallet.remove()
    await expect(features['standard:connect'].connect()).rejects.toMatchObject({ code: 4900 })
  })

  test('param: features', () => {
    const { wallet } = createSolanaWallet({ features: ['solana:signTransaction'] })
    expect(Object.keys(wallet.features)).toEqual([
      'standard:connect',
      'standard:disconnect',
      'standard:events',
      'solana:signTransaction',
    ])
  })

  test('param: allowMainnet', () => {
    const chains = ['solana:mainnet'] as const
    expect(() => createSolanaWallet({ chains })).toThrow('does not work on Solana mainnet')
    expect(createSolanaWallet({ chains, allowMainnet: true }).wallet.chains).toEqual(chains)
    expect(() => createSolanaWallet().setChains(chains)).toThrow('does not work on Solana mainnet')
  })

  test('behavior: private keys are not in the wallet', () => {
    const seed = new Uint8Array(32).fill(0xab)
    const wallet = createSolanaWallet({ accounts: [seed] })
    expect(JSON.stringify([wallet, wallet.wallet])).not.toContain('171,171')
  })
})
