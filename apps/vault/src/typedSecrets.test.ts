import * as protocol from '@portico/protocol/vault'
import { describe, expect, test } from 'vitest'
import { createTestVault } from './testing/createTestVault.ts'

/** The schemas of all requests, and of what is encrypted in them. */
const requests: Readonly<Record<string, readonly { shape: Readonly<Record<string, Field>> }[]>> = {
  '/v1/email/start': [protocol.emailStartRequest],
  '/v1/email/device': [protocol.challengeRequest],
  '/v1/email/resend': [protocol.challengeRequest],
  '/v1/email/link': [protocol.challengeRequest],
  '/v1/email/claim': [protocol.emailClaimRequest, protocol.sealedClaim],
  '/v1/social/start': [protocol.socialStartRequest],
  '/v1/social/open': [protocol.socialOpenRequest],
  // The provider's code is random, counts once, and only with the PKCE verifier of this login.
  '/v1/social/finish': [protocol.socialFinishRequest],
  '/v1/social/wait': [protocol.challengeRequest],
  '/v1/social/claim': [protocol.socialClaimRequest, protocol.sealedClaim],
  '/v1/social/attach': [protocol.socialAttachRequest],
  '/v1/farcaster/start': [protocol.farcasterStartRequest],
  // The message names this login, and counts only with the signature.
  '/v1/farcaster/claim': [protocol.farcasterClaimRequest, protocol.sealedFarcasterClaim],
  '/v1/logins': [protocol.loginsRequest],
  '/v1/logins/remove': [protocol.loginRemoveRequest],
  '/v1/grants/activate': [protocol.grantActivateRequest],
  '/v1/auto/store': [protocol.autoStoreRequest, protocol.sealedAuto],
  '/v1/auto/release': [protocol.autoReleaseRequest],
  '/v1/device/inspect': [protocol.deviceRequest],
  '/v1/device/approve': [protocol.deviceApproveRequest],
  '/v1/device/refuse': [protocol.deviceRequest],
  '/v1/device/cancel': [protocol.deviceRequest],
  '/v1/links/allow': [protocol.linksAllowRequest],
  '/v1/move': [protocol.moveRequest],
  '/v1/exports': [protocol.exportRequest],
  '/v1/notices': [protocol.noticeRequest],
  '/v1/update/start': [protocol.updateStartRequest],
  '/v1/update/link': [protocol.challengeRequest],
  '/v1/update/finish': [protocol.updateFinishRequest],
  '/v1/update/revert': [protocol.updateRevertRequest],
}
type Field = { safeParse(value: unknown): { success: boolean } }

/** Codes that a person could type: of the gateway, and of other kinds. */
const typed = ['123456', 'A1B2C3', 'A1B2C3D4E5F6', '12345678', 'correct horse battery staple']
/**
 * Text of other forms, none of it a secret that opens anything: addresses, names of the application, the wallet and its slot,
 * and statements that the gateway signed. The two digits of `/v1/device/approve` are the vault’s own, and count only with the
 * token of the mailed link.
 */
const notSecret = ['email', 'projectId', 'walletId', 'slotId', 'introduced', 'statement']

describe('typed secrets', () => {
  test('behavior: every route of the vault is listed here', async () => {
    const { app } = await createTestVault()
    const paths = app.routes.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect([...new Set(paths)].sort()).toEqual(Object.keys(requests).sort())
  })

  test.each(Object.entries(requests))('behavior: no field of %s takes a typed code', (_, schemas) => {
    const fields = schemas.flatMap(({ shape }) => Object.entries(shape))
    expect(fields.length).toBeGreaterThan(0)
    const taken = fields
      .filter(
        ([name, field]) => !notSecret.includes(name) && typed.some((text) => field.safeParse(text).success),
      )
      .map(([name]) => name)
    expect(taken).toEqual([])
    expect(fields.map(([name]) => name).filter((name) => /code|otp|pin|password/i.test(name))).toEqual([])
  })

  test('behavior: clients have no schema with which to encrypt a typed code to the vault', () => {
    expect(Object.keys(protocol).filter((name) => /code|verify/i.test(name))).toEqual([])
  })
})
