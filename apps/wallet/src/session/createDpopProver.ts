// DPoP proofs (RFC 9449): this partition's key signs every request, so a stolen token is useless without the key.
import { base64urlnopad } from '@scure/base'

/** Signs requests with the device's key. */
export type DpopProver = {
  /** The key's thumbprint (RFC 7638), which identifies this device. */
  jkt: string
  /** Returns the proof for one request. */
  prove(request: {
    method: string
    /** Absolute URL. Query and fragment are left out of the proof, as RFC 9449 requires. */
    url: string
    accessToken?: string | undefined
    nonce?: string | undefined
  }): Promise<string>
}

/** Generates a signing key pair whose private key is not extractable. */
export function makeDpopKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
}

/** Creates the prover of a key pair. */
export async function createDpopProver({
  keys,
  now = Date.now,
}: {
  keys: CryptoKeyPair
  now?: (() => number) | undefined
}): Promise<DpopProver> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const jwk = { crv, kty, x, y }
  const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk })
  return {
    jkt: await digest(JSON.stringify(jwk)),
    async prove({ method, url, accessToken, nonce }) {
      const { origin, pathname } = new URL(url)
      const claims = encode({
        jti: base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(16))),
        htm: method,
        htu: `${origin}${pathname}`,
        iat: Math.floor(now() / 1000),
        ...(accessToken ? { ath: await digest(accessToken) } : {}),
        ...(nonce ? { nonce } : {}),
      })
      const signature = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        keys.privateKey,
        new TextEncoder().encode(`${header}.${claims}`),
      )
      return `${header}.${claims}.${base64urlnopad.encode(new Uint8Array(signature))}`
    },
  }
}

function encode(value: unknown): string {
  return base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)))
}

async function digest(text: string): Promise<string> {
  return base64urlnopad.encode(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  )
}
