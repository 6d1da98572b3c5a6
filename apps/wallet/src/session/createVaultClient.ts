import {
  autoReleaseResponse,
  autoStoreResponse,
  type EmailClaimRequest,
  type EmailStartRequest,
  emailClaimResponse,
  emailDeviceResponse,
  emailResendResponse,
  emailStartResponse,
  type GrantActivateRequest,
  type SocialAttachRequest,
  socialAttachResponse,
} from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { ServerClient } from './createServerClient.ts'

/** Creates a client of the vault's routes. Checks the shape of each response. */
export function createVaultClient({ call }: ServerClient) {
  return {
    start: (body: EmailStartRequest) => call({ path: '/v1/email/start', body, schema: emailStartResponse }),
    /** Long-polls for the approval of the mailed link; the vault responds within 25 seconds. */
    waitForDevice: (challengeId: string) =>
      call({ path: '/v1/email/device', body: { tx: challengeId }, schema: emailDeviceResponse }),
    resend: (challengeId: string) =>
      call({ path: '/v1/email/resend', body: { tx: challengeId }, schema: emailResendResponse }),
    /** Mails a link to a key that the vault knows and the gateway does not. */
    mailLink: (challengeId: string) =>
      call({ path: '/v1/email/link', body: { tx: challengeId }, schema: emailStartResponse }),
    /** Completes a login: after the link's approval, or with the gateway's statement for a key that both servers know. */
    claim: (body: EmailClaimRequest) => call({ path: '/v1/email/claim', body, schema: emailClaimResponse }),
    /** Makes a grant valid, with the gateway's statement about the typed code. */
    activateGrant: (body: GrantActivateRequest) =>
      call({ path: '/v1/grants/activate', body, schema: z.unknown() }),
    /** Makes a claimed account another login of the user of `grant`. */
    attach: (body: SocialAttachRequest) =>
      call({ path: '/v1/social/attach', body, schema: socialAttachResponse }),
    /** Stores the recovery secret, encrypted to the vault. */
    storeAuto: (body: { grant: string; sealed: string }) =>
      call({ path: '/v1/auto/store', body, schema: autoStoreResponse }),
    /** Releases the recovery secret, encrypted to the release key that the login was claimed with. */
    releaseAuto: (body: { grant: string; walletId: string; slotId: string }) =>
      call({ path: '/v1/auto/release', body, schema: autoReleaseResponse }),
  }
}

export type VaultClient = ReturnType<typeof createVaultClient>
