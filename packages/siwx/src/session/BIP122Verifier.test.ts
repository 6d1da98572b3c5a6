import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../test/memoryStorage.ts'
import { addressOf, regtest, signBip322 } from '../../test/signBitcoin.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import { BIP122Verifier } from './BIP122Verifier.ts'
import { DefaultSIWX } from './DefaultSIWX.ts'

const chainId = `bip122:${regtest}` as const
const context = { storage: memoryStorage(), getClient: () => undefined }

async function sessionOf(siwx: DefaultSIWX): Promise<SIWXSession> {
  const data = await siwx.createMessage({ accountAddress: addressOf('p2wpkh'), chainId })
  const message = data.toString()
  return { data, message, signature: signBip322({ kind: 'p2wpkh', message }) }
}

describe('BIP122Verifier', () => {
  const siwx = new DefaultSIWX({ domain: 'example.com', uri: 'https://example.com' })
  siwx.setup(context)

  test('behavior: DefaultSIWX stores and returns a Bitcoin session', async () => {
    const session = await sessionOf(siwx)
    await siwx.addSession(session)
    const stored = await siwx.getSessions(chainId, addressOf('p2wpkh').toUpperCase())
    expect(stored.map(({ signature }) => signature)).toEqual([session.signature])
    await siwx.revokeSession(chainId, addressOf('p2wpkh'))
    expect(await siwx.getSessions(chainId, addressOf('p2wpkh'))).toEqual([])
  })

  test('error: a session of another address, or with fields that differ from its text', async () => {
    const verifier = new BIP122Verifier()
    const session = await sessionOf(siwx)
    const other = { ...session, data: { ...session.data, accountAddress: addressOf('p2tr') } }
    await expect(verifier.verify(other, context)).rejects.toMatchObject({ code: 'address-mismatch' })
    expect(await verifier.isIntact(session)).toBe(true)
    expect(
      await verifier.isIntact({
        ...session,
        data: { ...session.data, expirationTime: '2999-01-01T00:00:00Z' },
      }),
    ).toBe(false)
    await expect(verifier.verify({ ...session, signature: '' }, context)).rejects.toMatchObject({
      code: 'signature-malformed',
    })
  })
})
