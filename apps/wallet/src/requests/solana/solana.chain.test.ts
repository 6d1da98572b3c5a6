import { base58, base64 } from '@scure/base'
import { createTransferCheckedInstruction, createTransferInstruction } from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createScriptedApprover } from '../../../test/createScriptedApprover.ts'
import { createTestSigner, isSignedForSolana, testSolanaAddress } from '../../../test/createTestSigner.ts'
import {
  createRpc,
  dollar,
  friend,
  mainnet,
  own,
  type SolanaScene,
  startSolanaScene,
  stranger,
  type Tamper,
  tokenAccountOf,
  writeVersioned,
} from '../../../test/startSolanaScene.ts'
import { createRequests } from '../createRequests.ts'

let scene: SolanaScene
beforeAll(async () => {
  scene = await startSolanaScene()
})
afterAll(() => scene.close())

const pay = (lamports: number, { from = own, to = friend } = {}) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })

describe('a transaction on a real network', () => {
  test('behavior: SOL arrives at the address that was shown', async () => {
    const before = await scene.connection.getBalance(friend)
    const wire = await scene.write([pay(250_000_000)])
    const { questions, result } = await scene.request([wire], { send: {} })
    const description = questions[0]?.description
    expect(description).toMatchObject({ title: 'Send 0.25 SOL', risk: 'medium' })
    expect(description?.facts).toContainEqual({ label: 'To', value: friend.toBase58(), kind: 'address' })
    await vi.waitFor(async () => {
      const { value } = await scene.connection.getSignatureStatus(result[0]?.id ?? '')
      expect(value).toMatchObject({ err: null })
    })
    expect((await scene.connection.getBalance(friend)) - before).toBe(250_000_000)
  })

  test('behavior: tokens arrive at the owner who was shown, by a transaction of version 0', async () => {
    const amountOf = async () =>
      BigInt((await scene.connection.getTokenAccountBalance(tokenAccountOf(friend))).value.amount)
    const before = await amountOf()
    const transfer = createTransferCheckedInstruction(
      tokenAccountOf(own),
      dollar.key,
      tokenAccountOf(friend),
      own,
      12_500_000n,
      6,
    )
    const { questions } = await scene.request([await writeVersioned(scene, [transfer])], { send: {} })
    expect(questions[0]?.description.title).toBe('Send 12.5 DUSD')
    await vi.waitFor(async () => expect((await amountOf()) - before).toBe(12_500_000n))
  })

  test('error: a transaction that has expired meanwhile is not offered to be sent again', async () => {
    const wire = await scene.write([pay(1000)])
    const expired: Tamper = (method) => {
      if (method === 'sendTransaction') return new Error('Blockhash not found')
      if (method === 'getSignatureStatuses') return { value: [null] }
      return method === 'isBlockhashValid' ? { value: false } : undefined
    }
    await expect(scene.request([wire], { send: {}, tamper: expired })).rejects.toThrow('has expired')
    const lost: Tamper = (method) => (method === 'sendTransaction' ? new Error('down') : undefined)
    await expect(scene.request([wire], { send: {}, tamper: lost })).resolves.toMatchObject({ result: [{}] })
  })

  test('error: a transaction that the network does not accept is offered to be sent again', async () => {
    const wire = await scene.write([pay(1001)])
    let attempts = 0
    // The first two attempts are lost together with their status.
    const tamper: Tamper = (method) => {
      if (method === 'sendTransaction') return new Error('down')
      return method === 'getSignatureStatuses' && ++attempts < 3 ? { value: [null] } : undefined
    }
    const { failures } = await scene.request([wire], { send: {}, tamper })
    expect(failures).toHaveLength(2)
    expect(failures[0]).toMatchObject({ canRetry: true })
  })

  test('behavior: the code of programs is not downloaded', async () => {
    const sizes: number[] = []
    const tamper: Tamper = (_method, _params, answer) => void sizes.push(JSON.stringify(answer).length)
    const transfer = createTransferInstruction(tokenAccountOf(own), tokenAccountOf(friend), own, 1n)
    await scene.show([transfer], { tamper })
    expect(sizes.length).toBeGreaterThan(1)
    expect(Math.max(...sizes)).toBeLessThan(5000)
  })

  test('behavior: only the own signature is added, beside those of others', async () => {
    const other = Keypair.generate()
    const wire = await scene.write([pay(1000), pay(1000, { from: other.publicKey, to: stranger })], {
      payer: other.publicKey,
      signers: [other],
    })
    const { result, questions } = await scene.request([wire])
    expect(questions[0]?.description.details).toContainEqual({
      label: 'Another signer',
      value: other.publicKey.toBase58(),
      kind: 'address',
    })
    const signed = Transaction.from(result[0]?.wire ?? [])
    expect(signed.verifySignatures()).toBe(true)
    expect(base58.encode(signed.signature ?? new Uint8Array())).toBe(result[0]?.id)
    expect(signed.serializeMessage()).toEqual(Transaction.from(wire).serializeMessage())
  })

  test('behavior: a simulation that is older than 20 seconds is repeated, and asked again if something changed', async () => {
    let time = 0
    const answers = ['approved', 'approved'] as const
    let asked = 0
    const wire = await scene.write([pay(1_000_000)])
    const { questions } = await scene.request([wire], {
      now: () => time,
      tamper: (method) => (method === 'simulateTransaction' && asked > 0 ? new Error('down') : undefined),
      answer() {
        asked += 1
        time += 21_000
        return answers[asked - 1] ?? 'rejected'
      },
    })
    expect(questions.map(({ description }) => description.risk)).toEqual(['medium', 'high'])
    expect(questions[1]?.notice).toBe('Something has changed since you last looked. Check the request again.')
  })
})

describe('the methods of the page', () => {
  const wallet = new PublicKey(testSolanaAddress)
  const origin = 'https://app.example'

  function createWallet(answer: 'approved' | 'rejected' = 'approved') {
    const approver = createScriptedApprover({ answer: () => answer })
    const account = privateKeyToAccount(generatePrivateKey())
    const requests = createRequests({
      session: {
        address: account.address,
        solanaAddress: () => testSolanaAddress,
        origin,
        projectId: 'local',
        dapp: {},
        chainId: (namespace) => (namespace === 'solana' ? mainnet : 'eip155:1'),
        openSigner: async () => createTestSigner(account),
      },
      surface: { show() {}, hide() {} },
      approver,
      riskLimits: { usd: 100, share: 0.5 },
      rpc: createRpc(scene.connection.rpcEndpoint),
      gateway: () => Promise.reject(new Error('There are no prices.')),
    })
    let count = 0
    const ask = (method: string, params: unknown) =>
      requests.handle({ id: `${count++}`.padStart(32, '0'), method, params })
    return { ask, approver }
  }
  const write = async (lamports = 1000) =>
    base64.encode(await scene.write([pay(lamports, { from: wallet })], { payer: wallet }))
  const sign = (ask: ReturnType<typeof createWallet>['ask'], bytes: Uint8Array, pubkey = testSolanaAddress) =>
    ask('solana_signMessage', { message: base58.encode(bytes), pubkey })

  test('behavior: messages, one and several transactions are signed, and one is sent', async () => {
    await scene.request([await scene.write([pay(10 ** 9, { to: wallet })])], { send: {} })
    const { ask, approver } = createWallet()
    const text = new TextEncoder().encode('Hello Solana')
    const { signature } = (await sign(ask, text)) as { signature: string }
    expect(isSignedForSolana(base58.decode(signature), text)).toBe(true)
    expect(approver.questions[0]?.description).toMatchObject({ text: 'Hello Solana', risk: 'low' })

    const one = (await ask('solana_signTransaction', { transaction: await write() })) as Record<
      string,
      string
    >
    const signed = Transaction.from(base64.decode(one.transaction ?? ''))
    expect(signed.verifySignatures()).toBe(true)
    expect(base58.encode(signed.signature ?? new Uint8Array())).toBe(one.signature)

    const list = { transactions: [await write(1), await write(2)] }
    const all = (await ask('solana_signAllTransactions', list)) as { transactions: string[] }
    expect(approver.questions[2]?.description.title).toBe('Send 0.000000003 SOL, in 2 transactions')
    for (const wire of all.transactions)
      expect(VersionedTransaction.deserialize(base64.decode(wire)).signatures[0]?.some(Boolean)).toBe(true)

    const options = { skipPreflight: false, preflightCommitment: 'confirmed' }
    const sent = (await ask('solana_signAndSendTransaction', {
      transaction: await write(),
      options,
    })) as Record<string, string>
    await vi.waitFor(async () => {
      const { value } = await scene.connection.getSignatureStatus(sent.signature ?? '')
      expect(value).toMatchObject({ err: null })
    })
  })

  test('behavior: transactions in base58 are answered in base58', async () => {
    const { ask } = createWallet()
    const wires = [await write(1), await write(2)].map((one) => base64.decode(one))
    const list = {
      transactions: [base58.encode(wires[0] as Uint8Array), base64.encode(wires[1] as Uint8Array)],
    }
    const { transactions } = (await ask('solana_signAllTransactions', list)) as { transactions: string[] }
    const signed = [base58.decode(transactions[0] ?? ''), base64.decode(transactions[1] ?? '')]
    for (const wire of signed) expect(Transaction.from(wire).verifySignatures()).toBe(true)

    const transaction = list.transactions[0]
    const one = (await ask('solana_signTransaction', { transaction })) as { transaction: string }
    expect(base58.decode(one.transaction)).toEqual(signed[0])
    const sent = (await ask('solana_signAndSendTransaction', { transaction })) as { signature: string }
    expect(base58.decode(sent.signature)).toHaveLength(64)
  })

  test('error: a rejected transaction is not signed', async () => {
    const { ask } = createWallet('rejected')
    await expect(ask('solana_signTransaction', { transaction: await write() })).rejects.toMatchObject({
      rpcCode: 4001,
    })
  })

  test('error: a message that is a transaction is refused without a question', async () => {
    const { ask, approver } = createWallet()
    const wire = await scene.write([pay(1000, { from: wallet })], { payer: wallet })
    const versioned = VersionedTransaction.deserialize(await writeVersioned(scene, [pay(1)]))
    for (const bytes of [wire.subarray(65), wire, versioned.message.serialize(), versioned.serialize()])
      await expect(sign(ask, bytes)).rejects.toThrow('These bytes are a transaction, not a message')
    expect(approver.questions).toHaveLength(0)
  })

  test('error: bytes that are not text, hashes, other accounts and sign-ins to other sites are refused', async () => {
    const { ask, approver } = createWallet()
    const text = (value: string) => new TextEncoder().encode(value)
    const signIn = (domain: string, address: string) =>
      text(
        `${domain} wants you to sign in with your Solana account:\n${address}\n\nURI: ${origin}\nVersion: 1\nChain ID: mainnet\nNonce: 12345678\nIssued At: ${new Date().toISOString()}`,
      )
    await expect(sign(ask, Uint8Array.of(255, 254))).rejects.toThrow('not text')
    await expect(sign(ask, new Uint8Array(32).fill(65))).rejects.toThrow('32 bytes')
    await expect(sign(ask, text('Hi'), friend.toBase58())).rejects.toThrow('another account')
    await expect(sign(ask, signIn('evil.example', testSolanaAddress))).rejects.toThrow('evil.example')
    await expect(sign(ask, signIn('app.example', friend.toBase58()))).rejects.toThrow()
    expect(approver.questions).toHaveLength(0)
    await sign(ask, signIn('app.example', testSolanaAddress))
    expect(approver.questions[0]?.description.title).toBe('Sign in to app.example')
  })

  test('error: parameters of another form are refused', async () => {
    const { ask } = createWallet()
    const transaction = await write()
    const wrong: [string, unknown][] = [
      ['solana_signMessage', { message: '0OIl', pubkey: testSolanaAddress }],
      ['solana_signMessage', {}],
      ['solana_signTransaction', { transaction: '*' }],
      ['solana_signTransaction', [transaction]],
      ['solana_signAllTransactions', { transactions: transaction }],
      ['solana_signAllTransactions', { transactions: [] }],
      ['solana_signAndSendTransaction', { transaction, options: { preflightCommitment: 'soon' } }],
    ]
    for (const [method, params] of wrong)
      await expect(ask(method, params)).rejects.toMatchObject({ code: 'request-refused' })
  })
})
