import { argon2Sync } from 'node:crypto'
import { argon2id } from '@noble/hashes/argon2.js'
import { hex } from '@scure/base'
import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { BackupUnreadableError, openBackup, writeBackup } from './backup.ts'
import { deriveContentAccount } from './deriveContentAccount.ts'
import { deriveSolanaKey } from './deriveSolanaKey.ts'
import { encodeFields } from './encodeFields.ts'
import { deriveEvmAccount } from './evmAccount.ts'
import { openSeal, SealBrokenError } from './sealing.ts'
import {
  importMasterKey,
  importSlotSecret,
  openSlot,
  readMasterKey,
  type SlotName,
  sealSlot,
} from './slot.ts'
import { solanaAddressOf } from './solanaAddressOf.ts'
import { checkOf, openVault, proofOf, sealVault, type VaultName, verifyCheck } from './vault.ts'
import { decodeVaultContent, encodeVaultContent, type VaultContent } from './vaultContent.ts'
import { writeSecret } from './writeSecret.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
/** Number of mutations. `VAULT_MUTATIONS=100000` runs the full test. */
const mutations = Number(process.env.VAULT_MUTATIONS ?? 4_000)
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'

async function makeWallet(user = 'usr_a') {
  const masterKey = random(32)
  const entropy = random(16)
  const name: VaultName = { walletId: `wlt_${user}`, userId: user, epoch: 1 }
  const handles = await importMasterKey(masterKey)
  const slot: SlotName = { ...name, slotId: `slt_${user}`, kind: 'device', jkt: 'thumb' }
  const share = random(32)
  const rawSecret = random(32)
  const secret = await importSlotSecret(rawSecret.slice())
  return {
    name,
    entropy,
    masterKey,
    slot,
    share,
    rawSecret,
    secret,
    vault: await sealVault(handles, name, { kind: 'seed', entropy, createdAt: 1_795_000_000_000 }),
    check: await checkOf(handles, { walletId: name.walletId, address }),
    wrap: await sealSlot({ slot, secret, share }, masterKey),
  }
}

type Row = Awaited<ReturnType<typeof makeWallet>>

async function open({ name, slot, share, secret, vault, check, wrap }: Omit<Row, 'masterKey' | 'entropy'>) {
  const key = await openSlot({ slot, secret, share }, wrap)
  await verifyCheck(key, { walletId: name.walletId, address }, check)
  return openVault(key, name, vault)
}

describe('deriveEvmAccount', () => {
  test('behavior: matches a known answer', async () => {
    expect((await deriveEvmAccount(new Uint8Array(16))).address).toBe(address)
  })
})

describe('encodeVaultContent', () => {
  test('behavior: encodes deterministic CBOR', () => {
    const encoded = encodeVaultContent({
      kind: 'seed',
      entropy: new Uint8Array(16).fill(0xab),
      createdAt: 1_795_000_000_000,
    })
    expect(hex.encode(encoded)).toBe(
      'a3614550abababababababababababababababab617601696372656174656441741b000001a1ee565e00',
    )
    expect(decodeVaultContent(encoded)).toEqual({
      kind: 'seed',
      entropy: new Uint8Array(16).fill(0xab),
      createdAt: 1_795_000_000_000,
    })
  })

  test('behavior: any time round-trips, and any other bytes are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.maxSafeNat(), (bytes, createdAt) => {
        const entropy = Uint8Array.from(bytes)
        const encoded = encodeVaultContent({ kind: 'seed', entropy, createdAt })
        expect(decodeVaultContent(encoded)).toEqual({ kind: 'seed', entropy, createdAt })
        expect(() => decodeVaultContent(encoded.subarray(1))).toThrow(RangeError)
        expect(() => decodeVaultContent(Uint8Array.from([...encoded, 0]))).toThrow(RangeError)
      }),
    )
    expect(() => decodeVaultContent(new Uint8Array())).toThrow(RangeError)
    expect(() => encodeVaultContent({ kind: 'seed', entropy: new Uint8Array(15), createdAt: 0 })).toThrow(
      RangeError,
    )
  })
})

describe('encodeVaultContent of an imported key', () => {
  const seed = (length: number): VaultContent => ({
    kind: 'seed',
    entropy: new Uint8Array(length).fill(0xab),
  })
  const key: VaultContent = { kind: 'key', namespace: 'eip155', privateKey: new Uint8Array(32).fill(0xcd) }

  test('behavior: encodes version 2 as deterministic CBOR', () => {
    expect(hex.encode(encodeVaultContent(seed(16)))).toBe(
      `a3614550${'ab'.repeat(16)}617602646b696e646473656564`,
    )
    expect(hex.encode(encodeVaultContent(seed(32)))).toBe(
      `a361455820${'ab'.repeat(32)}617602646b696e646473656564`,
    )
    expect(hex.encode(encodeVaultContent(key))).toBe(
      `a4614b5820${'cd'.repeat(32)}617602646b696e64636b65796666616d696c7966656970313535`,
    )
    for (const content of [seed(16), seed(32), key])
      expect(decodeVaultContent(encodeVaultContent(content))).toEqual(content)
  })

  test('error: any other length, namespace, version or byte is refused', () => {
    for (const length of [0, 15, 17, 20, 24, 31, 33])
      expect(() => encodeVaultContent(seed(length))).toThrow(RangeError)
    expect(() => encodeVaultContent({ ...key, privateKey: new Uint8Array(31) })).toThrow(RangeError)
    for (const content of [seed(16), seed(32), key]) {
      const bytes = encodeVaultContent(content)
      for (let cut = 0; cut < bytes.length; cut += 1)
        expect(() => decodeVaultContent(bytes.subarray(0, cut))).toThrow(RangeError)
      expect(() => decodeVaultContent(Uint8Array.from([...bytes, 0]))).toThrow(RangeError)
    }
    const solana = hex.decode(
      `a4614b5820${'cd'.repeat(32)}617602646b696e64636b65796666616d696c7966736f6c616e61`,
    )
    expect(() => decodeVaultContent(solana)).toThrow(RangeError)
    const later = hex.decode(`a3614550${'ab'.repeat(16)}617603646b696e646473656564`)
    expect(() => decodeVaultContent(later)).toThrow(RangeError)
  })
})

describe('deriveContentAccount', () => {
  test('behavior: has the known address of twelve words, of twenty-four words, and of a private key', async () => {
    const zeros = (length: number) => new Uint8Array(length)
    // BIP-39 test vectors ("abandon … about" and "abandon … art"), and the private key 1.
    expect((await deriveContentAccount({ kind: 'seed', entropy: zeros(16) })).address).toBe(address)
    expect((await deriveContentAccount({ kind: 'seed', entropy: zeros(16), createdAt: 0 })).address).toBe(
      address,
    )
    expect((await deriveContentAccount({ kind: 'seed', entropy: zeros(32) })).address).toBe(
      mnemonicToAccount(`${'abandon '.repeat(23)}art`).address,
    )
    const privateKey = zeros(32)
    privateKey[31] = 1
    const account = await deriveContentAccount({ kind: 'key', namespace: 'eip155', privateKey })
    expect(account.address).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
    // The account has a copy: overwriting the content does not change it.
    privateKey.fill(0)
    expect(account.privateKey[31]).toBe(1)
  })
})

describe('deriveSolanaKey', () => {
  test('behavior: has the known key and address of twelve words, whether they were made here or imported', async () => {
    const key = '37df573b3ac4ad5b522e064e25b63ea16bcbe79d449e81a0268d1047948bb445'
    for (const createdAt of [0, undefined]) {
      const derived = await deriveSolanaKey({ kind: 'seed', entropy: new Uint8Array(16), createdAt })
      expect(hex.encode(derived as Uint8Array)).toBe(key)
      expect(solanaAddressOf(derived as Uint8Array)).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
    }
  })

  test('behavior: a private key of an EVM account has no Solana key', async () => {
    const content: VaultContent = { kind: 'key', namespace: 'eip155', privateKey: new Uint8Array(32).fill(1) }
    expect(await deriveSolanaKey(content)).toBeUndefined()
  })
})

describe('encodeFields', () => {
  test('behavior: different lists have different encodings', () => {
    const lists = fc.array(fc.string({ maxLength: 4 }), { maxLength: 5 })
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(hex.encode(encodeFields(...one)) === hex.encode(encodeFields(...other))).toBe(same)
      }),
    )
    expect(hex.encode(encodeFields('ab', 'c'))).not.toBe(hex.encode(encodeFields('a', 'bc')))
  })
})

describe('openSlot', () => {
  test('behavior: the slot decrypts the entropy, and its keys are not extractable', async () => {
    const row = await makeWallet()
    expect(await open(row)).toMatchObject({ entropy: row.entropy })
    expect(await readMasterKey(row, row.wrap)).toEqual(row.masterKey)
    const key = await openSlot(row, row.wrap)
    for (const handle of [row.secret, key.sealing, key.proving])
      await expect(crypto.subtle.exportKey('raw', handle)).rejects.toThrow()
  })

  test('behavior: both slots prove the same key', async () => {
    const row = await makeWallet()
    const slot: SlotName = { ...row.slot, kind: 'auto', slotId: 'slt_auto', jkt: undefined }
    const parts = { slot, share: random(32), secret: await importSlotSecret(random(32)) }
    const auto = await openSlot(parts, await sealSlot(parts, row.masterKey))
    expect(await proofOf(auto, 'nonce')).toEqual(await proofOf(await openSlot(row, row.wrap), 'nonce'))
    expect(await proofOf(auto, 'nonce')).not.toEqual(await proofOf(auto, 'other'))
  })

  test(`error: every single bit flipped is refused (${mutations} mutations, VAULT_MUTATIONS)`, async () => {
    const row = await makeWallet()
    const fields = ['vault', 'wrap', 'share', 'check'] as const
    const flips = fields.flatMap((field) =>
      Array.from({ length: row[field].length * 8 }, (_, bit) => ({ field, bit })),
    )
    let accepted = 0
    let tried = 0
    // Flip every single bit first, then pairs of bits until the number of mutations is reached.
    for (; tried < mutations; tried += 1) {
      const changed = { ...row }
      const first = flips[tried % flips.length] as (typeof flips)[number]
      const second = tried < flips.length ? undefined : flips[(tried * 7919) % flips.length]
      for (const flip of second && second !== first ? [first, second] : [first]) {
        const bytes = changed[flip.field].slice()
        bytes[flip.bit >> 3] = (bytes[flip.bit >> 3] as number) ^ (1 << (flip.bit & 7))
        changed[flip.field] = bytes
      }
      accepted += await open(changed).then(
        () => 1,
        (error: unknown) => (error instanceof SealBrokenError ? 0 : Promise.reject(error)),
      )
    }
    expect(tried).toBeGreaterThanOrEqual(Math.min(mutations, flips.length))
    expect(accepted).toBe(0)
  }, 300_000)

  test('error: every flipped bit of the secret and of the authenticated data', async () => {
    const row = await makeWallet()
    for (let bit = 0; bit < 256; bit += 1) {
      const other = row.rawSecret.slice()
      other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7))
      await expect(open({ ...row, secret: await importSlotSecret(other) })).rejects.toThrow(SealBrokenError)
    }
    const flipped = (text: string) =>
      [...text].flatMap((character, at) =>
        [1, 2, 4, 8, 16, 32, 64].map(
          (bit) =>
            text.slice(0, at) + String.fromCharCode(character.charCodeAt(0) ^ bit) + text.slice(at + 1),
        ),
      )
    for (const field of ['walletId', 'userId', 'slotId', 'kind', 'jkt'] as const) {
      for (const value of flipped(row.slot[field] as string)) {
        const slot = { ...row.slot, [field]: value } as SlotName
        await expect(openSlot({ ...row, slot }, row.wrap)).rejects.toThrow(SealBrokenError)
      }
    }
    for (const epoch of [0, 2, 11, 257, 2 ** 31]) {
      await expect(openSlot({ ...row, slot: { ...row.slot, epoch } }, row.wrap)).rejects.toThrow(
        SealBrokenError,
      )
      await expect(open({ ...row, name: { ...row.name, epoch } })).rejects.toThrow(SealBrokenError)
    }
  })

  test('error: swapped rows of two users', async () => {
    const [ours, theirs] = await Promise.all([makeWallet('usr_a'), makeWallet('usr_b')])
    for (const field of ['vault', 'wrap', 'share', 'check', 'secret', 'slot', 'name'] as const)
      await expect(open({ ...ours, [field]: theirs[field] })).rejects.toThrow(SealBrokenError)
    // Another user's complete row under this user's id cannot be opened either.
    await expect(open({ ...theirs, name: ours.name })).rejects.toThrow(SealBrokenError)
    await expect(open({ ...theirs, slot: { ...theirs.slot, userId: 'usr_a' } })).rejects.toThrow(
      SealBrokenError,
    )
  })

  test('error: bytes too short for sealed data', async () => {
    const row = await makeWallet()
    for (const length of [0, 1, 12, 27])
      await expect(open({ ...row, wrap: new Uint8Array(length) })).rejects.toThrow(SealBrokenError)
    const { sealing } = await importMasterKey(row.masterKey)
    await expect(openSeal(sealing, new Uint8Array(3), new Uint8Array())).rejects.toThrow(SealBrokenError)
    await expect(open({ ...row, share: new Uint8Array(31) })).rejects.toThrow(SealBrokenError)
  })
})

describe('openBackup', () => {
  const cost = { memory: 64, passes: 2 }
  const content: VaultContent = {
    kind: 'seed',
    entropy: new Uint8Array(16).fill(7),
    createdAt: 1_795_000_000_000,
  }
  const write = (password = 'correct horse battery') =>
    writeBackup({ walletId: 'wlt_a', address, content, password, cost })

  test('behavior: opens a backup file without a server', async () => {
    const text = await write('pässword ﬁve six')
    // Another keyboard may produce another Unicode normalization of the same characters.
    const opened = await openBackup({ text, password: 'pa\u0308ssword five six' })
    expect(opened).toEqual({ content, walletId: 'wlt_a', address })
  })

  test('behavior: holds an imported seed or private key, too', async () => {
    const [seed, privateKey] = [new Uint8Array(32).fill(8), new Uint8Array(32).fill(9)]
    const contents: readonly VaultContent[] = [
      { kind: 'seed', entropy: seed },
      { kind: 'key', namespace: 'eip155', privateKey },
    ]
    for (const content of contents) {
      const file = { walletId: 'wlt_a', address, content, password: 'correct horse battery', cost }
      const opened = await openBackup({ text: await writeBackup(file), password: file.password })
      expect(opened.content).toEqual(content)
    }
    const [words, key] = contents.map(writeSecret)
    expect(mnemonicToAccount(words ?? '').address).toBe(
      (await deriveContentAccount(contents[0] as VaultContent)).address,
    )
    expect(key).toBe(`0x${'09'.repeat(32)}`)
  })

  test('error: a wrong password, a modified file, an invalid file', async () => {
    const text = await write()
    const file = JSON.parse(text)
    const changed = (change: object) =>
      openBackup({ text: JSON.stringify({ ...file, ...change }), password: 'correct horse battery' })
    await expect(openBackup({ text, password: 'correct horse batterz' })).rejects.toThrow(SealBrokenError)
    await expect(changed({ walletId: 'wlt_b' })).rejects.toThrow(SealBrokenError)
    await expect(changed({ address: `0x${'1'.repeat(40)}` })).rejects.toThrow(SealBrokenError)
    await expect(changed({ kdf: { ...file.kdf, passes: 3 } })).rejects.toThrow(SealBrokenError)
    await expect(changed({ kdf: { ...file.kdf, memory: 2 ** 30 } })).rejects.toThrow(BackupUnreadableError)
    await expect(changed({ version: 2 })).rejects.toThrow(BackupUnreadableError)
    await expect(openBackup({ text: 'nonsense', password: 'x' })).rejects.toThrow(BackupUnreadableError)
    await expect(write('eleven char')).rejects.toThrow(RangeError)
  })

  test('behavior: the password hash equals that of another implementation', () => {
    const salt = new Uint8Array(16).fill(3)
    for (const { memory, passes } of [cost, { memory: 1024, passes: 4 }]) {
      const ours = argon2id('correct horse battery', salt, { m: memory, t: passes, p: 1, dkLen: 32 })
      const node = argon2Sync('argon2id', {
        message: 'correct horse battery',
        nonce: salt,
        parallelism: 1,
        tagLength: 32,
        memory,
        passes,
      })
      expect(hex.encode(ours)).toBe(node.toString('hex'))
    }
  })
})
