import {
  autoReleaseResponse,
  autoStoreResponse,
  emailDeviceResponse,
  emailResendResponse,
  emailStartResponse,
  emailVerifyResponse,
  updatePrimaryResponse,
  updateSecondaryResponse,
  updateStartResponse,
} from '@portico/protocol/vault'
import type { ServerClient } from './createServerClient.ts'

/** The vault's routes, with their shapes checked. */
export function createVaultClient({ call }: ServerClient) {
  return {
    start: (body: { email: string; origin: string; projectId: string }) =>
      call({ path: '/v1/email/start', body, schema: emailStartResponse }),
    /** Waits at the vault; answers within 25 seconds. */
    device: (tx: string) => call({ path: '/v1/email/device', body: { tx }, schema: emailDeviceResponse }),
    resend: (tx: string) => call({ path: '/v1/email/resend', body: { tx }, schema: emailResendResponse }),
    verify: (sealed: string) =>
      call({ path: '/v1/email/verify', body: { sealed }, schema: emailVerifyResponse }),
    storeAuto: (body: { grant: string; sealed: string }) =>
      call({ path: '/v1/auto/store', body, schema: autoStoreResponse }),
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
