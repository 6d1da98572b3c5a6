import { appendFile } from 'node:fs/promises'
import {
  createAssociatedTokenAccount,
  createMint,
  getAccount,
  getMint,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  transfer,
} from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test, vi } from 'vitest'
import { keypairOf, startSolana } from '../testing/solana.ts'
import { tempFolder } from '../testing/tempFolder.ts'
import { localSolana } from './localSolana.ts'
import { localSolanaTwo } from './localSolanaTwo.ts'

const visitor = keypairOf('visitor')
const friend = keypairOf('counterparty')
const wait = { timeout: 15_000, interval: 50 }
const pay = (lamports: number, to = friend.publicKey) =>
  SystemProgram.transfer({ fromPubkey: visitor.publicKey, toPubkey: to, lamports })

describe('startSolanaNode with @solana/web3.js and @solana/spl-token', () => {
  test('behavior: a transfer is sent, confirmed over WebSocket, and visible in balances and history', async () => {
    const { connection } = await startSolana()
    const before = await connection.getBalance(friend.publicKey)

    const signature = await sendAndConfirmTransaction(
      connection,
      new Transaction().add(pay(LAMPORTS_PER_SOL / 2)),
      [visitor],
      { commitment: 'confirmed' },
    )

    expect((await connection.getBalance(friend.publicKey)) - before).toBe(LAMPORTS_PER_SOL / 2)
    const [latest] = await connection.getSignaturesForAddress(friend.publicKey, { limit: 1 })
    expect(latest).toMatchObject({ signature, err: null })
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(parsed?.meta?.fee).toBe(5_000)
    expect(parsed?.transaction.message.instructions[0]).toMatchObject({
      program: 'system',
      parsed: {
        type: 'transfer',
        info: {
          source: visitor.publicKey.toBase58(),
          destination: friend.publicKey.toBase58(),
          lamports: LAMPORTS_PER_SOL / 2,
        },
      },
    })
    const block = await connection.getBlock(parsed?.slot ?? 0, { maxSupportedTransactionVersion: 0 })
    expect(block?.transactions[0]?.transaction.signatures).toEqual([signature])
    await vi.waitUntil(
      async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus === 'finalized',
      wait,
    )
  })

  test('behavior: airdrops are confirmed, also two in one slot', async () => {
    const { connection } = await startSolana()
    const someone = Keypair.generate()
    const signatures = await Promise.all([
      connection.requestAirdrop(someone.publicKey, LAMPORTS_PER_SOL),
      connection.requestAirdrop(someone.publicKey, LAMPORTS_PER_SOL),
    ])
    for (const signature of signatures) {
      const latest = await connection.getLatestBlockhash()
      expect((await connection.confirmTransaction({ signature, ...latest })).value.err).toBeNull()
    }
    expect(await connection.getBalance(someone.publicKey)).toBe(2 * LAMPORTS_PER_SOL)
  })

  test.each([
    ['SPL Token', undefined],
    ['Token-2022', TOKEN_2022_PROGRAM_ID],
  ])('behavior: a mint, accounts, tokens and a transfer of %s', async (_name, program) => {
    const { connection } = await startSolana()
    const args = [undefined, program] as const
    const mint = await createMint(connection, visitor, visitor.publicKey, null, 6, undefined, ...args)
    const own = await createAssociatedTokenAccount(connection, visitor, mint, visitor.publicKey, ...args)
    const other = await getOrCreateAssociatedTokenAccount(
      connection,
      visitor,
      mint,
      friend.publicKey,
      false,
      'confirmed',
      ...args,
    )
    await mintTo(connection, visitor, mint, own, visitor, 5_000_000, [], ...args)
    const signature = await transfer(connection, visitor, own, other.address, visitor, 1_250_000, [], ...args)

    expect((await getAccount(connection, other.address, 'confirmed', program)).amount).toBe(1_250_000n)
    expect((await getMint(connection, mint, 'confirmed', program)).supply).toBe(5_000_000n)
    expect((await connection.getTokenAccountBalance(own)).value.uiAmountString).toBe('3.75')
    const { value } = await connection.getParsedTokenAccountsByOwner(friend.publicKey, { mint })
    expect(value[0]?.account.data.parsed.info.tokenAmount.amount).toBe('1250000')
    const landed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(
      landed?.meta?.postTokenBalances?.map(({ owner, uiTokenAmount }) => [owner, uiTokenAmount.amount]),
    ).toEqual(
      expect.arrayContaining([
        [visitor.publicKey.toBase58(), '3750000'],
        [friend.publicKey.toBase58(), '1250000'],
      ]),
    )
  })

  test('error: an overspend fails in preflight with its logs, or on the chain without preflight', async () => {
    const { connection } = await startSolana()
    const poor = Keypair.generate()
    await connection.requestAirdrop(poor.publicKey, LAMPORTS_PER_SOL)
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: poor.publicKey, blockhash, lastValidBlockHeight }).add(
      SystemProgram.transfer({
        fromPubkey: poor.publicKey,
        toPubkey: friend.publicKey,
        lamports: 2 * LAMPORTS_PER_SOL,
      }),
    )

    const error = await connection.sendTransaction(transaction, [poor]).catch((reason) => reason)
    expect(error).toBeInstanceOf(SendTransactionError)
    expect(error.message).toContain('Error processing Instruction 0: custom program error: 0x1')
    expect(await error.getLogs(connection)).toContainEqual(
      expect.stringContaining('insufficient lamports 999995000, need 2000000000'),
    )

    const signature = await connection.sendTransaction(transaction, [poor], { skipPreflight: true })
    const landed = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    expect(landed.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(await connection.getBalance(poor.publicKey)).toBe(LAMPORTS_PER_SOL - 5_000)
  })

  test('error: an invalid signature, a repeated transaction, a payer without funds', async () => {
    const { connection, rpc } = await startSolana()
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: visitor.publicKey, blockhash, lastValidBlockHeight }).add(
      pay(1),
    )
    transaction.sign(visitor)
    const wire = transaction.serialize()
    const forged = Buffer.from(wire)
    forged[10] = (forged[10] ?? 0) ^ 1
    const send = (bytes: Uint8Array) =>
      rpc('sendTransaction', Buffer.from(bytes).toString('base64'), { encoding: 'base64' })

    expect((await send(forged)).error).toMatchObject({
      code: -32003,
      message: 'Transaction signature verification failure',
    })
    expect((await send(wire)).error).toBeUndefined()
    expect((await send(wire)).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed' },
    })
    const nobody = Keypair.generate()
    const unpaid = new Transaction({ feePayer: nobody.publicKey, blockhash, lastValidBlockHeight }).add(
      SystemProgram.transfer({ fromPubkey: nobody.publicKey, toPubkey: friend.publicKey, lamports: 1 }),
    )
    unpaid.sign(nobody)
    expect((await send(unpaid.serialize())).error).toMatchObject({
      code: -32002,
      data: { err: 'AccountNotFound' },
    })
  })

  test('param: devnet_skipSlots: slots pass at once, and blockhashes with them', async () => {
    const { rpc } = await startSolana()
    const [before, { blockhash }] = [
      (await rpc('getSlot', { commitment: 'confirmed' })).result,
      (await rpc('getLatestBlockhash')).result.value,
    ]
    expect((await rpc('devnet_skipSlots', 200)).result).toBeGreaterThanOrEqual(before + 200)
    expect((await rpc('isBlockhashValid', blockhash)).result.value).toBe(false)
    for (const wrong of [0, -1, 1.5, '1'])
      expect((await rpc('devnet_skipSlots', wrong)).error?.code).toBe(-32602)
  })

  test('error: a blockhash expires after 150 slots', async () => {
    let time = Date.now()
    const { connection, rpc } = await startSolana({ now: () => time })
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed')
    const signed = (lamports: number) => {
      const one = new Transaction({ feePayer: visitor.publicKey, blockhash, lastValidBlockHeight }).add(
        pay(lamports),
      )
      one.sign(visitor)
      return one.serialize().toString('base64')
    }
    time += 150 * 400
    expect(await connection.getBlockHeight('confirmed')).toBe(lastValidBlockHeight)
    expect((await rpc('sendTransaction', signed(1), { encoding: 'base64' })).error).toBeUndefined()
    time += 400
    expect((await rpc('isBlockhashValid', blockhash)).result.value).toBe(false)
    expect((await rpc('sendTransaction', signed(2), { encoding: 'base64' })).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound', logs: [] },
    })
  })

  test('behavior: the second network is a separate chain with its own genesis hash and balances', async () => {
    const one = await startSolana()
    const two = await startSolana({ network: localSolanaTwo })
    expect(await one.connection.getGenesisHash()).toBe(localSolana.genesisHash)
    expect(await two.connection.getGenesisHash()).toBe(localSolanaTwo.genesisHash)
    expect(await two.connection.getBalance(visitor.publicKey)).toBe(10_899_995_000)
    const before = await one.connection.getBalance(visitor.publicKey)

    const { blockhash, lastValidBlockHeight } = await two.connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: visitor.publicKey, blockhash, lastValidBlockHeight })
    transaction.add(pay(1_000)).sign(visitor)
    const wire = transaction.serialize()

    await expect(one.connection.sendRawTransaction(wire)).rejects.toThrow('Blockhash not found')
    await two.connection.sendRawTransaction(wire)
    await vi.waitUntil(
      async () => (await two.connection.getBalance(visitor.publicKey)) === 10_899_989_000,
      wait,
    )
    expect(await one.connection.getBalance(visitor.publicKey)).toBe(before)
  })

  test('behavior: a versioned transaction with a lookup table', async () => {
    let time = Date.now()
    const { connection } = await startSolana({ now: () => time })
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: visitor.publicKey,
      payer: visitor.publicKey,
      recentSlot: await connection.getSlot(),
    })
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: visitor.publicKey,
      payer: visitor.publicKey,
      addresses: [friend.publicKey],
    })
    await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [visitor])
    time += 400 // addresses of a lookup table can be used from the next slot on
    const { value: found } = await connection.getAddressLookupTable(table)
    expect(found?.state.addresses).toEqual([friend.publicKey])
    const latest = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: visitor.publicKey,
      recentBlockhash: latest.blockhash,
      instructions: [pay(1_234)],
    }).compileToV0Message(found ? [found] : [])
    expect(message.addressTableLookups).toHaveLength(1)
    const transaction = new VersionedTransaction(message)
    transaction.sign([visitor])
    const before = await connection.getBalance(friend.publicKey)
    const signature = await connection.sendTransaction(transaction)
    await connection.confirmTransaction({ signature, ...latest })

    expect(await connection.getBalance(friend.publicKey)).toBe(before + 1_234)
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(landed?.version).toBe(0)
    expect(landed?.meta?.loadedAddresses?.writable).toEqual([friend.publicKey])
    await expect(connection.getTransaction(signature)).rejects.toThrow('maxSupportedTransactionVersion')
  })

  test('behavior: subscriptions to an account, its logs and slots', async () => {
    const { connection } = await startSolana()
    const lamports: number[] = []
    const logs: string[] = []
    const slots: number[] = []
    connection.onAccountChange(friend.publicKey, (account) => lamports.push(account.lamports), {
      commitment: 'confirmed',
    })
    connection.onLogs(friend.publicKey, ({ signature }) => logs.push(signature), 'confirmed')
    connection.onSlotChange(({ slot }) => slots.push(slot))
    // The first slot notification proves that the earlier subscriptions are active.
    await vi.waitUntil(() => slots.length > 0, wait)
    const before = await connection.getBalance(friend.publicKey)
    const signature = await connection.sendTransaction(new Transaction().add(pay(7)), [visitor])
    await vi.waitUntil(() => lamports.length > 0 && logs.length > 0, wait)
    expect(lamports).toEqual([before + 7])
    expect(logs).toEqual([signature])
  })

  test('behavior: pages of the history with before, until and limit', async () => {
    const { connection } = await startSolana()
    const all = await connection.getSignaturesForAddress(visitor.publicKey)
    expect(all.length).toBeGreaterThanOrEqual(12)
    const paged: string[] = []
    for (;;) {
      const page = await connection.getSignaturesForAddress(visitor.publicKey, {
        limit: 5,
        ...(paged.length > 0 ? { before: paged.at(-1) as string } : {}),
      })
      if (page.length === 0) break
      paged.push(...page.map(({ signature }) => signature))
    }
    expect(paged).toEqual(all.map(({ signature }) => signature))
    const until = await connection.getSignaturesForAddress(visitor.publicKey, { until: paged[3] as string })
    expect(until.map(({ signature }) => signature)).toEqual(paged.slice(0, 3))
  })

  test('behavior: the seed contains tokens, an NFT, and transfers in both directions', async () => {
    const { connection } = await startSolana()
    const [dusd, pbbl] = localSolana.tokens
    const holdings = async (program: string) => {
      const { value } = await connection.getParsedTokenAccountsByOwner(visitor.publicKey, {
        programId: new PublicKey(program),
      })
      return Object.fromEntries(
        value.map(({ account }) => [
          account.data.parsed.info.mint,
          account.data.parsed.info.tokenAmount.uiAmountString,
        ]),
      )
    }
    expect(await holdings(dusd.program)).toEqual({ [dusd.mint]: '2431.25', [localSolana.nft.mint]: '1' })
    expect(await holdings(pbbl.program)).toEqual({ [pbbl.mint]: '38.5' })
    const metadata = await connection.getAccountInfo(new PublicKey(localSolana.nft.metadata))
    expect(metadata?.owner.toBase58()).toBe(localSolana.programs.tokenMetadata)
    expect(metadata?.data.toString('utf8')).toContain('Arch #1')
    expect((await getMint(connection, new PublicKey(localSolana.nft.mint))).mintAuthority?.toBase58()).toBe(
      localSolana.nft.edition,
    )
    const history = await connection.getSignaturesForAddress(visitor.publicKey)
    expect(history.filter(({ err }) => err)).toHaveLength(1)
    for (const { blockTime } of history) expect(blockTime).toBeLessThan(Date.now() / 1_000)
  })

  test('behavior: transactions survive a restart, except an incomplete journal line', async () => {
    const folder = await tempFolder()
    const first = await startSolana({ folder })
    const signature = await first.connection.sendTransaction(new Transaction().add(pay(99)), [visitor])
    const before = await first.rpc('getTransaction', signature, { commitment: 'confirmed' })
    const balance = await first.connection.getBalance(visitor.publicKey)
    // Do not close the first node: a kill leaves the journal as it is, possibly with an incomplete line.
    await appendFile(`${folder}/solana.jsonl`, '{"slot":1,"transa')

    const second = await startSolana({ folder })
    expect(await second.connection.getBalance(visitor.publicKey)).toBe(balance)
    expect(await second.rpc('getTransaction', signature, { commitment: 'confirmed' })).toEqual(before)
    await second.connection.sendTransaction(new Transaction().add(pay(98)), [visitor])
  })
})
