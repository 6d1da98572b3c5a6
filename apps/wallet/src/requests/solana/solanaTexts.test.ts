import {
  createApproveCheckedInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnCheckedInstruction,
  createCloseAccountInstruction,
  createRevokeInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  NATIVE_MINT,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { ComputeBudgetProgram, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dollar,
  friend,
  own,
  readAloud,
  type SolanaScene,
  startSolanaScene,
  stranger,
  type Tamper,
  tokenAccountOf,
  unpriced,
} from '../../../test/startSolanaScene.ts'

let scene: SolanaScene
beforeAll(async () => {
  scene = await startSolanaScene()
})
afterAll(() => scene.close())

type Shown = Parameters<SolanaScene['show']>
const read = async (...parameters: Shown) => readAloud(await scene.show(...parameters))
const sol = (amount: number) => Math.round(amount * 1e9)
const pay = (amount: number, to = friend) =>
  SystemProgram.transfer({ fromPubkey: own, toPubkey: to, lamports: sol(amount) })
const sendDollars = (amount: number, to = friend) =>
  createTransferCheckedInstruction(
    tokenAccountOf(own),
    dollar.key,
    tokenAccountOf(to),
    own,
    BigInt(Math.round(amount * 1e6)),
    6,
  )
const memo = (text: string) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from(text),
  })

/** The texts are here to be read: who, what and how much must be clear from them alone. The simulations are real. */
describe('what a visitor reads of a transaction on Solana', () => {
  test('behavior: coins to a friend', async () => {
    expect(await read([pay(0.5)])).toMatchInlineSnapshot(`
      "Send 0.5 SOL (medium)
      You send now: 0.5 SOL
      You receive now: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana"
    `)
  })
  test('behavior: coins to a stranger, signed only', async () => {
    expect(await read([pay(0.02, stranger)], { send: undefined })).toMatchInlineSnapshot(`
      "Send 0.02 SOL (medium)
      You send: 0.02 SOL
      You receive: nothing
      To: 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2
      Fee, at most: 0.000005 SOL · < $0.01
      Can be sent: by anyone who gets it, within about two minutes
      Network: Solana
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })
  test('behavior: many coins', async () => {
    expect(await read([pay(900)])).toMatchInlineSnapshot(`
      "Send 900 SOL (high)
      You send now: 900 SOL
      You receive now: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana
      ! The total value is about $135,000, including the fee.
      ! 900.000005 SOL, with fees and deposits, is 72% of your SOL."
    `)
  })
  test('behavior: coins without a price', async () => {
    expect(await read([pay(0.5)], { coinPrice: null })).toMatchInlineSnapshot(`
      "Send 0.5 SOL (high)
      You send now: 0.5 SOL
      You receive now: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Fee, at most: 0.000005 SOL · price unknown
      Network: Solana
      ! There is no price for SOL, so the value of SOL is unknown."
    `)
  })
  test('behavior: coins of a test network', async () => {
    const chainId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
    expect(await read([pay(0.5)], { chainId, coinPrice: null })).toMatchInlineSnapshot(`
      "Send 0.5 SOL (high)
      You send now: 0.5 SOL
      You receive now: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Fee, at most: 0.000005 SOL · test coins
      Network: Local Solana (test network: nothing here has real value)
      ! Test network: these coins have no real value."
    `)
  })
  test('behavior: tokens to a friend, with a note and a priority fee', async () => {
    const limits = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000 }),
    ]
    expect(await read([...limits, sendDollars(25), memo('Rent')])).toMatchInlineSnapshot(`
      "Send 25 DUSD (medium)
      You send now: 25 DUSD
      You receive now: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Public note: Rent
      Fee, at most: 0.00001 SOL · < $0.01
      Network: Solana"
    `)
  })
  test('behavior: tokens to somebody who has none yet', async () => {
    const open = createAssociatedTokenAccountIdempotentInstruction(
      own,
      tokenAccountOf(stranger),
      stranger,
      dollar.key,
    )
    expect(await read([open, sendDollars(25, stranger)])).toMatchInlineSnapshot(`
      "Send 25 DUSD (medium)
      You send now: 25 DUSD
      You receive now: nothing
      Deposit, at most: 0.00203928 SOL · $0.31, for a new token account
      To: 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })
  test('behavior: tokens without a price, of Token-2022', async () => {
    const transfer = createTransferCheckedInstruction(
      tokenAccountOf(own, unpriced),
      unpriced.key,
      tokenAccountOf(friend, unpriced),
      own,
      10n ** 9n,
      9,
      [],
      unpriced.programKey,
    )
    expect(await read([transfer])).toMatchInlineSnapshot(`
      "Send 1 PBBL (high)
      You send now: 1 PBBL
      You receive now: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Token: CQteEHD1KTG6vi1sukSZdpPbEBZqT8mj5XttR9yk9trP
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana
      ! There is no price for PBBL, so the value of PBBL is unknown."
    `)
  })
  test('behavior: tokens by an instruction that names no token', async () => {
    const transfer = createTransferInstruction(tokenAccountOf(own), tokenAccountOf(friend), own, 5_000_000n)
    expect(await read([transfer])).toMatchInlineSnapshot(`
      "Send 5 DUSD (medium)
      You send now: 5 DUSD
      You receive now: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana"
    `)
  })
  test('behavior: a permission for a few tokens, and one without a limit', async () => {
    const allow = (amount: bigint) =>
      createApproveCheckedInstruction(tokenAccountOf(own), dollar.key, stranger, own, amount, 6)
    expect(await read([allow(5_000_000n)])).toMatchInlineSnapshot(`
      "Let someone take up to 5 DUSD (high)
      You send now: nothing but the fee
      You receive now: nothing
      Can be taken later: up to 5 DUSD
      Spender: 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2
      Permission ends: when all of it is taken, or when you revoke it
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana
      ! The spender can take this without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
    expect(await read([allow(2n ** 64n - 1n)])).toMatchInlineSnapshot(`
      "Let someone take all your DUSD (high)
      You send now: nothing but the fee
      You receive now: nothing
      Can be taken later: all your DUSD
      Spender: 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2
      Permission ends: when you revoke it
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana
      !! There is no limit for DUSD: the spender can take all of it, without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })
  test('behavior: a permission that is taken back', async () => {
    expect(await read([createRevokeInstruction(tokenAccountOf(own), own)])).toMatchInlineSnapshot(`
      "Revoke the permission to take your DUSD (medium)
      You send now: nothing but the fee
      You receive now: nothing
      Revokes: the permission to take your DUSD
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana"
    `)
  })
  test('behavior: tokens that are destroyed', async () => {
    const burn = createBurnCheckedInstruction(tokenAccountOf(own), dollar.key, own, 1_000_000n, 6)
    expect(await read([burn])).toMatchInlineSnapshot(`
      "Destroy 1 DUSD (high)
      You destroy: 1 DUSD
      You receive now: nothing
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana
      !! It destroys 1 DUSD. Nobody gets them, and nobody can bring them back."
    `)
  })
  test('behavior: SOL that is wrapped, and unwrapped', async () => {
    const wrapped = tokenAccountOf(own, { key: NATIVE_MINT, programKey: TOKEN_PROGRAM_ID })
    const wrap = [
      createAssociatedTokenAccountIdempotentInstruction(own, wrapped, own, NATIVE_MINT),
      SystemProgram.transfer({ fromPubkey: own, toPubkey: wrapped, lamports: sol(0.1) }),
      createSyncNativeInstruction(wrapped),
    ]
    // The local network has no wrapped SOL, so the simulation is scripted.
    const before = BigInt(await scene.connection.getBalance(own))
    const simulate =
      (left: bigint, isOpen: boolean): Tamper =>
      (method, params) => {
        if (method !== 'simulateTransaction') return undefined
        const state = (address: string) => {
          if (address === own.toBase58())
            return { lamports: Number(left), owner: '1'.repeat(32), data: ['', 'base64'] }
          if (address !== wrapped.toBase58() || !isOpen) return null
          const data = Buffer.alloc(165)
          NATIVE_MINT.toBuffer().copy(data, 0)
          own.toBuffer().copy(data, 32)
          data.writeBigUInt64LE(100_000_000n, 64)
          data[108] = 1
          return {
            lamports: 102_039_280,
            owner: TOKEN_PROGRAM_ID.toBase58(),
            data: [data.toString('base64'), 'base64'],
          }
        }
        const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
        return { value: { err: null, accounts: addresses.map(state) } }
      }
    const spent = before - 5000n
    const tamper = simulate(spent - 102_039_280n, true)
    expect(await read(wrap, { tamper })).toMatchInlineSnapshot(`
      "Send 0.1 SOL to yourself and open a token account (medium)
      You send now: nothing but the fee; what you send stays yours
      You receive now: 0.1 wSOL, in a simulation
      Token: So11111111111111111111111111111111111111112
      Deposit, at most: 0.00203928 SOL · $0.31, for a new token account
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana"
    `)
    const unwrap = [...wrap, createCloseAccountInstruction(wrapped, own, own)]
    expect(await read(unwrap, { tamper: simulate(spent, false) })).toMatchInlineSnapshot(`
      "Send 0.1 SOL to yourself, close a token account and open a token account (medium)
      You send now: nothing but the fee; what you send stays yours
      You receive now: nothing
      Deposit, at most: 0.00203928 SOL · $0.31, for a new token account
      Closes: a token account; what is left in it goes to you
      Token account: 295nWTaCKinAkShqxmqwPmFkpoHqmgENXpaiBKqpqbcf
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana"
    `)
  })
  test('behavior: a note only', async () => {
    expect(await read([memo('Hello')])).toMatchInlineSnapshot(`
      "Publish a note (medium)
      You send now: nothing but the fee
      You receive now: nothing
      Public note: Hello
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana"
    `)
  })
  test('behavior: several transactions', async () => {
    const wires = [await scene.write([pay(0.1)]), await scene.write([sendDollars(20), pay(0.2, stranger)])]
    expect(await read(wires)).toMatchInlineSnapshot(`
      "Send 0.3 SOL and 20 DUSD to 2 recipients, in 2 transactions (medium)
      You send now, in total: 0.3 SOL
      You send now, in total: 20 DUSD
      You receive now: nothing
      Transaction 1: Send 0.1 SOL
      You send now: 0.1 SOL
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Transaction 2: Send 20 DUSD and 0.2 SOL to 2 recipients
      You send now: 20 DUSD
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      You send now: 0.2 SOL
      To: 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2
      Fee, at most: 0.00001 SOL · < $0.01
      Network: Solana
      ! Check every address that is new to you before you approve."
    `)
  })
  test('behavior: an instruction that cannot be decoded', async () => {
    const unknown = new TransactionInstruction({
      programId: new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'),
      keys: [{ pubkey: own, isSigner: true, isWritable: true }],
      data: Buffer.from([1, 2, 3]),
    })
    expect(await read([pay(0.1), unknown])).toMatchInlineSnapshot(`
      "Send 0.1 SOL, with an unknown instruction (high)
      You send now: 0.1 SOL
      You receive now: unknown
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Unknown program: JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4
      Fee, at most: 0.000005 SOL · < $0.01
      Network: Solana
      !! The wallet cannot read what the program JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4 does with your account: it could take everything that you have on Solana.
      !! It would fail now (InvalidProgramForExecution). Then only the fee leaves your account."
    `)
  })
  test('behavior: a transaction that another account pays for', async () => {
    const wire = await scene.write([sendDollars(5)], { payer: friend })
    expect(await read(wire, { send: undefined })).toMatchInlineSnapshot(`
      "Send 5 DUSD (medium)
      You send: 5 DUSD
      You receive: nothing
      To: AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD
      Token: 7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c
      Fee: paid by another account
      Can be sent: by anyone who gets it, within about two minutes
      Network: Solana"
    `)
  })
})
