import {
  AuthorityType,
  createApproveCheckedInstruction,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createAssociatedTokenAccountInstruction,
  createBurnCheckedInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createFreezeAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeAccountInstruction,
  createInitializeMint2Instruction,
  createInitializeMintInstruction,
  createMintToCheckedInstruction,
  createMintToInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createThawAccountInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  createTransferInstruction,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Authorized,
  ComputeBudgetProgram,
  Keypair,
  Lockup,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  type Transaction,
  TransactionInstruction,
  VoteAuthorizationLayout,
  VoteProgram,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { decodeInstruction } from './decodeInstruction.ts'

const keys = Array.from(
  { length: 6 },
  (_, index) => Keypair.fromSeed(new Uint8Array(32).fill(index + 1)).publicKey,
)
const [a, b, c, d, e, f] = keys as [
  (typeof keys)[0],
  (typeof keys)[0],
  (typeof keys)[0],
  (typeof keys)[0],
  (typeof keys)[0],
  (typeof keys)[0],
]
const letters = new Map(keys.map((key, index) => [key.toBase58(), 'abcdef'[index] as string]))

/** Writes an effect with letters in place of addresses. */
function write(effect: object): string {
  const text = JSON.stringify(effect, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
  return [...letters]
    .reduce((words, [address, letter]) => words.replaceAll(address, letter), text)
    .replaceAll('"', '')
}
function decode({ programId, keys: metas, data }: TransactionInstruction) {
  return decodeInstruction({
    program: programId.toBase58(),
    accounts: metas.map(({ pubkey }) => pubkey.toBase58()),
    data: new Uint8Array(data),
  })
}
const last = ({ instructions }: Transaction) => instructions.at(-1) as TransactionInstruction
const token = `program:${TOKEN_PROGRAM_ID.toBase58()}`

/** The instructions are written by Solana's own libraries. */
const known: [name: string, instruction: TransactionInstruction, effects: string[]][] = [
  [
    'Transfer (System)',
    SystemProgram.transfer({ fromPubkey: a, toPubkey: b, lamports: 5 }),
    ['{type:pay,from:a,to:b,lamports:5}'],
  ],
  [
    'Create account (System)',
    SystemProgram.createAccount({ fromPubkey: a, newAccountPubkey: b, lamports: 5, space: 9, programId: c }),
    ['{type:pay,from:a,to:b,lamports:5}', '{type:giveAway,what:account,account:b,to:c,signers:[b]}'],
  ],
  [
    'Create account with seed (System)',
    SystemProgram.createAccountWithSeed({
      fromPubkey: a,
      newAccountPubkey: b,
      basePubkey: c,
      seed: 'x',
      lamports: 5,
      space: 9,
      programId: d,
    }),
    ['{type:pay,from:a,to:b,lamports:5}'],
  ],
  [
    'Assign account (System)',
    SystemProgram.assign({ accountPubkey: a, programId: b }),
    ['{type:giveAway,what:account,account:a,to:b,signers:[a]}'],
  ],
  [
    'Assign with seed (System)',
    SystemProgram.assign({ accountPubkey: a, basePubkey: b, seed: 'x', programId: c }),
    ['{type:giveAway,what:account,account:a,to:c,signers:[b]}'],
  ],
  [
    'Allocate (System)',
    SystemProgram.allocate({ accountPubkey: a, space: 9 }),
    ['{type:giveAway,what:account,account:a,signers:[a]}'],
  ],
  [
    'Allocate with seed (System)',
    SystemProgram.allocate({ accountPubkey: a, basePubkey: b, seed: 'x', space: 9, programId: c }),
    ['{type:giveAway,what:account,account:a,to:c,signers:[b]}'],
  ],
  [
    'Transfer with seed (System)',
    SystemProgram.transfer({
      fromPubkey: a,
      basePubkey: b,
      toPubkey: c,
      lamports: 5,
      seed: 'x',
      programId: d,
    }),
    ['{type:pay,from:a,to:c,lamports:5}', '{type:act,change:takeCoins,account:a,to:c,signers:[b]}'],
  ],
  ['Advance nonce (System)', SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: b }), []],
  [
    'Withdraw from nonce account (System)',
    SystemProgram.nonceWithdraw({ noncePubkey: a, authorizedPubkey: b, toPubkey: c, lamports: 5 }),
    ['{type:pay,from:a,to:c,lamports:5}', '{type:act,change:withdrawNonce,account:a,to:c,signers:[b]}'],
  ],
  [
    'Initialize nonce account (System)',
    last(
      SystemProgram.createNonceAccount({ fromPubkey: a, noncePubkey: b, authorizedPubkey: c, lamports: 5 }),
    ),
    [],
  ],
  [
    'Change authority of nonce account (System)',
    SystemProgram.nonceAuthorize({ noncePubkey: a, authorizedPubkey: b, newAuthorizedPubkey: c }),
    ['{type:giveAway,what:nonceAccount,account:a,to:c,signers:[b]}'],
  ],
  ['Initialize mint (Token)', createInitializeMintInstruction(a, 6, b, c), []],
  ['Initialize mint (Token)', createInitializeMint2Instruction(a, 6, b, null), []],
  ['Initialize account (Token)', createInitializeAccountInstruction(a, b, c), []],
  ['Initialize account (Token)', createInitializeAccount3Instruction(a, b, c), []],
  [
    'Transfer (Token)',
    createTransferInstruction(a, b, c, 5n),
    [`{type:transfer,destination:b,amount:5,source:a,${token},signers:[c]}`],
  ],
  [
    'Transfer (Token)',
    createTransferCheckedInstruction(a, d, b, c, 5n, 6, [e, f]),
    [`{type:transfer,destination:b,amount:5,source:a,mint:d,decimals:6,${token},signers:[c,e,f]}`],
  ],
  [
    'Transfer (Token)',
    createTransferCheckedInstruction(a, d, b, c, 5n, 6, [], TOKEN_2022_PROGRAM_ID),
    [
      `{type:transfer,destination:b,amount:5,source:a,mint:d,decimals:6,program:${TOKEN_2022_PROGRAM_ID.toBase58()},signers:[c]}`,
    ],
  ],
  [
    'Transfer (Token)',
    createTransferCheckedWithFeeInstruction(a, d, b, c, 5n, 6, 1n),
    [
      `{type:transfer,destination:b,amount:5,source:a,mint:d,decimals:6,program:${TOKEN_2022_PROGRAM_ID.toBase58()},signers:[c]}`,
    ],
  ],
  [
    'Approve (Token)',
    createApproveInstruction(a, b, c, 5n),
    [`{type:delegate,delegate:b,amount:5,source:a,${token},signers:[c]}`],
  ],
  [
    'Approve (Token)',
    createApproveCheckedInstruction(a, d, b, c, 5n, 6),
    [`{type:delegate,delegate:b,amount:5,source:a,mint:d,decimals:6,${token},signers:[c]}`],
  ],
  ['Revoke (Token)', createRevokeInstruction(a, b), [`{type:revoke,source:a,${token},signers:[b]}`]],
  [
    'Set authority (Token)',
    createSetAuthorityInstruction(a, b, AuthorityType.MintTokens, null),
    ['{type:giveAway,what:mintRight,account:a,signers:[b]}'],
  ],
  [
    'Set authority (Token)',
    createSetAuthorityInstruction(a, b, AuthorityType.AccountOwner, c),
    ['{type:giveAway,what:tokenAccount,account:a,to:c,signers:[b]}'],
  ],
  [
    'Set authority (Token)',
    createSetAuthorityInstruction(a, b, AuthorityType.PermanentDelegate, c, [], TOKEN_2022_PROGRAM_ID),
    ['{type:giveAway,what:otherRight,account:a,to:c,signers:[b]}'],
  ],
  [
    'Mint (Token)',
    createMintToInstruction(a, b, c, 5n),
    ['{type:act,change:createTokens,account:a,to:b,signers:[c]}'],
  ],
  [
    'Mint (Token)',
    createMintToCheckedInstruction(a, b, c, 5n, 6),
    ['{type:act,change:createTokens,account:a,to:b,signers:[c]}'],
  ],
  [
    'Burn (Token)',
    createBurnInstruction(a, b, c, 5n),
    [`{type:burn,amount:5,source:a,mint:b,${token},signers:[c]}`],
  ],
  [
    'Burn (Token)',
    createBurnCheckedInstruction(a, b, c, 5n, 6),
    [`{type:burn,amount:5,decimals:6,source:a,mint:b,${token},signers:[c]}`],
  ],
  [
    'Close account (Token)',
    createCloseAccountInstruction(a, b, c),
    [`{type:close,destination:b,source:a,${token},signers:[c]}`],
  ],
  [
    'Freeze account (Token)',
    createFreezeAccountInstruction(a, b, c),
    ['{type:act,change:freeze,account:a,signers:[c]}'],
  ],
  [
    'Thaw account (Token)',
    createThawAccountInstruction(a, b, c),
    ['{type:act,change:unfreeze,account:a,signers:[c]}'],
  ],
  ['Update amount of wrapped SOL (Token)', createSyncNativeInstruction(a), []],
  [
    'Open token account (Associated Token)',
    createAssociatedTokenAccountInstruction(a, b, c, d),
    [`{type:open,from:a,account:b,owner:c,mint:d,${token},lamports:2039280}`],
  ],
  [
    'Open token account (Associated Token)',
    createAssociatedTokenAccountIdempotentInstruction(a, b, c, d),
    [`{type:open,from:a,account:b,owner:c,mint:d,${token},lamports:2039280}`],
  ],
  ['Limit compute units (Compute Budget)', ComputeBudgetProgram.setComputeUnitLimit({ units: 5 }), []],
  ['Set priority fee (Compute Budget)', ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 }), []],
  ['Request heap (Compute Budget)', ComputeBudgetProgram.requestHeapFrame({ bytes: 1024 }), []],
  [
    'Change authority (Stake)',
    last(
      StakeProgram.authorize({
        stakePubkey: a,
        authorizedPubkey: b,
        newAuthorizedPubkey: c,
        stakeAuthorizationType: StakeAuthorizationLayout.Staker,
      }),
    ),
    ['giveAway'],
  ],
  [
    'Withdraw (Stake)',
    last(StakeProgram.withdraw({ stakePubkey: a, authorizedPubkey: b, toPubkey: c, lamports: 5 })),
    ['giveAway'],
  ],
  [
    'Delegate (Stake)',
    last(StakeProgram.delegate({ stakePubkey: a, authorizedPubkey: b, votePubkey: c })),
    ['act'],
  ],
  ['Deactivate (Stake)', last(StakeProgram.deactivate({ stakePubkey: a, authorizedPubkey: b })), ['act']],
  [
    'Initialize (Stake)',
    StakeProgram.initialize({ stakePubkey: a, authorized: new Authorized(b, c), lockup: Lockup.default }),
    ['act'],
  ],
  [
    'Change authority (Vote)',
    last(
      VoteProgram.authorize({
        votePubkey: a,
        authorizedPubkey: b,
        newAuthorizedPubkey: c,
        voteAuthorizationType: VoteAuthorizationLayout.Voter,
      }),
    ),
    ['giveAway'],
  ],
  [
    'Withdraw (Vote)',
    last(VoteProgram.withdraw({ votePubkey: a, authorizedWithdrawerPubkey: b, lamports: 5, toPubkey: c })),
    ['giveAway'],
  ],
]

describe('decodeInstruction', () => {
  test.each(known)('behavior: %s', (name, instruction, effects) => {
    const decoded = decode(instruction)
    expect(decoded.name).toBe(name)
    const isNamedOnly = /\((Stake|Vote)\)/.test(name)
    expect(decoded.effects.map((effect) => (isNamedOnly ? effect.type : write(effect)))).toEqual(effects)
  })

  test.each(known.filter(([name]) => !/\((Stake|Vote)\)/.test(name)))(
    'error: %s with a byte too many or too few, or without its accounts, is unknown',
    (name, instruction) => {
      const { data, keys: metas, programId } = instruction
      const types = (parts: Partial<TransactionInstruction>) =>
        decode(new TransactionInstruction({ programId, keys: metas, data, ...parts })).effects.map(
          ({ type }) => type,
        )
      expect(types({ data: Buffer.concat([data, Buffer.of(7)]) })).toEqual(['unknown'])
      // Without data, the Associated Token Account program opens an account.
      if (data.length > 1) expect(types({ data: data.subarray(0, -1) })).toEqual(['unknown'])
      if (!name.endsWith('(Compute Budget)')) expect(types({ keys: [] })).toEqual(['unknown'])
    },
  )

  test('behavior: a note is text; other bytes are unknown', () => {
    const memo = (data: Uint8Array) =>
      decodeInstruction({ program: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', accounts: [], data })
    expect(memo(new TextEncoder().encode('Hi')).effects).toEqual([{ type: 'memo', text: 'Hi' }])
    expect(memo(Uint8Array.of(255)).effects).toMatchObject([{ type: 'unknown' }])
  })
})
