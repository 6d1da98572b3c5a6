import { createMessage } from '@portico/siwx'
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dollar,
  friend,
  mainnet,
  own,
  readAloud,
  type SolanaScene,
  startSolanaScene,
  stranger,
  type Tamper,
  tokenAccountOf,
  unpriced,
  writeVersioned,
} from '../../../test/startSolanaScene.ts'
import { programs } from './programs.ts'
import { readSolanaTransaction } from './readSolanaTransaction.ts'

let scene: SolanaScene
beforeAll(async () => {
  scene = await startSolanaScene()
})
afterAll(() => scene.close())

type Shown = Parameters<SolanaScene['show']>
/** Expects high risk, and returns what the visitor reads. */
async function readHigh(...parameters: Shown): Promise<string> {
  const description = await scene.show(...parameters)
  expect(description.risk).toBe('high')
  return readAloud(description)
}

const pay = (sol: number, to = friend) =>
  SystemProgram.transfer({ fromPubkey: own, toPubkey: to, lamports: Math.round(sol * 1e9) })
const tiny = pay(0.001)
const mine = tokenAccountOf(own)
const sendDollars = (amount: bigint, to = tokenAccountOf(friend)) =>
  createTransferCheckedInstruction(mine, dollar.key, to, own, amount, 6)

describe('what hides beside a small transfer', () => {
  const attacks: Record<string, { instruction: TransactionInstruction; says: string[] }> = {
    'the owner of a token account': {
      instruction: createSetAuthorityInstruction(mine, own, AuthorityType.AccountOwner, stranger),
      says: ['!! It hands over a token account', `to ${stranger.toBase58()}`, 'You cannot take it back'],
    },
    'the right to close a token account': {
      instruction: createSetAuthorityInstruction(mine, own, AuthorityType.CloseAccount, stranger),
      says: ['!! It hands over the right to close a token account', stranger.toBase58()],
    },
    'the account itself': {
      instruction: SystemProgram.assign({ accountPubkey: own, programId: stranger }),
      says: ['!! It hands over your whole account', stranger.toBase58(), 'Hand over an account'],
    },
    'space in the account, which blocks its SOL': {
      instruction: SystemProgram.allocate({ accountPubkey: own, space: 8 }),
      says: ['!! It hands over your whole account'],
    },
    'a permission without a limit': {
      instruction: createApproveInstruction(mine, stranger, own, 2n ** 64n - 1n),
      says: ['!! There is no limit for DUSD', 'let someone take all your DUSD', stranger.toBase58()],
    },
    'a permission for a little': {
      instruction: createApproveInstruction(mine, stranger, own, 1n),
      says: ['up to 0.000001 DUSD', 'without asking you again'],
    },
    'an account whose SOL goes to somebody else': {
      instruction: createCloseAccountInstruction(mine, stranger, own),
      says: [
        `!! What is left in the token account, 0.00203928 SOL, goes to ${stranger.toBase58()}, not to you.`,
      ],
    },
    'a stake account': {
      instruction: StakeProgram.authorize({
        stakePubkey: stranger,
        authorizedPubkey: own,
        newAuthorizedPubkey: friend,
        stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer,
      }).instructions[0] as TransactionInstruction,
      says: ['!! It hands over a stake account or what is in it'],
    },
    'a program that nobody knows, with the signature': {
      instruction: new TransactionInstruction({
        programId: friend,
        keys: [{ pubkey: own, isSigner: true, isWritable: false }],
        data: Buffer.alloc(0),
      }),
      says: ['it could take everything that you have on Solana'],
    },
    'a program that nobody knows, without the signature': {
      instruction: new TransactionInstruction({ programId: friend, keys: [], data: Buffer.alloc(0) }),
      says: [`!! The wallet cannot read what the program ${friend.toBase58()} does.`],
    },
    'several token instructions in one, which has no public format': {
      instruction: new TransactionInstruction({
        programId: dollar.programKey,
        keys: [{ pubkey: own, isSigner: true, isWritable: false }],
        data: Buffer.from([255, 3]),
      }),
      says: ['!! The wallet cannot read what the program'],
    },
    'a transfer with bytes after its end': {
      instruction: new TransactionInstruction({ ...tiny, data: Buffer.concat([tiny.data, Buffer.of(0)]) }),
      says: ['!! The wallet cannot read what the program'],
    },
    'a transfer of Token-2022 that runs another program': {
      instruction: createTransferCheckedInstruction(
        tokenAccountOf(own, unpriced),
        unpriced.key,
        tokenAccountOf(friend, unpriced),
        own,
        1n,
        9,
        [stranger],
        unpriced.programKey,
      ),
      says: ['!! The wallet cannot read what the program'],
    },
    'an account that several people own': {
      instruction: createTransferCheckedInstruction(
        tokenAccountOf(friend),
        dollar.key,
        tokenAccountOf(stranger),
        stranger,
        5n,
        6,
        [own],
      ),
      says: [`!! You sign for ${stranger.toBase58()}`],
    },
    'SOL of a nonce account': {
      instruction: SystemProgram.nonceWithdraw({
        noncePubkey: stranger,
        authorizedPubkey: own,
        toPubkey: friend,
        lamports: 5,
      }),
      says: ['It takes SOL out of the nonce account'],
    },
  }
  test.each(Object.keys(attacks))('behavior: %s is high risk and named', async (name) => {
    const { instruction, says } = attacks[name] as (typeof attacks)[string]
    const transaction = new Transaction({ feePayer: own, ...(await scene.connection.getLatestBlockhash()) })
    const wire = transaction.add(tiny, instruction).serialize({ verifySignatures: false })
    const text = await readHigh(new Uint8Array(wire), { send: undefined })
    for (const part of says) expect(text).toContain(part)
  })

  test('behavior: the transfer alone is of medium risk', async () => {
    expect((await scene.show([tiny])).risk).toBe('medium')
  })
})

describe('a simulation that lies', () => {
  /** Answers that nothing changes, whatever the transaction does. */
  function nothingChanges(): Tamper {
    const known = new Map<unknown, unknown>()
    return (method, params, answer) => {
      if (method === 'getMultipleAccounts') {
        const { value } = answer as { value: unknown[] }
        ;(params[0] as unknown[]).forEach((address, index) => {
          known.set(address, value[index])
        })
      }
      if (method !== 'simulateTransaction') return undefined
      const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
      return { value: { err: null, accounts: addresses.map((address) => known.get(address) ?? null) } }
    }
  }

  test('behavior: what the bytes say counts and is shown', async () => {
    const big = await readHigh([pay(900, stranger)], { tamper: nothingChanges() })
    expect(big).toContain('You send now: 900 SOL')
    expect(big).toContain('about $135,000')
    const tokens = await readHigh([sendDollars(2_000_000_000n)], { tamper: nothingChanges() })
    expect(tokens).toContain('You send now: 2,000 DUSD')
    const rights = createSetAuthorityInstruction(mine, own, AuthorityType.AccountOwner, stranger)
    expect(await readHigh([rights], { tamper: nothingChanges() })).toContain(
      '!! It hands over a token account',
    )
  })

  test('behavior: a gift in a simulation does not lower what leaves', async () => {
    const tamper: Tamper = (method, _params, answer) => {
      if (method !== 'simulateTransaction') return undefined
      const { value } = answer as { value: { accounts: { lamports: number }[] } }
      const [account, ...others] = value.accounts
      return { value: { ...value, accounts: [{ ...account, lamports: 10 ** 15 }, ...others] } }
    }
    const text = await readHigh([pay(900)], { tamper })
    expect(text).toContain('You send now: 900 SOL')
    expect(text).toContain('in a simulation')
  })

  test('behavior: more that leaves, a permission and a new owner in a simulation raise the risk', async () => {
    const change = (edit: (data: Buffer) => void, lamports = 0): Tamper => {
      return (method, _params, answer) => {
        if (method !== 'simulateTransaction') return undefined
        const { value } = answer as {
          value: { accounts: ({ lamports: number; owner: string; data: [string, string] } | null)[] }
        }
        const accounts = value.accounts.map((account, index) => {
          if (!account) return account
          const data = Buffer.from(account.data[0], 'base64')
          if (data.length === 165 && data.subarray(32, 64).equals(own.toBuffer())) edit(data)
          const left = account.lamports - (index === 0 ? lamports : 0)
          return { ...account, lamports: left, data: [data.toString('base64'), 'base64'] }
        })
        return { value: { ...value, accounts } }
      }
    }
    const small = sendDollars(1_000_000n)
    expect((await scene.show([small], { tamper: change(() => {}) })).risk).toBe('medium')
    const more = await readHigh([small], { tamper: change((data) => data.writeBigUInt64LE(5n, 64)) })
    expect(more).toContain('!! The simulation shows that more leaves your account')
    expect(more).toMatch(/You send now: [\d,.]+ DUSD, in a simulation/)
    const coins = await readHigh([small], { tamper: change(() => {}, 10 ** 9) })
    expect(coins).toContain('You send now: 1 SOL, in a simulation')
    const delegate = change((data) => {
      data.writeUInt32LE(1, 72)
      stranger.toBuffer().copy(data, 76)
      data.writeBigUInt64LE(7n, 121)
    })
    expect(await readHigh([small], { tamper: delegate })).toContain('!! The simulation shows a permission')
    const owner = change((data) => void stranger.toBuffer().copy(data, 32))
    expect(await readHigh([small], { tamper: owner })).toContain('somebody else controls an account of yours')
  })

  test('behavior: what an unknown program takes in a simulation is shown', async () => {
    const unknown = new TransactionInstruction({
      programId: stranger,
      keys: [{ pubkey: own, isSigner: true, isWritable: true }],
      data: Buffer.alloc(0),
    })
    let balance = 0
    const tamper: Tamper = (method, params, answer) => {
      const address = (params[0] as unknown[])[0]
      if (method === 'getMultipleAccounts' && address === own.toBase58())
        balance = (answer as { value: { lamports: number }[] }).value[0]?.lamports ?? 0
      if (method !== 'simulateTransaction') return undefined
      const after = { lamports: balance - 10 ** 9, owner: '1'.repeat(32), data: ['', 'base64'] }
      return { value: { err: null, accounts: [after] } }
    }
    const text = await readHigh([unknown], { tamper })
    expect(text).toContain('You send now: 0.999995 SOL, in a simulation')
    expect(text).toContain('it could take everything that you have on Solana')
    expect(text).not.toContain('more leaves your account than the instructions say')
  })

  test('behavior: SOL that is sent to oneself does not hide what a program takes in a simulation', async () => {
    const unknown = new TransactionInstruction({
      programId: stranger,
      keys: [{ pubkey: own, isSigner: true, isWritable: true }],
      data: Buffer.alloc(0),
    })
    const take = (lamports: number): Tamper => {
      let balance = 0
      return (method, params, answer) => {
        const at = (params[0] as string[]).indexOf(own.toBase58())
        if (method === 'getMultipleAccounts' && at >= 0)
          balance = (answer as { value: { lamports: number }[] }).value[at]?.lamports ?? 0
        if (method !== 'simulateTransaction') return undefined
        const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
        const after = { lamports: balance - lamports - 5_000, owner: '1'.repeat(32), data: ['', 'base64'] }
        return {
          value: { err: null, accounts: addresses.map((one) => (one === own.toBase58() ? after : null)) },
        }
      }
    }
    const wrapped = tokenAccountOf(own, { key: NATIVE_MINT, programKey: TOKEN_PROGRAM_ID })
    const wrap = [pay(100, wrapped), unknown, createCloseAccountInstruction(wrapped, own, own)]
    const ofWrapped = await readHigh(wrap, { tamper: take(100e9) })
    expect(ofWrapped).toContain('You send now: 100 SOL, in a simulation')
    expect(ofWrapped).not.toContain('to yourself')
    const ofOwn = await readHigh([pay(1_000, own), unknown], { tamper: take(1_000e9) })
    expect(ofOwn).toContain('You send now: 1,000 SOL, in a simulation')
    expect(ofOwn).not.toContain('to yourself')
  })

  test('behavior: a failing simulation is no safety if the site keeps the signed transaction', async () => {
    const tamper: Tamper = (method) =>
      method === 'simulateTransaction' ? { value: { err: 'AccountNotFound' } } : undefined
    const kept = await readHigh([tiny], { tamper, send: undefined })
    expect(kept).toContain(
      '!! It would fail now (AccountNotFound), but the site can send it later, when it may succeed.',
    )
    expect(kept).not.toContain('only the fee')
    expect(await readHigh([tiny], { tamper })).toContain('Then only the fee leaves your account.')
    expect((await scene.show([tiny], { tamper, send: undefined })).failure).toBeUndefined()
  })

  test('behavior: why it would fail: only the own balance says that SOL is missing', async () => {
    const tamper: Tamper = (method) =>
      method === 'simulateTransaction' ? { value: { err: 'AccountNotFound' } } : undefined
    const missing = await scene.show([pay(1_000_000)])
    expect(missing.failure).toBe('Not enough SOL: it would fail now.')
    expect(missing.warnings.map(({ text }) => text)).toContain(
      'Not enough SOL: it would fail now. Then only the fee leaves your account.',
    )
    expect((await scene.show([tiny], { tamper })).failure).toBe('It would fail now (AccountNotFound).')
    expect((await scene.show([tiny])).failure).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['an error', new Error('down')],
    ['nothing', { value: null }],
    ['no accounts', { value: { err: null, accounts: null } }],
    ['fewer accounts', { value: { err: null, accounts: [] } }],
    ['accounts of another form', { value: { err: null, accounts: [{}, 'x', 7] } }],
  ])('behavior: %s instead of a simulation is high risk', async (_name, answer) => {
    const tamper: Tamper = (method) => (method === 'simulateTransaction' ? answer : undefined)
    expect(await readHigh([tiny], { tamper })).toContain('!! Could not simulate the transaction')
  })
})

describe('a node that lies about accounts', () => {
  /** Replaces the 32 bytes of a token account at an offset, for every account with that address. */
  const replace =
    (address: PublicKey, offset: number, key: PublicKey): Tamper =>
    (method, params, answer) => {
      if (method !== 'getMultipleAccounts') return undefined
      const { value } = answer as { value: ({ data: [string, string] } | null)[] }
      const index = (params[0] as string[]).indexOf(address.toBase58())
      const account = value[index]
      if (!account) return undefined
      const data = Buffer.from(account.data[0], 'base64')
      key.toBuffer().copy(data, offset)
      return { value: value.with(index, { ...account, data: [data.toString('base64'), 'base64'] }) }
    }

  test('behavior: the claim of another token than the one that leaves has no effect', async () => {
    const transfer = createTransferInstruction(mine, tokenAccountOf(friend), own, 5_000_000n)
    const text = await readHigh([transfer], { tamper: replace(mine, 0, unpriced.key) })
    expect(text).toContain('Which token leaves is known only from the network')
  })

  test('behavior: an owner of the receiving account who cannot be proven has no effect', async () => {
    const foreign = Keypair.generate()
    const rent = await scene.connection.getMinimumBalanceForRentExemption(165)
    const open = [
      SystemProgram.createAccount({
        fromPubkey: own,
        newAccountPubkey: foreign.publicKey,
        lamports: rent,
        space: 165,
        programId: dollar.programKey,
      }),
      new TransactionInstruction({
        programId: dollar.programKey,
        keys: [
          { pubkey: foreign.publicKey, isSigner: false, isWritable: true },
          { pubkey: dollar.key, isSigner: false, isWritable: false },
        ],
        data: Buffer.concat([Buffer.of(18), stranger.toBuffer()]),
      }),
    ]
    await scene.request([await scene.write(open, { signers: [foreign] })], { send: {} })
    const lie = replace(foreign.publicKey, 32, friend)
    const text = await readHigh([sendDollars(1_000_000n, foreign.publicKey)], { tamper: lie })
    expect(text).toContain(`To: ${friend.toBase58()}`)
    expect(text).toContain('Who owns the token account that receives is known only from the network')
  })

  test('behavior: a token that calls itself like a well-known one is named', async () => {
    const tokens = { [unpriced.mint]: { symbol: 'U S D С'.replace('С', 'C'), decimals: 9, price: 1 } }
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
    const text = await readHigh([transfer], { tokens })
    expect(text).toContain('but it is not the well-known')
    expect(text.split('\n')[0]).not.toContain('USDC')
  })

  test.each(['USD\u0421', '\u0405OL', 'USDC SPL', 'S0L', 'USD\u20ae', 'U.S.D.C', '000', 'mSOL'])(
    'behavior: a received token that calls itself %s is named by its mint only',
    async (symbol) => {
      const account = tokenAccountOf(own, unpriced).toBase58()
      const tamper: Tamper = (method, params, answer) => {
        if (method !== 'simulateTransaction') return undefined
        const { value } = answer as { value: { accounts: ({ data: [string, string] } | null)[] } }
        const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
        const accounts = value.accounts.map((one, index) => {
          if (!one || addresses[index] !== account) return one
          const data = Buffer.from(one.data[0], 'base64')
          data.writeBigUInt64LE(data.readBigUInt64LE(64) + 5000n * 10n ** 9n, 64)
          return { ...one, data: [data.toString('base64'), 'base64'] }
        })
        return { value: { ...value, accounts } }
      }
      // Makes the account writable without moving anything.
      const touch = createRevokeInstruction(tokenAccountOf(own, unpriced), own, [], unpriced.programKey)
      const tokens = { [unpriced.mint]: { symbol, decimals: 9 } }
      const text = readAloud(await scene.show([tiny, touch], { tamper, tokens }))
      expect(text).toContain('You receive now: 5,000 tokens of ')
      expect(text).toContain(`in a simulation\nToken: ${unpriced.mint}`)
      expect(text).not.toContain(`5,000 ${symbol}`)
    },
  )

  test('behavior: without accounts, what is sent is still shown, as high risk', async () => {
    const tamper: Tamper = (method) => (method === 'getMultipleAccounts' ? new Error('down') : undefined)
    const text = await readHigh([pay(0.5)], { tamper })
    expect(text).toContain('You send now: 0.5 SOL')
    expect(text).toContain('Your balance of SOL could not be read.')
  })
})

describe('lookup tables', () => {
  async function createTable(addresses: PublicKey[]): Promise<PublicKey> {
    const recentSlot = (await scene.connection.getSlot()) - 1
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: own,
      payer: own,
      recentSlot,
    })
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: own,
      payer: own,
      addresses,
    })
    await scene.request([await scene.write([create, extend])], { send: {} })
    return table
  }

  test('behavior: a recipient from a table is shown, and high risk', async () => {
    const table = await createTable([stranger, friend])
    const { value } = await scene.connection.getAddressLookupTable(table)
    const wire = await writeVersioned(scene, [pay(0.001, stranger)], value ? [value] : [])
    // The recipient is really in the table, not in the transaction.
    expect(Buffer.from(wire).includes(stranger.toBuffer())).toBe(false)
    const text = await readHigh(wire)
    expect(text).toContain(`To: ${stranger.toBase58()}`)
    expect(text).toContain('in a list on the network (lookup table)')
    const broken: Record<string, Tamper> = {
      missing: (method, params) =>
        method === 'getMultipleAccounts' && (params[0] as string[])[0] === table.toBase58()
          ? { value: [null] }
          : undefined,
      foreign: (method, params, answer) =>
        method === 'getMultipleAccounts' && (params[0] as string[])[0] === table.toBase58()
          ? { value: (answer as { value: object[] }).value.map((one) => ({ ...one, owner: own.toBase58() })) }
          : undefined,
      unreadable: (method) => (method === 'getMultipleAccounts' ? new Error('down') : undefined),
    }
    for (const tamper of Object.values(broken)) {
      const unresolved = await readHigh(wire, { tamper })
      expect(unresolved).toContain('!! Some accounts of this transaction could not be found')
      expect(unresolved).not.toContain(stranger.toBase58())
    }
  })
})

describe('who pays and how long', () => {
  test('behavior: a priority fee counts towards the limit', async () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 4_000_000_000 })
    const text = await readHigh([price, tiny])
    expect(text).toContain('The total value is about $')
    expect(text).toMatch(/Fee, at most: 0\.812\d* SOL · \$121\./)
    expect(text).toContain('The fee could be more than $50.')
  })

  test('behavior: a priority fee without any other instruction is counted', async () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 11_000_000_000_000 })
    const text = await readHigh([price])
    expect(text).toContain('Fee, at most: 33.000005 SOL')
    expect(text).toContain('!! The fee could be more than $1,000.')
  })

  test('behavior: deposits for new accounts count towards the limit', async () => {
    const account = Keypair.generate()
    const create = SystemProgram.createAccount({
      fromPubkey: own,
      newAccountPubkey: account.publicKey,
      lamports: 10 ** 9,
      space: 0,
      programId: stranger,
    })
    const wire = await scene.write([create], { signers: [account] })
    const text = await readHigh(wire)
    expect(text).toContain('You send now: 1 SOL')
    expect(text).toContain(account.publicKey.toBase58())
  })

  test('behavior: a durable nonce has no end', async () => {
    const nonce = Keypair.generate()
    const rent = await scene.connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH)
    const create = SystemProgram.createNonceAccount({
      fromPubkey: own,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: stranger,
      lamports: rent,
    })
    await scene.request([await scene.write(create.instructions, { signers: [nonce] })], { send: {} })
    const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: stranger })
    const wire = await scene.write([advance, tiny], { blockhash: own.toBase58() })
    const text = await readHigh(wire, { send: undefined })
    expect(text).toContain('Can be sent: by anyone who has it, at any time, without an end')
    expect(text).toContain('!! This signature has no end')
  })

  test('behavior: a transaction of another network has real value', async () => {
    const chainId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
    const wire = await scene.write([pay(1)], { blockhash: stranger.toBase58() })
    const foreign = await scene.show(wire, { chainId, send: undefined, coinPrice: null })
    expect(readAloud(foreign)).toContain('!! This transaction may be for another network')
    expect(foreign.isTest).toBeUndefined()
    expect(readAloud(foreign)).not.toContain('no real value')
    expect(readAloud(foreign)).not.toContain('nothing here has')
    expect((await scene.show([pay(1)], { chainId })).isTest).toBe(true)
  })

  test('behavior: a transaction that is valid on the main network has real value, whatever a test network says', async () => {
    const chainId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
    const wire = await scene.write([pay(1)])
    const onMain = (method: string, answer: (params: readonly unknown[]) => unknown): Tamper => {
      return (asked, params, _answer, network) =>
        network === mainnet && asked === method ? answer(params) : undefined
    }
    const { blockhash } = readSolanaTransaction(wire, own.toBase58()).message
    const nonce = Buffer.alloc(80)
    nonce.writeUInt32LE(1, 4)
    new PublicKey(blockhash).toBuffer().copy(nonce, 40)
    const account = {
      lamports: 1_447_680,
      owner: programs.system,
      data: [nonce.toString('base64'), 'base64'],
    }
    for (const tamper of [
      onMain('isBlockhashValid', () => ({ value: true })),
      onMain('getMultipleAccounts', ([some]) => ({ value: (some as string[]).map(() => account) })),
    ]) {
      const shown = await scene.show(wire, { chainId, tamper, coinPrice: null })
      expect(readAloud(shown)).toContain('!! This transaction may be for another network')
      expect(readAloud(shown)).not.toContain('no real value')
      expect(shown.isTest).toBeUndefined()
    }
  })

  test('behavior: a transaction that the site keeps is never said to have no real value', async () => {
    const chainId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
    const kept = await scene.show([pay(1)], { chainId, send: undefined, coinPrice: null })
    expect(kept.isTest).toBeUndefined()
    expect(readAloud(kept)).toContain('Network: Local Solana\n')
    expect(readAloud(kept)).not.toMatch(/no real value|nothing here has|test coins/)
  })

  test.each(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EAQLJCV2mh23BsK2P9oYpV5CHVLDNHTx'])(
    'behavior: a transaction with a blockhash that is not of %s can be for another network',
    async (chainId) => {
      const wire = await scene.write([tiny], { blockhash: stranger.toBase58() })
      const foreign = await readHigh(wire, { chainId, send: undefined })
      expect(foreign).toContain('!! This transaction may be for another network')
      expect(foreign).toContain('Network: perhaps another one than ')
      const down: Tamper = (method) => (method === 'isBlockhashValid' ? new Error('down') : undefined)
      expect(await readHigh([tiny], { tamper: down })).toContain('may be for another network')
      expect(readAloud(await scene.show([tiny], { chainId }))).not.toContain('another network')
    },
  )

  test('behavior: the limit is for all transactions of a request together', async () => {
    const wires = await Promise.all([0.3, 0.31, 0.32].map((sol) => scene.write([pay(sol)])))
    for (const wire of wires) expect((await scene.show(wire)).risk).toBe('medium')
    expect(await readHigh(wires)).toContain('The total value is about $140')
  })

  test('behavior: SOL for an own account of another token is not kept', async () => {
    expect(await readHigh([pay(1, mine)])).toContain('You send now: 1 SOL')
  })

  test('behavior: SOL for an account of wrapped SOL that can never exist is not kept', async () => {
    const lost = tokenAccountOf(own, { key: NATIVE_MINT, programKey: TOKEN_2022_PROGRAM_ID })
    const text = await readHigh([pay(1_000, lost)])
    expect(text).toContain('Send 1,000 SOL (high)')
    expect(text).toContain(`To: ${lost.toBase58()}`)
    expect(text).not.toContain('stays yours')
    const open = createAssociatedTokenAccountIdempotentInstruction(
      own,
      lost,
      own,
      NATIVE_MINT,
      TOKEN_2022_PROGRAM_ID,
    )
    expect(await readHigh([open, pay(1_000, lost)])).not.toContain('to yourself')
  })

  test('behavior: SOL for an own account that somebody else may take from or close is not kept', async () => {
    const wrapped = tokenAccountOf(own, { key: NATIVE_MINT, programKey: TOKEN_PROGRAM_ID })
    const open = (edit: (data: Buffer) => void): Tamper => {
      const data = Buffer.alloc(165)
      NATIVE_MINT.toBuffer().copy(data, 0)
      own.toBuffer().copy(data, 32)
      data.writeUInt8(1, 108)
      edit(data)
      const state = { lamports: 2_039_280, owner: programs.token, data: [data.toString('base64'), 'base64'] }
      return (method, params, answer) => {
        if (method !== 'getMultipleAccounts') return undefined
        const { value } = answer as { value: unknown[] }
        const at = (params[0] as string[]).indexOf(wrapped.toBase58())
        return at < 0 ? undefined : { value: value.with(at, state) }
      }
    }
    const allow = (data: Buffer) => {
      data.writeUInt32LE(1, 72)
      stranger.toBuffer().copy(data, 76)
      data.writeBigUInt64LE(2n ** 63n, 121)
    }
    const letClose = (data: Buffer) => {
      data.writeUInt32LE(1, 129)
      stranger.toBuffer().copy(data, 133)
    }
    for (const edit of [allow, letClose]) {
      const text = await readHigh([pay(900, wrapped)], { tamper: open(edit) })
      expect(text).toContain('You send now: 900 SOL')
      expect(text).toContain('!! It sends to a token account of yours that somebody else may')
    }
    const plain = await scene.show([pay(900, wrapped)], { tamper: open(() => {}) })
    expect(plain.title).toBe('Send 900 SOL to yourself')
  })

  test('behavior: more than eight effects are not hidden', async () => {
    const text = await readHigh(Array.from({ length: 9 }, (_, index) => pay(0.001 + index / 1e6)))
    expect(text).toContain('!! 1 more is not listed here.')
    expect(text).toContain('You send now, in total: 0.009036 SOL')
  })

  test('behavior: an address that looks like a friend’s, also in upper and lower case', async () => {
    const [start, end] = [friend.toBase58().slice(0, 4), friend.toBase58().slice(-4)]
    for (const known of [`${start}${'2'.repeat(36)}${end}`, `${start.toLowerCase()}${'2'.repeat(36)}${end}`])
      expect(await readHigh([tiny], { known: [known] })).toContain('!! This address only looks like')
  })
})

describe('what belongs to others, and what a transaction costs', () => {
  const theirs = tokenAccountOf(friend)
  const target = tokenAccountOf(stranger)
  const asDelegate = (amount: bigint) =>
    createTransferCheckedInstruction(theirs, dollar.key, target, own, amount, 6)
  type Edit = (account: { lamports: number; data: Buffer }, isAfter: boolean) => void
  /** Changes accounts before the transaction and, in a simulation in which nothing else happens, after it. */
  const edit = (edits: Readonly<Record<string, Edit>>): Tamper => {
    type State = { lamports: number; owner: string; data: [string, string] } | null
    const known = new Map<string, State>()
    const change = (address: string, state: State, isAfter: boolean): State => {
      if (!state || !edits[address]) return state
      const changed = { lamports: state.lamports, data: Buffer.from(state.data[0], 'base64') }
      edits[address](changed, isAfter)
      return {
        ...state,
        lamports: changed.lamports,
        data: [changed.data.toString('base64'), 'base64'],
      }
    }
    return (method, params, answer) => {
      if (method === 'getMultipleAccounts') {
        const { value } = answer as { value: State[] }
        const some = params[0] as string[]
        some.forEach((address, index) => {
          known.set(address, value[index] ?? null)
        })
        return { value: some.map((address, index) => change(address, value[index] ?? null, false)) }
      }
      if (method !== 'simulateTransaction') return undefined
      const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
      const accounts = addresses.map((address) => change(address, known.get(address) ?? null, true))
      return { value: { err: null, accounts } }
    }
  }
  const holds =
    (amount: bigint, after = amount): Edit =>
    ({ data }, isAfter) =>
      void data.writeBigUInt64LE(isAfter ? after : amount, 64)

  test('behavior: what somebody else holds does not lower the share of one’s own', async () => {
    const tamper = edit({
      [mine.toBase58()]: holds(50_000_000n),
      [theirs.toBase58()]: holds(10n ** 15n),
    })
    for (const some of [
      [sendDollars(45_000_000n, target), asDelegate(1n)],
      [asDelegate(1n), sendDollars(45_000_000n, target)],
    ])
      expect(await readHigh(some, { tamper })).toContain('45 DUSD is 90% of your DUSD.')
    const little = await scene.show([sendDollars(20_000_000n, target), asDelegate(1n)], { tamper })
    expect(readAloud(little)).not.toContain('%')
    expect(await readHigh([asDelegate(9n)], { tamper: edit({ [theirs.toBase58()]: holds(10n) }) })).toContain(
      `0.000009 DUSD is 90% of the DUSD of ${friend.toBase58()}.`,
    )
  })

  test('behavior: an own account that is named as well counts to the balance once', async () => {
    const tamper = edit({ [mine.toBase58()]: holds(50_000_000n) })
    const twice = [sendDollars(15_000_000n, target), sendDollars(15_000_000n)]
    expect(await readHigh(twice, { tamper })).toContain('30 DUSD is 60% of your DUSD.')
  })

  test('behavior: tokens of somebody else do not hide what leaves in a simulation', async () => {
    const unknown = new TransactionInstruction({
      programId: stranger,
      keys: [
        { pubkey: own, isSigner: true, isWritable: true },
        { pubkey: mine, isSigner: false, isWritable: true },
      ],
      data: Buffer.alloc(0),
    })
    const tamper = edit({ [mine.toBase58()]: holds(70_000_000n, 10_000_000n) })
    const burn = createBurnInstruction(theirs, dollar.key, own, 60_000_000n)
    for (const one of [asDelegate(60_000_000n), burn])
      expect(await readHigh([one, unknown], { tamper })).toContain('You send now: 60 DUSD, in a simulation')
    expect(await readHigh([burn], { tamper: edit({}) })).toContain(`Owner, not you: ${friend.toBase58()}`)
  })

  test('behavior: tokens of somebody else are not received', async () => {
    const tamper = edit({ [mine.toBase58()]: holds(0n, 5_000_000n) })
    const toSelf = createTransferCheckedInstruction(theirs, dollar.key, mine, own, 5_000_000n, 6)
    expect(readAloud(await scene.show([toSelf], { tamper }))).toContain('You receive now: 5 DUSD')
  })

  test('behavior: fees and deposits count to the share of SOL', async () => {
    const has = (lamports: number) =>
      edit({
        [own.toBase58()]: (account) => {
          account.lamports = lamports
        },
      })
    const fee = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 200_000_000 }),
    ]
    expect((await scene.show([pay(0.04)], { tamper: has(10 ** 8) })).risk).toBe('medium')
    expect(await readHigh([...fee, pay(0.04)], { tamper: has(10 ** 8) })).toContain(
      '0.060005 SOL, with fees and deposits, is 60% of your SOL.',
    )
    expect(await readHigh(fee, { tamper: has(3 * 10 ** 7) })).toContain('is 66% of your SOL.')
    const open = createAssociatedTokenAccountIdempotentInstruction(own, target, stranger, dollar.key)
    expect(await readHigh([open], { tamper: has(4_000_000) })).toContain('is 51% of your SOL.')
    expect((await scene.show([open], { tamper: has(5_000_000) })).risk).toBe('medium')
  })
})

describe('notes, which services accept as logins', () => {
  const memo = (text: string) =>
    new TransactionInstruction({
      programId: new PublicKey(programs.memo),
      keys: [{ pubkey: own, isSigner: true, isWritable: false }],
      data: Buffer.from(text),
    })
  const now = Date.parse('2026-06-01T12:00:00Z')
  const signIn = createMessage({
    domain: 'app.example',
    address: own.toBase58(),
    uri: 'https://app.example/',
    version: '1',
    chainId: mainnet,
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-06-01T11:59:00Z',
    expirationTime: '2026-06-01T12:01:00Z',
  })
  const ask = async (text: string, options: object) =>
    scene.request([await scene.write([tiny, memo(text)])], { now: () => now, ...options })

  test.each<[string, string, RegExp]>([
    ['another site', signIn.replace(/^app/, 'bank'), /signs in to bank\.example/],
    ['another account', signIn.replace(own.toBase58(), friend.toBase58()), /another account/],
    ['a lenient server', `Welcome!\n${signIn}`, /does not follow the standard/],
    ['an hour ago', signIn.replace('12:01:00Z', '11:00:00Z'), /has expired/],
  ])('error: a note that is a sign-in for %s is refused, and is no prompt', async (_name, text, reason) => {
    let prompts = 0
    const admit = async () => void prompts++
    for (const send of [undefined, {}]) await expect(ask(text, { send, admit })).rejects.toThrow(reason)
    expect(prompts).toBe(0)
  })

  test('error: a sign-in in a note that expires before the answer is not signed', async () => {
    let time = now
    const answer = () => {
      time += 120_000
      return 'approved'
    }
    await expect(ask(signIn, { now: () => time, answer })).rejects.toThrow('has expired')
  })

  test('behavior: a note that the site gets signed is named as a possible login', async () => {
    const kept = await scene.show([memo('Log in to bank.example: 4711')], { send: undefined })
    expect(kept.title).toBe('Sign a note, which can be a login, for app.example')
    const beside = readAloud(await scene.show([pay(0, own), memo('4711')], { send: undefined }))
    expect(beside).toContain('! Whoever gets this signed can show that you signed the note')
    const sent = await scene.show([memo('4711')])
    expect(sent).toMatchObject({ title: 'Publish a note', stake: 'none', warnings: [] })
  })

  test('behavior: a note is read like a message', async () => {
    const other = signIn.replace('https://app.example/', 'https://bank.example/')
    const { questions } = await ask(other, { send: undefined })
    expect(questions[0]?.description.warnings).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('bank.example is not the site that asks') }),
    )
    for (const text of ['{"sell":"SOL"}', 'pay \u202eecila']) {
      const shown = await scene.show([memo(text)], { send: undefined })
      expect(shown.risk).toBe('high')
      expect(shown.stake).toBeUndefined()
    }
    expect((await scene.show([memo('pay al\u200bice')])).warnings).toHaveLength(1)
  })

  test('behavior: a long note, or one of several lines, is shown in full', async () => {
    const [long, lines] = [`${'a'.repeat(301)}`, 'I owe you\n5 SOL']
    const shown = await scene.show([memo(long), memo('short'), memo(lines)])
    expect(shown.text).toBe(`${long}\n\n${lines}`)
    const notes = shown.facts.filter(({ label }) => label === 'Public note').map(({ value }) => value)
    expect(notes).toEqual(['above, in full', 'short', 'above, in full'])
    expect(await scene.show([memo('short')])).not.toHaveProperty('text')
  })
})

describe('transactions that are refused', () => {
  const ask = (wires: Uint8Array[], send?: object) => scene.request(wires, { send })
  test('error: no signature of the account is needed, or an account is listed twice', async () => {
    const foreign = SystemProgram.transfer({ fromPubkey: friend, toPubkey: stranger, lamports: 5 })
    await expect(ask([await scene.write([foreign], { payer: friend })])).rejects.toThrow(
      'needs no signature of the account',
    )
    const wire = await scene.write([pay(0.001)])
    // The recipient becomes a second entry of the account.
    const at = Buffer.from(wire).indexOf(friend.toBuffer())
    const twice = Uint8Array.from(wire)
    twice.set(own.toBytes(), at)
    await expect(ask([twice])).rejects.toThrow('An account is listed twice.')
  })

  test('error: bytes that are left over, missing, of another version, or too many', async () => {
    const wire = await scene.write([tiny])
    const messageAt = 65
    const changed = (edit: (bytes: Uint8Array) => void) => {
      const copy = Uint8Array.from(wire)
      edit(copy)
      return copy
    }
    const broken = [
      Uint8Array.from([...wire, 0]),
      wire.subarray(0, -1),
      wire.subarray(0, 70),
      new Uint8Array(0),
      new Uint8Array(1300),
      // Version 1, and a second signature that no account needs.
      changed((bytes) => void bytes.set([0x81], messageAt)),
      Uint8Array.from([2, ...new Uint8Array(64), ...wire.subarray(1)]),
      // No signer, and more read-only signers than signers.
      changed((bytes) => void bytes.set([0], messageAt)),
      changed((bytes) => void bytes.set([1], messageAt + 1)),
    ]
    for (const bytes of broken) await expect(ask([bytes])).rejects.toMatchObject({ code: 'request-refused' })
    await expect(ask([])).rejects.toMatchObject({ code: 'request-refused' })
    await expect(ask(Array(21).fill(wire))).rejects.toMatchObject({ code: 'request-refused' })
  })

  test('error: sending before others have signed', async () => {
    const wire = await scene.write([tiny], { payer: friend })
    await expect(ask([wire], {})).rejects.toThrow('Other accounts must sign this transaction')
  })
})
