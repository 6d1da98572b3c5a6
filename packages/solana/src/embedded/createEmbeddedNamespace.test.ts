import { createPrivateKey, sign } from 'node:crypto'
import type { CaipNetworkId } from '@portico/protocol'
import { RpcError } from '@portico/protocol'
import { verifySignature } from '@portico/siwx'
import { base58, base64 } from '@scure/base'
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test, vi } from 'vitest'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { createEmbeddedNamespace } from './createEmbeddedNamespace.ts'

const networkId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
const blockhash = '4NCYB3kRT8sCNodPNuCZo8VUh4xqpBQxsxed2wd9xaD4'
const seed = new Uint8Array(32).fill(7)
const keypair = Keypair.fromSeed(seed)
// PKCS #8 of an Ed25519 key (RFC 8410): a fixed prefix, then the seed.
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
})
const address = keypair.publicKey.toBase58()
const transfer = SystemProgram.transfer({
  fromPubkey: keypair.publicKey,
  toPubkey: new PublicKey('AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'),
  lamports: 5,
})
const legacy = () =>
  new Transaction({ feePayer: keypair.publicKey, recentBlockhash: blockhash }).add(transfer)
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: keypair.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer],
    }).compileToV0Message(),
  )

type Params = { message: string; transaction: string; transactions: string[]; pubkey: string }

const signWire = (text: string) => {
  const transaction = VersionedTransaction.deserialize(base64.decode(text))
  transaction.sign([keypair])
  return base64.encode(transaction.serialize())
}

/** The frame: signs with the key. */
const frame: Record<string, (params: Params) => unknown> = {
  solana_signMessage: ({ message }) => ({
    signature: base58.encode(new Uint8Array(sign(null, base58.decode(message), privateKey))),
  }),
  solana_signTransaction: ({ transaction }) => ({ transaction: signWire(transaction) }),
  solana_signAllTransactions: ({ transactions }) => ({ transactions: transactions.map(signWire) }),
  solana_signAndSendTransaction: ({ transaction }) => ({
    signature: base58.encode(
      VersionedTransaction.deserialize(base64.decode(signWire(transaction))).signatures[0] as Uint8Array,
    ),
  }),
}

function create(answers: Partial<typeof frame> = {}, getAddress = (): string | undefined => address) {
  const calls: { method: string; params: unknown }[] = []
  const sent: [string, CaipNetworkId][] = []
  const account = createEmbeddedNamespace({ commitment: 'confirmed' }).createProvider({
    getAddress,
    getNetworkId: () => networkId,
    async request({ method, params }) {
      calls.push({ method, params })
      return { ...frame, ...answers }[method]?.(params as Params)
    },
    onTransaction: (hash, on) => sent.push([hash, on]),
    subscribe: () => () => {},
  })
  return { calls, sent, ...account, provider: account.provider as SolanaProvider }
}

describe('createEmbeddedNamespace', () => {
  test('behavior: addresses are 32 bytes in base58', () => {
    const { isAddress } = createEmbeddedNamespace({ commitment: 'confirmed' })
    expect([address, `${address}1`, '0x00', ''].map(isAddress)).toEqual([true, false, false, false])
  })

  test('behavior: signs messages, and texts for the kit', async () => {
    const { provider, calls, signMessage } = create()
    expect(provider.publicKey?.toBase58()).toBe(address)
    const bytes = new TextEncoder().encode('hi')
    const signature = base58.encode(await provider.signMessage(bytes))
    const verdict = await verifySignature({ account: `${networkId}:${address}`, message: 'hi', signature })
    expect(verdict).toEqual({ ok: true })
    expect(await signMessage({ message: 'hi', address })).toBe(signature)
    const call = { method: 'solana_signMessage', params: { message: base58.encode(bytes), pubkey: address } }
    expect(calls).toEqual([call, call])
    expect(await provider.request({ method: 'solana_signMessage', params: call.params })).toEqual({
      signature,
    })
  })

  test('behavior: signs transactions of both kinds, several with one request', async () => {
    const { provider, calls, sent } = create()
    const one = await provider.signTransaction(legacy())
    expect(one.verifySignatures()).toBe(true)
    const signed = await provider.signAllTransactions<Transaction | VersionedTransaction>([
      legacy(),
      versioned(),
    ])
    expect(signed[0]).toBeInstanceOf(Transaction)
    expect((signed[1] as VersionedTransaction).signatures[0]).not.toEqual(new Uint8Array(64))
    expect(calls.map(({ method }) => method)).toEqual([
      'solana_signTransaction',
      'solana_signAllTransactions',
    ])
    expect(sent).toEqual([])
  })

  test('behavior: the wallet sends, with the options, and the transaction is reported', async () => {
    const { provider, calls, sent } = create()
    const hash = await provider.signAndSendTransaction(legacy(), { skipPreflight: true, maxRetries: 2 })
    expect(calls[0]).toMatchObject({
      method: 'solana_signAndSendTransaction',
      params: { options: { preflightCommitment: 'confirmed', skipPreflight: true, maxRetries: 2 } },
    })
    const connection = {
      sendRawTransaction: vi.fn(),
      getLatestBlockhash: async () => ({ blockhash }),
    } as unknown as Connection
    const bare = new Transaction().add(transfer)
    expect(await provider.sendTransaction(bare, connection)).toBe(hash)
    expect(connection.sendRawTransaction).not.toHaveBeenCalled()
    expect(sent).toEqual([
      [hash, networkId],
      [hash, networkId],
    ])
  })

  test('error: a rejection keeps its code', async () => {
    const reject = () => {
      throw new RpcError({ rpcCode: 4001, message: 'User rejected the request.' })
    }
    const { provider } = create({ solana_signMessage: reject })
    await expect(provider.signMessage(new Uint8Array(1))).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test.each([
    ['nothing', undefined],
    ['no signature', {}],
    ['a short signature', { signature: '2', transaction: 'AA==' }],
    ['another encoding', { signature: 'O0Il', transaction: '!' }],
  ])('error: a wallet that answers %s', async (_, answer) => {
    const methods = Object.keys(frame).map((method) => [method, () => answer])
    const { provider } = create(Object.fromEntries(methods))
    const refused = { rpcCode: -32603 }
    await expect(provider.signMessage(new Uint8Array(1))).rejects.toMatchObject(refused)
    await expect(provider.signTransaction(legacy())).rejects.toMatchObject(refused)
    await expect(provider.signAllTransactions([legacy(), legacy()])).rejects.toMatchObject(refused)
    await expect(provider.signAndSendTransaction(legacy())).rejects.toMatchObject(refused)
  })

  test('error: nobody is logged in', async () => {
    const { provider, signMessage, calls } = create({}, () => undefined)
    const unauthorized = { rpcCode: 4100 }
    await expect(signMessage({ message: 'hi', address })).rejects.toMatchObject(unauthorized)
    await expect(provider.signMessage(new Uint8Array(1))).rejects.toMatchObject(unauthorized)
    await expect(provider.signAndSendTransaction(legacy())).rejects.toMatchObject(unauthorized)
    expect(provider.publicKey).toBeUndefined()
    expect(calls).toEqual([])
  })
})
