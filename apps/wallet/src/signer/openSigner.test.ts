import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { recoverAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { startKeyWorkerHere } from '../../test/startKeyWorkerHere.ts'
import type { SealingKey } from '../keys/sealToServer.ts'
import { makeReleaseKeys } from '../session/makeReleaseKeys.ts'
import { createKeyOperations } from './createKeyOperations.ts'
import { createWalletMaker } from './createWalletMaker.ts'
import { openSigner } from './openSigner.ts'

const hash = `0x${'ab'.repeat(32)}` as const

async function makeSealingKey() {
  const keys = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const { x, y } = await exportJWK(keys.publicKey)
  const sealTo: SealingKey = { kty: 'EC', crv: 'P-256', x: x as string, y: y as string, kid: 'enc-1' }
  return { keys, sealTo }
}

async function makeWallet() {
  const { keys, sealTo } = await makeSealingKey()
  const worker = startKeyWorkerHere()
  const made = await worker.run('create', { userId: 'usr_a', jkt: 't'.repeat(43), sealTo })
  const { plaintext } = await compactDecrypt(made.sealedAuto, keys.privateKey)
  return { made, worker, released: JSON.parse(new TextDecoder().decode(plaintext)) }
}

describe('openSigner', () => {
  test('behavior: signatures verify, and signing fails after close', async () => {
    const { made, worker } = await makeWallet()
    worker.close()
    const signer = await openSigner({
      worker: startKeyWorkerHere(),
      wallet: made.wallet,
      device: { ...made.device, secret: made.deviceSecret },
      expected: made.wallet.address as `0x${string}`,
    })
    const signature = await signer.signHash(hash)
    expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
    expect(await recoverAddress({ hash, signature })).toBe(made.wallet.address)
    expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(secp256k1.Point.Fn.ORDER / 2n)
    expect(await signer.signHash(hash)).toBe(signature)
    await expect(signer.signHash('0x12')).rejects.toThrow('32 bytes')
    const open = signer.signHash(hash)
    signer.close()
    signer.close()
    await expect(open).rejects.toThrow('closed')
    await expect(signer.signHash(hash)).rejects.toThrow('closed')
  })

  test('behavior: the Solana account is the same from its creation on, and its signatures verify', async () => {
    const { made, worker } = await makeWallet()
    const created = await worker.run('readSolanaAddress', undefined)
    worker.close()
    const signer = await openSigner({
      worker: startKeyWorkerHere(),
      wallet: made.wallet,
      device: { ...made.device, secret: made.deviceSecret },
      expected: made.wallet.address as `0x${string}`,
    })
    const address = (await signer.readSolanaAddress()) as string
    expect(address).toBe(created.solanaAddress)
    const bytes = new TextEncoder().encode('portico')
    const signature = await signer.signSolana(bytes)
    expect(ed25519.verify(signature, bytes, base58.decode(address))).toBe(true)
    signer.close()
    await expect(signer.signSolana(bytes)).rejects.toThrow('closed')
  })

  test('error: a wallet that holds the private key of an EVM account does not sign for Solana', async () => {
    await expect(createKeyOperations().signSolana({ bytes: new Uint8Array(1) })).rejects.toThrow(
      'no Solana account',
    )
    const content = { kind: 'key', namespace: 'eip155', privateKey: new Uint8Array(32).fill(1) } as const
    const { sealTo } = await makeSealingKey()
    const made = await createWalletMaker().create(content, { userId: 'usr_a', jkt: 't'.repeat(43), sealTo })
    const signer = await openSigner({
      worker: startKeyWorkerHere(),
      wallet: made.wallet,
      device: { ...made.device, secret: made.deviceSecret },
      expected: made.wallet.address as `0x${string}`,
    })
    expect(await signer.readSolanaAddress()).toBeUndefined()
    await expect(signer.signSolana(new Uint8Array(1))).rejects.toThrow('no Solana account')
    expect(await recoverAddress({ hash, signature: await signer.signHash(hash) })).toBe(made.wallet.address)
    signer.close()
  })

  test('error: an account other than the shown one, a wrong share, no open wallet', async () => {
    const { made, worker } = await makeWallet()
    worker.close()
    const device = { ...made.device, secret: made.deviceSecret }
    const open = (change: object, expected = made.wallet.address) =>
      openSigner({
        worker: startKeyWorkerHere(),
        wallet: made.wallet,
        device: { ...device, ...change },
        expected: expected as `0x${string}`,
      })
    await expect(open({}, `0x${'1'.repeat(40)}`)).rejects.toThrow('another address than the one shown')
    await expect(open({ share: made.auto.share })).rejects.toMatchObject({ name: 'SealBrokenError' })
    await expect(createKeyOperations().sign({ hash })).rejects.toThrow('has not opened a wallet')
    await expect(
      openSigner({
        worker: startKeyWorkerHere(),
        wallet: { ...made.wallet, address: `0x${'1'.repeat(40)}` },
        device,
        expected: `0x${'1'.repeat(40)}`,
      }),
    ).rejects.toMatchObject({ name: 'SealBrokenError' })
  })
})

describe('createKeyOperations', () => {
  test('behavior: recovery opens the same wallet on another device, which then signs alone', async () => {
    const { made, worker, released } = await makeWallet()
    worker.close()
    const release = await makeReleaseKeys()
    const sealed = await sealTo(release.publicKey, released)
    const second = startKeyWorkerHere()
    const added = await second.run('addDevice', {
      wallet: made.wallet,
      released: { ...made.auto, sealed, releaseKey: release.privateKey },
      jkt: 'u'.repeat(43),
      epoch: 1,
    })
    expect(added.address).toBe(made.wallet.address)
    const signer = await openSigner({
      worker: startKeyWorkerHere(),
      wallet: { ...made.wallet, epoch: 2 },
      device: { ...added.device, secret: added.deviceSecret },
      expected: added.address,
    })
    expect(await recoverAddress({ hash, signature: await signer.signHash(hash) })).toBe(added.address)
    signer.close()
    for (const change of [
      { walletId: 'wlt_otherother' },
      { slotId: 'slt_otherother' },
      { secret: 'A'.repeat(43) },
    ])
      await expect(
        second.run('addDevice', {
          wallet: made.wallet,
          released: {
            ...made.auto,
            sealed: await sealTo(release.publicKey, { ...released, ...change }),
            releaseKey: release.privateKey,
          },
          jkt: 'u'.repeat(43),
          epoch: 1,
        }),
      ).rejects.toMatchObject({ name: 'SealBrokenError' })
    second.close()
  })

  test('behavior: both slots prove the same key, and its address signs the confirmation; another worker cannot', async () => {
    const { made, worker } = await makeWallet()
    const input = {
      wallet: made.wallet,
      device: { ...made.device, secret: made.deviceSecret },
      auto: made.auto,
      nonce: 'nonce',
    }
    const { proofs, signature } = await worker.run('prove', input)
    const [device, auto] = proofs
    expect(device?.mac).toEqual(auto?.mac)
    expect([device?.slotId, auto?.slotId]).toEqual([made.device.slot.slotId, made.auto.slot.slotId])
    // Signed as specified, written out: SHA-256 of five lines.
    const text = `portico/wallet-confirmation/1\nusr_a\n${made.wallet.walletId}\n${made.wallet.address.toLowerCase()}\nnonce`
    const digest = createHash('sha256').update(text).digest()
    expect(await recoverAddress({ hash: digest, signature })).toBe(made.wallet.address)
    await expect(
      worker.run('prove', { ...input, auto: { ...made.auto, share: made.device.share } }),
    ).rejects.toThrow()
    worker.close()
    const other = startKeyWorkerHere()
    await expect(other.run('prove', input)).rejects.toThrow('has not created a wallet')
    other.close()
  })
})

async function sealTo(key: Parameters<typeof import('jose').importJWK>[0], content: unknown) {
  const { CompactEncrypt, importJWK } = await import('jose')
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}
