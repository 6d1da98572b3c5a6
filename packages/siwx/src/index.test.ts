import { describe, expect, test } from 'vitest'
import * as siwx from './index.ts'

describe('@portico/siwx', () => {
  test('behavior: exported names', () => {
    expect(Object.keys(siwx).sort()).toMatchInlineSnapshot(`
      [
        "BIP122Verifier",
        "DefaultSIWX",
        "DefaultSigner",
        "EIP155Verifier",
        "InformalMessenger",
        "InvalidMessageError",
        "InvalidSessionError",
        "LocalStorage",
        "SIWXMessenger",
        "SIWXVerifier",
        "SignInServerError",
        "SignInServerUnreachableError",
        "SolanaVerifier",
        "checksumAddress",
        "createLoginMessage",
        "createMessage",
        "createNonce",
        "isLoginMessage",
        "mixNonce",
        "parseMessage",
        "verifyMessage",
        "verifySignature",
      ]
    `)
  })
})
