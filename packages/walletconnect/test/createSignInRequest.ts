import { createNonce } from '@portico/siwx'
import type { SignInRequest } from '../src/session/pairing.ts'

/** Creates a sign-in request of an application at `app.test`. */
export const createSignInRequest = (): SignInRequest => ({
  domain: 'app.test',
  uri: 'https://app.test/login',
  version: '1',
  nonce: createNonce(),
  statement: 'Welcome.',
  issuedAt: new Date().toISOString(),
  resources: ['https://app.test/terms'],
})
