import {
  autoReleaseResponse,
  autoStoreResponse,
  type EmailStartRequest,
  emailDeviceResponse,
  emailResendResponse,
  emailStartResponse,
  emailVerifyResponse,
  updatePrimaryResponse,
  updateSecondaryResponse,
  updateStartResponse,
} from '@portico/protocol/vault'
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
    verify: (sealed: string) =>
      call({ path: '/v1/email/verify', body: { sealed }, schema: emailVerifyResponse }),
    /** Stores the recovery secret, encrypted to the vault. */
    storeAuto: (body: { grant: string; sealed: string }) =>
      call({ path: '/v1/auto/store', body, schema: autoStoreResponse }),
    /** Releases the recovery secret, encrypted to the release key that was sent with the code. */
    releaseAuto: (body: { grant: string; walletId: string; slotId: string }) =>
      call({ path: '/v1/auto/release', body, schema: autoReleaseResponse }),
    startUpdate: (body: { userId: string; email: string }) =>
      call({ path: '/v1/update/start', body, schema: updateStartResponse }),
    verifyPrimary: (sealed: string) =>
      call({ path: '/v1/update/primary', body: { sealed }, schema: updatePrimaryResponse }),
    verifySecondary: (sealed: string) =>
      call({ path: '/v1/update/secondary', body: { sealed }, schema: updateSecondaryResponse }),
  }
}

export type VaultClient = ReturnType<typeof createVaultClient>
